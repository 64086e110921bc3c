import { expect, it } from 'vitest';
import { findDiffering, judge } from '../result/judge.ts';
import { recordOf } from '../result/record.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { runAgainst, settings, targetAt } from './small-run.test-support.ts';
import { documentedReply, partner, withService } from './small-service.test-support.ts';

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

it('is judged by the body as recorded; what masking has changed is for a person to decide, not for the record', async () => {
  await withService(
    ({ kind }) =>
      kind === 'success'
        ? {
            status: 200,
            body: JSON.stringify({ banks: [{ name: 'Bank', bic: '1' }], [partner.password]: 1 }),
          }
        : 'documented',
    async ({ url }) => {
      const { results } = await runAgainst(targetAt(url, { variants: ['a'] }), { cases: ['a.success'] });
      const [found] = results.cases;
      expect(found?.exchanges[0]).toMatchObject({ maskingChangedFacts: true });
      expect(found?.checks.map(({ requirement, verdict }) => [requirement, verdict])).toEqual(
        expect.arrayContaining([
          ['a.success.status', 'pass'],
          ['a.success.body', 'review'],
        ]),
      );
      expect(JSON.stringify(results)).not.toContain(partner.password);
    },
  );
});

it('an echo in a string changes nothing that is judged', async () => {
  await withService(
    (call) =>
      call.kind === 'missing' || call.kind === 'unauthorized'
        ? {
            status: documentedReply(call).status,
            body: JSON.stringify({ ...JSON.parse(documentedReply(call).body ?? ''), echo: partner.password }),
          }
        : 'documented',
    async ({ url }) => {
      const { results } = await runAgainst(targetAt(url, { variants: ['a'] }), {
        cases: ['a.missing.*', 'a.unauth*'],
      });
      expect(results.verdict).toBe('incomplete');
      expect(
        results.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'review'),
      ).toEqual([]);
      expect(JSON.stringify(results)).not.toContain('maskingChangedFacts');
      expect(JSON.stringify(results)).not.toContain(partner.password);
    },
  );
});

it('holds no beginning of the password that is tried as a near miss, though answers before showed it', async () => {
  const password = 'Sberbank-2027-x';
  await withService(
    (call) =>
      call.password === password
        ? { status: 200, body: '{"banks":[{"name":"Sberbank","bic":"044525225"}]}' }
        : 'documented',
    async ({ url }) => {
      const credentials = { ...settings.credentials, partnerPassword: password };
      const target = targetAt(url, { variants: ['a'], settings: { credentials } });
      const { results } = await runAgainst({ ...target, name: 'Sberbank staging' });
      expect(results.failedLogins).toBeGreaterThan(3);
      expect(JSON.stringify(results)).not.toContain('Sberbank');
    },
  );
});
