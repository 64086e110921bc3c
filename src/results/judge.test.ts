import { describe, expect, test } from 'vitest';
import { allClaims } from '../plan/plan.ts';
import { reviewOf, waiverOf } from '../report/made-results.test-data.ts';
import { catalogue, catalogueOf } from '../operation/catalogue.test-data.ts';
import { specification } from '../operation/specification.ts';
import { refused } from '../judge/evidence.test-data.ts';
import { message, verbatim } from '../messages/message.ts';
import { judge } from './judge.ts';
import { findDiffering } from '../comparison/find-differing.ts';
import { exitCodeOf } from './totals.ts';
import { recordOf } from './record.ts';
import type { Record } from './record.ts';
import { but, conforming, recordWith } from './record.test-data.ts';
import type { Answers } from './record.test-data.ts';
import type { CaseResult, RequirementResult, Results } from './results.ts';

const judged = (record: Record): Results => judge(record, specification, [], []);

function found({ requirements }: Results, id: string): RequirementResult {
  const requirement = requirements.find((each) => each.id === id);
  if (requirement === undefined) throw new Error(`no requirement ${id}`);
  return requirement;
}

function caseOf({ cases }: Results, id: string): CaseResult {
  const one = cases.find((each) => each.id === id);
  if (one === undefined) throw new Error(`no case ${id}`);
  return one;
}

const refusal = 'User did not pass authorization';
const wrongStatus = but('a.missing.partnerName', 400, {
  description_status: 'partnerName is missing. Please repeat the request with correct data.',
});

