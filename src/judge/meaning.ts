// Whether a text says what its condition requires (rule 3): the one door to the lexicon.

import { parameters } from '#banks/specification.ts';
import type { Meaning } from '#banks/specification.ts';
import type { Verdict } from './check.ts';
import { flawOf } from './lexicon/flaw.ts';
import { findHints } from './lexicon/hint.ts';
import { findMeanings } from './lexicon/meaning.ts';
import { textLimit } from './lexicon/normalise.ts';

export interface Reading {
  readonly verdict: Exclude<Verdict, 'inconclusive'>;
  readonly code:
    | 'meaning'
    | 'meaning-contradicted'
    | 'meaning-catch-all'
    | 'meaning-touched'
    | 'meaning-unknown'
    | 'meaning-placeholder'
    | 'meaning-garbled';
  /** Other meanings of the variant that it states. */
  readonly others: readonly Meaning[];
}

/** A text with this many meanings of other conditions does not help its reader. */
const mostOthers = 3;

export function judgeMeaning(text: string, wanted: Meaning, possible: readonly Meaning[]): Reading {
  const stated = findMeanings(text);
  const others = possible.filter((other) => other !== wanted && stated.has(other));
  const read = (verdict: Reading['verdict'], code: Reading['code']): Reading => ({ verdict, code, others });
  // What is wrong with a text, if that shows, tells more than its words.
  const review = (code: Reading['code']): Reading => {
    const flaw = flawOf(text);
    return read('review', flaw === null ? code : `meaning-${flaw}`);
  };
  if (others.length >= mostOthers) return read('review', 'meaning-catch-all');
  if (stated.has(wanted)) return read('pass', 'meaning');
  // Words of the topic may state the meaning in a way that the lexicon does not know.
  if (findHints(text, parameters).has(wanted)) return review('meaning-touched');
  const isWhole = text.length <= textLimit;
  return isWhole && others.length > 0 ? read('fail', 'meaning-contradicted') : review('meaning-unknown');
}
