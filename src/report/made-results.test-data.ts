import { readFileSync } from 'node:fs';
import { rootCause } from '../results/diagnosis.ts';
import { judge, resultOf } from '../results/judge.ts';
import { tally } from '../results/totals.ts';
import { conforming, recordWith } from '../results/record.test-data.ts';
import type { Review } from '../results/review.ts';
import type { CaseResult, CheckResult, RequirementResult, Results } from '../results/results.ts';
import { catalogue } from '../operation/catalogue.test-data.ts';
import { deriveRequirements } from '../operation/requirement.ts';
import { specification } from '../operation/specification.ts';
import type { Waiver } from '../profile/target.ts';
import type { Verdict } from '../judge/check.ts';
import type { Reason } from '../judge/evidence.ts';
import { worst } from '../judge/check.ts';
import { reasons } from '../judge/evidence.ts';
import { message, say, sayCheck, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { spokenIn } from './in-language.ts';

/** Parts of a made run besides its cases. */
export interface Parts extends Partial<Omit<Results, 'cases' | 'waivers' | 'reviews'>> {
  readonly waivers?: readonly Waiver[];
  readonly reviews?: readonly Review[];
}

const isReason = (word: Verdict | Reason): word is Reason => reasons.some((reason) => reason === word);

/** A check on a requirement: its verdict, or the reason why it is inconclusive. */
export function checkOf(requirement: string, outcome: Verdict | Reason, text = ''): CheckResult {
  const open = { code: 'open', params: { note: message('nothing-sent') } };
  const seen = { code: 'meaning', params: { meaning: verbatim('means it'), text } };
  const own = isReason(outcome)
    ? { verdict: 'inconclusive' as const, reason: outcome, ...open }
    : { verdict: outcome, reason: null, ...seen };
  const words = sayCheck(own, 'en');
  return { requirement, ...own, exchange: null, ...words, actual: isReason(outcome) ? words.actual : text };
}

/** A case of the variant with which its id begins. Its verdict is the worst of its checks. */
export function caseOf(
  id: string,
  checks: readonly CheckResult[],
  { words = verbatim(`What about ${id}?`), ...parts }: Partial<CaseResult> = {},
): CaseResult {
  const verdict = worst(checks.map((check) => check.verdict));
  return {
    id,
    variant: id.split('.')[0] ?? '',
    condition: 'success',
    title: say(words, 'en'),
    words,
    kind: checks.length === 0 ? 'observed' : 'judged',
    verdict,
    reason:
      verdict === 'inconclusive'
        ? (reasons.find((reason) => checks.some((check) => check.reason === reason)) ?? null)
        : null,
    note: verdict === 'inconclusive' ? (checks.find(({ reason }) => reason !== null)?.message ?? '') : '',
    durationMs: 1,
    checks,
    exchanges: [],
    trials: [],
    controls: [],
    ...parts,
  };
}

const requirementsOf = (
  cases: readonly CaseResult[],
  variants: readonly string[],
): readonly RequirementResult[] =>
  deriveRequirements(specification)
    .filter(({ variant }) => variants.includes(variant))
    .map((requirement) => resultOf(requirement, cases, []));

const skeleton = judge(recordWith(conforming, { only: [] }), specification, [], []);

/** Results of these cases against both variants, dated 1 January. */
export function resultsOf(
  cases: readonly CaseResult[],
  { waivers = [], reviews = [], ...parts }: Parts = {},
): Results {
  const target = parts.target ?? targetOf();
  const run = {
    ...skeleton,
    leftOut: { cases: [], requirements: [] },
    notApplicable: deriveRequirements(specification)
      .filter(({ variant }) => !target.variants.includes(variant))
      .map(({ id }) => id),
    requirements: requirementsOf(cases, target.variants),
    baselines: {},
    controls: [],
    ...parts,
    target,
    cases,
  };
  return { ...run, ...tally(run, waivers, reviews) };
}

export const targetOf = (
  variants: readonly string[] = ['a', 'b'],
  baseUrl = 'http://127.0.0.1:8080',
): Results['target'] => ({ ...skeleton.target, baseUrl, variants });

export const waiverOf = (requirement: string, until = '2026-06-01'): Waiver => ({
  requirement,
  reason: 'being reworded',
  owner: 'payouts',
  until,
});

export const reviewOf = (
  id: string,
  text: string,
  decision: Review['decision'],
  parts: Partial<Review> = {},
): Review => ({
  case: id,
  text,
  decision,
  name: 'A. Person',
  date: '2026-01-02',
  note: '',
  requirement: null,
  ...parts,
});

/** A case whose only check is under review because of this text. */
export const reviewCase = (id: string, requirement: string, text: string): CaseResult =>
  caseOf(id, [checkOf(requirement, 'review', text)]);

/** The outcome of a requirement, and the message of its check. */
export type Found = Verdict | Reason | readonly [Verdict | Reason, message: string];

/** Differences from a run in which everything passes. */
export interface Departure extends Parts {
  /** By requirement. */
  readonly verdicts?: Readonly<Record<string, Found>>;
}

/** The text of every answer that is under review. */
export const reviewedText = 'Code 17';

/** A run with one case per requirement, which has the same name. All pass except those in `verdicts`. */
export function wholeRun({ verdicts = {}, ...parts }: Departure = {}): Results {
  const cases = catalogue.map((id) => {
    const [outcome, text] = [verdicts[id] ?? 'pass'].flat();
    const check = checkOf(id, outcome as Verdict | Reason, outcome === 'review' ? reviewedText : '');
    return caseOf(id, [text === undefined ? check : { ...check, message: text }]);
  });
  return resultsOf(cases, parts);
}

/** An observation in Results; both texts are printed as they are. */
export const observationOf = (
  id: string,
  question: Message,
  value: Message,
): Results['observations'][number] => ({
  id,
  variant: id.slice(0, 1),
  question: say(question, 'en'),
  value: say(value, 'en'),
  exchanges: [],
  words: { question, value },
});

export const advisoryOf = (id: string, words: Message): Results['advisories'][number] => ({
  id,
  variant: id.slice(0, 1),
  message: say(words, 'en'),
  exchanges: [],
  words,
});

const file = new URL('../../fixtures/golden/results.json', import.meta.url);
const recorded = spokenIn(JSON.parse(readFileSync(file, 'utf8')) as Results, 'en');

/**
 * The recorded results with every verdict, every reason, a waived failure, hostile text and broken exchanges.
 * Parts can be replaced and cases added.
 */
export function sampleResults(parts: Parts = {}, more: readonly CaseResult[] = []): Results {
  const cases = [...recorded.cases, ...more];
  const known = new Set(cases.flatMap(({ checks }) => checks.map(({ requirement }) => requirement)));
  const {
    waivers = recorded.waivers.map(({ state: _state, ...one }) => one),
    reviews = [],
    ...others
  } = parts;
  const requirements = requirementsOf(cases, ['a', 'b']).filter(({ id }) => known.has(id));
  const run = { ...recorded, requirements, ...others, cases };
  return { ...run, ...tally(run, waivers, reviews) };
}

/** Text that an untrusted target may send. */
export const hostileText = recorded.observations.find(({ id }) => id === 'a.observe.error-text')?.value ?? '';

const supportText = 'Обратитесь в службу поддержки партнёров, код 1007';

/** The sample for a Russian reader, with texts that people decided. */
export function russianSample(): Results {
  const [name, owner, until] = ['Анна Ревизор', 'группа выплат', '2027-01-31'];
  return sampleResults({
    target: { ...recorded.target, name: 'Стенд', language: 'ru' },
    waivers: [
      { requirement: 'b.unavailable.meaning', reason: 'текст переписывается', owner, until },
      { requirement: 'a.success.status', reason: 'шлюз переезжает', owner, until },
    ],
    reviews: [
      reviewOf('a.unauthorized.wrong-password', supportText, 'pass', {
        name,
        date: '2026-11-19',
        note: 'так принято в этой службе',
      }),
      reviewOf('b.unavailable', 'Старый текст', 'fail', { name, date: '2026-11-01' }),
    ],
  });
}

/**
 * Results with every verdict, a waived failure and cases that only observe. People accepted, refused or left
 * open texts, several of them on one requirement.
 */
export function everyVerdict(): Results {
  const [meaning, open] = ['b.unauthorized.meaning', 'a.missing.partnerName.meaning'];
  const decided = { name: 'A. Reader', date: '2026-11-19' };
  const texts = [
    ['b.unauthorized.accepted-text', meaning, 'No entry', 'pass'],
    ['b.unauthorized.refused-text', meaning, 'Nope', 'fail'],
    ['b.unauthorized.refused-again', meaning, 'Nope again', 'fail'],
    ['a.missing.partnerName.accepted-text', open, 'Where is the name?', 'pass'],
  ] as const;
  const settled = reviewOf('a.unauthorized.wrong-password', supportText, 'pass', {
    ...decided,
    note: 'agreed',
  });
  return sampleResults(
    { reviews: [settled, ...texts.map(([id, , text, decision]) => reviewOf(id, text, decision, decided))] },
    [
      ...texts.map(([id, requirement, text]) => reviewCase(id, requirement, text)),
      caseOf('a.missing.partnerName.other-text', [checkOf(open, 'review')]),
    ],
  );
}

/** Results in which every text that is neither an id nor a word of the suite is replaced by this one. */
export function withText(text: string): Results {
  const results = everyVerdict();
  const words = verbatim(text);
  return {
    ...results,
    target: { ...results.target, name: text, baseUrl: text },
    rootCauses: [rootCause('a', words, words)],
    requirements: results.requirements.map((one) => ({ ...one, statement: text, words })),
    waivers: results.waivers.map((one) => ({ ...one, reason: text, owner: text })),
    reviews: results.reviews.map((one) => ({ ...one, name: text, note: text })),
    advisories: [advisoryOf('a.x', words)],
    observations: [observationOf('a.y', words, words)],
    cases: results.cases.map((one) => ({
      ...one,
      title: text,
      words,
      note: text,
      checks: one.checks.map((check) => ({ ...check, message: text, expected: text, actual: text })),
      exchanges: one.exchanges.map((exchange) => ({ ...exchange, label: text, words, curl: text })),
    })),
  };
}

/** Texts with a meaning for Markdown, CI servers or terminals. */
export const hostileTexts: readonly string[] = [
  hostileText,
  '` `` ``` ```` | a\\|b | @octocat #1 www.example.test https://example.test/ a@b.test',
  '[link](https://example.test) ![image](x) <b>bold</b> **bold** $x$ :tada:',
  '::error title=x::forged',
  '%0A::error::forged%0D',
  '##[error]forged ##vso[task.complete] ##teamcity[x]',
  '<details><!-- ``` --> </details>',
];
