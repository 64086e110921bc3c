// Whether a text names a missing parameter, and tells it from the others (rule 2).

import type { Parameter } from '#banks/specification.ts';
import { findNaming } from './lexicon/naming.ts';

type Names = readonly Parameter[];
type Decided = 'pass' | 'fail' | 'review';

/** A whole word as the specification spells it passes; another spelling is for a person to decide. */
export function judgeNames(text: string, names: Names): Decided {
  const found = names.map((name) => findNaming(text, name));
  if (found.includes('named')) return 'pass';
  return found.includes('other-spelling') ? 'review' : 'fail';
}

/**
 * A text that was given for several missing parameters counts for one of them only if it names this one and none
 * of the others. Where that hangs on another spelling, a person decides.
 */
export function judgeOwnName(text: string, [own]: Names, missing: Names): Decided {
  const isAlone = (names: Names): boolean => names.length === 1 && names[0] === own;
  const named = isAlone(missing.filter((name) => findNaming(text, name) === 'named'));
  const spelled = isAlone(missing.filter((name) => findNaming(text, name) !== 'absent'));
  if (named !== spelled) return 'review';
  return named ? 'pass' : 'fail';
}
