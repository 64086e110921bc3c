import type { Meaning } from '#banks/specification.ts';
import { readWords } from './clause.ts';
import type { Sign, Word } from './clause.ts';
import { normalise } from './normalise.ts';
import { compilePattern, findAll } from './pattern.ts';
import type { Hit } from './pattern.ts';
import { compounds, readings, rules } from './rules.ts';

// How a text is read: it is normalised to words and clauses (normalise.ts, clause.ts). Words get concepts
// (vocabulary.ts), and a negation reverses the next one. Then patterns of concepts are searched (pattern.ts,
// rules.ts). A match counts if nothing in its clauses spoils it and the reversals allow it: see `weigh`.

type Places = Map<string, number[]>;

/** A clause as a whole: positions of its concepts, and of the reversed ones. */
interface Clause {
  readonly places: Places;
  readonly reversals: Places;
}

const compiledCompounds = compounds.map(([concept, pattern]) => [concept, compilePattern(pattern)] as const);
const compiledRules = rules.map((rule) => ({
  ...rule,
  ...readings[rule.reads],
  patterns: rule.patterns.map((pattern) => compilePattern(pattern)),
  unless: [...readings[rule.reads].unless, ...rule.unless],
}));

const productOf = (signs: readonly Sign[]): Sign =>
  signs.filter((sign) => sign === -1).length % 2 === 0 ? 1 : -1;

function note(places: Places, concept: string, index: number): void {
  const known = places.get(concept);
  if (known === undefined) places.set(concept, [index]);
  else known.push(index);
}

/** Adds the concept of a compound to its first word. */
function addCompounds(words: readonly Word[], places: Places): void {
  for (const [concept, pattern] of compiledCompounds)
    for (const hits of findAll(words, places, pattern)) {
      const index = hits[0]?.index ?? 0;
      if (words[index]?.concepts.has(concept) !== false) continue;
      words[index].concepts.set(concept, productOf(hits.map(({ sign }) => sign)));
      note(places, concept, index);
    }
}

function readClauses(words: readonly Word[]): ReadonlyMap<number, Clause> {
  const clauses = new Map<number, Clause>();
  for (const [index, { clause: number, concepts }] of words.entries()) {
    const clause = clauses.get(number) ?? { places: new Map(), reversals: new Map() };
    clauses.set(number, clause);
    for (const [concept, sign] of concepts) {
      note(clause.places, concept, index);
      if (sign === -1) note(clause.reversals, concept, index);
    }
  }
  return clauses;
}

/** `a`: the clause contains the concept; `-a`: reversed; `a/b`: it contains `a` without `b`. */
function holds({ places, reversals }: Clause, spoiler: string): boolean {
  const [concept = '', other = ''] = spoiler.split('/');
  const isThere = concept.startsWith('-') ? reversals.has(concept.slice(1)) : places.has(concept);
  return isThere && !places.has(other);
}

/** `1` if a match in these clauses states the meaning of the rule, `-1` if it denies it, `0` if neither. */
function weigh(
  rule: (typeof compiledRules)[number],
  hits: readonly Hit[],
  clauses: readonly Clause[],
): Sign | 0 {
  const [start] = hits;
  const [first] = clauses;
  if (start === undefined || first === undefined) return 0;
  const isBefore = (concept: string): boolean => (first.places.get(concept)?.[0] ?? Infinity) < start.index;
  if (rule.unlessBefore.some(isBefore) && !first.places.has('please')) return 0;
  if (rule.unless.some((spoiler) => clauses.some((clause) => holds(clause, spoiler)))) return 0;
  if (rule.unlessFirst?.some((spoiler) => holds(first, spoiler)) === true) return 0;
  const isOwn = (index: number): boolean => hits.some((hit) => hit.index === index);
  const isReversed = clauses.some(({ reversals }) =>
    rule.operators.some((concept) => reversals.get(concept)?.some((index) => !isOwn(index))),
  );
  const signs: readonly Sign[] = [...hits.map(({ sign }) => sign), isReversed ? -1 : 1];
  if (rule.reads !== 'asks') return productOf(signs) === (rule.reads === 'tells' ? -1 : 1) ? 1 : 0;
  return signs.every((sign) => sign === 1) ? 1 : productOf(signs) === -1 ? -1 : 0;
}

/**
 * Finds the meanings that the first 16 KiB of a text state, in Russian or English, as true now and for the
 * reader. Omits a meaning that the text also denies (section 4: meaning of description_status).
 */
export function findMeanings(text: string): ReadonlySet<Meaning> {
  const words = readWords(normalise(text));
  const places: Places = new Map();
  for (const [index, { concepts }] of words.entries())
    for (const concept of concepts.keys()) note(places, concept, index);
  addCompounds(words, places);
  const clauses = readClauses(words);
  const found: Record<Sign, Set<Meaning>> = { 1: new Set(), [-1]: new Set() };
  for (const rule of compiledRules)
    for (const hits of rule.patterns.flatMap((pattern) => findAll(words, places, pattern))) {
      const numbers = new Set(hits.map(({ index }) => words[index]?.clause ?? 0));
      const within = [...numbers].flatMap((number) => clauses.get(number) ?? []);
      const sign = weigh(rule, hits, within);
      if (sign !== 0) found[sign].add(rule.meaning);
    }
  return new Set([...found[1]].filter((meaning) => !found[-1].has(meaning)));
}
