import { answer, caseOf, exchangeOf, must } from './forgery.test-data.ts';
import type { Forgery } from './forgery.test-data.ts';

/** Verdicts and what follows from them, edited. */
export const verdicts: readonly Forgery[] = [
  [
    'a verdict of a case that its exchanges do not lead to',
    (results) => {
      caseOf(results, 'b.observed.method.get').verdict = 'pass';
    },
    /case b\.observed\.method\.get: recorded as pass, judged again as observed/,
  ],
  [
    'a failing answer whose verdict was changed to pass, facts and all',
    (results) => answer(exchangeOf(results, 'a.missing.partnerName'), 400, '{"description_status":"no"}'),
    /exchange a\.missing\.partnerName: what is said of its body is not what the body shows/,
  ],
  [
    'another status',
    (results) => {
      must(exchangeOf(results, 'a.missing.partnerName').response ?? undefined).status = 400;
    },
    /a\.missing\.partnerName\.status fails/,
  ],
  [
    'a check that was removed',
    (results) => {
      const found = caseOf(results, 'a.missing.partnerName');
      found.checks = found.checks.slice(1);
    },
    /case a\.missing\.partnerName: its checks are not those/,
  ],
  [
    'a check that was reworded',
    (results) => {
      must(caseOf(results, 'a.success').checks[0]).actual = '200, quickly';
    },
    /case a\.success: its checks are not those/,
  ],
  [
    'a requirement that was removed',
    (results) => {
      results.requirements = results.requirements.filter(({ id }) => id !== 'a.error.body');
    },
    /requirement a\.error\.body is missing from the record/,
  ],
  [
    'a class that is said to be reached and is not',
    (results) => {
      const found = caseOf(results, 'b.unavailable');
      Object.assign(found, { trials: [], exchanges: [], checks: [], verdict: 'pass' });
    },
    /case b\.unavailable claims a result without a request/,
  ],
  [
    'counts that nothing bears out',
    (results) => {
      must(results.variants['a']).counts.pass = 99;
    },
    /`variants` of the results is not what follows/,
  ],
  [
    'an observation made up',
    (results) => {
      must(results.observations[0]).value = 'flattering';
    },
    /`observations` of the results is not what follows/,
  ],
  [
    'a decision of a person on a text that nobody had to decide on',
    (results) => {
      results.reviews = [
        {
          case: 'a.success',
          text: 'x',
          decision: 'pass',
          name: 'Nobody',
          date: '2026-11-20',
          note: '',
          requirement: null,
          state: 'used',
          requirements: ['a.success.status'],
        },
      ];
    },
    /`reviews` of the results is not what follows/,
  ],
  [
    'a requirement that is said to be accepted by a person',
    (results) => {
      const found = must(results.requirements.find(({ id }) => id === 'a.missing.partnerName.meaning'));
      Object.assign(found, { verdict: 'review', decided: 'pass' });
    },
    /requirement a\.missing\.partnerName\.meaning: recorded as review, judged again as pass/,
  ],
  [
    'a waiver in hiding',
    (results) => {
      results.waivers = [
        { requirement: 'a.success.status', reason: 'r', owner: 'o', until: '2099-01-01', state: 'undecided' },
      ];
    },
    /the waiver of a\.success\.status is stale/,
  ],
];
