import { describe, expect, it } from 'vitest';
import { compounds, readings, rules } from './rules.ts';
import { links, vocabulary } from './vocabulary.ts';

const conceptsOf = (pattern: string): readonly string[] => {
  return pattern.split(/[ |/]/u).flatMap((part) => /^[+-]?([a-z]\w*)$/iu.exec(part)?.[1] ?? []);
};
const known = new Set([...Object.keys(vocabulary), 'question']);
const used = new Set([
  ...rules.flatMap((rule) =>
    [...rule.patterns, ...rule.unless, ...(rule.unlessFirst ?? [])].flatMap(conceptsOf),
  ),
  ...Object.values(readings).flatMap(({ operators, unless, unlessBefore }) =>
    [...operators, ...unless, ...unlessBefore].flatMap(conceptsOf),
  ),
  ...compounds.flatMap(([concept, pattern]) => [concept, ...conceptsOf(pattern)]),
  ...links,
]);

describe('the rules', () => {
  it('speak of the concepts of the vocabulary, and of each of them', () => {
    expect([...used].toSorted()).toEqual([...known].toSorted());
  });
  it('hold no pattern twice', () => {
    const patterns = rules.flatMap(({ meaning, patterns: each }) =>
      each.map((pattern) => `${meaning} ${pattern}`),
    );
    expect(new Set(patterns).size).toBe(patterns.length);
  });
});

describe('the vocabulary', () => {
  it.for(Object.entries(vocabulary))('holds no word twice for %s', ([, text]) => {
    const words: readonly string[] = text.match(/[^\s≠]+/gu) ?? [];
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
});
