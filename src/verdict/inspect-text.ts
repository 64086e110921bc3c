import { createHash } from 'node:crypto';
import { matchPattern } from '../pattern.ts';
import type { TextFacts } from './facts.ts';
import { jsonType } from './json-type.ts';
import { findHints } from './lexicon/hint.ts';
import { findMeanings } from './lexicon/meaning.ts';
import { findNaming } from './lexicon/naming.ts';
import { maskVolatile } from './lexicon/volatile.ts';

/** Characters of a text that are kept, and looked at for what it means. */
const keptText = 16_384;

const nothing = {
  text: '',
  blank: true,
  meanings: [],
  hints: [],
  naming: {},
  matchesPattern: null,
  sha256: '',
} as const satisfies Omit<TextFacts, 'type'>;

/** What there is to say of the member that holds the error text. */
export function inspectText(
  value: unknown,
  {
    mask,
    parameters,
    pattern,
  }: {
    readonly mask: (text: string) => string;
    readonly parameters: readonly string[];
    readonly pattern: string | null;
  },
): TextFacts {
  if (typeof value !== 'string') return { type: jsonType(value), ...nothing };
  const text = value.slice(0, keptText);
  return {
    type: 'string',
    text: mask(text),
    blank: value.trim() === '',
    meanings: [...findMeanings(text)],
    hints: [...findHints(text, parameters)],
    naming: Object.fromEntries(parameters.map((name) => [name, findNaming(value, name)])),
    matchesPattern: pattern === null ? null : isMatch(pattern, text),
    sha256: createHash('sha256').update(maskVolatile(value)).digest('hex'),
  };
}

function isMatch(pattern: string, text: string): boolean | 'too-slow' {
  const match = matchPattern(pattern, text);
  return match === 'too-slow' ? match : match === 'match';
}
