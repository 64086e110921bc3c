import { describe, expect, test } from 'vitest';
import { allClaims } from '../plan/plan.ts';
import { reviewOf, waiverOf } from '../report/made-results.test-data.ts';
import { catalogue, catalogueOf } from '../operation/catalogue.test-data.ts';
import { specification } from '../operation/specification.ts';
import { verbatim } from '../messages/message.ts';
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

describe('a judgement', () => {
  const record = recordWith(wrongStatus, {
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
