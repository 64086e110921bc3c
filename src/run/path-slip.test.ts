import { describe, expect, it } from 'vitest';
import { suspicionsOf } from '../report/suspect.ts';
import { both, idsOf, runWith, where } from './small-run.test-support.ts';
import type { Call, Reply } from './small-service.test-support.ts';

const json = { 'Content-Type': 'application/json' };
const slips: readonly (readonly [string, Reply])[] = [
  ['404 and a page', { status: 404, body: '<html>Not Found</html>' }],
  ['404 and JSON', { status: 404, headers: json, body: '{"error":"no such bank"}' }],
  ['404 and the documented error', { status: 404, headers: json, body: '{"description_status":"no route"}' }],
  ['404 and nothing', { status: 404, body: '' }],
  ['405 and nothing', { status: 405, headers: { Allow: 'GET' }, body: '' }],
  ['a redirect to a slash', { status: 301, headers: { Location: '/elsewhere/' }, body: '' }],
];
const ofB = ({ variant }: Call): boolean => variant === 'b';

describe('where the path of variant B is not served', () => {
  it.each(slips.flatMap(([how, reply]) => [2, 3, 20].map((limit) => ({ how, reply, limit }))))(
    '$how: variant A is judged as ever, with $limit failed logins',
    async ({ reply, limit }) => {
      const usual = await runWith('documented', { ...both, limits: { failedLogins: limit } });
      const { results } = await runWith(where(ofB, reply), { ...both, limits: { failedLogins: limit } });
      const ofA = (verdict: string): readonly string[] =>
        results.requirements
          .filter((one) => one.variant === 'a' && one.verdict === verdict)
          .map(({ id }) => id);
      const expected = usual.results.requirements
        .filter((one) => one.variant === 'a' && one.verdict === 'pass')
        .map(({ id }) => id);
      expect(ofA('fail')).toEqual([]);
      expect(ofA('pass')).toEqual(expected);
      expect(idsOf(results, 'fail')).toEqual(['b.success.status']);
      expect(suspicionsOf(results)).toEqual(['address']);
    },
  );
});
