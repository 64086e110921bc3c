import { expect, test } from 'vitest';
import type { Results } from '../results/results.ts';
import { compareResults, comparisonDocument, sinceOf } from './comparison.ts';
import { renderConsole } from './console.ts';
import { explainDocument } from './explain.ts';
import { formats } from './formats.ts';
import { goldenText } from './golden.test-support.ts';
import { earlierResults, mixedResults, refusedResults, russianResults } from './made-results.test-data.ts';
import { renderMarkdown } from './markdown.ts';
import { outcomeLine, runDocument } from './run-document.ts';
import type { Document } from './document.ts';
import type { ReportOptions } from './view.ts';

const drawn = (document: Document, language: 'en' | 'ru', isVerbose = false, color = false): string =>
  renderConsole(document, { width: 80, color, language, isVerbose });

const printed = (results: Results, isVerbose = false, options: ReportOptions = {}): string =>
  `${drawn(runDocument(results, options), results.target.language, isVerbose)}${outcomeLine(results)}\n`;

/** Style, script and their digests are tested elsewhere. */
const page = (results: Results): string =>
  formats.html
    .render(results)
    .replaceAll(/<(style|script)>[^]*?<\/\1>/g, '<$1></$1>')
    .replaceAll(/sha256-[^']*/g, 'sha256-');

const mixed = mixedResults();
const options = { since: sinceOf(earlierResults(), mixed), profile: 'staging.yaml' };
const compared = comparisonDocument(compareResults(earlierResults(), mixed));

const goldens = {
  ...Object.fromEntries(
    Object.values(formats).map(({ file, render }) => [file, () => render(mixed, options)]),
  ),
  'console.txt': () => printed(mixed, false, options),
  'console-ru.txt': () => printed(russianResults(), true),
  'console-color.txt': () => drawn(runDocument(refusedResults()), 'en', false, true),
  'refused-ru.txt': () => printed(refusedResults('ru')),
  'report.html': () => page(mixed),
  'report-ru.html': () => page(russianResults()),
  'summary-ru.md': () => formats.markdown.render(russianResults()),
  'junit-ru.xml': () => formats.junit.render(russianResults()),
  'results.json': () => formats.json.render(refusedResults()),
  'comparison.txt': () => drawn(compared, 'en'),
  'comparison.md': () => renderMarkdown(compared, { language: 'en' }),
  'explained.txt': () =>
    ['b.missing.partnerPassword.status', 'a.unauthorized.meaning', 'a.success.body', 'b.ip-blocked.status']
      .map((id) => drawn(explainDocument(mixed, id), 'en'))
      .join('\n'),
} as const;

test.each(Object.entries(goldens))(
  '%s is what the renderer writes; UPDATE_GOLDEN=1 writes it',
  async (file, render) => {
    const text = render();
    expect(text).toBe(await goldenText(file, text));
  },
);
