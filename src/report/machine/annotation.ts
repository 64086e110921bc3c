import type { Results } from '../../results/results.ts';
import { clip, disarm } from '../../base/visible.ts';
import { oneLine } from '../failures.ts';
import { viewOf } from '../view.ts';

/** Text and properties of a command (actions/toolkit, `escapeData` and `escapeProperty`). */
const escapeData = (text: string): string =>
  disarm(clip(text, 500)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Renders workflow commands for GitHub Actions: one error for each cause of failures, one per line. */
export function renderAnnotations(results: Results): string {
  const { failures, words } = viewOf(results);
  return failures.blocks
    .map((one) => `::error title=${escapeProperty(one.requirement.id)}::${escapeData(oneLine(one, words))}\n`)
    .join('');
}
