import type { Results } from '../../result/results.ts';
import { failureLines } from './failures.ts';
import { decisionLines } from './decisions.ts';
import { openLines, reviewLines } from './open.ts';
import { makePen } from './pen.ts';
import type { Pen, Tone } from './pen.ts';
import { tableLines } from './table.ts';
import { interruption, trafficOf, variantSummaries } from '../view.ts';
import { displayWidth, padDisplay } from '../text-width.ts';
import { staleWaivers, waiverText } from '../waiver-text.ts';
import { clip } from '../visible.ts';
import { inLanguage } from '../in-language.ts';
import { wordingFor } from '../wording/wording.ts';
import type { VariantSummary, Wording } from '../wording/wording.ts';

/** How the summary is written. */
export interface ConsoleOptions {
  /** Columns of the terminal; below 60 it is written as for 60. */
  readonly width: number;
  readonly color: boolean;
  /** All failures in full, and the observations. */
  readonly verbose?: boolean;
}

const tones = {
  conforming: 'pass',
  nonconforming: 'fail',
  incomplete: 'inconclusive',
} as const satisfies Record<Results['verdict'], Tone>;

function headLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  const { suite, target, startedAt } = results;
  const said = interruption(results, words);
  return [
    ...pen.paragraph({ text: `${suite.name} ${suite.version}`, tone: 'strong' }),
    ...pen.paragraph({ text: `${target.name}, ${target.baseUrl}` }),
    ...pen.paragraph({ text: words.instant(startedAt), tone: 'quiet' }),
    ...(said === null ? [] : ['', ...pen.paragraph({ text: `! ${said}`, tone: 'fail' })]),
  ];
}

function rootCauseLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  if (results.rootCauses.length === 0) return [];
  return [
    ...pen.heading(words.labels.rootCauses, 'fail'),
    ...results.rootCauses.flatMap(({ variant, message, hint }) => [
      ...pen.paragraph({
        prefix: '  ! ',
        prefixTone: 'fail',
        text: `${variant === null ? '' : `${variant.toUpperCase()}: `}${clip(message, 1000)}`,
        tone: 'strong',
      }),
      ...(hint === '' ? [] : pen.paragraph({ prefix: '    → ', text: clip(hint, 1000) })),
    ]),
  ];
}

function waiverLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  if (results.waivers.length === 0) return [];
  const { labels } = words;
  return [
    ...pen.heading(`${labels.waivers}: ${results.waivers.length}`),
    ...results.waivers.flatMap((waiver) =>
      pen.paragraph({
        prefix: waiver.state === 'stale' || waiver.state === 'expired' ? '  ! ' : '  - ',
        text: `${waiver.requirement} – ${waiverText(waiver, results, words)} (${waiver.reason}; ${labels.owner} ${waiver.owner}; ${labels.until} ${waiver.until})`,
      }),
    ),
  ];
}

function advisoryLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  if (results.advisories.length === 0) return [];
  return [
    ...pen.heading(`${words.labels.advisories}: ${results.advisories.length}`),
    ...results.advisories.flatMap(({ id, message }) =>
      pen.paragraph({ prefix: '  - ', text: `${id}: ${clip(message, 400)}` }),
    ),
  ];
}

function observationLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  return [
    ...pen.heading(`${words.labels.observations}: ${results.observations.length}`),
    ...results.observations.flatMap(({ variant, question, value }) => [
      ...pen.paragraph({ prefix: `  ${variant} `, prefixTone: 'quiet', text: question }),
      ...pen.paragraph({ prefix: '      ', text: clip(value, 400), tone: 'strong' }),
    ]),
  ];
}

function variantLines(
  { variant, verdict, ...tally }: VariantSummary,
  results: Results,
  pen: Pen,
  words: Wording,
): readonly string[] {
  const prefix = `  ${words.variant(variant)}  `;
  const width = Math.max(...Object.values(words.overall).map(displayWidth)) + 1;
  const classes = results.variants[variant]?.classes;
  return [
    ...pen.paragraph({
      prefix,
      text: `${padDisplay(words.overall[verdict], width)} ${words.counts(tally)}`,
      tone: tones[verdict],
    }),
    ...(classes === undefined
      ? []
      : pen.paragraph({ prefix: ' '.repeat(displayWidth(prefix)), text: words.classes(classes) })),
  ];
}

function staleLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  const stale = staleWaivers(results);
  if (stale.length === 0) return [];
  return [
    ...pen.paragraph({
      prefix: '  ! ',
      text: `${words.labels.staleWaivers}: ${stale.length}`,
      tone: 'fail',
    }),
    ...stale.flatMap((waiver) =>
      pen.paragraph({
        prefix: '    - ',
        text: `${waiver.requirement} – ${waiverText(waiver, results, words)}`,
      }),
    ),
  ];
}

function lastLines(results: Results, pen: Pen, words: Wording): readonly string[] {
  const { requests, latency } = trafficOf(results);
  const { labels } = words;
  const times =
    latency === null
      ? ''
      : `; ${labels.latency.toLowerCase()}: ${[latency.median, latency.p95, latency.max].map(words.duration).join(' / ')}`;
  const said = interruption(results, words);
  return [
    ...pen.heading(labels.result),
    ...variantSummaries(results).flatMap((summary) => variantLines(summary, results, pen, words)),
    ...staleLines(results, pen, words),
    ...(results.notApplicable.length === 0
      ? []
      : pen.paragraph({
          prefix: '  ',
          text: `${labels.notApplicable}: ${results.notApplicable.length}`,
          tone: 'quiet',
        })),
    ...[
      `${words.requests(requests)}, ${words.failedLogins(results.failedLogins)}`,
      `${words.duration(results.durationMs)}${times}`,
    ].flatMap((text) => pen.paragraph({ prefix: '  ', text, tone: 'quiet' })),
    ...(said === null ? [] : pen.paragraph({ prefix: '  ! ', text: said, tone: 'fail' })),
  ];
}

/**
 * Renders the summary at the end of a run. No line is wider than `width`, but for the curl commands; text of the target
 * stands in it with everything invisible as an escape and never begins a command to a CI server.
 */
export function renderConsole(recorded: Results, { width, color, verbose = false }: ConsoleOptions): string {
  const results = inLanguage(recorded, recorded.target.language);
  const words = wordingFor(results.target.language);
  const pen = makePen(width, color);
  const lines = [
    ...headLines(results, pen, words),
    ...rootCauseLines(results, pen, words),
    ...tableLines(results, pen, words),
    ...failureLines(results, pen, words, verbose),
    ...reviewLines(results, pen, words),
    ...decisionLines(results, pen, words),
    ...openLines(results, pen, words),
    ...waiverLines(results, pen, words),
    ...advisoryLines(results, pen, words),
    ...(verbose ? observationLines(results, pen, words) : []),
    ...lastLines(results, pen, words),
  ];
  return `${lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')}\n`;
}
