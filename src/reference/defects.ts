import type { Defect } from './defect.ts';
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
import { recordDefects } from './defects/record.ts';
import { statusDefects } from './defects/status.ts';
import { successBodyDefects } from './defects/success-body.ts';
import { textDefects } from './defects/text.ts';
import { wireDefects } from './defects/wire.ts';

/** Every known mistake that the reference implementation can be told to make. */
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
