import { describe, expect, test } from 'vitest';
import {
  caseOf,
  checkOf,
  resultsOf,
  reviewCase,
  reviewOf,
  waiverOf,
} from '../report/made-results.test-data.ts';
import type { Parts } from '../report/made-results.test-data.ts';
import { catalogue, catalogueOf } from '../operation/catalogue.test-data.ts';
import { reasons } from '../judge/evidence.ts';
import type { Verdict } from '../judge/check.ts';
import type { Reason } from '../judge/evidence.ts';
import { exitCodeOf } from './totals.ts';
import { openReviews } from './review.ts';
import type { CaseResult, RequirementResult, Results, ReviewResult, WaiverResult } from './results.ts';

const id = 'a.missing.partnerName.meaning';
const other = 'a.unavailable.meaning';

/** One case per requirement except `without`. All pass except those in `but`. */
const passing = (but: Readonly<Record<string, Verdict | Reason>> = {}, without: readonly string[] = []) =>
  catalogue
    .filter((one) => !without.includes(one))
    .map((one) => caseOf(`${one}.case`, [checkOf(one, but[one] ?? 'pass')]));

/** A run with these cases besides those that pass. Only these cases check `id` and `other`. */
const run = (cases: readonly CaseResult[], parts: Parts = {}): Results =>
  resultsOf([...passing({}, [id, other]), ...cases], parts);

function found({ requirements }: Results, wanted = id): RequirementResult {
  const one = requirements.find((each) => each.id === wanted);
  if (one === undefined) throw new Error(`no requirement ${wanted}`);
  return one;
}
const decided = (cases: readonly CaseResult[], parts: Parts): ReviewResult['decision'] | null =>
  found(run(cases, parts)).decided;
const codes = (results: Results) => [exitCodeOf(results, false), exitCodeOf(results, true)];

const passed = caseOf('a.other', [checkOf(other, 'pass')]);
const open = reviewCase('a.one', id, 'words');
const [pass, fail] = (['pass', 'fail'] as const).map((decision) => reviewOf('a.one', 'words', decision)) as [
  ReturnType<typeof reviewOf>,
  ReturnType<typeof reviewOf>,
];

describe('a decision', () => {
  test.for([
    [pass, 'conforming', [], [0, 0]],
    [fail, 'nonconforming', [id], [1, 1]],
  ] as const)('counts as it was made, while the verdict stays: $0.decision', (row) => {
    const [review, verdict, prevents, exits] = row;
    const after = run([open, passed], { reviews: [review] });
    expect(found(after)).toMatchObject({ verdict: 'review', decided: review.decision, waived: false });
    expect(after.reviews).toEqual([{ ...review, state: 'used', requirements: [id] }]);
    expect([after.verdict, codes(after)]).toEqual([verdict, exits]);
    const counts = { pass: catalogueOf('a').length - 1, fail: 0, review: 1 };
    const core = { reached: prevents.length === 0, prevents };
    expect(after.variants['a']).toMatchObject({ verdict, counts, classes: { core } });
  });

  test.for([
    ['another case', reviewOf('a.two', 'words', 'pass')],
    ['another text', reviewOf('a.one', 'Words', 'pass')],
    ['a part of the text', reviewOf('a.one', 'word', 'pass')],
    ['the text with a space', reviewOf('a.one', 'words ', 'pass')],
    ['another requirement', reviewOf('a.one', 'words', 'pass', { requirement: other })],
    ['a case that passes', reviewOf('a.other', '', 'pass')],
  ] as const)('on %s is stale and changes nothing', ([, review]) => {
    const after = run([open, passed], { reviews: [review] });
    const stale = [{ ...review, state: 'stale', requirements: [] }];
    expect(after).toEqual({ ...run([open, passed]), reviews: stale });
    expect(codes(after)).toEqual([0, 3]);
  });

  const checks = [id, other].map((each) => checkOf(each, 'review', 'words'));
  const [ofOne, refused, ofOther] = [
    { ...pass, requirement: id },
    { ...fail, requirement: id },
    { ...fail, requirement: other },
  ];
  test.for([
    [[pass], ['pass', 'pass']],
    [[ofOne], ['pass', null]],
    [
      [ofOne, ofOther],
      ['pass', 'fail'],
    ],
  ] as const)('holds for the requirement that it names alone, or for all: %#', ([reviews, expected]) => {
    const results = run([caseOf('a.one', checks)], { reviews });
    expect([found(results).decided, found(results, other).decided]).toEqual(expected);
  });

  test.for([
    [pass, fail],
    [pass, refused],
    [ofOne, refused],
  ] as const)('contradicts another on the same text and requirement: %#', ([one, another]) => {
    const said = /"a\.one": found "pass" of "A\. Person" and "fail"/;
    expect(() => run([open], { reviews: [one, another] })).toThrow(said);
    expect(() => run([open], { reviews: [another, one] })).toThrow(/a\.one/);
  });
});

