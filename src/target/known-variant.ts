import type { Condition, Variant } from '../spec/specification.ts';

/** What the loader has to know about a variant of the specification; whatever it asks of a profile follows from it. */
export type KnownVariant = Pick<Variant, 'id' | 'path' | 'parameters'> & {
  readonly conditions: readonly Pick<Condition, 'name'>[];
};

/** Whether the path of the variant holds a segment that the profile must name. */
export function needsBankCode(variant: KnownVariant): boolean {
  return variant.path.includes('<bank_code>');
}

/** Whether the partner's name is a number in this variant. */
export function hasNumericPartner(variant: KnownVariant): boolean {
  return variant.parameters.some((parameter) => parameter.role === 'partner' && parameter.type === 'int');
}
