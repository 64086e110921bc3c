import { describe, expect, test } from 'vitest';
import { withProxy } from './connect-proxy.test-support.ts';
import { runSuite, summaryOf } from './suite.test-support.ts';
import { withBuiltIn } from '../built-in.ts';
import type { Settings } from './suite.test-support.ts';

const blocked = '127.0.0.2';
const account = { user: 'us@er', password: 'proxy:password/+1' } as const;

/** The conditions of a profile with another way for `ip-blocked`. */
const withBlocked = (profile: Settings, way: Settings): Settings => ({
  ...profile,
  conditions: { ...Object(profile['conditions']), 'ip-blocked': way },
});

/** The whole of variant B: what has nothing to do with the proxy is asked by other tests. */
const only = ['--variant', 'b', '--retries', '0'];

describe('through a proxy with a password every requirement is seen to hold', () => {
  test.each([
    ['plain', false, 'POST '],
    ['with TLS inside the tunnel', true, '\x16\x03\x01'],
  ])('%s, where the proxy is the blocked address', async (_name, tls, beginning) => {
    await withBuiltIn({ tls }, ({ reference: { port }, profile }) =>
      withProxy({ ...account, source: blocked }, async ({ url, tunnels, beginnings }) => {
        const ran = await runSuite(withBlocked(profile, { proxy: url }), ...only);
        expect(summaryOf(ran)).toEqual({ open: [], passed: { b: 30 }, code: 0 });
        expect(new Set(tunnels)).toEqual(new Set([`127.0.0.1:${port}`]));
        expect(beginnings.every((bytes) => bytes.startsWith(beginning))).toBe(true);
        expect(ran.text.includes('proxy:password')).toBe(false);
        expect(ran.text.includes(encodeURIComponent(account.password))).toBe(false);
      }),
    );
  });
});

describe('a proxy that does not serve leaves its condition open and fails nothing', () => {
  test.each([
    [
      'with a wrong password',
      false,
      (port: number) => `http://user:not-the-one@127.0.0.1:${port}`,
      /the proxy http:\/\/127\.0\.0\.1:\d+ answered CONNECT with 407; check its address/,
    ],
    [
      'where nothing listens',
      false,
      () => 'http://user:not-the-one@127.0.0.1:9',
      /the proxy http:\/\/127\.0\.0\.1:9 cannot be used: connect ECONNREFUSED/,
    ],
    ['where tunnels are opened and dropped', true, (_port: number, url: string) => url, /./],
  ])('as %s, and no password is shown', async (_title, isBroken, urlOf, note) => {
    const ran = await withBuiltIn({}, ({ profile }) =>
      withProxy({ ...account, isBroken }, ({ port, url }) =>
        runSuite(
          withBlocked(profile, { proxy: urlOf(port, url) }),
          ...only,
          '--case',
          'b.ip-blocked',
          '--case',
          'b.success',
        ),
      ),
    );
    const { cases, requirements } = ran.results;
    const seen = requirements.filter(({ reason }) => reason !== 'not-selected');
    const open = seen.filter(({ verdict }) => verdict !== 'pass').map(({ id, reason }) => [id, reason]);
    expect([ran.code, open]).toEqual([
      3,
      ['status', 'meaning'].map((aspect) => [`b.ip-blocked.${aspect}`, 'setup-failed']),
    ]);
    expect(cases.map((one) => one.note).join('\n')).toMatch(note);
    expect(ran.text.includes('not-the-one')).toBe(false);
  });
});
