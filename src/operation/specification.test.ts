import { expect, test } from 'vitest';
import { conditionOf, findCondition, specification, variantById } from './specification.ts';

// docs/reference/requirements.md and openapi.yaml contain every row of the specification.
test('a look-up says where there is nothing', () => {
  const a = variantById(specification, 'a');
  expect(conditionOf(a, 'unauthorized').status).toBe(403);
  expect(findCondition(a, 'ip-blocked')).toBeNull();
  expect(() => conditionOf(a, 'ip-blocked')).toThrow('variant a has no condition ip-blocked');
  expect(() => variantById(specification, 'z')).toThrow('the specification has no variant z');
});
