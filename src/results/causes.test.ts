import { expect, test } from 'vitest';
import { requirements as catalogue } from '#banks/requirements.ts';
import type { Response } from '../client/exchange.ts';
import { judge } from '../judge/judge.ts';
import { planOf } from '../plan/plan.ts';
import { findCauses } from './causes.ts';
import { readRecords } from './kept-record.test-support.ts';
import { verdictOf } from './totals.ts';

const records = await readRecords();

/** What is advised for a kept record, in which answers of this status are changed. */
function advicesOn(name: string, status: number, change: Partial<Response>): string {
  const record = records.find((one) => one.name.startsWith(name));
  if (record === undefined) throw new RangeError(name);
  const attempts = record.attempts.map((one) => {
    const response = one.exchange?.response;
    return one.exchange === null || response?.status !== status
      ? one
      : { ...one, exchange: { ...one.exchange, response: { ...response, ...change } } };
  });
  const plan = planOf(record.claims);
  const cases = plan.cases.filter(({ id }) => record.cases.includes(id));
  const judged = judge(plan, attempts, cases);
  const requirements = catalogue.map((one) => verdictOf(one, judged.checks));
  const whole = { isSelection: false, interrupted: false, baseUrl: 'http://127.0.0.1:1' };
  const causes = findCauses({ ...judged, ...whole, attempts, requirements });
  return causes.map(({ advice }) => advice?.code).join();
}

test('where errors cannot be read, it is advised what to send', () => {
  const unreadable = { body: 'ew==', bodyEncoding: 'base64', bodyProblem: 'not-utf8' } as const;
  const readable = { body: 'No' };
  const [broken, other] = [unreadable, readable].map((one) => advicesOn('5-limited', 503, one));
  expect([broken?.includes('hint-unreadable'), other?.includes('hint-unreadable')]).toEqual([true, false]);
});

test('advice goes by why an answer decides nothing, else by the reason', () => {
  const advices = advicesOn('4-foreign-words', 0, {});
  expect(advices).toContain('other-status.advice');
  expect(advices).toContain('reason-target-unavailable.advice');
});

test('an error that the plain request gets too does not tell that its path is served', () => {
  const [nowhere, elsewhere] = ['6-not-served-documented', '6-not-everywhere'].map((name) =>
    advicesOn(name, 404, {}),
  );
  expect([nowhere?.includes('hint-path-a'), elsewhere?.includes('hint-path-a')]).toEqual([true, false]);
  expect([nowhere?.includes('hint-alone'), elsewhere?.includes('hint-alone')]).toEqual([false, true]);
});
