import type { Results } from '../results/results.ts';

/** Values of `--format`. */
export type FormatName = 'json' | 'html' | 'junit' | 'markdown' | 'har' | 'badge';

/**
 * A report: its file name, and its renderer, which is loaded on demand. A large report is rendered in parts.
 */
interface Format {
  readonly file: string;
  readonly load: () => Promise<(results: Results) => string | Iterable<string>>;
}

export const formats: Readonly<Record<FormatName, Format>> = {
  json: { file: 'results.json', load: async () => (await import('./machine/json.ts')).renderJsonParts },
  html: { file: 'report.html', load: async () => (await import('./html/page.ts')).renderHtml },
  junit: { file: 'junit.xml', load: async () => (await import('./machine/junit.ts')).renderJunit },
  markdown: { file: 'summary.md', load: async () => (await import('./machine/summary.ts')).renderSummary },
  har: { file: 'transcripts.har', load: async () => (await import('./machine/har.ts')).renderHarParts },
  badge: { file: 'badge.json', load: async () => (await import('./machine/json.ts')).renderBadge },
};

export async function renderText(results: Results, { load }: Format): Promise<string> {
  const content = (await load())(results);
  return typeof content === 'string' ? content : [...content].join('');
}
