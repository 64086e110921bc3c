import { expect, it } from 'vitest';
import type { CaseResult } from '../result/results.ts';
import { mergeGoes } from '../result/merge-goes.ts';
import { specification } from '../spec/variant.ts';
import { rejudge } from './rejudge.ts';
import { runAgainst, targetAt } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';

/** The record of a case that came out the same in three goes, of which one is kept. */
const thrice = (found: CaseResult): CaseResult => ({
  ...mergeGoes([found, found, found]),
  durationMs: found.durationMs + 1234,
});

it('Results of repeated cases, judged again, say the same of goes and of how long they took', async () => {
  await withService(
    () => 'documented',
    async ({ url }) => {
      const target = targetAt(url, { variants: ['a'] });
      const manner = { cases: ['a.success', 'a.missing.*', 'a.observed.method.*'] };
      const { results } = await runAgainst(target, manner);
      const repeated = { ...results, repeat: 3, cases: results.cases.map(thrice) };
      expect(rejudge(repeated, specification, target).cases).toEqual(repeated.cases);
    },
  );
});

it('goes that were alike and are judged otherwise now are all counted so', async () => {
  await withService(
    () => 'documented',
    async ({ url }) => {
      const target = targetAt(url, { variants: ['a'] });
      const { results } = await runAgainst(target, { cases: ['a.missing.partnerName'] });
      const altered = results.cases.map((found) => ({
        ...thrice(found),
        exchanges: found.exchanges.map((one) => ({
          ...one,
          response: one.response === null ? null : { ...one.response, status: 400 },
        })),
      }));
      const [found] = rejudge({ ...results, cases: altered }, specification, target).cases;
      expect(found).toMatchObject({ verdict: 'fail', goes: { times: 3, verdicts: { fail: 3 } } });
    },
  );
});
