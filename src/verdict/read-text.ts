import { createHash } from 'node:crypto';
import { matchPattern } from '../pattern.ts';
import { jsonType } from './evidence.ts';
import type { TextFacts } from './evidence.ts';
import { findHints } from './lexicon/hint.ts';
import { findMeanings } from './lexicon/meaning.ts';
import { findNaming } from './lexicon/naming.ts';
import { maskVolatile } from './lexicon/volatile.ts';

/** Characters of a text that are kept, and looked at for what it means. */
const keptText = 16_384;

/** What a text says, independent of the requirement that asks. */
type Reading = Pick<TextFacts, 'meanings' | 'hints' | 'naming' | 'sha256'>;

/** Reads a text that may name these parameters. */
export type ReadText = (value: string, parameters: readonly string[]) => Reading;

/** Reads a text by the lexicon. */
export const readText: ReadText = (value, parameters) => {
  const text = value.slice(0, keptText);
  return {
    meanings: [...findMeanings(text)],
    hints: [...findHints(text, parameters)],
    naming: Object.fromEntries(parameters.map((name) => [name, findNaming(value, name)])),
    sha256: createHash('sha256').update(maskVolatile(value)).digest('hex'),
  };
};

const most = { texts: 200, length: 1000 } as const;

/** Creates a reader that remembers the texts which it was given first: a service has few, and gives them again and again. */
export function createTextReader(): ReadText {
  const known = new Map<string, Reading>();
  return (value, parameters) => {
    if (value.length > most.length) return readText(value, parameters);
    const key = JSON.stringify([value, parameters]);
    const reading = known.get(key) ?? readText(value, parameters);
    if (known.size < most.texts) known.set(key, reading);
    return reading;
  };
}

/** What is asked of a text: which names it may name, and the pattern of the profile that it has to match, null where there is none. */
export interface TextInspection {
  readonly parameters: readonly string[];
  readonly pattern: string | null;
  /** `readText` by default. */
  readonly readText?: ReadText;
}

/** The facts about the member that holds the error text. */
export function inspectText(value: unknown, inspection: TextInspection): TextFacts {
  if (typeof value !== 'string') return { ...nothing, type: jsonType(value) };
  const { parameters, pattern, readText: read = readText } = inspection;
  const text = value.slice(0, keptText);
  const match = pattern === null ? null : matchPattern(pattern, text);
  return {
    type: 'string',
    text,
    blank: value.trim() === '',
    ...read(value, parameters),
    matchesPattern: match === null || match === 'too-slow' ? match : match === 'match',
  };
}

const nothing = {
  text: '',
  blank: true,
  meanings: [],
  hints: [],
  naming: {},
  matchesPattern: null,
  sha256: '',
} as const satisfies Omit<TextFacts, 'type'>;
