import { expect, it } from 'vitest';
import { matrixColumn, renderMatrix } from '../comparison/matrix.ts';
import { renderConsole, renderOutcome } from '../report/console/render-console.ts';
import { renderBadge } from '../report/machine/json.ts';
import { specification } from '../spec/specification.ts';
import { answered, refused } from '../verdict/evidence.test-data.ts';
import { judge } from './judge.ts';
import { isProfileSuspect, suspectsIn } from './outcome.ts';
import { conforming, recordWith, whereGood } from './record.test-data.ts';
import type { Answers } from './record.test-data.ts';
import type { Results } from './results.ts';

const judged = (answers: Answers): Results => judge(recordWith(answers), specification, [], []);
const text = 'User did not pass authorization';

/** Refuses valid credentials with the status of a variant. */
const refusing = (a: number, b: number, body: object = { description_status: text }): Answers =>
  whereGood(({ variant, stimulus }, id) =>
    answered(variant.id === 'a' ? a : b, body, { id, request: stimulus.id }),
  );
const asRefused = refusing(403, 401);

/** Answers a missing parameter wrongly. */
const missingIn =
  (variants: string, others: Answers): Answers =>
  (request, id, round) =>
    request.stimulus.condition === 'missing' && variants.includes(request.variant.id)
      ? refused(400, text, { id, request: request.stimulus.id })
      : others(request, id, round);

it('a service that refuses the credentials as documented, and all else as it should, may be right', () => {
  const results = judged(asRefused);
  expect(suspectsIn(results)).toEqual(['a', 'b']);
  expect(isProfileSuspect(results)).toBe(true);
  expect(results.verdict).toBe('nonconforming');
  const options = { width: 80, color: false };
  expect(renderOutcome(results, options)).toMatch(
    /^✗ the profile or the service is wrong: check partner, password and encryption in the profile · 2 failed/,
  );
  const said = renderConsole(results, options);
  expect(said).toContain('VARIANT A: THE PROFILE OR THE SERVICE IS WRONG');
  expect(said).not.toMatch(/nonconforming/i);
  expect(renderBadge(results)).toContain('"message": "profile or service"');
  // In the totals, the column's head and both variants.
  const cells = renderMatrix([matrixColumn(results, null)], 'en').match(
    /the profile or the service is wrong/g,
  );
  expect(cells).toHaveLength(4);
});

it('so may one that calls the password unencrypted, but not one that lacks a parameter that was sent', () => {
  const saying = (text: string): readonly string[] =>
    suspectsIn(judged(refusing(422, 422, { description_status: text })));
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
  expect([results.verdict, isProfileSuspect(results)]).toEqual(['nonconforming', false]);
  expect(suspectsIn(results)).toEqual(suspects);
});
