import { expect, test } from 'vitest';
import { conditionOf, findCondition, foreignBlocks, specification, variantById } from './specification.ts';

// docs/reference/requirements.md and openapi.yaml have every row of the specification.
test('a look-up says where there is nothing', () => {
  const a = variantById(specification, 'a');
  expect(conditionOf(a, 'unauthorized').status).toBe(403);
  expect(findCondition(a, 'ip-blocked')).toBeNull();
  expect(() => conditionOf(a, 'ip-blocked')).toThrow('variant a has no condition ip-blocked');
  expect(() => variantById(specification, 'z')).toThrow('the specification has no variant z');
});

test('blocks are foreign to a variant that documents none of them', () => {
  const { conditions } = variantById(specification, 'b');
  expect(foreignBlocks({ conditions })).toEqual([]);
  expect(foreignBlocks({ conditions: conditions.filter(({ name }) => name !== 'ip-blocked') })).toEqual([
    'ip-blocked',
  ]);
  expect(foreignBlocks(variantById(specification, 'a'))).toEqual(['partner-blocked', 'ip-blocked']);
});
