import type { Condition, ConditionName, Parameter, Specification, Variant } from './specification.ts';

/** The variant of that id; throws where the specification has none, which callers rule out. */
export function variantById(spec: Specification, id: string): Variant {
  const found = spec.variants.find((variant) => variant.id === id);
  if (found === undefined) throw new RangeError(`the specification has no variant ${id}`);
  return found;
}

/** The row of the variant's table for that condition, or null where the variant does not document it. */
export function findCondition(variant: Variant, name: ConditionName): Condition | null {
  return variant.conditions.find((condition) => condition.name === name) ?? null;
}

/** The row of the variant's table for that condition; throws where the variant does not document it. */
export function conditionOf(variant: Variant, name: ConditionName): Condition {
  const found = findCondition(variant, name);
  if (found === null) throw new RangeError(`variant ${variant.id} has no condition ${name}`);
  return found;
}

/** The parameters that have to be encrypted. */
export function encryptedParameters(variant: Variant): readonly Parameter[] {
  return variant.parameters.filter((parameter) => parameter.encrypted);
}
