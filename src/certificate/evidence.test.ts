import { beforeAll, describe, expect, it } from 'vitest';
import { runReference } from '../cli/reference-run.test-support.ts';
import { judge, recordOf } from '../result/judge.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { message, say } from '../wording/message.ts';
import { sha256 } from './certificate.ts';
import { must } from './certificate.test-support.ts';
import type { Draft } from './certificate.test-support.ts';
import { findDifference, recompute } from './evidence.ts';

type Edited = Draft<Results>;
type Edit = (all: Edited) => unknown;

let run: Awaited<ReturnType<typeof runReference>>;
beforeAll(async () => {
  run = await runReference(undefined, { thorough: true });
}, 60_000);

/** A copy to edit; an exchange that several cases share is one object. */
function reread(results: unknown): Edited {
  const all = JSON.parse(JSON.stringify(results)) as Edited;
  const known = new Map<string, Edited['controls'][number]>();
  const shared = (one: Edited['controls'][number]): Edited['controls'][number] =>
    known.get(one.id) ?? (known.set(one.id, one), one);
  for (const found of all.cases) found.exchanges = found.exchanges.map(shared);
  return all;
}

const problemOf = (edited: Results): string | null => recompute(edited, specification, run.texts).problem;

const theCase = (id: string) => (all: Edited) => must(all.cases.find((found) => found.id === id));
const trial = (id: string) => (all: Edited) => must(theCase(id)(all).trials[0]);
const exchange = (id: string) => (all: Edited) => must(theCase(id)(all).exchanges[0]);
const request = (id: string) => (all: Edited) => exchange(id)(all).request;
const response = (id: string) => (all: Edited) => must(exchange(id)(all).response);
const text = (id: string) => (all: Edited) => {
  const { facts } = exchange(id)(all);
  return must(facts?.kind === 'json' ? facts.text : null);
};

/** Gives members of what is found other values. */
const set =
  <Found extends object>(find: (all: Edited) => Found, members: Partial<Found>): Edit =>
  (all) =>
    Object.assign(find(all), members);

/** Copies a member of one thing to another. */
const copy =
  <Found extends object>(
    find: (id: string) => (all: Edited) => Found,
    member: keyof Found,
    from: string,
    to: string,
  ): Edit =>
  (all) =>
    Object.assign(find(to)(all), { [member]: structuredClone(find(from)(all)[member]) });

const header =
  (id: string, pattern: RegExp, value: string): Edit =>
  (all) => {
    const own = request(id)(all);
    own.headers = own.headers.map(([name, said]) => [name, said.replace(pattern, value)]);
  };

const halted = { reason: 'not-selected', note: 'x', words: { code: 'interrupted', params: {} } } as const;
const elsewhere = { ownGateway: true, ownRoute: true };
const guess = 'a.observed.value.useAuthByCert.blank';
const lacking = 'a.missing.partnerName';
const other = 'a.missing.useAuthByCert';
const nothing = { trials: [], exchanges: [], controls: [], checks: [], note: '' };

