// Whether a text says what its condition requires (rule 3): the one door to the lexicon.

import { parameters } from '#banks/specification.ts';
import type { Meaning } from '#banks/specification.ts';
import type { CheckCode } from '../messages/message.ts';
import { flawOf } from './lexicon/flaw.ts';
import { findHints } from './lexicon/hint.ts';
import { findMeanings } from './lexicon/meaning.ts';
import { textLimit } from './lexicon/normalise.ts';

type MeaningCode = Exclude<Extract<CheckCode, `meaning${string}`>, 'meaning-same-text'>;

/** A text with this many meanings of other conditions does not help its reader. */
const mostOthers = 3;

/** `possible`: what texts of the variant may mean. `others`: what it states of these beside what is wanted. */
export function judgeMeaning(text: string, wanted: Meaning, possible: readonly Meaning[]) {
  const stated = findMeanings(text);
  const others = possible.filter((other) => other !== wanted && stated.has(other));
  const read = (verdict: 'pass' | 'fail' | 'review', code: MeaningCode) => ({ verdict, code, others });
  if (others.length >= mostOthers) return read('review', 'meaning-catch-all');
  if (stated.has(wanted)) return read('pass', 'meaning');
  // Words of its topic may state the meaning in a way that the lexicon does not know.
  const isTouched = findHints(text, parameters).has(wanted);
  if (others.length > 0 && !isTouched && text.length <= textLimit)
    return read('fail', 'meaning-contradicted');
  // What is wrong with a text, if that shows, tells more than its words.
  const flaw = flawOf(text);
  if (flaw !== null) return read('review', `meaning-${flaw}`);
  return read('review', isTouched ? 'meaning-touched' : 'meaning-unknown');
}
