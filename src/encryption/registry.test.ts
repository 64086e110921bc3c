import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeKey } from './key.ts';
import { schemeNames, schemes, settingsFor } from './registry.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const key = read('fixtures/keys/service.pub.pem');

// fixtures/targets/*.json show the defaults, fixtures/targets/broken.txt the errors of key files.
it('the settings of each scheme are those that the guide lists', () => {
  const rows = [...read('docs/encryption.md').matchAll(/^\| `([\w-]+)` +\|.*\|(.*)\|$/gm)].slice(1);
  expect(rows.map(([, name]) => name)).toEqual(schemeNames);
  for (const [index, name] of schemeNames.entries()) {
    expect(settingsFor(name)).toContain(schemes[name].needed.setting);
    const ownSettings = settingsFor(name).filter((each) => !/key|passphrase|encoding|template/i.test(each));
    for (const setting of ownSettings) expect(rows[index]?.[2]).toContain(`\`${setting}\``);
  }
});

it('a description of a key has subject, validity and length', () => {
  const subject = 'C=RU, O=Тестовый банк, CN=TEST ONLY Проверочный ключ';
  const certificate = read('fixtures/keys/cyrillic.pem');
  expect(describeKey(certificate)).toEqual({ subject, notAfter: expect.any(Date), bits: 2048 });
  expect(describeKey(key)).toEqual({ subject: null, notAfter: null, bits: 2048 });
});
