import { describe, expect, it } from 'vitest';
import { createTextReader, readText } from './read-text.ts';

const names = ['partnerName', 'partnerPassword'];
const texts = [
  'Отсутствует обязательный параметр partnerName. Повторите запрос с корректными данными',
  'Parameter partnerPassword is expected in encrypted form',
  'x'.repeat(2000),
  '',
];

describe('a reader that remembers', () => {
  it('says of every text what is said of it without remembering, however often it is asked', () => {
    const read = createTextReader();
    for (const text of [...texts, ...texts]) expect(read(text, names)).toEqual(readText(text, names));
  });

  it('tells the same text apart where other parameters are asked about', () => {
    const read = createTextReader();
    const [text = ''] = texts;
    expect(read(text, ['partnerName']).naming).toEqual({ partnerName: 'named' });
    expect(read(text, ['partnerPassword']).naming).toEqual({ partnerPassword: 'absent' });
  });

  it('reads short texts once and goes on reading when it can remember no more', () => {
    const read = createTextReader();
    const [text = ''] = texts;
    expect(read(text, names)).toBe(read(text, names));
    for (let index = 0; index < 300; index += 1) read(`text ${index}`, names);
    expect(read('text 299', names)).toEqual(readText('text 299', names));
    expect(read(text, names)).toBe(read(text, names));
  });
});
