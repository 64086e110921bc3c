import { describe, expect, it } from 'vitest';
import { readJsonPrefix } from './json-prefix.ts';

const whole = JSON.stringify({
  banks: [
    { name: 'Ба"нк\\', bic: '044525225', more: { deep: [1, { x: [] }] } },
    { name: 'B', bic: '1' },
  ],
  text: 'end 🔥',
  count: -1.5e3,
});

describe('the beginning of a JSON text', () => {
  it('is read wherever it was cut, and shows nothing that the whole does not', () => {
    const all = JSON.parse(whole) as { readonly banks: readonly unknown[] };
    for (let end = 1; end <= whole.length; end += 1) {
      const read = readJsonPrefix(whole.slice(0, end));
      if (typeof read === 'string') throw new Error(`${read} at ${end}`);
      const { banks, ...rest } = JSON.parse(read.complete) as Partial<typeof all>;
      expect(all).toMatchObject(rest);
      for (const [index, bank] of (banks ?? []).entries()) expect(bank).toEqual(all.banks[index]);
    }
  });

  it('holds the records that are complete, and what has begun apart from them', () => {
    const read = readJsonPrefix('{"banks":[{"bic":"1"},{"bic":"2","x":{"banks":[');
    expect(read).toEqual({
      complete: '{"banks":[{"bic":"1"}]}',
      begun: '{"banks":[{"bic":"1"},{"bic":"2","x":{"banks":[]}}]}',
      isOpen: true,
      openText: null,
    });
  });

  it('names the text on top that it ends in, cut through an escape or not', () => {
    for (const end of ['', '\\', '\\u04', '\\u041']) {
      expect(readJsonPrefix(`{"a":1,"text":"go away${end}`)).toMatchObject({
        openText: { name: 'text', value: 'go away' },
      });
    }
    expect(readJsonPrefix('{"a":{"text":"go away')).toMatchObject({ openText: null });
  });

  it.each([
    ['   \n', 'blank'],
    ['{"a":1 "b":2,"c":3', 'broken'],
    ['{"a":tru,"b":1', 'broken'],
    ['<html> <body>', 'broken'],
    ['<html><body>', 'unread'],
    ['"one long text', 'unread'],
    ['12', 'unread'],
  ])('%j is %s', (text, expected) => {
    expect(readJsonPrefix(text)).toBe(expected);
  });

  it('is read in one go, however long its texts are', () => {
    const start = performance.now();
    expect(readJsonPrefix(`{"a":"${'\\"x'.repeat(30_000)}","b":[${'[],'.repeat(30_000)}`)).toMatchObject({
      isOpen: true,
    });
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