/** What a forger does to a record before it is judged again, and the place that is named. */
const forgeries: readonly (readonly [string, Edit, RegExp])[] = [
  [
    'a case removed',
    (all) => (all.cases = all.cases.filter(({ id }) => id !== guess)),
    /requests were sent, but the record holds/,
  ],
  ['a case twice', (all) => all.cases.push(must(all.cases[0])), /contains a case twice/],
  ['a case emptied', set(theCase(guess), nothing), /has no request, though nothing kept the run from it/],
  [
    'a condition withheld',
    (all) => must(all.profile.claims['b']).provisioned.pop(),
    /its requests are not|is no case/,
  ],
  [
    'a request removed',
    (all) => theCase('b.texts.compared')(all).trials.pop(),
    /its requests are not those that/,
  ],
  ['a variant dropped', (all) => all.target.variants.pop(), /are not those of the variants/],
  ['rounds that nobody saw', set((all) => all, { repeat: 2 }), /no case was carried out 2 times/],
  ['an exchange lost', (all) => all.controls.splice(0, 1), /requests were sent, but the record holds/],
  [
    'another expectation',
    set((all) => trial(lacking)(all).expectation, { status: null }),
    /status: found null, computed 422/,
  ],
  [
    "another case's answer",
    copy(trial, 'attempts', other, lacking),
    /attempts\[0\]: found "a\.missing\.useAuth/,
  ],
  ['a body copied', copy(request, 'body', other, lacking), /request\.body: found/],
  [
    'a plain request in its place',
    copy(request, 'url', 'b.success', 'b.missing.partnerName'),
    /request\.url: found/,
  ],
  [
    'a ciphertext in place of a plain password',
    copy(request, 'body', 'a.success', 'a.unencrypted.partnerPassword'),
    /request\.body/,
  ],
  [
    'a spelling that was not tried',
    copy(request, 'body', 'a.success', 'a.request.body.escapes'),
    /request\.body/,
  ],
  [
    'a known partner called unknown',
    copy(request, 'body', 'a.success', 'a.unauthorized.unknown-partner'),
    /<unknown partner>/,
  ],
  [
    'another method',
    set(request(lacking), { method: 'GET' }),
    /request\.method: found "GET", computed "POST"/,
  ],
  [
    'another path',
    set(request(lacking), { url: 'http://127.0.0.1:1/health' }),
    /request\.url: found .*health/,
  ],
  [
    'another host',
    (all) =>
      [copy(request, 'url', 'b.success', lacking), set(trial(lacking), elsewhere)].map((edit) => edit(all)),
    /request\.url|ownRoute/,
  ],
  [
    'an address of megabytes',
    (all) => (all.target.baseUrl += '/'.repeat(1_000_000)),
    /more of a request or an answer than is recorded/,
  ],
  ['a way of its own', set(trial(lacking), elsewhere), /ownRoute: found true, computed false/],
  ['another content type', header(lacking, /json$/, 'xml'), /headers\[\d\]\[1\]: found "application\/xml"/],
  ['another product', header(lacking, /^sbp.*/, 'curl/8'), /headers\[\d\]\[1\]: found "curl\/8"/],
  ['another answer', copy(exchange, 'response', other, lacking), /facts\.text\.text: found/],
  [
    'facts of its own',
    (all) => Object.assign(text(lacking)(all), { meanings: ['try-later'] }),
    /meanings\[0\]: found "try-later"/,
  ],
  ['a body without its digest', set(response(lacking), { body: '{}' }), /response\.body(Length|Sha256)/],
  ['a short body called cut', set(response(lacking), { bodyTruncated: true }), /bodyTruncated: found true/],
  [
    'a pattern in hiding',
    (all) => Object.assign(text(lacking)(all), { matchesPattern: true }),
    /matchesPattern: found true, computed null/,
  ],
  ['an answer without facts', set(exchange(lacking), { facts: null }), /facts: found null/],
  ['an answer called held back', set(trial(guess), { halted }), /halted: found/],
  [
    'a login that was none',
    set(trial(guess), { earlierLogin: 'a.success' }),
    /earlierLogin: found "a\.success"/,
  ],
  [
    'another plain request',
    (all) => set(() => must(all.baselines['a']), { attempts: ['a.request.body.escapes'] })(all),
    /attempts\[0\]|request/,
  ],
  [
    'a control called good',
    (all) => (must(must(all.controls.find(({ id }) => id.includes('control'))).response).status = 503),
    /good: found true/,
  ],
];

