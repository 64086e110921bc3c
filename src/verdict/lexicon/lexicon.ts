import type { Meaning } from '../../spec/specification.ts';
import { clauseBefore, isRequestDenied, isStatementDenied } from './negation.ts';
import { compilePhrase } from './phrase.ts';
import type { Vocabulary } from './phrase.ts';

/** Phrases of one kind: a `request` asks for something, a `statement` says how things are and states nothing in an if-clause. */
interface PhraseGroup {
  readonly kind: 'request' | 'statement';
  readonly phrases: readonly string[];
  /** Phrases that spoil a find when they stand in it or before it in its clause. */
  readonly unless: readonly string[];
}

/** The words of one meaning. */
export interface Lexicon {
  readonly meaning: Meaning;
  readonly vocabulary: Vocabulary;
  readonly groups: readonly PhraseGroup[];
}

const isDenied = { request: isRequestDenied, statement: isStatementDenied } as const satisfies Record<
  PhraseGroup['kind'],
  (text: string, start: number, end: number) => boolean
>;

/** A predicate over normalised text. */
export type Finder = (text: string) => boolean;

function isStated(text: string, start: number, end: number, group: PhraseGroup, spoilers: readonly RegExp[]) {
  if (isDenied[group.kind](text, start, end)) return false;
  const said = clauseBefore(text, start) + text.slice(start, end);
  return !spoilers.some((spoiler) => said.search(spoiler) !== -1);
}

function compileGroup(group: PhraseGroup, vocabulary: Vocabulary): Finder {
  const compile = (phrase: string): RegExp => compilePhrase(phrase, vocabulary);
  const expressions = group.phrases.map(compile);
  const spoilers = group.unless.map(compile);
  return (text) =>
    expressions.some((expression) =>
      Array.from(text.matchAll(expression)).some((found) =>
        isStated(text, found.index, found.index + (found[1] ?? '').length, group, spoilers),
      ),
    );
}

/** Turns the words of a meaning into a predicate that tells whether a normalised text states it. */
export function compileLexicon(lexicon: Lexicon): Finder {
  const finders = lexicon.groups.map((group) => compileGroup(group, lexicon.vocabulary));
  return (text) => finders.some((finder) => finder(text));
}
