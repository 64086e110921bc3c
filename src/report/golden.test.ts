import { expect, test } from 'vitest';
import { renderConsole, renderOutcome } from './console/render-console.ts';
import type { ConsoleOptions } from './console/render-console.ts';
import type { Results } from '../results/results.ts';
import { renderHtml } from './html/page.ts';
import { goldenText } from './golden.test-support.ts';
import { renderAnnotations } from './machine/annotation.ts';
import { renderJson } from './machine/json.ts';
import { renderJunit } from './machine/junit.ts';
import { renderSummary } from './machine/summary.ts';
import { everyVerdict, russianSample, sampleResults } from './made-results.test-data.ts';

const printed = (results: Results, options: ConsoleOptions): string =>
  `${renderConsole(results, options)}\n${renderOutcome(results, options, 'reports/report.html')}`;

const goldens = {
  'console.txt': () => printed(sampleResults(), { width: 80, color: false }),
  'console-color.txt': () => printed(sampleResults(), { width: 80, color: true, verbose: true }),
  'console-ru.txt': () => printed(russianSample(), { width: 80, color: false, verbose: true }),
  'junit.xml': () => renderJunit(sampleResults()),
  // Style, script and their digests are tested elsewhere.
  'report.html': () =>
    renderHtml(sampleResults())
      .replaceAll(/<(style|script)>[^]*?<\/\1>/g, '<$1></$1>')
      .replaceAll(/sha256-[^']*/g, 'sha256-'),
  'results.json': () => renderJson(sampleResults()),
  'summary.md': () => renderSummary(sampleResults()),
  // With texts that people accepted, refused and left open.
  'decided/annotations.txt': () => renderAnnotations(everyVerdict()),
  'decided/console.txt': () => printed(everyVerdict(), { width: 80, color: false }),
  'decided/junit.xml': () => renderJunit(everyVerdict()),
  'decided/summary.md': () => renderSummary(everyVerdict()),
} as const;

test.each(Object.entries(goldens))(
  '%s is what the renderer writes; UPDATE_GOLDEN=1 writes it',
  async (file, render) => {
    const text = render();
    expect(text).toBe(await goldenText(file, text));
  },
);
