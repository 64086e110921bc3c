import { expect, test } from 'vitest';
import { profileJsonSchema, profileSchema } from './schema.ts';
import { parseYaml } from './yaml-text.ts';

test('the published JSON Schema forbids unknown keys and lists the schemes', () => {
  const schema = profileJsonSchema();
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  expect(schema).toHaveProperty('properties.encryption.properties.scheme.enum', [
    'rsa-oaep',
    'rsa-pkcs1',
    'cms',
    'jwe',
    'command',
    'module',
  ]);
  expect(schema).toHaveProperty('properties.conditions.properties.ip-blocked.properties.localAddress');
});

test('a key without a value counts as left out, a variant without a value as claimed', () => {
  const value = {
    headers: null,
    limits: { rate: null },
    variants: { a: null },
    conditions: { unavailable: null },
  };
  expect(profileSchema.parse(value)).toMatchObject({
    limits: { rate: null, timeout: 10_000 },
    variants: { a: {} },
  });
  expect(profileSchema.parse(value)).not.toHaveProperty('headers');
});

test('names of partners and codes of banks keep the digits that are written', () => {
  const text =
    'partnerName: 007\nunknownPartner: 9007199254740993\nbankCode: 0x10\nuseAuthByCert: true\nrate: 010';
  expect(parseYaml(text)).toStrictEqual({
    kind: 'parsed',
    value: {
      partnerName: '007',
      unknownPartner: '9007199254740993',
      bankCode: '0x10',
      useAuthByCert: true,
      rate: 10,
    },
  });
});

test('anchors and aliases within bounds are followed', () => {
  expect(parseYaml('a: &x { k: v }\nb: *x')).toStrictEqual({
    kind: 'parsed',
    value: { a: { k: 'v' }, b: { k: 'v' } },
  });
});
