import { deriveRequirements } from './requirement.ts';
import { specification } from './specification.ts';

export const catalogue = deriveRequirements(specification).map(({ id }) => id);

export const catalogueOf = (variant: string): readonly string[] =>
  catalogue.filter((id) => id.startsWith(`${variant}.`));
