import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeKey } from './key.ts';
import { schemeNames, schemes, settingsFor } from './registry.ts';
import { keyScheme } from './scheme.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const key = read('fixtures/keys/service.pub.pem');

// Defaults show in fixtures/targets/*.json, what may be wrong with a key file in fixtures/targets/broken.txt.
it('the settings of each scheme are those that the guide lists', () => {
  const rows = [...read('docs/encryption.md').matchAll(/^\| `([\w-]+)` +\|.*\|(.*)\|$/gm)].slice(1);
  expect(rows.map(([, name]) => name)).toEqual(schemeNames);
  for (const [index, name] of schemeNames.entries()) {
    expect(settingsFor(name)).toContain(schemes[name].needed.setting);
    const own = settingsFor(name).filter((each) => !/key|passphrase|encoding|template/i.test(each));
    for (const setting of own) expect(rows[index]?.[2]).toContain(`\`${setting}\``);
  }
});

it.each([null, '', 'plaim', 'plain '])(
  'a ciphertext that decrypts to %j is an error of the suite',
  async (decrypted) => {
    const scheme = keyScheme('broken', {
      settings: {},
      assertUsable: () => {},
      encrypt: (_settings, _key, plain) => `<${plain}>`,
      decrypt: () => (decrypted === null ? null : Buffer.from(decrypted)),
    });
    const privateKey = read('fixtures/keys/service.key');
    const settings = { scheme: 'broken', key, privateKey, template: '{password}' } as const;
    const encrypt = await scheme.encrypt(settings, { now: () => new Date(0), uuid: () => 'id' });
    const blame = { fault: 'suite', code: 'ciphertext-does-not-round-trip' };
    await expect(encrypt('plain')).rejects.toMatchObject(blame);
  },
);

it('a description of a key has subject, validity and length', () => {
  const subject = 'C=RU, O=Тестовый банк, CN=TEST ONLY Проверочный ключ';
  const certificate = read('fixtures/keys/cyrillic.pem');
  expect(describeKey(certificate)).toEqual({ subject, notAfter: expect.any(Date), bits: 2048 });
  expect(describeKey(key)).toEqual({ subject: null, notAfter: null, bits: 2048 });
});
