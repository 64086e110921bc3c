import { describe, expect, it } from 'vitest';
import { idsOf, runAgainst, settings, targetAt } from './small-run.test-support.ts';
import type { Changes, Manner, Ran } from './small-run.test-support.ts';
import { partner, withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';
import type { Evidence } from '../verdict/evidence.ts';

type Answer = (call: Call, service: SmallService) => Reply | Promise<Reply>;

function runWith(
  answer: Answer,
  changes: Changes = {},
  manner: Manner = {},
): Promise<Ran & { readonly calls: readonly Call[] }> {
  return withService(answer, async (service) => {
    const ran = await runAgainst(targetAt(service.url, changes), manner);
    return { ...ran, calls: [...service.calls] };
  });
}

/** A login that fails at a real partner: its password is there, and it is not the right one in encrypted form. */
const isFailedLogin = ({ kind, params, method }: Call): boolean =>
  method === 'POST' && kind === 'unauthorized' && params['partnerName'] === partner.name;

/** An error that shows nothing of the login: the password may have been looked at. */
const broken: Reply = { status: 500, body: '{"description_status":"Internal error"}' };

/** Every case that sends a wrong password of a real partner, or what may be taken for one. */
const logins: Manner = {
  cases: ['un*', 'texts.*', 'observed.password.*', 'observed.replay', 'observed.raw-*', 'observed.prec*'].map(
    (suffix) => `?.${suffix}`,
  ),
};

describe.concurrent.each([0, 1, 3])('with a limit of %i failed logins', (failedLogins) => {
  const limits = { failedLogins };

  it('a run makes no more of them, both variants together', async () => {
    const { calls, results, failedLogins: counted } = await runWith(() => 'documented', { limits }, logins);
    expect(calls.filter(isFailedLogin).length).toBeLessThanOrEqual(failedLogins);
    expect(counted).toBeLessThanOrEqual(failedLogins);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it('a run makes no more of them where each one is answered by a doubtful error, repeats included', async () => {
    const answer: Answer = (call) => (isFailedLogin(call) ? broken : 'documented');
    const { calls } = await runWith(answer, { limits }, logins);
    expect(calls.filter(isFailedLogin).length).toBeLessThanOrEqual(failedLogins);
  });

  it('a run sends no more plain, coded and damaged passwords than that where each one is reset', async () => {
    const answer: Answer = ({ kind }) => (kind === 'unencrypted' ? 'reset' : 'documented');
    const { calls } = await runWith(answer, { limits }, logins);
    const isReal = ({ params }: Call): boolean => params['partnerName'] === partner.name;
    const sent = calls.filter((call) => call.kind === 'unencrypted' && isReal(call));
    expect(sent.length).toBeLessThanOrEqual(failedLogins);
  });

  it.each([429, 503])(
    'a run sends at most twice as many wrong passwords where each is answered %i',
    async (status) => {
      const answer: Answer = (call) =>
        isFailedLogin(call) ? { status, headers: { 'Retry-After': '0' } } : 'documented';
      const { calls } = await runWith(answer, { limits }, logins);
      expect(calls.filter(isFailedLogin).length).toBeLessThanOrEqual(2 * failedLogins);
    },
  );

  it('a run makes no more of them where a replayed ciphertext or a broken one counts as one', async () => {
    const seen = new Set<string>();
    let refused = 0;
    const answer: Answer = ({ params, kind, variant }) => {
      const { partnerPassword = '', partnerName } = params;
      const isReplay = kind === 'success' && seen.has(partnerPassword);
      const isBroken = kind === 'unencrypted' && partnerPassword !== partner.password;
      seen.add(partnerPassword);
      const isRefused = isReplay || isBroken || kind === 'unauthorized';
      if (!isRefused) return 'documented';
      if (partnerName === partner.name) refused += 1;
      return {
        status: variant === 'a' ? 403 : 401,
        body: '{"description_status":"User did not pass authorization, access to the resource is restricted"}',
      };
    };
    await runWith(answer, { limits }, logins);
    expect(refused).toBeLessThanOrEqual(failedLogins);
  });

  it('a run makes no more of them where a flag of another value makes the right password a wrong one', async () => {
    let refused = 0;
    const answer: Answer = ({ params, kind, variant, password }) => {
      const isMisread = password === partner.password && params['useAuthByCert'] !== 'true';
      const isRefused = kind === 'unauthorized' || (isMisread && kind !== 'missing');
      if (!isRefused || params['partnerName'] !== partner.name) return 'documented';
      refused += 1;
      return {
        status: variant === 'a' ? 403 : 401,
        body: '{"description_status":"User did not pass authorization, access to the resource is restricted"}',
      };
    };
    const { results } = await runWith(answer, { limits });
    expect(refused).toBeLessThanOrEqual(failedLogins);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it('a run says what it excluded because of the limit', async () => {
    const { results } = await runWith(() => 'documented', { limits, variants: ['a'] }, logins);
    const left = results.cases.filter(({ note }) => note.includes('limits.failedLogins'));
    expect(left.length > 0).toBe(failedLogins < 4);
    const status = results.requirements.find(({ id }) => id === 'a.unauthorized.status');
    expect(status?.reason ?? status?.verdict).toBe(failedLogins === 0 ? 'not-selected' : 'pass');
  });
});

describe.concurrent('a kind of password that the limit leaves out', () => {
  const undecryptableIsUnauthorized: Answer = ({ kind, params, variant, password }) => {
    const isOther = kind === 'unencrypted' && params['partnerPassword'] !== partner.password;
    if (!isOther || password !== null) return 'documented';
    const body =
      '{"description_status":"User did not pass authorization, access to the resource is restricted"}';
    return { status: variant === 'a' ? 403 : 401, body };
  };

  it.each([3, 100])('is named by an advisory, with %i failed logins', async (failedLogins) => {
    const { results } = await runWith(undecryptableIsUnauthorized, { limits: { failedLogins } });
    expect(idsOf(results, 'fail')).toEqual([]);
    const untried = results.observations.filter(
      ({ id, value }) => id.includes('.observed.password.') && value.includes('limits.failedLogins'),
    );
    const named = results.advisories.filter(({ id }) => id.endsWith('.passwords-untried'));
    expect(named.length > 0).toBe(failedLogins === 3);
    for (const { id, variant } of untried) {
      const kind = id.slice(`${variant}.observed.password.`.length);
      expect(named.find((one) => one.variant === variant)?.message).toContain(kind);
    }
  });
});

describe.concurrent('a password in the profile that is wrong', () => {
  it('is not sent again and again: the limit holds for it as well', async () => {
    const credentials = { ...settings.credentials, partnerPassword: 'not the password' };
    const changes = { variants: ['a'], settings: { credentials }, limits: { failedLogins: 3 } } as const;
    const { calls, results } = await runWith(() => 'documented', changes);
    expect(calls.filter(isFailedLogin).length).toBeLessThanOrEqual(3);
    expect(idsOf(results, 'fail')).toContain('a.success.status');
    expect(idsOf(results, 'pass')).toEqual([]);
  });
});

describe.concurrent('partners who do not exist', () => {
  it('are others each time, so that none is locked for its failures', async () => {
    const { calls, results } = await runWith(() => 'documented');
    const unknown = calls
      .map(({ params }) => params['partnerName'] ?? '')
      .filter((name) => /^\d{6}$/.test(name));
    expect(unknown.length).toBeGreaterThan(3);
    expect(new Set(unknown).size).toBe(unknown.length);
    expect(idsOf(results, 'fail')).toEqual([]);
  });
});

const requestIdOf = ({ request }: Evidence): string | undefined =>
  request.headers.find(([name]) => name === 'X-Request-Id')?.[1];

describe.concurrent('every request', () => {
  it('names suite and version in its User-Agent, and has a random id that is in the record', async () => {
    const { calls, results } = await runWith(() => 'documented');
    const agents = new Set(calls.map(({ headers }) => headers['user-agent']));
    expect([...agents]).toEqual(['suite-under-test/1.2.3']);
    const ids = calls.map(({ headers }) => String(headers['x-request-id']));
    expect(ids.filter((id) => !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const recorded = [...results.controls, ...results.cases.flatMap(({ exchanges }) => exchanges)];
    expect(new Set(recorded.map(requestIdOf))).toEqual(new Set(ids));
  });

  it('carries a ciphertext of its own, but for the one that is sent twice on purpose', async () => {
    const { calls, results } = await runWith(() => 'documented');
    const ciphertexts = calls.flatMap(({ params, password }) =>
      password === null ? [] : [params['partnerPassword'] ?? ''],
    );
    expect(ciphertexts.length).toBeGreaterThan(60);
    const twice = ciphertexts.filter((text, index) => ciphertexts.indexOf(text) !== index);
    expect(twice).toHaveLength(2);
    const replays = calls.filter(({ params }) => twice.includes(params['partnerPassword'] ?? ''));
    const own = results.cases.filter(({ id }) => id.endsWith('.observed.replay'));
    expect(new Set(replays.map(({ headers }) => headers['x-request-id']))).toEqual(
      new Set(own.flatMap(({ exchanges }) => exchanges.map(requestIdOf))),
    );
    expect(replays).toHaveLength(4);
  });
});

describe.concurrent('a run', () => {
  it('has its Results in one order, however the requests overlap', async () => {
    const order = async (concurrency: number) => {
      const { results } = await runWith(
        () => 'documented',
        { limits: { concurrency } },
        { cases: ['?.missing.*', '?.un*', '?.success'] },
      );
      return results.cases.map(({ id, verdict }) => `${id} ${String(verdict)}`);
    };
    expect(await order(8)).toEqual(await order(1));
  });

  it('carries any case out alone, with its own control', async () => {
    const { results, calls } = await runWith(() => 'documented', {}, { cases: ['b.missing.partnerName'] });
    expect(results.cases.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['b.missing.partnerName', 'pass'],
    ]);
    expect(results.cases[0]?.controls).toEqual(['b.success']);
    expect(calls.length).toBeLessThanOrEqual(5);
  });

  it('sends nothing more once it is aborted, and fails nothing', async () => {
    const abort = new AbortController();
    let after = 0;
    const answer: Answer = (call) => {
      if (call.index === 10) abort.abort();
      if (call.index > 10) after += 1;
      return 'documented';
    };
    const limits = { concurrency: 2 };
    const { results } = await runWith(answer, { limits }, { signal: abort.signal });
    expect(after).toBeLessThanOrEqual(2);
    expect(results.interrupted).toBe(true);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it('sends the credentials of `unauthorized` with a made-up password, or as they are', async () => {
    const named = { unauthorized: { credentials: { partnerName: '77' }, unknownPartner: '78' } };
    const cases = ['a.unauthorized.*'];
    const { calls } = await runWith(() => 'documented', { variants: ['a'], conditions: named }, { cases });
    const sent = calls.filter(({ kind }) => kind === 'unauthorized');
    expect(new Set(sent.map(({ params }) => params['partnerName']))).toEqual(new Set(['77', '78']));
    expect(sent.find(({ params }) => params['partnerName'] === '77')?.password).toHaveLength(
      partner.password.length,
    );
    const given = { unauthorized: { credentials: { partnerPassword: 'as it is' } } };
    const second = await runWith(() => 'documented', { variants: ['a'], conditions: given }, { cases });
    expect(second.calls.map(({ password }) => password)).toContain('as it is');
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
