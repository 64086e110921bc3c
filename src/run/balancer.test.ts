// Behind backends of which one is sick, or a firewall that lets no more connections through, nobody is blamed.

import { expect, it } from 'vitest';
import { judge } from '../judge/judge.ts';
import { claimsOf, planOf } from '../plan/plan.ts';
import { page, play, targetOf } from './small-service.test-support.ts';
import type { Asked } from './small-service.test-support.ts';

it.each([
  [2, ['a', 'b'], false],
  [4, ['a', 'b'], false],
  [6, ['a'], false],
  [10, ['a', 'b'], true],
] as const)('%i backends, variants %j, the first request lost: %s', async (backends, variants, isLost) => {
  const plan = planOf(claimsOf(targetOf({ variants })));
  for (let seed = 1; seed <= 6; seed += 1) {
    let place = isLost ? -1 : seed;
    const answer = () => ((place += 1) % backends === 0 ? page(502) : null);
    const { attempts } = await play({ seed, variants, answer });
    const failed = judge(plan, attempts, plan.cases).checks.filter(({ verdict }) => verdict === 'fail');
    expect([seed, failed]).toEqual([seed, []]);
  }
});

it.each(['cut', 'no-connection'] as const)('no new connection but by %s, old ones go on', async (failure) => {
  const plan = planOf(claimsOf(targetOf({})));
  for (let left = 0; left <= 12; left += 3) {
    let opened = 0;
    const answer = ({ wire }: Asked) => (wire.isFresh && (opened += 1) > left ? failure : null);
    const { attempts } = await play({ limits: { failedLogins: 20 }, answer });
    const failed = judge(plan, attempts, plan.cases).checks.filter(({ verdict }) => verdict === 'fail');
    expect([left, failed]).toEqual([left, []]);
  }
});
