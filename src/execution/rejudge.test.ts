import { expect, it } from 'vitest';
import { findDiffering, judge, recordOf } from '../result/judge.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import { runAgainst, targetAt } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';

it('the record of a run, written and read, is judged as in the run; an altered answer is judged otherwise', async () => {
  await withService(
    () => 'documented',
    async ({ url }) => {
      const { results } = await runAgainst(targetAt(url, { variants: ['a'] }));
      const read = JSON.parse(JSON.stringify(results)) as Results;
      expect(findDiffering(results, judge(recordOf(read), specification, [], []))).toEqual([]);
      const altered = {
        ...read,
        cases: read.cases.map((found) => ({
          ...found,
          exchanges: found.exchanges.map((one) =>
            one.id === 'a.missing.partnerName' && one.response !== null
              ? { ...one, response: { ...one.response, status: 400 } }
              : one,
          ),
        })),
      };
      const again = judge(recordOf(altered), specification, [], []);
      expect(again.requirements.find(({ id }) => id === 'a.missing.partnerName.status')?.verdict).toBe(
        'fail',
      );
    },
  );
});
