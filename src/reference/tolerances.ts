import type { Tolerance } from './defect.ts';
import { bodyTolerances } from './tolerances/body.ts';
import { choiceTolerances } from './tolerances/choice.ts';
import { momentTolerances } from './tolerances/moment.ts';
import { textTolerances } from './tolerances/text.ts';
import { wireTolerances } from './tolerances/wire.ts';

/** Every conforming peculiarity that the reference implementation can be told to have. */
export const tolerances: readonly Tolerance[] = [
  ...wireTolerances,
  ...bodyTolerances,
  ...textTolerances,
  ...choiceTolerances,
  ...momentTolerances,
];
