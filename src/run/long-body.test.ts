import { describe, expect, test } from 'vitest';
import { judge } from '../results/judge.ts';
import { findDiffering } from '../comparison/find-differing.ts';
import { recordOf } from '../results/record.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { bytes, preys } from './hostile-attacks.test-support.ts';
import type { Prey } from './hostile-attacks.test-support.ts';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';
import { whole, withService } from './small-service.test-support.ts';

const banks = '{"banks":[{"name":"Bank","bic":"044525225"}';
const cases = ['a.success', 'a.missing.partnerName', 'a.unauthorized.unknown-partner'];

/** A run in which some requests get a body two bytes over the limit. */
const answeredAtLength = (prey: Prey, beginning: string) => {
  const attack = bytes(() => whole(200, beginning.padEnd(4 * 1024 * 1024) + ']}'));
  return withService(
    (call) => (preys[prey](call) ? attack : 'documented'),
    async ({ url }) => {
      const target = targetAt(url, { variants: ['a'] });
      const { results } = await runAgainst(target, { cases });
      const read = JSON.parse(JSON.stringify(results)) as Results;
      expect(findDiffering(results, judge(recordOf(read, specification), specification, [], []))).toEqual([]);
      return results;
    },
  );
};

describe('an answer that is longer than is read', () => {
  test.each(['every', 'good', 'bad'] as const)('shows nothing: %s', async (prey) => {
    const results = await answeredAtLength(prey, '{"data":[');
    expect(idsOf(results, 'fail')).toEqual([]);
    const open = results.requirements.filter(({ reason }) => reason === 'too-long').map(({ id }) => id);
    expect(open).toContain(prey === 'bad' ? 'a.unauthorized.status' : 'a.success.status');
  });

  test('and is a list to valid credentials shows nothing', async () => {
    const results = await answeredAtLength('good', banks);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  test.each(['unknown-partner', 'bad'] as const)(
    'and is a list to others fails as it is: %s',
    async (prey) => {
      const results = await answeredAtLength(prey, banks);
      expect(idsOf(results, 'fail')).toEqual(['a.authorization.enforced']);
      const [check] = results.cases.flatMap(({ checks }) =>
        checks.filter(({ verdict }) => verdict === 'fail'),
      );
      expect(check?.actual).toBe('too long an answer with a `banks` array');
    },
  );
});
