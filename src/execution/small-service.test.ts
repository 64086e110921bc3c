import { expect, it } from 'vitest';
import { idsOf, runAgainst, targetAt } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';

it('finds nothing wrong with a service that answers as documented', async () => {
  await withService(
    () => 'documented',
    async (service) => {
      const { results } = await runAgainst(targetAt(service.url));
      expect(idsOf(results, 'fail')).toEqual([]);
      expect(idsOf(results, 'review')).toEqual([]);
      const open = results.requirements.filter(({ verdict }) => verdict === 'inconclusive');
      expect(open.map(({ id, reason }) => `${id} ${String(reason)}`)).toEqual(
        ['b.ip-blocked', 'b.reward-unavailable'].flatMap((id) => [
          `${id}.status not-provisioned`,
          `${id}.meaning not-provisioned`,
        ]),
      );
      expect(results.requirements.filter(({ verdict }) => verdict === 'pass')).toHaveLength(51);
    },
  );
});
