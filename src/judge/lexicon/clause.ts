import { breaks, joins, leads, links, verbs, vocabulary } from './vocabulary.ts';

/** `1`: the concept itself; `-1`: reversed. */
export type Sign = 1 | -1;

/** One word of a text with its clause, its sentence and its concepts. */
export interface Word {
  readonly clause: number;
  readonly sentence: number;
  readonly concepts: Map<string, Sign>;
}

interface Entry {
  readonly concept: string;
  readonly sign: Sign;
  readonly stems: readonly string[];
}

const byLength = (one: Entry, other: Entry): number => other.stems.length - one.stems.length;

const entriesByFirstStem = Map.groupBy(
  Object.entries(vocabulary).flatMap(([concept, text]) =>
    text.split('≠').flatMap((list, index) =>
      Array.from(list.matchAll(/\S+/gu), ([entry]): Entry => {
        return { concept, sign: index === 0 ? 1 : -1, stems: entry.split('_') };
      }),
    ),
  ),
  ({ stems }) => stems[0] ?? '',
);

const longestStem = 24;

/** Entries that may begin with this word, longest expression first. The first match is used. */
function entriesOf(word: string): readonly Entry[] {
  const length = Math.min(word.length, longestStem);
  const beginnings = Array.from({ length }, (_, end) => `${word.slice(0, end + 1)}*`);
  return [word, ...beginnings].flatMap((stem) => entriesByFirstStem.get(stem) ?? []).toSorted(byLength);
}

const fits = (token: string | undefined, stem: string): boolean =>
  stem.endsWith('*') ? token?.startsWith(stem.slice(0, -1)) === true : token === stem;

function conceptsAt(tokens: readonly string[], index: number, entries: readonly Entry[]): Map<string, Sign> {
  const concepts = new Map<string, Sign>();
  for (const { concept, sign, stems } of entries)
    if (!concepts.has(concept) && stems.every((stem, offset) => fits(tokens[index + offset], stem)))
      concepts.set(concept, sign);
  return concepts;
}

/** In English, a verb asks only at the start of a clause, or after "please", "and", "must" and the like. */
function mayAsk(token: string, before: string | undefined, last: Word | undefined): boolean {
  if (!/^[a-z]/u.test(token) || before === undefined || /^[,.?]$/u.test(before)) return true;
  const isLead = leads.has(before) || breaks.has(before);
  return isLead || [...(last?.concepts.keys() ?? [])].some((concept) => leads.has(concept));
}

/** Where a negation looks for the word that it reverses: first after it, then before it. */
const steps = [1, 2, 3, 4, -1, -2, -3, -4] as const;

/** A negation reverses the next word with a concept or, if its clause has none, the last one before it. */
function negate(words: readonly Word[]): void {
  for (const [index, { clause, concepts: own }] of words.entries()) {
    if (own.get('not') !== 1) continue;
    const near = steps.flatMap((step) => words[index + step] ?? []).filter((word) => word.clause === clause);
    const target = near.find(({ concepts }) => [...concepts.keys()].some((concept) => !links.has(concept)));
    for (const [concept, sign] of target?.concepts ?? []) target?.concepts.set(concept, sign === 1 ? -1 : 1);
  }
}

/** Splits a normalised text into words with their clause, sentence and concepts. */
export function readWords(text: string): readonly Word[] {
  const tokens = text.trim().split(' ');
  const entries = new Map(Array.from(new Set(tokens), (token) => [token, entriesOf(token)]));
  const words: Word[] = [];
  let clause = 0;
  let sentence = 0;
  for (const [index, token] of tokens.entries()) {
    if (/^[,.?]$/u.test(token)) {
      clause += 1;
      if (token !== ',') sentence += 1;
      if (token === '?') words.at(-1)?.concepts.set('question', 1);
      continue;
    }
    if (breaks.has(token)) clause += 1;
    if (joins.has(token) && tokens[index - 1] === ',') clause -= 1;
    const concepts = conceptsAt(tokens, index, entries.get(token) ?? []);
    if (!mayAsk(token, tokens[index - 1], words.at(-1))) for (const verb of verbs) concepts.delete(verb);
    words.push({ clause, sentence, concepts });
  }
  negate(words);
  return words;
}
