import type { Vocabulary } from './phrase.ts';

/** For each element that a phrase cannot do without, the word beginnings of which a text must hold one. */
export type Anchors = readonly (readonly string[])[];

/** What a text must hold for a phrase to be in it at all: far cheaper to look for than the phrase, and mostly not there. */
export function anchorsOf(phrase: string, vocabulary: Vocabulary): Anchors {
  return phrase.split(' ').flatMap((element) => {
    const beginnings = beginningsOf(element, vocabulary);
    return beginnings === null ? [] : [beginnings];
  });
}

/** Whether a normalised text holds what the anchors ask for. */
export function hasAnchors(text: string, anchors: Anchors): boolean {
  return anchors.every((beginnings) => beginnings.some((beginning) => text.includes(beginning)));
}

/** Null for an element that a text need not hold: gaps, what is optional, what must not come next. */
function beginningsOf(element: string, vocabulary: Vocabulary): readonly string[] | null {
  if (/^(?:\.\.|,,|;;|[?!^])/.test(element)) return null;
  if (!element.startsWith('{')) return element.split('|').map((stem) => stem.replace(/\*.*/, ''));
  const entries = vocabulary[element.slice(1, -1)] ?? [];
  const firsts = entries.map((entry) => anchorsOf(entry, vocabulary)[0] ?? ['']);
  return firsts.flat();
}
