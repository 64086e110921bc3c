import { expect, test } from 'vitest';
import { openFolderWith, openReference } from '../small-profile.test-support.ts';
import { openProxy } from './connect-proxy.test-support.ts';
import { allHold, runSuite, summaryOf } from './suite.test-support.ts';

const account = { user: 'us@er', password: 'proxy:password/+1' } as const;

test.each([
  ['plain', false, 'POST '],
  ['with TLS inside the tunnel', true, '\x16\x03\x01'],
])(
  'through a proxy with a password, %s, that is the blocked address every requirement is seen to hold',
  async (_name, tls, beginning) => {
    const { reference, profile } = await openReference({ tls });
    const proxy = await openProxy({ ...account, source: '127.0.0.2' });
    const conditions = { ...Object(profile['conditions']), 'ip-blocked': { proxy: proxy.url } };
    const site = await openFolderWith({ ...profile, conditions });
    const ran = await runSuite(site, '--variant', 'b', '--retries', '0');
    expect(summaryOf(ran)).toEqual({ ...allHold, passed: { b: allHold.passed.b } });
    expect(new Set(proxy.tunnels)).toEqual(new Set([`127.0.0.1:${reference.port}`]));
    expect(proxy.beginnings.every((bytes) => bytes.startsWith(beginning))).toBe(true);
    for (const text of [account.password, encodeURIComponent(account.password)]) {
      expect(ran.text.includes(text)).toBe(false);
    }
  },
);
