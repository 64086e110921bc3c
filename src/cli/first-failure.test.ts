import { expect, it } from 'vitest';
import { readTarget } from '../api/options.ts';
import { withBuiltIn } from '../api/built-in.ts';
import { casesOf, runTarget } from '../api/run-target.ts';
import type { ConformanceEvent } from '../api/run-target.ts';
import { requireCodes } from '../results/warning.test-support.ts';

it.each([
  'a-missing-400',
  'unauthorized-statuses-swapped',
  'b-blocked-ip-allowed',
  'b-reward-unavailable-422',
])('%s is shown before the first wrong password is sent', async (defect) => {
  await withBuiltIn({ defects: [defect] }, async ({ profile }) => {
    const loaded = await readTarget(profile, { env: {} });
    const target = { ...loaded, limits: { ...loaded.limits, failedLogins: 3 } };
    const answered: string[] = [];
    let early: readonly string[] | null = null;
    const onEvent = (event: ConformanceEvent): void => {
      if (event.kind === 'exchanged') answered.push(event.exchange.id);
      if (event.kind === 'case-ended' && event.result.verdict === 'fail') early ??= [...answered];
    };
    requireCodes(await runTarget({ target, cases: casesOf(target), seed: 1, onEvent }));
    expect(early).not.toBeNull();
    expect(early).not.toContain('a.unauthorized.wrong-password');
    expect(answered).toContain('a.unauthorized.wrong-password');
  });
});
