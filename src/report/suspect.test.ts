import { expect, it } from 'vitest';
import { renderConsole, renderOutcome } from './console/render-console.ts';
import { renderHtml } from './html/page.ts';
import { renderSummary } from './machine/summary.ts';
import { specification } from '../operation/specification.ts';
import { answered, list, refused } from '../judge/evidence.test-data.ts';
import { judge } from '../results/judge.ts';
import { exitCodeOf } from '../results/totals.ts';
import { readKept } from '../cli/kept-record.test-support.ts';
import { conforming, recordWith, whereGood } from '../results/record.test-data.ts';
import { recordOf } from '../results/record.ts';
import type { Answers } from '../results/record.test-data.ts';
import type { Results } from '../results/results.ts';
import { suspicionsIn, suspicionsOf } from './suspect.ts';

/** The suspicions by variant, without variants that have none. */
const suspected = (results: Results): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...suspicionsIn(results)].filter(([, found]) => found.length > 0));

const judged = (answers: Answers): Results => judge(recordWith(answers), specification, [], []);
const judgedIn = (language: 'ru', answers: Answers): Results => {
  const record = recordWith(answers);
  return judge({ ...record, target: { ...record.target, language } }, specification, [], []);
};
const text = 'User did not pass authorization';

/** Refuses valid credentials with this status, by variant. */
const refusing = (a: number, b: number, body: object = { description_status: text }): Answers =>
  whereGood(({ variant, testRequest }, id) =>
    answered(variant.id === 'a' ? a : b, body, { id, request: testRequest.id }),
  );
const asRefused = refusing(403, 401);

/** Gives a wrong answer to a missing parameter. */
const missingIn =
  (variants: string, others: Answers): Answers =>
  (request, id) =>
    request.testRequest.condition === 'missing' && variants.includes(request.variant.id)
      ? refused(400, text, { id, request: request.testRequest.id })
      : others(request, id);

it('a service that refuses the credentials as documented, and all else as it should, may be right', () => {
  const results = judged(asRefused);
  expect(suspected(results)).toEqual({ a: ['credentials'], b: ['credentials'] });
  expect(suspicionsOf(results)).toEqual(['credentials']);
  expect(results.verdict).toBe('nonconforming');
  const options = { width: 80, color: false };
  expect(renderOutcome(results, options)).toMatch(
    /^✗ the profile or the service is wrong: check partner, password and encryption in the profile · 2 failed/,
  );
  const said = renderConsole(results, options);
  expect(said).toContain('VARIANT A: THE PROFILE OR THE SERVICE IS WRONG');
  expect(said).not.toMatch(/nonconforming/i);
  // The one thing to do is to look at the profile, and no other advice hides it.
  expect(said.replaceAll(/\s+/g, ' ')).toContain(
    'core not reached: check partner, password and encryption in the profile full not reached: reach core',
  );
  expect(said).not.toMatch(/fix \d+ cause|raise limits/);
});

it('so may one that calls the password unencrypted, but not one that lacks a parameter that was sent', () => {
  const saying = (text: string): readonly string[] =>
    Object.keys(suspected(judged(refusing(422, 422, { description_status: text }))));
  expect(saying('partnerPassword is expected in encrypted form')).toEqual(['a', 'b']);
  expect(saying('partnerName is missing, repeat the request with correct data')).toEqual([]);
});

it.each<[string, Answers, suspects: readonly string[]]>([
  ['with the status of the other variant', refusing(401, 403), []],
  ['without the documented body', refusing(403, 401, { error: 'no' }), []],
  ['as documented, and a missing parameter wrongly', missingIn('ab', asRefused), []],
  ['not at all', missingIn('ab', conforming), []],
  ['as documented, and is wrong in the other variant', missingIn('b', asRefused), ['a']],
])('a service that refuses them %s is wrong', (_, answers, suspects) => {
  const results = judged(answers);
  expect([results.verdict, suspicionsOf(results)]).toEqual(['nonconforming', []]);
  expect(Object.keys(suspected(results))).toEqual(suspects);
});