describe('a requirement under review', () => {
  const second = reviewCase('a.two', id, 'other words');
  const accepted = reviewOf('a.two', 'other words', 'pass');
  const unseen = caseOf('a.two', [checkOf(id, 'rate-limited')]);
  const leftOut = { cases: ['a.two'], requirements: [id] };

  test.for<[string, readonly CaseResult[], Parts, ReviewResult['decision'] | null]>([
    ['one of two texts is accepted', [open, second], { reviews: [pass] }, null],
    ['both are', [open, second], { reviews: [pass, accepted] }, 'pass'],
    ['one is refused', [open, second], { reviews: [fail] }, 'fail'],
    ['one is refused, the other accepted', [open, second], { reviews: [fail, accepted] }, 'fail'],
    ['the rest was not seen', [open, unseen], { reviews: [pass] }, null],
    ['the rest was not seen, and a text is refused', [open, unseen], { reviews: [fail] }, 'fail'],
    ['a case was left out', [open], { reviews: [pass], leftOut }, null],
    ['a case was left out, and a text is refused', [open], { reviews: [fail], leftOut }, 'fail'],
    ['it fails anyway', [open, caseOf('a.two', [checkOf(id, 'fail')])], { reviews: [pass] }, null],
  ])('is decided only as a whole, and refused by one text: %s', ([, cases, parts, expected]) => {
    expect(decided([...cases, passed], parts)).toBe(expected);
  });

  test('that persons refused may be waived, and then makes the run incomplete', () => {
    const results = run([open, passed], { waivers: [waiverOf(id)], reviews: [fail] });
    expect(found(results)).toMatchObject({ decided: 'fail', waived: true });
    expect(results).toMatchObject({ verdict: 'incomplete', waivers: [{ state: 'used' }] });
    expect(exitCodeOf(results, false)).toBe(0);
  });

  test('waits for a person: each text once, those of a framework together, the cases that show it and what waits for it', () => {
    const cases = [open, reviewCase('a.two', other, 'other words'), reviewCase('a.three', other, 'words')];
    expect(openReviews(run(cases))).toMatchObject([
      { cases: ['a.one', 'a.three'], text: 'words', requirements: [id, other] },
      { cases: ['a.two'], text: 'other words', requirements: [other] },
    ]);
    const said = (...fields: readonly string[]): string =>
      fields.map((field) => `'${field}' failed on 'required', trace 4f${field.length}`).join('\n');
    const [one, several] = [said('PartnerName'), said('PartnerName', 'use_auth_by_cert')];
    const ofFramework = [reviewCase('a.two', id, one), reviewCase('a.three', other, several)];
    expect(openReviews(run([...ofFramework, open]))).toMatchObject([
      {
        cases: ['a.two', 'a.three'],
        answers: [{ text: one }, { cases: ['a.three'], text: several }],
        requirements: [id, other],
      },
      { text: 'words' },
    ]);
    for (const decision of [pass, fail])
      expect(openReviews(run(cases, { reviews: [decision] })).map((draft) => draft.cases)).toEqual([
        ['a.two'],
        ['a.three'],
      ]);
  });
});

