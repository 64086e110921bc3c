import type { Defect, Tolerance } from './defect.ts';
import { checkDefects } from './defects/check.ts';
import { errorBodyDefects } from './defects/error-body.ts';
import { missingTextDefects } from './defects/missing-text.ts';
import {
  countingDefects,
  methodDefects,
  nearMissDefects,
  passwordDefects,
  recogniserDefects,
} from './defects/password.ts';
import { readingDefects } from './defects/reading.ts';
import { recordDefects, successBodyDefects } from './defects/success.ts';
import { statusDefects } from './defects/status.ts';
import { textDefects } from './defects/text.ts';
import { wireDefects } from './defects/wire.ts';
import { bodyTolerances } from './tolerances/body.ts';
import { choiceTolerances } from './tolerances/choice.ts';
import { momentTolerances } from './tolerances/moment.ts';
import { textTolerances } from './tolerances/text.ts';
import { wireTolerances } from './tolerances/wire.ts';

/** Every known mistake that the reference implementation can make on request. */
export const defects: readonly Defect[] = [
  ...statusDefects,
  ...checkDefects,
  ...passwordDefects,
  ...nearMissDefects,
  ...recogniserDefects,
  ...methodDefects,
  ...countingDefects,
  ...missingTextDefects,
  ...textDefects,
  ...errorBodyDefects,
  ...successBodyDefects,
  ...recordDefects,
  ...readingDefects,
  ...wireDefects,
];

/** Every conforming peculiarity that the reference implementation can have on request. */
export const tolerances: readonly Tolerance[] = [
  ...wireTolerances,
  ...bodyTolerances,
  ...textTolerances,
  ...choiceTolerances,
  ...momentTolerances,
];
