import { describe, expect, it } from 'vitest';
import type { Meaning } from '#banks/specification.ts';
import { findHints } from './hint.ts';
import { findMeanings } from './meaning.ts';
import { meanings, readTextFiles, textsOf } from './texts.test-support.ts';

const sorted = (found: Iterable<Meaning>): readonly Meaning[] => [...found].sort();
const misread = (texts: readonly string[], expected: readonly string[]) =>
  texts
    .map((text) => ({ text, found: sorted(findMeanings(text)) }))
    .filter(({ found }) => found.join() !== [...expected].sort().join());

describe.for(meanings)('%s', (meaning) => {
  const stated = textsOf('stated', meaning);
  const contrary = textsOf('contrary', meaning);

  it('has texts enough to mean something', () => {
    expect(stated.length).toBeGreaterThanOrEqual(200);
    expect(contrary.length).toBeGreaterThanOrEqual(100);
  });
  it('is found, and no other meaning with it', () => expect(misread(stated, [meaning])).toEqual([]));
  it('is found in capitals, with ё written as е, on several lines and with typographic spaces', () => {
    const ways: readonly ((text: string) => string)[] = [
      (text) => text.toUpperCase(),
      (text) => text.replaceAll('ё', 'е'),
      (text) => text.replaceAll(' ', '\n'),
      (text) => text.replaceAll(' ', '\u00A0'),
      (text) => text.normalize('NFD'),
      (text) => JSON.stringify(text).slice(1, -1),
    ];
    const variants = stated.map((text, at) => ways[at % ways.length]?.(text) ?? text);
    expect(misread(variants, [meaning])).toEqual([]);
  });
  it('is found beside another, whose words do not spoil it', () => {
    expect(textsOf('beside', meaning).filter((text) => !findMeanings(text).has(meaning))).toEqual([]);
  });
  it('is not found where it is denied, turned round or only brushed', () => {
    expect(contrary.filter((text) => findMeanings(text).has(meaning))).toEqual([]);
  });
});

describe('findMeanings', () => {
  it.for(readTextFiles('mixed'))('finds in a text exactly $name', ({ name, texts }) => {
    expect(misread(texts, name.split('+'))).toEqual([]);
  });
  it.for(readTextFiles('nothing'))('finds nothing in texts that are $name', ({ texts }) => {
    expect(misread(texts, [])).toEqual([]);
  });
  it.for(['', ' ', '.', 'Ошибка', 'Error', 'Internal server error', 'null', '{}', '🙂', '\u0000', '\uD800'])(
    'finds nothing in %j',
    (text) => expect(findMeanings(text).size).toBe(0),
  );
  it('decodes character references, tags and escapes that were not undone', () => {
    expect(sorted(findMeanings('&#1057;ервис<br/>временно&nbsp;не&shy;доступен'))).toEqual(['try-later']);
    expect(sorted(findMeanings(String.raw`try\u0020again\nlater`))).toEqual(['try-later']);
    expect(sorted(findMeanings('&amp;quot;Authorization&amp;quot; failed'))).toEqual(['not-authorized']);
  });
  it('reads words with Latin letters in place of Cyrillic ones', () => {
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

describe('texts that nobody looked at while the lexicon was written', () => {
  const parameters = ['partnerName', 'partnerPassword', 'useAuthByCert'];
  const texts = (folder: string) =>
    meanings.flatMap((meaning) => textsOf(`unseen/${folder}`, meaning).map((text) => ({ text, meaning })));
  const isStated = ({ text, meaning }: { text: string; meaning: Meaning }): boolean =>
    findMeanings(text).has(meaning);

  it('are found to state their meaning, and none fails', () => {
    const others = texts('stated').filter((each) => !isStated(each));
    expect(others.length).toBeLessThan(texts('stated').length / 8);
    const blamed = others.filter(
      ({ text, meaning }) => findMeanings(text).size > 0 && !findHints(text, parameters).has(meaning),
    );
    expect(blamed).toEqual([]);
  });
  it('hardly ever pass where they say the contrary', () => {
    expect(texts('contrary').filter(isStated).length).toBeLessThan(texts('contrary').length / 12);
  });
});
