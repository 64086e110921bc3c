import { readFileSync } from 'node:fs';
import { rootCause } from '../result/causes.ts';
import { tally } from '../result/outcome.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { verbatim } from '../wording/message.ts';
import { spokenIn } from './in-language.ts';
import {
  advisoryOf,
  caseOf,
  checkOf,
  observationOf,
  requirementsOf,
  reviewCase,
  reviewOf,
} from './made-results.test-data.ts';
import type { Parts } from './made-results.test-data.ts';

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

/** Text as a target that is not to be trusted may send it. */
export const hostileText = recorded.observations.find(({ id }) => id === 'a.observe.error-text')?.value ?? '';

const reviewedText = 'Обратитесь в службу поддержки партнёров, код 1007';

/** The same for a Russian reader, with texts that persons decided on. */
export function russianSample(): Results {
  const [name, owner, until] = ['Анна Ревизор', 'группа выплат', '2027-01-31'];
  return sampleResults({
    target: { ...recorded.target, name: 'Стенд', language: 'ru' },
    waivers: [
      { requirement: 'b.unavailable.meaning', reason: 'текст переписывается', owner, until },
      { requirement: 'a.success.status', reason: 'шлюз переезжает', owner, until },
    ],
    reviews: [
      reviewOf('a.unauthorized.wrong-password', reviewedText, 'pass', {
        name,
        date: '2026-11-19',
        note: 'так принято в этой службе',
      }),
      reviewOf('b.unavailable', 'Старый текст', 'fail', { name, date: '2026-11-01' }),
    ],
  });
}

/**
 * Results with every verdict, a waived failure and cases that only observe. Persons accepted, refused or left
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
  const settled = reviewOf('a.unauthorized.wrong-password', reviewedText, 'pass', {
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

/** Results in which every text that is not an id or a word of ours is another one. */
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
