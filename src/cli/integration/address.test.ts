import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { canBind, referenceProfile, testPartners } from '../../reference/profile.ts';
import { startReference } from '../../reference/reference.ts';
import { packageFolder } from '../../suite.ts';
import { allHold, runSuite, summaryOf } from './suite.test-support.ts';
import type { Ran } from './suite.test-support.ts';
import { need } from './tools.test-support.ts';

const keys = join(packageFolder, 'fixtures', 'keys');
const encryption = { scheme: 'rsa-oaep', hash: 'sha256', mgf1: 'sha256', encoding: 'base64' } as const;

beforeEach(async (context) => need(context, await canBind('::1'), 'IPv6 on loopback'));

/** Runs the suite against a reference that listens on both loopback addresses of one port and has its base URL on `::1`. */
async function overIpv6(tls: boolean): Promise<Ran> {
  const read = (name: string) => readFile(join(keys, name), 'utf8');
  const reference = await startReference({
    port: 0,
    hosts: ['::1', '127.0.0.1'],
    language: 'en',
    latencyMs: 0,
    banks: [{ name: 'Bank', bic: '044525225' }],
    bankCode: 'acme',
    privateKey: await read('service.key'),
    encryption,
    partners: testPartners,
    blockedAddresses: ['127.0.0.3'],
    faultHeader: true,
    defects: [],
    tolerances: [],
    ...(tls ? { tls: { key: await read('loopback.key'), cert: await read('loopback.pem') } } : {}),
  });
  try {
    const { port, url } = reference;
    const profile = referenceProfile({
      url,
      variants: ['a', 'b'],
      bankCode: 'acme',
      partners: testPartners,
      encryption,
      keyPath: join(keys, 'service.pem'),
      blockedSource: { kind: 'base-url', baseUrl: '' },
      caPath: tls ? join(keys, 'loopback.pem') : null,
    });
    const usual: Readonly<Record<string, object>> = Object(profile['conditions']);
    const conditions = {
      ...usual,
      'partner-blocked': { ...usual['partner-blocked'], localAddress: '::1' },
      'ip-blocked': { baseUrl: url.replace('[::1]', '127.0.0.1'), localAddress: '127.0.0.3' },
    };
    expect(url).toBe(`http${tls ? 's' : ''}://[::1]:${port}`);
    return await runSuite({ ...profile, conditions });
  } finally {
    await reference.close();
  }
}

describe('over IPv6 every requirement is seen to hold', () => {
  test.each([
    ['plain', false],
    ['with TLS', true],
  ])('%s, one condition from a source address of IPv6, another over IPv4', async (_name, tls) => {
    expect(summaryOf(await overIpv6(tls))).toEqual(allHold);
  });
});