describe('a run', () => {
  test('that conforms passes every requirement of the catalogue', () => {
    const results = judged(recordWith());
    const open = results.requirements.filter(({ verdict }) => verdict !== 'pass');
    expect(open.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([]);
    expect(results.requirements.map(({ id }) => id)).toEqual(catalogue);
    expect(results).toMatchObject({ verdict: 'conforming', notApplicable: [], rootCauses: [] });
    expect(results.variants).toMatchObject({
      a: {
        verdict: 'conforming',
        counts: { pass: catalogueOf('a').length, fail: 0, review: 0, inconclusive: 0 },
      },
      b: {
        verdict: 'conforming',
        counts: { pass: catalogueOf('b').length, fail: 0, review: 0, inconclusive: 0 },
      },
    });
  });

  test('of a part has not passed what it saw in part only, but may have failed it', () => {
    const only = ['a.success', 'a.missing.partnerName'];
    const id = 'a.missing.partnerName.status';
    const passed = judged(recordWith(conforming, { only }));
    expect(found(passed, id)).toMatchObject({ verdict: 'inconclusive', reason: 'not-selected' });
    expect(found(passed, 'a.success.status').verdict).toBe('pass');
    expect(passed.leftOut.cases).toContain('a.missing.compared');
    expect(passed.leftOut.requirements).toContain(id);
    expect(found(judged(recordWith(wrongStatus, { only })), id)).toMatchObject({
      verdict: 'fail',
      reason: null,
    });
  });

  test('says nothing of a variant that is not claimed', () => {
    const { a } = allClaims(specification);
    const profile = { sha256: '0'.repeat(64), limits: {}, claims: a === undefined ? {} : { a } };
    const results = judged(recordWith(conforming, { profile }));
    expect(results.verdict).toBe('conforming');
    expect(Object.keys(results.variants)).toEqual(['a']);
    expect(results.notApplicable).toEqual(catalogueOf('b'));
  });

  test('leaves open what the profile does not provide, and what could not be sent', () => {
    const { a, ...others } = allClaims(specification);
    if (a === undefined) throw new Error('no variant a');
    const byRequest = ['success', 'missing', 'unencrypted', 'unauthorized'] as const;
    const claims = { ...others, a: { ...a, provisioned: byRequest } };
    const record = recordWith(conforming, { profile: { sha256: '0'.repeat(64), claims, limits: {} } });
    const outcome = { kind: 'other', reason: 'suite-error', note: verbatim('no memory') } as const;
    const attempts = record.attempts.map((one) => (one.request === 'b.success' ? { ...one, outcome } : one));
    const results = judged({ ...record, attempts });
    expect(found(results, 'a.unavailable.status')).toMatchObject({ reason: 'not-provisioned' });
    const open = { verdict: 'inconclusive', reason: 'suite-error' };
    expect(caseOf(results, 'b.success')).toMatchObject(open);
    expect(caseOf(results, 'b.success').note).toContain('no memory');
  });

  test('names a warning of the provisioning as its first cause', () => {
    const warning = verbatim('teardown: exit code 1');
    const { rootCauses } = judged(recordWith(conforming, { warnings: [warning] }));
    expect(rootCauses).toMatchObject([{ variant: null, message: 'teardown: exit code 1' }]);
  });
});

// tally.test.ts shows the effect of waivers and decisions.
test('a judgement takes waivers and decisions of persons, which must not contradict one another', () => {
  const answers: Answers = (request, ...others) =>
    request.id === 'a.unavailable'
      ? but('a.unavailable', 500, { description_status: 'Code 17' })(request, ...others)
      : wrongStatus(request, ...others);
  const record = recordWith(answers);
  const waiver = waiverOf('a.missing.partnerName.status');
  const [pass, fail] = (['pass', 'fail'] as const).map((one) => reviewOf('a.unavailable', 'Code 17', one));
  if (pass === undefined || fail === undefined) throw new Error('two decisions');
  const results = judge(record, specification, [pass], [waiver]);
  expect(results).toMatchObject({
    verdict: 'incomplete',
    waivers: [{ state: 'used' }],
    reviews: [{ state: 'used', requirements: ['a.unavailable.meaning'] }],
  });
  expect([found(results, 'a.unavailable.meaning').decided, exitCodeOf(results, false)]).toEqual(['pass', 0]);
  expect(judge(record, specification, [fail], [waiver]).verdict).toBe('nonconforming');
  expect(() => judge(record, specification, [pass, fail], [])).toThrow(/found "pass" .* and "fail"/);
});

describe('the rounds of a case', () => {
  const id = 'a.unauthorized.unknown-partner';
  const requirement = 'a.unauthorized.status';
  /** In each round, such an answer to the unknown partner. */
  const rounds = (
    given: readonly (readonly [status: number, text: string])[],
    repeat = given.length,
  ): CaseResult => {
    const answers: Answers = (request, exchange, round) => {
      const [status, text] = given[round - 1] ?? [403, refusal];
      return request.id === id
        ? refused(status, text, { id: exchange, request: request.testRequest.id })
        : conforming(request, exchange, round);
    };
    return caseOf(judged(recordWith(answers, { repeat, only: ['a.success', id] })), id);
  };

  test('that are all the same are stable, and one represents them where it is shown', () => {
    const merged = rounds([], 3);
    expect(merged).toMatchObject({
      verdict: 'pass',
      goes: { times: 3, unstable: false, verdicts: { pass: 3 } },
    });
    expect([merged.exchanges.length, merged.trials.length]).toEqual([3, 1]);
    expect(rounds([], 1).goes).toBeUndefined();
  });

  test('that differ have the worst verdict, with its share and the evidence of all', () => {
    const merged = rounds([403, 400, 403].map((status) => [status, refusal]));
    expect(merged).toMatchObject({
      verdict: 'fail',
      goes: { times: 3, unstable: true, verdicts: { pass: 2, fail: 1 } },
    });
    const [check] = merged.checks.filter((one) => one.requirement === requirement);
    expect(check).toMatchObject({ verdict: 'fail', rounds: { alike: 1, of: 3 } });
    expect(check?.message).toContain('(unstable: 1 of 3)');
    expect(merged.exchanges.map(({ id: exchange }) => exchange)).toContain(check?.exchange);
    expect(merged.exchanges).toHaveLength(3);
  });

  test('that were never carried out say nothing of those that were', () => {
    const record = recordWith(conforming, { repeat: 2, only: ['a.success', id] });
    const outcome = { kind: 'limit', reason: 'not-selected', note: message('interrupted') } as const;
    const attempts = record.attempts.map((one) =>
      one.request === id && one.round === 2 ? { ...one, outcome } : one,
    );
    const results = judged({ ...record, attempts });
    expect(caseOf(results, id)).toMatchObject({ verdict: 'pass', goes: { times: 1, unstable: false } });
    expect(judged(recordOf(results, specification))).toEqual(results);
  });

  test('under review keep each text that a person has to read', () => {
    const merged = rounds(['Code 17', 'Code 17', 'Other'].map((text) => [403, text]));
    const checks = merged.checks.filter(({ verdict }) => verdict === 'review');
    expect(checks).toHaveLength(2);
    expect(merged.goes).toMatchObject({ times: 3, unstable: false });
    expect(merged.exchanges).toHaveLength(3);
  });
});

describe('a judgement', () => {
  const record = recordWith(wrongStatus, {
    repeat: 2,
    only: ['a.success', 'a.missing.partnerName', 'a.missing.compared'],
  });

  test('is the same for the same record, and for the record that its Results hold', () => {
    const results = judged(record);
    expect(judged(record)).toEqual(results);
    const read = JSON.parse(JSON.stringify(results)) as Results;
    const again = judged(recordOf(read, specification));
    expect(JSON.parse(JSON.stringify(again))).toEqual(read);
    expect(findDiffering(results, again)).toEqual([]);
  });

  test('that differs is named, by case and by requirement', () => {
    const before = judged(recordWith());
    expect(findDiffering(before, judged(recordWith(wrongStatus)))).toEqual([
      'a.missing.partnerName: recorded as pass, judged again as fail',
      // It sends the same request.
      'a.missing.compared: recorded as pass, judged again as fail',
      'a.missing.partnerName.status: recorded as pass, judged again as fail',
    ]);
  });
});
