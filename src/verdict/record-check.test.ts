import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { specification } from '../spec/variant.ts';
import { checkOf } from './record-check.ts';

const items: readonly unknown[] = [
  { name: 'A', bic: '1' },
  { bic: '', name: '', more: [1] },
  { name: 'A' },
  { name: 'A', bic: 1 },
  { name: null, bic: '1' },
  { name: ['A'], bic: '1' },
  {},
  [],
  ['A', '1'],
  null,
  'text',
  1,
  true,
  undefined,
  JSON.parse('{"__proto__":{"name":"A","bic":"1"}}'),
  JSON.parse('{"name":"A","bic":"1","__proto__":1}'),
];

describe('the check of a record', () => {
  test.for([
    ['of the specification', specification.body.record],
    ['that is strict', z.strictObject({ name: z.string(), bic: z.string() })],
    ['that asks for a length', z.looseObject({ name: z.string().min(1), bic: z.string() })],
    ['that asks for a format', z.looseObject({ name: z.string(), bic: z.email() })],
    ['that asks for a number', z.looseObject({ name: z.string(), bic: z.number() })],
    [
      'with a condition',
      z.looseObject({ name: z.string(), bic: z.string() }).refine(({ name }) => name !== ''),
    ],
    ['that changes what it is given', z.looseObject({ name: z.string().trim().min(1), bic: z.string() })],
  ] as const)('says what the schema says: one %s', ([, schema]) => {
    const check = checkOf(schema);
    expect(items.map((item) => check(item))).toEqual(items.map((item) => schema.safeParse(item).success));
  });
});
