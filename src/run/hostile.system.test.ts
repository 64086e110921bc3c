import { describe, expect, test } from 'vitest';
import { judge } from '../results/judge.ts';
import { findDiffering } from '../comparison/find-differing.ts';
import { recordOf } from '../results/record.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { broken, bytes, nasty, preys } from './hostile-attacks.test-support.ts';
import type { Prey } from './hostile-attacks.test-support.ts';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';
import { whole, withService } from './small-service.test-support.ts';
import type { Attack, Call } from './small-service.test-support.ts';

/** An attack on some requests. `shows` is what a whole answer shows; without it, nothing may pass. */
interface Misdeed {
  readonly prey: Prey;
  readonly attack: Attack;
  readonly status?: number;
  readonly shows?: keyof typeof nasty;
  /** Attacks as soon as a connection is made. */
  readonly isEarly?: boolean;
}

const most = ['every', 'good', 'bad'] as const;
const rows: readonly (readonly [name: string, Misdeed])[] = [
  ...Object.entries(broken).flatMap(([name, attack]) =>
    [...most, ...(name === 'a gzip bomb' ? (['unknown-partner'] as const) : [])].map(
      (prey) => [name, { prey, attack }] as const,
    ),
  ),
  ...(['list', 'error', 'other'] as const).flatMap((shows) =>
    Object.entries(nasty[shows]).flatMap(([name, answer]) => {
      const isBody = typeof answer === 'string' || answer instanceof Uint8Array;
      const parts: Parameters<typeof whole> = isBody ? [200, answer] : answer;
      const attack = bytes(() => whole(...parts));
      return most.map((prey) => [name, { prey, attack, shows, status: parts[0] }] as const);
    }),
  ),
  [
    'an answer before the request',
    {
      prey: 'every',
      attack: bytes(() => whole(200, '{"banks":7}')),
      shows: 'other',
      status: 200,
      isEarly: true,
    },
  ],
];

const limits = { timeout: 400, retries: 1, concurrency: 16 };
/** Few good and bad requests: each bad one without an answer is retried alone. */
const few = ['a.success', 'a.missing.partnerName', 'a.unauthorized.unknown-partner', 'a.unavailable'];
/** All that are judged. Observations see every hostile answer with SBP_SLOW_TESTS, else the poisonous ones. */
const judged = [...few, 'a.missing.*', 'a.unencrypted.*', 'a.unauthorized.*', 'a.request.*'];
const isSlow = process.env['SBP_SLOW_TESTS'] === '1';
/** Requirements that are judged on good requests only. */
const ofGood = /\.(success|request)\.|no-401$/;

async function suffer(name: string, { prey, attack, shows, isEarly = false }: Misdeed) {
  const answer = (call: Call) => (preys[prey](call) ? (isEarly ? 'silent' : attack) : 'documented');
  const run = async ({ url }: { readonly url: string }) => {
    const many = isSlow || name.includes('poison') ? [] : judged;
    const cases = shows !== undefined && prey === 'bad' ? many : few;
    const { results } = await runAgainst(targetAt(url, { variants: ['a'], limits }), { cases });
    return results;
  };
  return withService(answer, run, isEarly ? attack : undefined);
}

/** Requirements that must not pass with such answers. */
function wronglyPassed(results: Results, { prey, status, shows }: Misdeed): readonly string[] {
  const passed = idsOf(results, 'pass');
  if (prey === 'unknown-partner') return passed.filter((id) => id.startsWith('a.unauthorized.'));
  if (prey === 'good' && status === 200) return passed.filter((id) => id === 'a.success.body');
  /** Requirements that any whole answer of that kind meets. */
  const seen = [
    ...(status === 200 ? ['a.success.status', 'a.request.body', 'a.status.no-401'] : []),
    ...(shows === undefined || shows === 'list' ? [] : ['a.authorization.enforced']),
    ...(shows === 'error' ? ['a.error.body'] : []),
  ];
  return passed.filter((id) => !seen.includes(id) && !(prey === 'bad' && ofGood.test(id)));
}

// A request that exceeds its time-out would make the test time out.
describe.concurrent('a target that misbehaves', () => {
  test.each(rows.map(([name, misdeed]) => [name, misdeed.prey, misdeed] as const))(
    'by %s for %s is survived',
    async (name, _prey, misdeed) => {
      const results = await suffer(name, misdeed);
      const exchanges = [...results.controls, ...results.cases.flatMap((one) => one.exchanges)];
      expect(wronglyPassed(results, misdeed)).toEqual([]);
      expect(idsOf(results, 'suite-error')).toEqual([]);
      expect(exchanges.length).toBeGreaterThan(0);
      const read = JSON.parse(JSON.stringify(results)) as Results;
      expect(findDiffering(results, judge(recordOf(read, specification), specification, [], []))).toEqual([]);
    },
  );
});
