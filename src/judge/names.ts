// Whether a text names a missing parameter, and tells it from the others (rule 2).

import type { Parameter } from '#banks/specification.ts';
import { findNaming } from './lexicon/naming.ts';

type Names = readonly Parameter[];

/** A whole word as the specification spells it passes; another spelling is for a person to decide. */
export function judgeNames(text: string, names: Names): 'pass' | 'fail' | 'review' {
  const found = names.map((name) => findNaming(text, name));
  if (found.includes('named')) return 'pass';
  return found.includes('other-spelling') ? 'review' : 'fail';
}

/** One text for several missing parameters counts for one of them if it names this one and none of the others. */
export function isOwnText(text: string, [own]: Names, missing: Names): boolean {
  const named = missing.filter((name) => findNaming(text, name) === 'named');
  return named.length === 1 && named[0] === own;
}
