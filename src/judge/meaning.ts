// Whether a text says what its condition requires (rule 3): the one door to the lexicon.

import { parameters } from '#banks/specification.ts';
import type { Meaning } from '#banks/specification.ts';
import { findHints } from './lexicon/hint.ts';
import { findMeanings } from './lexicon/meaning.ts';
import { textLimit } from './lexicon/normalise.ts';

/** A text with this many meanings of other conditions does not help its reader. */
const mostOthers = 3;

/** `possible`: what texts of the variant may mean. `others`: what it states of these beside what is wanted. */
export function judgeMeaning(text: string, wanted: Meaning, possible: readonly Meaning[]) {
  const stated = findMeanings(text);
  const others = possible.filter((other) => other !== wanted && stated.has(other));
  if (others.length >= mostOthers) return { verdict: 'review', code: 'meaning-catch-all', others } as const;
  if (stated.has(wanted)) return { verdict: 'pass', code: 'meaning', others } as const;
  // Words of its topic may state the meaning in a way that the lexicon does not know.
  if (findHints(text, parameters).has(wanted))
    return { verdict: 'review', code: 'meaning-touched', others } as const;
  return others.length > 0 && text.length <= textLimit
    ? ({ verdict: 'fail', code: 'meaning-contradicted', others } as const)
    : ({ verdict: 'review', code: 'meaning-unknown', others } as const);
}
