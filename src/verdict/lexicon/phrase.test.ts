import { describe, expect, it } from 'vitest';

import { compilePhrase } from './phrase.ts';

const words = { fruit: ['apple|pear*', 'red berry'] };
const finds = (phrase: string, text: string): boolean => text.search(compilePhrase(phrase, words)) !== -1;

const rows = [
  ['apple', ' apple ', true],
  ['apple', ' pineapple ', false],
  ['apple', ' apples ', false],
  ['apple*', ' apples ', true],
  ['{fruit} pie', ' red berry pie ', true],
  ['{fruit} pie', ' pears pie ', true],
  ['{fruit} pie', ' berry pie ', false],
  ['eat ?the apple', ' eat apple ', true],
  ['eat ?the apple', ' eat the apple ', true],
  ['eat ?{fruit} pie', ' eat red berry pie ', true],
  ['eat !the apple', ' eat apple ', true],
  ['apple !pie', ' apple pie ', false],
  ['eat ..2 apple', ' eat a big apple ', true],
  ['eat ..2 apple', ' eat a very big apple ', false],
  ['eat ..2 apple', ' eat , apple ', false],
  ['eat ..2 apple', ' eat not apple ', false],
  ['eat ,,2 apple', ' eat , apple ', true],
  ['eat ,,2 apple', ' eat . apple ', false],
  ['eat ,,4 apple', ' eat but not apple ', false],
  ['eat ;;2 apple', ' eat . apple ', true],
  ['^ apple', ' apple ', true],
  ['^ apple', ' pie . apple ', true],
  ['^ apple', ' red apple ', false],
] as const;

describe('compilePhrase', () => {
  it.for(rows)('reads %j against %j as %j', ([phrase, text, expected]) =>
    expect(finds(phrase, text)).toBe(expected),
  );
  it('finds matches that overlap', () => {
    const found = Array.from(' eat a eat b apple '.matchAll(compilePhrase('eat ..4 apple', words)));
    expect(found.map((match) => match[1])).toEqual(['eat a eat b apple ', 'eat b apple ']);
  });
  it('refuses the name of a word list that does not exist', () => {
    expect(() => compilePhrase('eat {friut}', words)).toThrow('{friut}');
  });
});
