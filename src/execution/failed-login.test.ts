import { describe, expect, it } from 'vitest';
import { idsOf, runAgainst, settings, targetAt } from './small-run.test-support.ts';
import type { Changes } from './small-run.test-support.ts';
import { blocked, partner, withService } from './small-service.test-support.ts';
import type { Call, Reply } from './small-service.test-support.ts';

const real: readonly (string | undefined)[] = [partner.name, blocked.name];

const refusal = (status: number): Reply => ({
  status,
  body: '{"description_status":"User did not pass authorization, access to the resource is restricted"}',
});

const isReal = ({ params }: Call): boolean => real.includes(params['partnerName']);

/** The request contains the name of a real partner, padded or beside another one: once valid credentials are refused, the run counts it. */
const mayBeReal = ({ variant, url, body, params }: Call): boolean =>
  real.includes(params['partnerName']?.trim()) ||
  /"partnerName":"(1042|1043)"/.test(variant === 'a' ? body : '') ||
  /[?&]partnerName=(1042|1043)(&|$)/.test(variant === 'b' ? url : '');

interface Counted {
  readonly atServer: number;
  readonly inResults: number;
}

/** Failed logins as a service that refuses such requests counts them, and as the run does. */
function count(
  isRefused: (call: Call) => boolean,
  changes: Changes = {},
  statusOf = ({ variant }: Call): number => (variant === 'a' ? 403 : 401),
  isCounted = isReal,
): Promise<Counted> {
  let atServer = 0;
  const answer = (call: Call): Reply => {
    if (!isRefused(call)) return 'documented';
    if (isCounted(call)) atServer += 1;
    return refusal(statusOf(call));
  };
  return withService(answer, async ({ url }) => {
    const { results } = await runAgainst(targetAt(url, changes));
    return { atServer, inResults: results.failedLogins };
  });
}

const isWrong = ({ kind }: Call): boolean => kind === 'unauthorized';

/** A service that holds every password for wrong that it cannot decrypt: plain, in base64, in hex, damaged. */
const isWrongOrUnencrypted = ({ kind, method, params }: Call): boolean =>
  kind === 'unauthorized' ||
  (kind === 'unencrypted' && method === 'POST' && params['partnerPassword'] !== '');

describe.concurrent('the number of failed logins in the Results', () => {
  it.each([
    ['wrong passwords', isWrong],
    ['wrong passwords, and plain, base64, hex and damaged ones', isWrongOrUnencrypted],
  ])('is what the service counts: %s', async (_what, isRefused) => {
    const { atServer, inResults } = await count(isRefused);
    expect(inResults).toBe(atServer);
    expect(atServer).toBeGreaterThan(isRefused === isWrong ? 1 : 9);
  });

  it.each([0, 1, 3])('is at most the limit of %i', async (failedLogins) => {
    const { atServer, inResults } = await count(isWrongOrUnencrypted, { limits: { failedLogins } });
    expect(inResults).toBe(atServer);
    expect(atServer).toBeLessThanOrEqual(failedLogins);
  });

  it.each([
    ['as documented', undefined],
    ['with 401', () => 401],
    ['with 403', () => 403],
  ])(
    'counts the profile’s own credentials where they are refused, %s, and stops at the limit',
    async (_how, statusOf) => {
      const credentials = { ...settings.credentials, partnerPassword: 'not the password' };
      const changes = { settings: { credentials }, limits: { failedLogins: 3 } };
      const { atServer, inResults } = await count(isWrong, changes, statusOf);
      expect(inResults).toBe(atServer);
      expect(atServer).toBe(3);
    },
  );

  it('leaves out what is refused for another reason than the password', async () => {
    const { inResults } = await count((call) => call.kind === 'blocked' || isWrong(call));
    expect(inResults).toBe((await count(isWrong)).inResults);
  });

  it.each([
    [
      'the right password refused from request 60 on',
      1,
      (call: Call) => call.kind === 'success' && call.index >= 60,
    ],
    [
      'the right password refused from request 60 on',
      8,
      (call: Call) => call.kind === 'success' && call.index >= 60,
    ],
    [
      'one of two backends with another password',
      1,
      (call: Call) => call.kind === 'success' && call.index % 2 === 1,
    ],
    [
      'one of two backends with another password',
      8,
      (call: Call) => call.kind === 'success' && call.index % 2 === 1,
    ],
  ])('keeps to the limit with %s, %i at once', async (_what, concurrency, isRefused) => {
    const limits = { failedLogins: 3, concurrency };
    const { atServer, inResults } = await count(
      (call) => isWrong(call) || isRefused(call),
      { limits },
      undefined,
      mayBeReal,
    );
    expect(inResults).toBe(atServer);
    expect(atServer).toBeGreaterThan(1);
    // Only what is under way already may go beyond it.
    expect(atServer).toBeLessThanOrEqual(3 + concurrency - 1);
  });

  it('leaves room to repeat a spelling that is refused, with eight at once and a limit of three', async () => {
    const isAnotherOrder = ({ variant, kind, body }: Call): boolean =>
      variant === 'a' && kind === 'success' && !/^\s*\{\s*"partnerName"/.test(body);
    const answer = (call: Call): Reply => (isAnotherOrder(call) ? refusal(403) : 'documented');
    const limits = { failedLogins: 3, concurrency: 8 };
    const { results } = await withService(answer, ({ url }) => runAgainst(targetAt(url, { limits })));
    expect(idsOf(results, 'fail')).toEqual(['a.request.body']);
    expect(results.failedLogins).toBeLessThanOrEqual(3);
  });

  it.each<[string, Reply]>([
    ['503', { status: 503 }],
    ['429', { status: 429 }],
    ['a reset', 'reset'],
  ])('counts wrong passwords answered by %s', async (_what, reply) => {
    let atServer = 0;
    const answer = (call: Call): Reply => {
      if (!isWrong(call) || !isReal(call)) return 'documented';
      atServer += 1;
      return reply;
    };
    const { results } = await withService(answer, ({ url }) =>
      runAgainst(targetAt(url, { limits: { failedLogins: 3 } })),
    );
    expect(results.failedLogins).toBe(atServer);
    expect(atServer).toBe(3);
  });
});
