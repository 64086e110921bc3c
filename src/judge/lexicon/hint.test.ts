import { describe, expect, it } from 'vitest';

import type { Meaning } from '#banks/specification.ts';
import { findHints } from './hint.ts';
import { findMeanings } from './meaning.ts';
import { meanings, readTextFiles, textsOf } from './texts.test-support.ts';

const parameters = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;
const hints = (text: string): readonly Meaning[] => [...findHints(text, parameters)].sort();

describe('findHints', () => {
  it.for(readTextFiles('touched'))('sees in texts exactly the topics $name', ({ name, texts }) => {
    const topics = texts.map((text) => [text, hints(text).join('+') || 'none']);
    expect(topics).toEqual(texts.map((text) => [text, name]));
  });
  it('strips no names but those given', () => {
    expect([...findHints('apiPassword', parameters)]).toEqual(['not-authorized']);
    expect([...findHints('apiPassword', ['apiPassword'])]).toEqual([]);
  });
  it('reads the first 16 KiB and no further', () => {
    expect(hints(`${'. '.repeat(9000)}later`)).toEqual([]);
  });
});

describe.for(meanings)('a text that means %s', (meaning) => {
  const others = (text: string): readonly Meaning[] => hints(text).filter((other) => other !== meaning);
  const brushing = textsOf('stated', meaning).filter(
    (text) => others(text).length > 0 && !/парол|password|log in/iu.test(text),
  );

  it('in unknown words is for a person to decide: it touches the topic, or nothing else is in it', () => {
    const texts = textsOf('review', meaning);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => findMeanings(text).has(meaning))).toEqual([]);
    expect(texts.filter((text) => findMeanings(text).size > 0 && !hints(text).includes(meaning))).toEqual([]);
  });
  it('touches hardly ever another topic, so that it fails in another text’s place, unless it speaks of a password', () => {
    expect(brushing.length).toBeLessThan(textsOf('stated', meaning).length / 20);
  });
});
