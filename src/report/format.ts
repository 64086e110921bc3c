import type { Results } from '../result/results.ts';

/** Draws a report; pure. */
type Renderer = (results: Results) => string;

/** Draws the same report part by part, for records that are too large for one text. */
type PartsRenderer = (results: Results) => Iterable<string>;

/** A kind of report: the name of its file, and its renderer, which is loaded only when it is wanted. */
interface Format {
  readonly file: string;
  readonly load: () => Promise<Renderer>;
  readonly loadParts?: () => Promise<PartsRenderer>;
}

/** Every kind of report by the name that `--format` takes. */
export const formats = {
  json: {
    file: 'results.json',
    load: async () => (await import('./machine/json.ts')).renderJson,
    loadParts: async () => (await import('./machine/json.ts')).renderJsonParts,
  },
  html: { file: 'report.html', load: async () => (await import('./html/render-html.ts')).renderHtml },
  junit: { file: 'junit.xml', load: async () => (await import('./machine/junit.ts')).renderJunit },
  markdown: {
    file: 'summary.md',
    load: async () => {
      const { renderSummary } = await import('./machine/summary.ts');
      return (results) => renderSummary(results);
    },
  },
  ctrf: { file: 'ctrf.json', load: async () => (await import('./machine/ctrf.ts')).renderCtrf },
  har: {
    file: 'transcripts.har',
    load: async () => (await import('./machine/har.ts')).renderHar,
    loadParts: async () => (await import('./machine/har.ts')).renderHarParts,
  },
  badge: { file: 'badge.json', load: async () => (await import('./machine/badge.ts')).renderBadge },
} as const satisfies Record<string, Format>;

/** A name that `--format` takes. */
export type FormatName = keyof typeof formats;

/** Whether a word is the name of a format. */
export function isFormatName(word: string): word is FormatName {
  return Object.hasOwn(formats, word);
}
