import { describe, expect, it } from 'vitest';
import { answered, refused, silent } from '../verdict/evidence.test-data.ts';
import { createLine } from './line.ts';

const reset = silent();
const late = silent({ kind: 'timeout' });
const limited = answered(429, '');
const page = answered(502, '<html>');

describe('a line', () => {
  it('is calm until a lost answer was overcome', () => {
    const line = createLine(100);
    for (let index = 0; index < 50; index += 1) line.note(refused(422, 'no'));
    expect([line.isCalm(), line.tries(reset), line.tries(late)]).toEqual([true, 5, 5]);
    expect([reset, late, limited, page].map((one) => line.explains(one))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    line.overcome(reset);
    expect(line.isCalm()).toBe(false);
  });

  it.each([
    [10, 6],
    [33, 13],
    [50, 20],
    [70, 39],
  ])('that loses %i answers in a hundred asks for %i tries', (lost, tries) => {
    const line = createLine(100);
    for (let index = 0; index < 100; index += 1) line.note(page);
    for (let index = 0; index < lost; index += 1) line.overcome(index % 2 === 0 ? page : reset);
    expect([line.tries(reset), line.explains(reset)]).toEqual([tries, false]);
  });

  it('that loses nearly every answer explains whatever is lost', () => {
    const line = createLine(100);
    line.note(reset);
    line.overcome(reset);
    expect(line.explains(page)).toBe(true);
    expect(line.explains(late)).toBe(false);
  });

  it('explains time-outs and limits once it has overcome two of them', () => {
    const line = createLine(100);
    for (const one of [late, limited]) {
      line.overcome(one);
      expect(line.explains(one)).toBe(false);
      line.overcome(one);
      expect(line.explains(one)).toBe(true);
    }
    expect(line.explains(reset)).toBe(false);
  });

  it('explains time-outs where answers come just in time', () => {
    const line = createLine(100);
    for (let index = 0; index < 3; index += 1) line.note({ ...refused(422, 'no'), durationMs: 80 });
    expect(line.explains(late)).toBe(true);
  });
});
