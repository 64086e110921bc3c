import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeKey } from './key.ts';
import { keyScheme } from './scheme.ts';

const read = (name: string) => readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url), 'utf8');
const key = read('service.pub.pem');

// What may be wrong with a key file stands in fixtures/targets/broken.txt.
it.each([null, '', 'plaim', 'plain '])(
  'a ciphertext that decrypts to %j is an error of the suite',
  async (decrypted) => {
    const scheme = keyScheme('broken', {
      settings: {},
      assertUsable: () => {},
      encrypt: (_settings, _key, plain) => `<${plain}>`,
      decrypt: () => (decrypted === null ? null : Buffer.from(decrypted)),
    });
    const settings = {
      scheme: 'broken',
      key,
      privateKey: read('service.key'),
      template: '{password}',
    } as const;
    const encrypt = await scheme.encrypt(settings, { now: () => new Date(0), uuid: () => 'id' });
    const blame = { fault: 'suite', code: 'ciphertext-does-not-round-trip' };
    await expect(encrypt('plain')).rejects.toMatchObject(blame);
  },
);

it('a description of a key has subject, validity and length', () => {
  const subject = 'C=RU, O=Тестовый банк, CN=TEST ONLY Проверочный ключ';
  expect(describeKey(read('cyrillic.pem'))).toEqual({ subject, notAfter: expect.any(Date), bits: 2048 });
  expect(describeKey(key)).toEqual({ subject: null, notAfter: null, bits: 2048 });
});
