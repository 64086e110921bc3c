import { describe, expect, it } from 'vitest';

import type { Meaning } from '../../spec/specification.ts';
import { beside, corpusOf } from './corpus/all.ts';
import { denied } from './corpus/denied.ts';
import { mixed } from './corpus/mixed.ts';
import { neutral } from './corpus/neutral.ts';
import { findMeanings } from './meaning.ts';

const meanings: readonly Meaning[] = [
  'correct-data',
  'encrypted-form',
  'not-authorized',
  'contact-manager',
  'try-later',
];
const sorted = (found: Iterable<Meaning>): readonly Meaning[] => [...found].sort();
const misread = (texts: readonly string[], expected: readonly Meaning[]) =>
  texts
    .map((text) => ({ text, found: sorted(findMeanings(text)) }))
    .filter(({ found }) => found.join() !== sorted(expected).join());

describe.for(meanings)('%s', (meaning) => {
  const { has: texts, lacks: lacking } = corpusOf(meaning);

  it('has a corpus that is large enough to mean something', () => {
    expect(new Set(texts).size).toBeGreaterThanOrEqual(100);
    expect(new Set(lacking).size).toBeGreaterThanOrEqual(55);
  });
  it('is found, and no other meaning with it, in every paraphrase', () => {
    expect(misread(texts, [meaning])).toEqual([]);
  });
  it('is found in capitals, with ё written as е, on several lines and with typographic spaces', () => {
    const variants = texts.flatMap((text) => [
      text.toUpperCase(),
      text.replaceAll('ё', 'е'),
      text.replaceAll(' ', '\n'),
      text.replaceAll(' ', '\u00A0'),
      text.normalize('NFD'),
      JSON.stringify(text).slice(1, -1),
    ]);
    expect(misread(variants, [meaning])).toEqual([]);
  });
  it('is found beside another, whose words do not spoil it', () => {
    expect(beside[meaning].filter((text) => !findMeanings(text).has(meaning))).toEqual([]);
  });
  it('is not found where it is denied or only brushed', () => {
    expect(lacking.filter((text) => findMeanings(text).has(meaning))).toEqual([]);
  });
});

describe('findMeanings', () => {
  it('finds all the meanings of a text, and the other one where one is denied', () => {
    expect(mixed.flatMap(([text, expected]) => misread([text], expected))).toEqual([]);
  });
  it('finds nothing in denials', () => expect(misread(denied, [])).toEqual([]));
  it('finds nothing in errors of other kinds', () => expect(misread(neutral, [])).toEqual([]));
  it.for(['', ' ', '.', 'Ошибка', 'Error', 'Internal server error', 'null', '{}', '🙂', '\u0000', '\uD800'])(
    'finds nothing in %j',
    (text) => expect(findMeanings(text).size).toBe(0),
  );
  it('decodes character references, tags and escapes that were not undone', () => {
    expect(sorted(findMeanings('&#1057;ервис<br/>временно&nbsp;не&shy;доступен'))).toEqual(['try-later']);
    expect(sorted(findMeanings(String.raw`try\u0020again\nlater`))).toEqual(['try-later']);
    expect(sorted(findMeanings('&amp;quot;Authorization&amp;quot; failed'))).toEqual(['not-authorized']);
  });
  it('reads words in which Latin letters stand for Cyrillic ones', () => {
    expect(sorted(findMeanings('Cepвис вpеменно недocтупен'))).toEqual(['try-later']);
  });
  it('does not take the numero sign for a negation', () => {
    expect(sorted(findMeanings('Ошибка №5: обратитесь к менеджеру №'))).toEqual(['contact-manager']);
    expect(sorted(findMeanings('Ошибка № обратитесь к менеджеру'))).toEqual(['contact-manager']);
  });
  it('reads the first 16 KiB and no further', () => {
    const late = `${'. '.repeat(9000)}Try again later`;
    expect(findMeanings(late).size).toBe(0);
    expect(findMeanings(late.slice(10_000)).size).toBe(1);
  });
});
