import { describe, expect, test } from 'vitest';
import { reviewedText, reviewOf, targetOf, waiverOf, wholeRun } from '../report/made-results.test-data.ts';
import type { Departure, Parts } from '../report/made-results.test-data.ts';
import { renderConsole } from '../report/console/render-console.ts';
import { renderHtml } from '../report/html/page.ts';
import { renderSummary } from '../report/machine/summary.ts';
import { sinceOf } from './since.ts';
import type { Since } from './since.ts';

const id = 'b.success.body';
const run = (outcome: NonNullable<Departure['verdicts']>[string] = 'pass', parts: Parts = {}) =>
  wholeRun({ verdicts: { [id]: outcome }, ...parts });
const waived = run('fail', { waivers: [waiverOf(id)] });
const decided = (decision: 'pass' | 'fail') =>
  run('review', { reviews: [reviewOf(id, reviewedText, decision)] });

describe('a failure', () => {
  test.each([
    ['new', 'that passed', run(), run('fail')],
    ['known', 'that failed', run('fail'), run('fail')],
    ['known', 'that was waived', waived, run('fail')],
    ['known', 'that a person refused', decided('fail'), run('fail')],
    ['new', 'that a person accepted', decided('pass'), run('fail')],
    ['first', 'that could not be tested', run('vacuous'), run('fail')],
    ['first', 'that was left out', run('not-selected'), run('fail')],
    ['first', 'that was under review', run('review'), run('fail')],
  ])('is %s: one %s before', (mark, _, before, after) => {
    expect(sinceOf(before, after)).toMatchObject({ marks: new Map([[id, mark]]), fixed: [] });
  });

  test.each([
    ['fixed', run('fail'), run(), [id]],
    ['not fixed by a run that could not test it', run('fail'), run('vacuous'), []],
    ['not fixed by a run that left it out', run('fail'), run('not-selected'), []],
    ['not fixed by a text that waits for a person', run('fail'), run('review'), []],
    ['no failure where it passed before', run(), run(), []],
  ])('is %s', (_, before, after, fixed) => {
    expect(sinceOf(before, after)).toMatchObject({ marks: new Map(), fixed });
  });
});

test.each([
  ['target', run(), run('fail', { target: { ...targetOf(), name: 'Another' } })],
  ['variants', run(), run('fail', { target: targetOf(['a']) })],
  ['rules', run('pass', { rules: 4 }), run('fail')],
])('runs of another %s are not compared', (foreign, before, after) => {
  expect(sinceOf(before, after)).toBe(foreign);
});

test('a test server on another port is the same target', () => {
  const moved = { ...targetOf(), baseUrl: 'http://127.0.0.1:9' };
  expect(sinceOf(run(), run('fail', { target: moved }))).toMatchObject({ marks: new Map([[id, 'new']]) });
});

test('reports for people show the mark beside the failure, and what is fixed', () => {
  const other = 'a.success.body';
  const before = wholeRun({ verdicts: { [other]: 'fail' } });
  const after = run('fail');
  const since = sinceOf(before, after) as Since;
  const shown = [
    renderConsole(after, { width: 80, color: false, since }).replaceAll(/\n +/g, ' '),
    renderSummary(after, since),
    renderHtml(after, since),
  ];
  for (const text of shown) {
    expect(text).toMatch(/B: .*(?:\(new\)|<span class="tag">new<\/span>)/);
    expect(text).toMatch(/fixed since 2026/i);
    expect(text).toMatch(new RegExp(`${other}.*The body`));
  }
  expect(renderConsole(after, { width: 80, color: false })).not.toMatch(/\(new\)|fixed since/i);
});
