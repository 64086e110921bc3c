import type { Results } from '../../result/results.ts';
import type { Wording } from '../wording/wording.ts';
import { inLanguage } from '../in-language.ts';
import { wordingFor } from '../wording/wording.ts';
import { interruption, variantSummaries } from '../view.ts';
import { clip } from '../visible.ts';
import { staleWaivers, waiverText } from '../waiver-text.ts';
import { code, prose } from './markdown-text.ts';
import { decisionParts } from './summary-decisions.ts';
import { failureParts } from './summary-failures.ts';
import { noteParts } from './summary-notes.ts';
import { openParts, reviewParts } from './summary-open.ts';
import { standingParts } from './summary-standing.ts';

/** Bytes that a summary has at most, line that says it is cut included; GitHub takes 1 MiB for all of a step. */
export const summaryLimit = 900_000;

const textLimit = 1000;

function headParts(results: Results, words: Wording): readonly string[] {
  const { suite, target, startedAt } = results;
  const said = interruption(results, words);
  const sentences = variantSummaries(results).map((one) => `- ${prose(words.sentence(one))}`);
  return [
    `# ${words.labels.title}: ${code(clip(target.name, textLimit))}`,
    `${code(`${suite.name} ${suite.version}`)}, ${code(clip(target.baseUrl, textLimit))}, ${words.instant(startedAt)}`,
    ...(said === null ? [] : [`**${prose(said)}**`]),
    sentences.join('\n'),
    ...staleParts(results, words),
    ...causeParts(results, words),
  ];
}

function staleParts(results: Results, words: Wording): readonly string[] {
  const stale = staleWaivers(results);
  if (stale.length === 0) return [];
  const lines = stale.map(
    (waiver) => `- ${code(waiver.requirement)}: ${prose(waiverText(waiver, results, words))}`,
  );
  return [`**${prose(words.labels.staleWaivers)}: ${stale.length}**`, ...lines];
}

function causeParts({ rootCauses }: Results, words: Wording): readonly string[] {
  if (rootCauses.length === 0) return [];
  const text = (said: string): string => prose(clip(said, textLimit));
  const lines = rootCauses.map(({ variant, message, hint }) => {
    const name = variant === null ? '' : `${prose(words.variant(variant))}: `;
    return `- ${name}${text(message)}${hint === '' ? '' : ` → ${text(hint)}`}`;
  });
  return [`## ${words.labels.rootCauses}`, ...lines];
}

/** Joins as many parts as fit into so many bytes; the last words are said instead of what is left out. */
function joined(parts: readonly string[], limit: number, lastWords: string): string {
  const room = limit - Buffer.byteLength(lastWords) - 3;
  const kept: string[] = [];
  let size = 0;
  for (const part of parts) {
    const piece = `${gap(kept.at(-1) ?? '', part)}${part}`;
    size += Buffer.byteLength(piece);
    if (size > room) return `${kept.join('')}\n\n${lastWords}\n`;
    kept.push(piece);
  }
  return `${kept.join('')}\n`;
}

/** Items of one list stand on neighbouring lines, all else is a paragraph of its own. */
function gap(before: string, part: string): string {
  if (before === '') return '';
  return /^\n*- /.test(before) && part.startsWith('- ') ? '\n' : '\n\n';
}

/**
 * Renders a summary in GitHub-flavoured Markdown, failures first, of at most `limit` bytes; where it is cut its last
 * line says so. Text of a target stands in it as code.
 */
export function renderSummary(recorded: Results, limit: number = summaryLimit): string {
  const results = inLanguage(recorded, recorded.target.language);
  const words = wordingFor(results.target.language);
  const parts = [
    ...headParts(results, words),
    ...failureParts(results, words),
    ...openParts(results, words),
    ...reviewParts(results, words),
    ...decisionParts(results, words),
    ...standingParts(results, words),
    ...noteParts(results, words),
  ].filter((part) => part !== '');
  return joined(parts, limit, `**${prose(words.labels.cutHere)}**`);
}
