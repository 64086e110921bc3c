// The file of each format of a report, and what writes it.

import type { Results } from '../results/results.ts';
import type { FormatName } from './format-names.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPage } from './page.ts';
import { runDocument, titleOf } from './run-document.ts';
import type { ReportOptions } from './view.ts';

interface Format {
  readonly file: string;
  readonly render: (results: Results, options?: ReportOptions) => string;
}

export const formats: Readonly<Record<FormatName, Format>> = {
  json: { file: 'results.json', render: renderJson },
  html: {
    file: 'report.html',
    render: (results, options) =>
      renderPage(runDocument(results, options), {
        title: titleOf(results),
        language: results.target.language,
      }),
  },
  junit: { file: 'junit.xml', render: renderJunit },
  markdown: {
    file: 'summary.md',
    render: (results, options) =>
      renderMarkdown(runDocument(results, options), { language: results.target.language, limit: 8000 }),
  },
};
