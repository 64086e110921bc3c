import { expect, test } from 'vitest';
import type { Review } from '../result/review.ts';
import type { Results } from '../result/results.ts';
import { message } from '../wording/message.ts';
import { wordingFor } from '../wording/report.ts';
import { resultsOf, reviewCase, reviewOf, waiverOf, wholeRun } from './made-results.test-data.ts';
import { sampleResults } from './sample-results.test-data.ts';
import { decidingFindings, decisionsOf, failuresOf, settlementOf } from './failures.ts';
import { latencyText, passwordNote, waiverText } from './view.ts';

const words = wordingFor('en');

test('what a variant answers alike instead of the same status is one deviation', () => {
  const results = sampleResults();
  const cases = results.cases.map((one) => ({
    ...one,
    checks: one.checks
      .filter(({ code }) => code !== 'list-disclosed')
      .map((check) =>
        check.code === 'status' && check.verdict === 'fail' ? { ...check, actual: '400' } : check,
      ),
  }));
  const [first] = failuresOf({ ...results, cases }, words).blocks;
  expect(first?.requirements.map(({ id }) => id)).toEqual([
    'a.missing.partnerName.status',
    'a.unencrypted.partnerPassword.status',
  ]);
  expect(first?.title).toBe('A answers 400 instead of 422: 2 requirements');
});

test('there is no latency where nothing was answered', () => {
  expect(latencyText({ ...sampleResults(), cases: [], controls: [] }, words)).toBe(null);
});

const id = 'b.unauthorized.meaning';
const [first, second] = ['b.unauthorized.unknown-partner', 'b.unauthorized.wrong-password'];

const withReviews = (...reviews: readonly Review[]): Results =>
  resultsOf([reviewCase(first, id, 'Code 17'), reviewCase(second, id, 'Code 18')], { reviews });

test.each([
  [
    [reviewOf(first, 'Code 17', 'pass'), reviewOf(second, 'Code 18', 'fail')],
    ['pass', 'fail'],
  ],
  [[reviewOf(first, 'Code 17', 'pass')], [null, null]],
] as const)(
  'a check is settled by the decision on its own text once its requirement is decided',
  (reviews, found) => {
    const results = withReviews(...reviews);
    const settled = results.cases.map((one) =>
      one.checks.map((check) => settlementOf(check, one, results)?.decision ?? null),
    );
    expect(settled.flat()).toEqual(found);
  },
);

test('of a refused requirement the refused text and who refused it are shown, the same words once', () => {
  const refusal = reviewOf(second, 'Code 18', 'fail', { name: 'B. Person' });
  const results = withReviews(reviewOf(first, 'Code 17', 'pass'), refusal);
  const accepted = withReviews(reviewOf(first, 'Code 17', 'pass'), reviewOf(second, 'Code 18', 'pass'));
  const requirementsIn = ({ requirements }: Results) => requirements.filter((one) => one.id === id);
  for (const one of requirementsIn(results)) {
    expect(decisionsOf(one, results).map(({ name }) => name)).toEqual(['B. Person']);
    expect(decidingFindings(results, one).map(({ testCase }) => testCase.id)).toEqual([second]);
  }
  expect(requirementsIn(accepted).map((one) => decisionsOf(one, accepted).length)).toEqual([1]);
});

test.each([
  ['a.success.status', 'stale: its requirement passed; remove it'],
  ['a.sucess.status', 'stale: no requirement has this id; did you mean `a.success.status`?'],
  ['nothing.like.it', 'stale: no requirement has this id; remove it'],
])('a stale waiver of %s says what to do', (requirement, text) => {
  const results = wholeRun({ waivers: [waiverOf(requirement)] });
  expect(results.waivers.map((waiver) => waiverText(waiver, results, words))).toEqual([text]);
});

test.each([
  ['partner-blocked', message('request-baseline'), null],
  ['partner-blocked', message('request-partner-blocked'), /conditions\.partner-blocked/],
  ['unauthorized', message('request-wrong-password'), /a wrong password/],
  ['unauthorized', message('request-unknown-partner'), null],
] as const)('the placeholder of a curl command of %s, %j, is explained by %s', (condition, request, note) => {
  const said = passwordNote({ condition }, { words: request, curl: '<ciphertext>' }, words);
  expect(note === null ? said === null : note.test(said ?? '')).toBe(true);
});
