// Whether a text names what is missing (rule 2) and says what its condition requires (rule 3): the door to the lexicon.

import { parameters } from '#banks/specification.ts';
import type { Meaning, Parameter } from '#banks/specification.ts';
import { findHints } from './lexicon/hint.ts';
import { findMeanings } from './lexicon/meaning.ts';
import { findNaming } from './lexicon/naming.ts';
import { normalise, textLimit } from './lexicon/normalise.ts';
import { anyOf } from './lexicon/phrase.ts';
import { reasons } from './lexicon/refusal.ts';

/** A whole word as the specification spells it passes; another spelling is for a person to decide. */
export function judgeNames(text: string, names: readonly Parameter[]): 'pass' | 'fail' | 'review' {
  const found = names.map((name) => findNaming(text, name));
  if (found.includes('named')) return 'pass';
  return found.includes('other-spelling') ? 'review' : 'fail';
}

/** One text for several missing parameters counts for one of them if it names this one and none of the others. */
export function namesAlone(
  text: string,
  [own]: readonly Parameter[],
  missing: readonly Parameter[],
): boolean {
  const named = missing.filter((name) => findNaming(text, name) === 'named');
  return named.length === 1 && named[0] === own;
}

/** `possible`: what texts of the variant may mean. `others`: what it states of these beside what is wanted. */
export function judgeMeaning(text: string, wanted: Meaning, possible: readonly Meaning[]) {
  const stated = findMeanings(text);
  const others = possible.filter((other) => other !== wanted && stated.has(other));
  // One or two others stand in honest texts too; with three it tells its reader nothing.
  if (others.length >= 3) return { verdict: 'review', code: 'meaning-catch-all', others } as const;
  if (stated.has(wanted)) return { verdict: 'pass', code: 'meaning', others } as const;
  // Words of its topic may state the meaning in a way that the lexicon does not know.
  if (findHints(text, parameters).has(wanted))
    return { verdict: 'review', code: 'meaning-touched', others } as const;
  const isRefusal = wanted === 'not-authorized' && normalise(text).split(/[.?]/u).some(isForeign);
  return others.length > 0 && text.length <= textLimit && !isRefusal
    ? ({ verdict: 'fail', code: 'meaning-contradicted', others } as const)
    : ({ verdict: 'review', code: 'meaning-unknown', others } as const);
}

/** Of faults, blocks and requests, and courtesies: no refusal is made of them. */
const known = anyOf(`${reasons} *блокир* block* suspen* deactiv* приостан* ошибк* error* сбо* request* запрос*
  данн* data field* операци* operation* service* server* сервис* сервер* работы partnername partnerpassword
  useauthbycert спасиб* благодар* извин* неудобств* поддержк* документац* подробн* руководств* телефон* уважаем*
  здравств* проблем* trace id thank* apolog* sorry inconvenien* support documentation example* details dear hello
  phone problem*`);

/** A sentence of three words or more in which the lexicon knows nothing: beside a hint it may be a refusal. */
const isForeign = (one: string): boolean =>
  /(?:[^ ,]+[ ,]+){2}[^ ,]/.test(one) &&
  !known.test(one) &&
  findMeanings(one).size + findHints(one, parameters).size === 0;
