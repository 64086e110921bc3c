import type { Results } from '../../result/results.ts';
import { verbatim } from '../../wording/message.ts';
import {
  advisoryOf,
  caseOf,
  checkOf,
  observationOf,
  reviewCase,
  reviewOf,
  rootCauseOf,
} from '../made-results.test-data.ts';
import { hostileText, sampleResults } from '../sample-results.test-data.ts';

const name = 'A. Reader';

/** Results with every verdict, a waived failure, texts that persons accepted, refused and left open, and cases that only observe. */
export const everyVerdict = (): Results =>
  sampleResults(
    {
      reviews: [
        reviewOf(
          'a.unauthorized.wrong-password',
          'Обратитесь в службу поддержки партнёров, код 1007',
          'pass',
          { name, date: '2026-11-19', note: 'agreed with the service' },
        ),
        reviewOf('b.unauthorized.refused-text', 'Nope', 'fail', { name, date: '2026-11-19' }),
      ],
    },
    [
      reviewCase('b.unauthorized.refused-text', 'b.unauthorized.meaning', 'Nope'),
      caseOf('a.missing.partnerName.other-text', [checkOf('a.missing.partnerName.meaning', 'review')]),
    ],
  );

/** Results in which every text that is not an id or a word of ours is another one. */
export function withText(text: string): Results {
  const results = everyVerdict();
  const words = verbatim(text);
  return {
    ...results,
    target: { ...results.target, name: text, baseUrl: text },
    rootCauses: [rootCauseOf('a', words, words)],
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
