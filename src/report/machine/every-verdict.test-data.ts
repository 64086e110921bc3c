import type { CaseResult, RequirementResult, Results, ReviewResult } from '../../result/results.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { hostileText, sampleResults } from '../sample-results.test-data.ts';

const accepted: ReviewResult = {
  case: 'a.unauthorized.wrong-password',
  text: 'Обратитесь в службу поддержки партнёров, код 1007',
  decision: 'pass',
  name: 'A. Reader',
  date: '2026-11-19',
  note: 'agreed with the service',
  requirement: null,
  state: 'used',
  requirements: ['a.unauthorized.meaning'],
};

const refused: ReviewResult = {
  ...accepted,
  case: 'b.unauthorized.refused-text',
  text: 'Nope',
  decision: 'fail',
  note: '',
  requirements: ['b.unauthorized.meaning'],
};

/** A case whose only check under review a person refused. */
const refusedCase: CaseResult = {
  id: 'b.unauthorized.refused-text',
  variant: 'b',
  condition: 'unauthorized',
  title: 'refuses a wrong password with a text',
  verdict: 'review',
  reason: null,
  note: '',
  durationMs: 8,
  checks: [
    {
      requirement: 'b.unauthorized.meaning',
      verdict: 'review',
      reason: null,
      message: 'the text says nothing that the lexicon knows',
      expected: 'says that authorization was not passed',
      actual: 'Nope',
      exchange: null,
    },
  ],
  exchanges: [],
  trials: [],
  controls: [],
};

/** A case whose only check waits for a person. */
const openCase: CaseResult = {
  ...refusedCase,
  id: 'a.missing.partnerName.other-text',
  variant: 'a',
  condition: 'missing',
  title: 'refuses a request without partnerName with a text',
  checks: refusedCase.checks.map((check) => ({ ...check, requirement: 'a.missing.partnerName.meaning' })),
};

function settled(one: RequirementResult): RequirementResult {
  if (one.id === 'a.unauthorized.meaning') return { ...one, decided: 'pass' };
  if (one.id === 'a.missing.partnerName.meaning') return { ...one, cases: [...one.cases, openCase.id] };
  if (one.id !== 'b.unauthorized.meaning') return one;
  return { ...one, verdict: 'review', reason: null, decided: 'fail', cases: [...one.cases, refusedCase.id] };
}

function counted(results: Results): Results {
  const variants = Object.entries(results.variants).map(([name, found]) => {
    const of = (verdict: Verdict): number =>
      results.requirements.filter((one) => one.variant === name && one.verdict === verdict).length;
    const counts = {
      pass: of('pass'),
      fail: of('fail'),
      review: of('review'),
      inconclusive: of('inconclusive'),
    };
    return [name, { ...found, verdict: 'nonconforming', counts }] as const;
  });
  return { ...results, variants: Object.fromEntries(variants) };
}

/** Results with every verdict, a waived failure, texts that persons accepted, refused and left open, and cases that only observe. */
export function everyVerdict(): Results {
  const results = sampleResults();
  return counted({
    ...results,
    requirements: results.requirements.map(settled),
    cases: [...results.cases, refusedCase, openCase],
    reviews: [accepted, refused],
  });
}

/** Results in which every text that is not an id or a word of ours is another one. */
export function withText(text: string): Results {
  const results = everyVerdict();
  return {
    ...results,
    target: { ...results.target, name: text, baseUrl: text },
    rootCauses: [{ variant: 'a', message: text, hint: text }],
    requirements: results.requirements.map((one) => ({ ...one, statement: text })),
    waivers: results.waivers.map((one) => ({ ...one, reason: text, owner: text })),
    reviews: results.reviews.map((one) => ({ ...one, name: text, note: text })),
    advisories: [{ id: 'a.x', variant: 'a', message: text, exchanges: [] }],
    observations: [{ id: 'a.y', variant: 'a', question: text, value: text, exchanges: [] }],
    cases: results.cases.map((one) => ({
      ...one,
      title: text,
      note: text,
      checks: one.checks.map((check) => ({ ...check, message: text, expected: text, actual: text })),
      exchanges: one.exchanges.map((exchange) => ({ ...exchange, label: text, curl: text })),
    })),
  };
}

/** Texts that mean something to Markdown, to CI servers or to terminals. */
export const hostileTexts: readonly string[] = [
  hostileText,
  '` `` ``` ```` | a\\|b | @octocat #1 www.example.test https://example.test/ a@b.test',
  '[link](https://example.test) ![image](x) <b>bold</b> **bold** $x$ :tada:',
  '::error title=x::forged',
  '%0A::error::forged%0D',
  '##[error]forged ##vso[task.complete] ##teamcity[x]',
  '<details><!-- ``` --> </details>',
];
