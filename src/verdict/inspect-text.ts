import { matchPattern } from '../pattern.ts';
import type { TextFacts } from './facts.ts';
import { jsonType } from './json-type.ts';
import { keptText, readText as readAnew } from './read-text.ts';
import type { ReadText } from './read-text.ts';

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
    readText = readAnew,
  }: {
    readonly mask: (text: string) => string;
    readonly parameters: readonly string[];
    readonly pattern: string | null;
    readonly readText?: ReadText;
  },
): TextFacts {
  if (typeof value !== 'string') return { type: jsonType(value), ...nothing };
  const text = value.slice(0, keptText);
  const { sha256, ...reading } = readText(value, parameters);
  return {
    type: 'string',
    text: mask(text),
    blank: value.trim() === '',
    ...reading,
    matchesPattern: pattern === null ? null : isMatch(pattern, text),
    sha256,
  };
}

function isMatch(pattern: string, text: string): boolean | 'too-slow' {
  const match = matchPattern(pattern, text);
  return match === 'too-slow' ? match : match === 'match';
}
