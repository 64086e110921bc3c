import { expect, test } from 'vitest';
import { openFolderWith, openReference } from '../small-profile.test-support.ts';
import { openProxy } from './connect-proxy.test-support.ts';
import type { Proxy } from './connect-proxy.test-support.ts';
import { runSuite, summaryOf } from './suite.test-support.ts';

const account = { user: 'us@er', password: 'proxy:password/+1' } as const;

/** All of variant B, with `ip-blocked` created through a proxy. */
async function runThrough(
  { tls = false, isBroken = false },
  proxyOf: (proxy: Proxy) => string,
  ...args: readonly string[]
) {
  const { reference, profile } = await openReference({ tls });
  const proxy = await openProxy({ ...account, isBroken, source: '127.0.0.2' });
  const way = { 'ip-blocked': { proxy: proxyOf(proxy) } };
  const conditions = { ...Object(profile['conditions']), ...way };
  const site = await openFolderWith({ ...profile, conditions });
  const ran = await runSuite(site, '--variant', 'b', '--retries', '0', ...args);
  return { ...ran, proxy, port: reference.port };
}

test.each([
  ['plain', false, 'POST '],
  ['with TLS inside the tunnel', true, '\x16\x03\x01'],
])(
  'through a proxy with a password, %s, that is the blocked address every requirement is seen to hold',
  async (_name, tls, beginning) => {
    const { proxy, port, ...ran } = await runThrough({ tls }, ({ url }) => url);
    expect(summaryOf(ran)).toEqual({ open: [], passed: { b: 30 }, code: 0 });
    expect(new Set(proxy.tunnels)).toEqual(new Set([`127.0.0.1:${port}`]));
    expect(proxy.beginnings.every((bytes) => bytes.startsWith(beginning))).toBe(true);
    for (const text of [account.password, encodeURIComponent(account.password)]) {
      expect(ran.text.includes(text)).toBe(false);
    }
  },
);

test.each([
  [
    'with a wrong password',
    false,
    ({ port }: Proxy) => `http://user:not-the-one@127.0.0.1:${port}`,
    /the proxy http:\/\/127\.0\.0\.1:\d+ answered 407: it wants credentials/,
  ],
  [
    'where nothing listens',
    false,
    () => 'http://user:not-the-one@127.0.0.1:9',
    /the proxy http:\/\/127\.0\.0\.1:9 cannot be used: connect ECONNREFUSED/,
  ],
  ['where tunnels are opened and dropped', true, ({ url }: Proxy) => url, /./],
])(
  'a proxy %s leaves its condition open, fails nothing and shows no password',
  async (_title, isBroken, proxyOf, note) => {
    const only = ['--case', 'b.ip-blocked', '--case', 'b.success'];
    const { code, results, text } = await runThrough({ isBroken }, proxyOf, ...only);
    const seen = results.requirements.filter(({ reason }) => reason !== 'not-selected');
    const open = seen.filter(({ verdict }) => verdict !== 'pass').map(({ id, reason }) => `${id} ${reason}`);
    const left = ['b.ip-blocked.status setup-failed', 'b.ip-blocked.meaning setup-failed'];
    expect([code, open]).toEqual([3, left]);
    expect(results.cases.map((one) => one.note).join('\n')).toMatch(note);
    expect(text.includes('not-the-one')).toBe(false);
  },
);
