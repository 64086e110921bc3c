import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completeSettings, schemeNames, settingsFor } from './registry.ts';
import type { SchemeName } from './registry.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const key = read('fixtures/keys/service.pem');
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
  ])('fills in the defaults: %s %o', (scheme, given, own) => {
    const complete = completeSettings(scheme, { ...given, key, privateKey: null, module: '', folder: '' });
    expect(complete).toStrictEqual({ scheme, ...own, key, privateKey: null, template });
  });

  it('lists the settings of each scheme as the guide does', () => {
    const rows = [...read('docs/encryption.md').matchAll(/^\| `([\w-]+)` +\|.*\|(.*)\|$/gm)].slice(1);
    expect(rows.map(([, name]) => name)).toEqual(schemeNames);
    for (const [, name = '', about = ''] of rows) {
      const own = settingsFor(name as SchemeName).filter(
        (each) => !/key|passphrase|encoding|template/i.test(each),
      );
      for (const setting of own) expect(about).toContain(`\`${setting}\``);
    }
  });
});
