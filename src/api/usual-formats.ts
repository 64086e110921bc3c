import type { FormatName } from '../report/format.ts';

/** Formats of a run without `--format`. `har` is not among them because `json` contains all of it. */
export const usualFormats: readonly FormatName[] = ['json', 'html', 'junit', 'markdown', 'badge'];
