import { describe, expect, it } from 'vitest';
import { conforming } from './conforming.ts';
import { defects } from './defects.ts';
import { judge } from './judgement.test-data.ts';
import { answersOf } from './probe.test-data.ts';
import { allIds } from './requirement-ids.ts';

const known = [...allIds('a'), ...allIds('b')];
const usual = answersOf(conforming);

describe('the table of defects', () => {
  it('knows 25 requirements of A and 30 of B', () => {
    expect([allIds('a').length, allIds('b').length, new Set(known).size]).toEqual([25, 30, 55]);
  });

  it('has at least a hundred defects with unique ids in kebab-case', () => {
    const ids = defects.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(ids.length).toBeGreaterThanOrEqual(100);
  });

  it('describes every defect in one sentence that no other has', () => {
    const summaries = defects.map(({ summary }) => summary);
    expect(summaries.filter((summary) => !/^[A-Z].*[^.]\.$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it('names only requirements that there are, each once', () => {
    const strange = defects.filter(({ violates, review = [] }) => {
      const ids = [...violates, ...review];
      return ids.length === 0 || new Set(ids).size < ids.length || ids.some((id) => !known.includes(id));
    });
    expect(strange.map(({ id }) => id)).toEqual([]);
  });

  it('violates every requirement with at least two defects', () => {
    const rare = known.filter((id) => defects.filter(({ violates }) => violates.includes(id)).length < 2);
    expect(rare).toEqual([]);
  });

  it('violates every requirement with a defect that always shows', () => {
    const steady = defects.filter(({ intermittent }) => intermittent === undefined);
    expect(known.filter((id) => !steady.some(({ violates }) => violates.includes(id)))).toEqual([]);
  });
});

it('finds nothing wrong with the conforming behaviour', () => {
  expect(judge(usual, usual)).toEqual({ failed: new Set(), reworded: new Set() });
});

const isMeaning = (id: string): boolean => id.endsWith('.meaning');

describe.each(defects)('$id', ({ violates, review = [], intermittent, change }) => {
  const found = judge(answersOf(change(conforming)), usual);
  const failed = [...found.failed].filter((id) => !(id.endsWith('.names') && review.includes(id)));
  const reworded = [...found.reworded].filter((id) => [...violates, ...review].includes(id));

  it('violates what it says it violates, and nothing else', () => {
    expect(failed.filter((id) => !violates.includes(id))).toEqual([]);
    const unseen = violates.filter((id) => !isMeaning(id) && !failed.includes(id));
    expect(intermittent ? [] : unseen).toEqual([]);
  });

  it('can be seen', () => {
    expect(failed.length + reworded.length + found.failed.size).toBeGreaterThan(0);
    const unseen = violates.filter((id) => isMeaning(id) && !found.reworded.has(id));
    expect(intermittent ? [] : unseen).toEqual([]);
  });
});
