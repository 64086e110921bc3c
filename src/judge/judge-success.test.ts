import { expect, test } from 'vitest';
import { baseline, judged } from '../plan/test-case.ts';
import { answered, contextOf, list, refused, silent, variantA } from './evidence.test-data.ts';
import type { Evidence } from './evidence.ts';
import { judgeEverySuccess } from './judge.ts';

const assertions = (['status', 'body', 'record'] as const).map((aspect) => ({
  kind: `success-${aspect}` as const,
  requirement: aspect,
  request: baseline.id,
  parameters: [],
}));
const spaced = judged(variantA, { ...baseline, id: 'request.body.white-space', spelling: 'spaced' });
const [control, spelling] = [{ request: baseline.id }, { request: spaced.id }];
const wrong = { banks: [{ name: 'Bank', bic: 44525225 }] };

test.for<[string, Evidence, fails: readonly string[], isSuperseded?: boolean]>([
  ['the list', answered(200, list, control), []],
  ['another list', answered(200, wrong, control), ['record']],
  ['another body', answered(200, { banks: [], total: 0 }, control), ['body']],
  ['another list, to another spelling', answered(200, wrong, spelling), ['record']],
  ['an error of the service', refused(404, 'no', control), ['status']],
  ['a page with a status of its own', answered(404, '<html>', control), []],
  ['a redirect', answered(302, '', control), []],
  ['a refusal', refused(403, 'no', control), []],
  ['a documented 500', refused(500, 'later', control), []],
  ['a 429', refused(429, 'later', control), []],
  ['nothing', silent({}, control), []],
  ['an error of the service, to another spelling', refused(400, 'no', spelling), []],
  ['an error of the service that a repeat overcame', refused(400, 'no', spelling), ['status'], true],
  ['a page that a repeat overcame', answered(404, '<html>', spelling), [], true],
  ['a redirect that a repeat overcame', answered(302, '', spelling), [], true],
  ['a refusal that a repeat overcame', refused(403, 'no', spelling), [], true],
  ['a documented 500 that a repeat overcame', refused(500, 'later', spelling), [], true],
  ['a 429 that a repeat overcame', refused(429, 'later', spelling), [], true],
])('valid credentials are answered by %s beside the list', ([, evidence, fails, isSuperseded = false]) => {
  const testRequest = evidence.planned === 'a.success' ? judged(variantA, baseline) : spaced;
  const other = { testRequest, evidence, isSuperseded };
  const failing = (status: number, given = assertions): readonly string[] =>
    judgeEverySuccess(
      given,
      { plain: answered(status, list), others: [other, other] },
      contextOf(variantA),
    ).map(({ requirement, verdict }) => (verdict === 'fail' ? requirement : verdict));
  expect(failing(200)).toEqual(fails);
  expect([...failing(403), ...failing(200, [])]).toEqual([]);
});
