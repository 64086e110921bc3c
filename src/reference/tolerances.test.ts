import { describe, expect, it } from 'vitest';
import { conforming } from './conforming.ts';
import { isSameRow, judge } from './judgement.test-data.ts';
import { answersOf } from './probe.test-data.ts';
import { allIds } from './requirement-ids.ts';
import { tolerances } from './tolerances.ts';

const known = [...allIds('a'), ...allIds('b')];
const usual = answersOf(conforming);

describe('the table of tolerances', () => {
  it('has at least sixty tolerances with unique ids in kebab-case', () => {
    const ids = tolerances.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(ids.length).toBeGreaterThanOrEqual(60);
  });

  it('names only requirements that there are', () => {
    expect(tolerances.flatMap(({ vacuous = [] }) => vacuous).filter((id) => !known.includes(id))).toEqual([]);
  });

  it('describes every tolerance in one sentence that no other has', () => {
    const summaries = tolerances.map(({ summary }) => summary);
    expect(summaries.filter((summary) => !/^[A-Z].*\.$/.test(summary))).toEqual([]);
    expect(new Set(summaries).size).toBe(summaries.length);
  });
});

const isMoment = ({ id }: (typeof tolerances)[number]): boolean => /^(first|passing)-|^restart$/.test(id);

describe.each(tolerances.filter((each) => !isMoment(each)))('$id', ({ change }) => {
  const behaviour = change(conforming);
  const answers = answersOf(behaviour);

  it('can be seen and violates nothing', () => {
    const isUsual = isSameRow(answers, usual);
    const isSetting = behaviour.http2 !== conforming.http2 || behaviour.keepAlive !== conforming.keepAlive;
    expect(isUsual && !isSetting).toBe(false);
    expect([...judge(answers, usual).failed]).toEqual([]);
  });
});

describe.each(tolerances.filter(isMoment))('$id', ({ change }) => {
  it('disturbs some requests and few', () => {
    const disturbed = answersOf(change(conforming)).filter((answer, index) => isOdd(answer, index));
    expect(disturbed.length).toBeGreaterThan(0);
    expect(disturbed.length).toBeLessThan(6);
  });
});

function isOdd({ status, delivery }: (typeof usual)[number], index: number): boolean {
  return delivery.kind !== 'whole' || status !== usual[index]?.status;
}
