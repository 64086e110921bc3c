import { deriveRequirements } from './requirement.ts';
import { specification } from './specification.ts';

/** Ids of the whole catalogue. */
export const catalogue = deriveRequirements(specification).map(({ id }) => id);

/** Those of one variant. */
export const catalogueOf = (variant: string): readonly string[] =>
  catalogue.filter((id) => id.startsWith(`${variant}.`));
