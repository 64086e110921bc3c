import { describe, expect, it } from 'vitest';
import type { Evidence } from '../judge/evidence.ts';
import { both, idsOf, runAgainst, runWith, settings, targetAt } from './small-run.test-support.ts';
import type { Answer } from './small-run.test-support.ts';
import { documentedReply, partner, withService } from './small-service.test-support.ts';

const requestIdOf = ({ request }: Evidence): string | undefined =>
  request.headers.find(([name]) => name === 'X-Request-Id')?.[1];

const idOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string =>
  String(headers['x-request-id']);

describe('a run', () => {
  it('sends requests with an agent, an id, a ciphertext and an unknown partner of their own over few connections, and records them', async () => {
    let connections = 0;
    const { calls, results } = await runWith((_, service) => {
      connections = service.connections();
      return 'documented';
    }, both);
    // Over TLS, each of them takes a handshake.
    expect(connections).toBeLessThanOrEqual(20);
    expect(calls.length).toBeGreaterThan(120);
    expect(new Set(calls.map(({ headers }) => headers['user-agent']))).toEqual(
      new Set(['suite-under-test/1.2.3']),
    );
    const ids = calls.map(idOf);
    expect(ids.filter((id) => !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const recorded = [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)];
    expect(new Set(recorded.map(requestIdOf))).toEqual(new Set(ids));

    // Other partners are made up each time, so that none is locked because of its failures.
    const unknown = calls
      .map(({ params }) => params['partnerName'] ?? '')
      .filter((name) => /^\d{6,9}$/.test(name));
    expect(unknown.length).toBeGreaterThan(3);
    expect(new Set(unknown).size).toBe(unknown.length);

    const sealed = calls.filter(({ password }) => password !== null);
    const ciphertexts = sealed.map(({ params }) => params['partnerPassword']);
    expect(sealed.length).toBeGreaterThan(60);
    // Except the one that is sent again on purpose, by an unknown partner.
    const replays = sealed.filter(
      (_, at) => ciphertexts.indexOf(ciphertexts[at]) !== ciphertexts.lastIndexOf(ciphertexts[at]),
    );
    const own = results.cases.filter(({ id }) => /^.\.(?:success|observed\.partner\.replay)$/.test(id));
    expect(replays).toHaveLength(4);
    expect(new Set(replays.map(idOf))).toEqual(
      new Set(own.flatMap(({ exchanges }) => exchanges.map(requestIdOf))),
    );
  });

  it('carries any case out alone, with its own control, and asks nothing of another variant', async () => {
    const { results, calls } = await runWith('documented', both, { cases: ['b.missing.partnerName'] });
    expect(results.cases).toMatchObject([
      { id: 'b.missing.partnerName', verdict: 'pass', controls: ['b.success'] },
    ]);
    expect(calls.filter(({ url }) => !url.includes('/acme/'))).toEqual([]);
    expect(calls.length).toBeLessThanOrEqual(3);
  });

  it.each([1, 10])('sends nothing more once it is aborted by request %i, and blames nobody', async (last) => {
    const abort = new AbortController();
    let after = 0;
    const answer: Answer = ({ index }) => {
      if (index === last) abort.abort();
      if (index > last) after += 1;
      return index < last ? 'documented' : 'silent';
    };
    const { results } = await runWith(
      answer,
      { ...both, limits: { concurrency: 2 } },
      { signal: abort.signal },
    );
    expect(after).toBeLessThanOrEqual(2);
    expect(results.interrupted).toBe(true);
    expect(idsOf(results, 'fail')).toEqual([]);
    // Exchanges that were cut off say nothing about the target.
    expect(results.requirements.map(({ reason }) => reason)).not.toContain('target-unavailable');
    expect(results.rootCauses).toEqual([]);
  });

  it('stops at once for a wrong encryption, before anything is sent', async () => {
    const module = { scheme: 'module', module: '/nowhere/at-all.mjs', template: '{password}' } as const;
    await withService(
      () => 'documented',
      async ({ url, calls }) => {
        const target = targetAt(url, { settings: { ...settings, encryption: module } });
        await expect(runAgainst(target)).rejects.toMatchObject({ fault: 'profile' });
        expect(calls).toEqual([]);
      },
    );
  });
});

describe('the record of a run', () => {
  it('is judged by the body as recorded; what masking has changed is for a person to decide', async () => {
    const body = JSON.stringify({ banks: [{ name: 'Bank', bic: '1' }], [partner.password]: 1 });
    const answer: Answer = ({ kind }) => (kind === 'success' ? { status: 200, body } : 'documented');
    const { results } = await runWith(answer, {}, { cases: ['a.success'] });
    const [found] = results.cases;
    expect(found?.exchanges[0]).toMatchObject({ maskingChangedFacts: true });
    const verdicts = found?.checks.map(({ requirement, verdict }) => `${requirement} ${verdict}`);
    expect(verdicts).toEqual(expect.arrayContaining(['a.success.status pass', 'a.success.body review']));
    expect(JSON.stringify(results)).not.toContain(partner.password);
  });

  it('is judged alike where a string echoes a secret', async () => {
    const echo = { echo: partner.password };
    const answer: Answer = (call) => {
      if (call.kind !== 'missing' && call.kind !== 'unauthorized') return 'documented';
      const { status, body = '' } = documentedReply(call);
      return { status, body: JSON.stringify({ ...JSON.parse(body), ...echo }) };
    };
    const { results } = await runWith(answer, {}, { cases: ['a.missing.*', 'a.unauth*'] });
    expect(results.verdict).toBe('incomplete');
    expect([...idsOf(results, 'fail'), ...idsOf(results, 'review')]).toEqual([]);
    expect(JSON.stringify(results)).not.toContain('maskingChangedFacts');
    expect(JSON.stringify(results)).not.toContain(partner.password);
  });

  it('holds no beginning of the password that is tried as a near miss, though answers before showed it', async () => {
    const partnerPassword = 'Sberbank-2027-x';
    const body = '{"banks":[{"name":"Sberbank","bic":"044525225"}]}';
    const answer: Answer = ({ password }) =>
      password === partnerPassword ? { status: 200, body } : 'documented';
    await withService(answer, async ({ url }) => {
      const credentials = { ...settings.credentials, partnerPassword };
      const target = targetAt(url, { variants: ['a'], settings: { credentials } });
      const { results } = await runAgainst({ ...target, name: 'Sberbank staging' });
      expect(results.failedLogins).toBeGreaterThan(3);
      expect(JSON.stringify(results)).not.toContain('Sberbank');
    });
  });
});