/** In these variants, answers the requests of some conditions like the plain request. */
const notCreated =
  (conditions: string, others: Answers = conforming, variants = 'ab'): Answers =>
  (request, id) => {
    const { variant, testRequest } = request;
    const isMeant = conditions.split(' ').includes(testRequest.id) && variants.includes(variant.id);
    return isMeant ? answered(200, list, { id, request: testRequest.id }) : others(request, id);
  };

it('a service that answers what the profile is to bring about as the plain request may be right', () => {
  const results = judged(notCreated('partner-blocked unavailable'));
  expect(suspected(results)).toEqual({ a: ['unavailable'], b: ['unavailable', 'partner-blocked'] });
  expect(suspicionsOf(results)).toEqual(['unavailable', 'partner-blocked']);
  expect([results.verdict, exitCodeOf(results, false)]).toEqual(['nonconforming', 1]);
  const said = [
    renderOutcome(results, { width: 80, color: false }),
    renderConsole(results, { width: 80, color: false }),
    renderSummary(results),
    renderHtml(results),
  ];
  for (const report of said) {
    expect(report).toMatch(/the profile or the service is wrong/i);
    expect(report).toMatch(/conditions\.partner-blocked/);
    expect(report).not.toMatch(/✗ nonconforming|: nonconforming/i);
  }
  expect(said[0]).toMatch(
    /^✗ the profile or the service is wrong: check conditions\.unavailable and conditions\.partner-blocked in the profile · 6 failed/,
  );
  const russian = judgedIn('ru', notCreated('partner-blocked'));
  expect(renderOutcome(russian, { width: 80, color: false })).toMatch(
    /^✗ неверен профиль или сервис: проверьте в профиле conditions\.partner-blocked · /,
  );
});

const status =
  (code: number, body: unknown, wanted: string): Answers =>
  (request, id) =>
    request.testRequest.id === wanted
      ? answered(code, body, { id, request: request.testRequest.id })
      : conforming(request, id);

it.each<[string, Answers, expected: object]>([
  [
    'all of its conditions',
    notCreated('partner-blocked ip-blocked reward-unavailable unavailable'),
    {
      a: ['unavailable'],
      b: ['unavailable', 'partner-blocked', 'ip-blocked', 'reward-unavailable'],
    },
  ],
  [
    'one in a variant, and fails by another in the same',
    notCreated('unavailable', missingIn('b', conforming)),
    { a: ['unavailable'] },
  ],
  ['one with another status', status(400, { description_status: text }, 'ip-blocked'), {}],
  [
    'one with the documented status and another text',
    status(403, { description_status: 'try later' }, 'ip-blocked'),
    {},
  ],
  ['one with an empty list', status(200, { banks: [] }, 'ip-blocked'), {}],
  ['one with another body', status(200, { description_status: text }, 'ip-blocked'), {}],
  ['none of what a request brings about alone', notCreated('missing.useAuthByCert'), {}],
])('a service is suspected together with the profile if it answers so: %s', (_, answers, expected) => {
  const results = judged(answers);
  expect(results.verdict).toBe('nonconforming');
  expect(suspected(results)).toEqual(expected);
});

it('a service that does not serve the documented path may be right, but not one that refuses what is wrong', async () => {
  const { results } = await readKept('small-moved');
  const record = recordOf(results, specification);
  const found = judge(record, specification, [], []);
  expect(suspected(found)).toEqual({ a: ['address'], b: ['address'] });
  expect(renderOutcome(found, { width: 80, color: false })).toContain(
    'wrong: check base URL and bank code in the profile',
  );
  const missing: Answers = ({ testRequest }, id) => answered(404, {}, { id, request: testRequest.id });
  expect(suspected(judged(whereGood(missing)))).toEqual({});
});