/** What somebody does to Results that follow from a record. */
const edits: readonly (readonly [string, Edit, RegExp])[] = [
  ['a case of its own', set(theCase(lacking), { id: 'a.missing.all' }), /is no case of this specification/],
  ['a verdict', set(theCase(guess), { verdict: 'pass' }), /useAuthByCert\.blank\]\.verdict/],
  ['a check', (all) => theCase(lacking)(all).checks.shift(), /checks\[0\]/],
  ['a title', set(theCase(lacking), { title: 'fine' }), /title: found "fine"/],
  ['a requirement', (all) => all.requirements.shift(), /requirements/],
  ['a count', (all) => (must(all.variants['a']).counts.pass = 99), /pass: found 99, computed 25/],
  ['an observation', (all) => (must(all.observations[0]).value = 'x'), /value: found "x"/],
  [
    'a decision',
    (all) => (must(all.requirements[0]).decided = 'pass'),
    /decided: found "pass", computed null/,
  ],
  ['another specification', (all) => (all.spec.sha256 = '0'.repeat(64)), /spec\.sha256/],
  ['an interrupt', (all) => (all.interrupted = true), /reached: found true, computed false/],
];

describe('a record', () => {
  it.each<readonly [string, { readonly times?: number }, Parameters<typeof runReference>[0]]>([
    ['of two rounds', { times: 2 }, undefined],
    ['of a condition that is not provisioned', {}, ({ conditions }) => delete conditions['ip-blocked']],
    [
      'judged by patterns',
      {},
      (profile) => Object.assign(profile, { texts: { missing: '{parameter}', unavailable: '.' } }),
    ],
    [
      'with headers of the profile, in Russian',
      {},
      (profile) => Object.assign(profile, { language: 'ru', headers: { 'User-Agent': 'my own gateway' } }),
    ],
  ])('%s is borne out', async (_name, options, edit) => {
    const { results, texts } = await runReference(edit, options);
    expect(recompute(reread(results), specification, texts)).toMatchObject({ problem: null, stated: 0 });
  });

  it.each(forgeries)('with %s is not borne out, nor where it is judged again', (_name, edit, place) => {
    const edited = reread(run.results);
    edit(edited);
    expect(problemOf(edited)).toMatch(place);
    expect(problemOf(reread(judge(recordOf(edited), specification, [], [])))).not.toBeNull();
  });

  it.each(edits)('does not lead to results with %s changed', (_name, edit, place) => {
    const edited = reread(run.results);
    edit(edited);
    expect(problemOf(edited)).toMatch(place);
  });

  it('is borne out as it was made; answers over the recording limit are stated and counted', () => {
    const edited = reread(run.results);
    expect(recompute(edited, specification, run.texts)).toMatchObject({ problem: null, stated: 0 });
    const { body } = response(lacking)(edited);
    const cut = {
      body: body.padEnd(65_536),
      bodyLength: 70_000,
      bodySha256: '0'.repeat(64),
      bodyTruncated: true,
    };
    set(response(lacking), cut)(edited);
    expect(recompute(edited, specification, run.texts)).toMatchObject({ problem: null, stated: 1 });
  });
});

it('a record of an answer that is no text is borne out', () => {
  const edited = reread(run.results);
  const bytes = Buffer.from('<p>\u00ed\u00e5\u00f2</p>', 'latin1');
  const found = exchange('a.observed.method.delete')(edited);
  const problem = message('body-not-utf8');
  found.response = {
    ...must(found.response),
    body: bytes.toString('base64'),
    bodyEncoding: 'base64',
    bodyProblem: problem,
    bodyLength: bytes.length,
    bodySha256: sha256(bytes),
  };
  found.facts = { kind: 'not-json', problem: say(problem, 'en'), words: problem, showsList: false };
  expect(problemOf(reread(judge(recordOf(edited), specification, [], [])))).toBeNull();
});

it('finds the first place where two values differ', () => {
  expect(findDifference({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBeNull();
  expect(findDifference({ a: [{ id: 'x', b: 1 }] }, { a: [{ id: 'x', b: 2 }] })).toBe(
    'a[x].b: found 1, computed 2',
  );
  expect(findDifference({ '__proto__ ': 1 }, {})).toBe('["__proto__ "]: found 1, computed nothing');
  expect(findDifference([], {})).toBe('the top: found [], computed {}');
});
