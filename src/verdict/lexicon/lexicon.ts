import type { Meaning } from '../../spec/specification.ts';
import { anchorsOf, hasAnchors } from './anchor.ts';
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

/** Finds the stretches of a text that are a phrase. */
type Search = (text: string) => readonly { readonly start: number; readonly end: number }[];

/** Compiles a phrase only for a text that may hold it: most texts touch few phrases, and compiling takes its time. */
function createSearch(phrase: string, vocabulary: Vocabulary): Search {
  const anchors = anchorsOf(phrase, vocabulary);
  let compiled: RegExp | null = null;
  return (text) => {
    if (!hasAnchors(text, anchors)) return [];
    compiled ??= compilePhrase(phrase, vocabulary);
    return Array.from(lengthened(text).matchAll(compiled), ({ index, 1: words = '' }) => ({
      start: index,
      end: index + words.length,
    }));
  };
}

const enough = 1000;

/**
 * The text with an end that no phrase can reach into, because all their words end with a space. V8 compiles an expression to machine
 * code at once where a text has a thousand characters; for a shorter one it goes through bytecode first, which takes
 * several times as long for expressions of this size.
 */
function lengthened(text: string): string {
  return text.padEnd(enough, '\u0000');
}

function compileGroup(group: PhraseGroup, vocabulary: Vocabulary): Finder {
  const create = (phrase: string): Search => createSearch(phrase, vocabulary);
  const [phrases, spoilers] = [group.phrases.map(create), group.unless.map(create)];
  const isStated = (text: string, start: number, end: number): boolean => {
    if (isDenied[group.kind](text, start, end)) return false;
    const said = clauseBefore(text, start) + text.slice(start, end);
    return spoilers.every((search) => search(said).length === 0);
  };
  return (text) =>
    phrases.some((search) => search(text).some(({ start, end }) => isStated(text, start, end)));
}

/** Turns the words of a meaning into a predicate that tells whether a normalised text states it. */
export function compileLexicon(lexicon: Lexicon): Finder {
  const finders = lexicon.groups.map((group) => compileGroup(group, lexicon.vocabulary));
  return (text) => finders.some((finder) => finder(text));
}
