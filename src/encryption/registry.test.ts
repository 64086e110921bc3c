import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completeSettings, defaultScheme, ownSettings, schemeNames, schemes } from './registry.ts';
import type { SchemeName } from './registry.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const key = read('fixtures/keys/service.pem');
const files = {
  folder: '/profile',
  serviceKey: async () => key,
  privateKey: async () => null,
  module: async () => '/profile/own/encrypt.mjs',
};
const template = '{password}';

describe('the registry of schemes', () => {
  it.each<readonly [SchemeName, object, object]>([
    ['rsa-oaep', {}, { hash: 'sha256', mgf1: 'sha256', encoding: 'base64' }],
    ['rsa-oaep', { hash: 'sha512', encoding: 'pem' }, { hash: 'sha512', mgf1: 'sha512', encoding: 'base64' }],
    ['rsa-oaep', { mgf1: 'sha1', encoding: 'hex' }, { hash: 'sha256', mgf1: 'sha1', encoding: 'hex' }],
    ['rsa-pkcs1', { encoding: 'base64url' }, { encoding: 'base64url' }],
    ['cms', { encoding: 'pem' }, { cipher: 'aes256', encoding: 'pem' }],
    ['jwe', {}, { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: null }],
    ['jwe', { kid: '1', enc: 'A128GCM' }, { alg: 'RSA-OAEP-256', enc: 'A128GCM', kid: '1' }],
  ])('fills in the defaults: %s %o', async (scheme, given, own) => {
    const complete = await completeSettings(scheme, given, files);
    expect(complete).toStrictEqual({ scheme, ...own, key, privateKey: null, template });
  });

  it('lists the settings of each scheme as the guide does', () => {
    const rows = [...read('docs/encryption.md').matchAll(/^\| `([\w-]+)` +\|.*\|(.*)\|$/gm)].slice(1);
    expect(rows.map(([, name]) => name)).toEqual(schemeNames);
    const keyFiles = ['key', 'passphrase', 'privateKey', 'privateKeyPassphrase'];
    for (const [, name = '', about = ''] of rows) {
      const scheme = schemes[name as SchemeName];
      const own = Object.keys(scheme.settings).filter((each) => each !== 'encoding');
      for (const setting of own) expect(about).toContain(`\`${setting}\``);
      const needed = scheme.needed.setting === 'key' ? keyFiles : [scheme.needed.setting];
      const encoding = 'encoding' in scheme.settings ? ['encoding'] : [];
      expect(scheme.members).toEqual([...own, ...needed, ...encoding, 'template']);
    }
    expect(schemes[defaultScheme].needed.setting).toBe('key');
    expect(ownSettings.encoding.values).toContain('pem');
  });
});
