import type { Results } from '../result/results.ts';

/** Writes the results file: two spaces, one line break at the end, lone surrogates as escapes. */
export function renderJson(results: Results): string {
  // JSON.stringify escapes lone surrogates itself (ECMA-262, well-formed JSON.stringify).
  return `${JSON.stringify(results, null, 2)}\n`;
}