describe('a waiver', () => {
  /** States of waivers with these last days, in a run at noon on 1 January 2026. */
  const states = (outcome: Verdict, days: readonly string[], parts: Parts = {}) => {
    const waivers = days.map((day) => waiverOf(id, day));
    return resultsOf(passing({ [id]: outcome }), { ...parts, waivers }).waivers.map(({ state }) => state);
  };
  const [ended, last, later] = ['2026-01-01', '2026-01-02', '2027-01-01'] as const;

  test.for<[Verdict, readonly string[], readonly WaiverResult['state'][]]>([
    ['fail', [ended, last, later], ['expired', 'used', 'used']],
    ['pass', [ended, last, later], ['stale', 'stale', 'stale']],
    ['review', [ended, last], ['expired', 'undecided']],
    ['inconclusive', [ended, last], ['expired', 'undecided']],
  ])('for a %s is settled by its own day, in UTC', ([outcome, days, expected]) => {
    expect(states(outcome, days)).toEqual(expected);
  });

  test.for([
    ['pass', [last], ['stale']],
    ['fail', [ended, last], ['expired', 'used']],
  ] as const)('for a review that persons decided as %s', ([decision, days, expected]) => {
    const waivers = days.map((day) => waiverOf(id, day));
    const results = run([open, passed], { waivers, reviews: [decision === 'pass' ? pass : fail] });
    expect(results.waivers.map(({ state }) => state)).toEqual(expected);
  });

  test('covers its own requirement only, until its day; one that nothing has is stale', () => {
    const waived = (requirement: string, startedAt: string, until = last) => {
      const results = resultsOf(passing({ [id]: 'fail' }), {
        startedAt,
        waivers: [waiverOf(requirement, until)],
      });
      return [found(results).waived, results.waivers[0]?.state];
    };
    expect(waived(id, '2026-01-01T23:59:59.999Z')).toEqual([true, 'used']);
    expect(waived(id, '2026-01-02T00:00:00.000Z')).toEqual([false, 'expired']);
    expect(waived(other, '2026-01-01T00:00:00.000Z')).toEqual([false, 'stale']);
    expect(waived('a.unknown', '2026-01-01T00:00:00.000Z')).toEqual([false, 'stale']);
  });
});

describe('a class', () => {
  const classes = (cases: readonly CaseResult[], parts: Parts = {}, variant = 'a') =>
    resultsOf(cases, parts).variants[variant]?.classes;
  const prevents = (cases: readonly CaseResult[], parts: Parts = {}) => {
    const full = classes(cases, parts)?.full;
    expect(full?.reached).toBe(full?.prevents.length === 0);
    return full?.prevents;
  };
  const invariants = ['a.error.body', 'a.status.no-401', 'a.authorization.enforced'];

  test.for([
    ['a', ['unavailable']],
    ['b', ['ip-blocked', 'partner-blocked', 'reward-unavailable', 'unavailable']],
  ] as const)(
    'of %s is reached where all of it passes; core leaves out what has to be provisioned',
    (row) => {
      const [variant, provisioned] = row;
      const { length } = catalogueOf(variant);
      const left = provisioned.flatMap((group) => [
        `${variant}.${group}.meaning`,
        `${variant}.${group}.status`,
      ]);
      const whole = { reached: true, requirements: length, prevents: [] };
      const core = { ...whole, requirements: length - left.length };
      expect(classes(passing(), {}, variant)).toEqual({ core, full: { ...whole, untried: [] } });
      const failing = classes(passing(Object.fromEntries(left.map((one) => [one, 'fail']))), {}, variant);
      expect([failing?.core.reached, failing?.full.prevents.toSorted()]).toEqual([true, left]);
    },
  );

  test.for(['fail', 'review', 'inconclusive', ...reasons] as const)(
    'is prevented by a requirement that is %s',
    (outcome) => {
      expect(prevents(passing({ [id]: outcome }))).toEqual([id]);
      expect(classes(passing({ [id]: outcome }))?.core.prevents).toEqual([id]);
    },
  );

  const without = (one: string, requirements: readonly string[]) => ({
    leftOut: { cases: [one], requirements },
  });
  test.for<[string, Readonly<Record<string, Verdict | Reason>>, Parts, readonly string[]]>([
    ['a waived failure', { [id]: 'fail' }, { waivers: [waiverOf(id)] }, [id]],
    ['an interruption, though everything that was seen passes', {}, { interrupted: true }, invariants],
    ['an observed case that was left out', {}, without('a.observed.partner.replay', []), invariants],
    ['a judged one', { [id]: 'not-selected' }, without('a.missing.compared', [id]), [id, ...invariants]],
  ])('is prevented by %s', ([, but, parts, expected]) => {
    expect(prevents(passing(but), parts)).toEqual(expected);
  });

  test('is prevented by a text that nobody accepted', () => {
    const shown = (own: CaseResult, reviews: Parts['reviews'] = []) =>
      prevents([...passing({}, [id]), own], { reviews });
    expect(shown(open)).toEqual([id]);
    expect(shown(open, [fail])).toEqual([id]);
    expect(shown(open, [reviewOf('a.one', 'other', 'pass')])).toEqual([id]);
    expect(shown(open, [pass])).toEqual([]);
  });
});
