import { describe, expect, test } from 'vitest';
import { withProxy } from './connect-proxy.test-support.ts';
import type { ProxyOptions } from './connect-proxy.test-support.ts';
import { allHold, runSuite, summaryOf, withReference } from './suite.test-support.ts';
import type { Ran, Settings } from './suite.test-support.ts';

const blocked = '127.0.0.2';
const account = { user: 'us@er', password: 'proxy:password/+1' } as const;

/** The conditions of a profile with another way for `ip-blocked`. */
const withBlocked = (profile: Settings, way: Settings): Settings => ({
  ...profile,
  conditions: { ...Object(profile['conditions']), 'ip-blocked': way },
});

describe('through a proxy with a password every requirement is seen to hold', () => {
  test.each([
    ['plain', false, 'POST '],
    ['with TLS inside the tunnel', true, '\x16\x03\x01'],
  ])('%s, where the proxy is the blocked address', async (_name, tls, beginning) => {
    await withReference(
      ({ port, profile }) =>
        withProxy({ ...account, source: blocked }, async ({ url, tunnels, beginnings }) => {
          const ran = await runSuite(withBlocked(profile, { proxy: url }));
          expect(summaryOf(ran)).toEqual(allHold);
          expect(new Set(tunnels)).toEqual(new Set([`127.0.0.1:${port}`]));
          expect(beginnings.every((bytes) => bytes.startsWith(beginning))).toBe(true);
          expect(ran.text.includes('proxy:password')).toBe(false);
          expect(ran.text.includes(encodeURIComponent(account.password))).toBe(false);
        }),
      { tls },
    );
  });
});

/** The result of `ip-blocked` through a proxy, and everything else that is open. */
async function throughBroken(
  options: ProxyOptions,
  urlOf: (port: number, url: string) => string,
): Promise<Ran> {
  return withReference(({ profile }) =>
    withProxy(options, ({ port, url }) => runSuite(withBlocked(profile, { proxy: urlOf(port, url) }))),
  );
}

const openForProxy = {
  open: ['b.ip-blocked.status: inconclusive setup-failed', 'b.ip-blocked.meaning: inconclusive setup-failed'],
  passed: { a: 25, b: 28 },
  code: 3,
};

const notesOf = ({ results }: Ran): string =>
  results.cases
    .filter(({ id }) => id.startsWith('b.ip-blocked'))
    .map(({ note }) => note)
    .join('\n');

describe('a proxy that does not serve leaves its condition open and fails nothing', () => {
  test('as with a wrong password, which is not shown', async () => {
    const ran = await throughBroken(account, (port) => `http://user:not-the-one@127.0.0.1:${port}`);
    expect(summaryOf(ran)).toEqual(openForProxy);
    expect(notesOf(ran)).toMatch(
      /the proxy http:\/\/127\.0\.0\.1:\d+ answered CONNECT with 407; it requires other/,
    );
    expect(ran.text.includes('not-the-one')).toBe(false);
  });

  test('as where nothing listens', async () => {
    const port = await withProxy(account, (proxy) => Promise.resolve(proxy.port));
    const ran = await throughBroken(account, () => `http://user:dead-password@127.0.0.1:${port}`);
    expect(summaryOf(ran)).toEqual(openForProxy);
    expect(notesOf(ran)).toContain(`the proxy http://127.0.0.1:${port} cannot be used: connect ECONNREFUSED`);
    expect(ran.text.includes('dead-password')).toBe(false);
  });

  test('as where tunnels are opened and dropped', async () => {
    const ran = await throughBroken({ ...account, isBroken: true }, (_port, url) => url);
    expect(summaryOf(ran)).toEqual(openForProxy);
  });
});
