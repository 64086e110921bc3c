import type { Since } from '../comparison/since.ts';
import type { Results } from '../results/results.ts';

/** Values of `--format`, and what a run writes without it. */
export const formatNames = ['json', 'html', 'junit', 'markdown'] as const;
export type FormatName = (typeof formatNames)[number];

/** Loads a renderer. A large report comes in parts. Those for people compare failures with an earlier run. */
type Load = () => Promise<(results: Results, since: Since | null) => string | Iterable<string>>;

/** A kind of report: its file name, and its renderer, loaded on demand. */
interface Format {
  readonly file: string;
  readonly load: Load;
  /** The whole report. */
  readonly text: (results: Results, since?: Since | null) => Promise<string>;
}

const format = (file: string, load: Load): Format => ({
  file,
  load,
  async text(results, since = null) {
    const content = (await load())(results, since);
    return typeof content === 'string' ? content : [...content].join('');
  },
});

/** Every kind of report. */
export const formats: Readonly<Record<FormatName, Format>> = {
  json: format('results.json', async () => (await import('./machine/json.ts')).renderJsonParts),
  html: format('report.html', async () => (await import('./html/page.ts')).renderHtml),
  junit: format('junit.xml', async () => (await import('./machine/junit.ts')).renderJunit),
  markdown: format('summary.md', async () => (await import('./machine/summary.ts')).renderSummary),
};
