import { describe, expect, it } from 'vitest';
import { readWords } from './clause.ts';

/** The words of a text with the number of their clause and one concept: `+` as it is, `-` turned round. */
const read = (text: string, concept: string): string =>
  readWords(text)
    .map(({ clause, concepts }) => {
      const sign = concepts.get(concept);
      return `${clause}${sign === undefined ? '' : sign === 1 ? '+' : '-'}`;
    })
    .join(' ');

describe('readWords', () => {
  it.for([
    ['повторите запрос , повторите', 'repeat', '0+ 0 1+'],
    ['not repeat', 'repeat', '0 0-'],
    ['not to please repeat', 'repeat', '0 0 0 0-'],
    ['not , repeat', 'repeat', '0 1+'],
    ['repeat not', 'repeat', '0- 0'],
    ['not not repeat', 'repeat', '0 0 0+'],
    ['not with later', 'later', '0 0 0-'],
    ['not a b c d later', 'later', '0 0 0 0 0 0+'],
    ['unencrypted encrypted', 'crypt', '0- 0+'],
    ['not unencrypted', 'crypt', '0 0+'],
    ['in the clear', 'crypt', '0- 0 0'],
    ['a , that later . later', 'later', '0 0 0+ 1+'],
    ['failed but repeat', 'repeat', '0 1 1+'],
    ['the contact failed', 'contact', '0 0 0'],
    ['please contact , contact', 'contact', '0 0+ 1+'],
    ['ваш вопрос напишите', 'contact', '0 0 0+'],
    ['repeat ? repeat', 'question', '0+ 1'],
  ] as const)('reads %j for %s as %j', ([text, concept, expected]) =>
    expect(read(` ${text} `, concept)).toBe(expected),
  );
  it('numbers the sentences', () => {
    expect(readWords(' a , b . c ? d ').map(({ sentence }) => sentence)).toEqual([0, 0, 1, 2]);
  });
});
