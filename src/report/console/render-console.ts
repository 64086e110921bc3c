import { outcomeOf } from '../../results/totals.ts';
import { suspicionsOf } from '../suspect.ts';
import type { Since } from '../../comparison/since.ts';
import type { RequirementResult, Results } from '../../results/results.ts';
import { worst } from '../../judge/check.ts';
import { displayWidth, padDisplay } from '../../base/text-width.ts';
import { outcomeIn, viewOf } from '../view.ts';
import type { VariantView } from '../sentences.ts';
import { clip, visible } from '../../base/visible.ts';
import { findingLines } from './findings.ts';
import { classLines } from '../steps.ts';
import { makePen } from './pen.ts';
import type { Pen, Sheet } from './pen.ts';
import {
  countsOf,
  durationOf,
  glyphs,
  instantOf,
  looks,
  overallIn,
  requestsOf,
  sentenceOf,
  settingsOf,
  variantName,
} from '../sentences.ts';
import { wordsIn } from '../../messages/message.ts';
import type { Words } from '../../messages/message.ts';

export interface ConsoleOptions {
  /** Columns of the terminal. Less than 60 counts as 60. */
  readonly width: number;
  readonly color: boolean;
  /** Shows all failures in full, and the observations. */
  readonly verbose?: boolean;
  /** Does not cut texts: in a log, a reader cannot open the report. */
  readonly whole?: boolean;
  /** What the failures are beside those of an earlier run. */
  readonly since?: Since | null;
}

/**
 * Renders the summary at the end of a run. No line is wider than `width` except curl commands. In texts of the
 * target, invisible characters are escaped, and none begins a command to a CI server.
 */
export function renderConsole(results: Results, options: ConsoleOptions): string {
  const { width, color, verbose: isVerbose = false, whole: isWhole = false } = options;
  const limit = isWhole ? 20_000 : 400;
  const sheet: Sheet = {
    ...viewOf(results, options.since),
    pen: makePen(width, color),
    isVerbose,
    isWhole,
    limit,
  };
  const lines = [
    ...headSection(sheet),
    ...causeSection(sheet),
    ...(sheet.isSelection ? selectedSection(sheet) : []),
    ...sheet.variants.flatMap((variant) => tableSection(variant, sheet)),
    ...findingLines(sheet),
    ...(isVerbose ? observationSection(sheet) : []),
    ...lastSection(sheet),
  ];
  return `${lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')}\n`;
}

/** The last line of a run: its outcome in short, and where the details are. */
export function renderOutcome(
  results: Results,
  { width, color }: ConsoleOptions,
  report: string | null = null,
): string {
  const words = wordsIn(results.target.language);
  const { text, sign } = outcomeIn(results, words);
  const settings = settingsOf(suspicionsOf(results));
  const suspicion =
    settings.length > 0 ? `${words('suspect')}: ${words('suspect-check', { settings })}` : null;
  const line = [suspicion, text, report].filter(Boolean);
  return `${makePen(width, color).paint(`${glyphs[sign]} ${visible(line.join(' · '))}`, sign)}\n`;
}

const selectedSection = ({ results: { cases }, words, pen }: Sheet): readonly string[] => [
  ...pen.heading(words('selected'), 'strong', cases.length),
  ...cases.flatMap(({ id, title, verdict }) => {
    const sign = verdict === null ? '·' : glyphs[verdict];
    return pen.lines(`  ${sign} `, `${id}: ${title}`, 'plain', verdict ?? 'quiet');
  }),
];

function headSection({ results, words, pen, interrupted, unverified }: Sheet): readonly string[] {
  const { suite, target, startedAt } = results;
  return [
    ...pen.lines('', `${suite.name} ${suite.version}`, 'strong'),
    ...pen.lines('', `${target.name}, ${target.baseUrl}`),
    ...pen.lines('', instantOf(startedAt, words), 'quiet'),
    ...pen.lines('! ', unverified, 'review'),
    ...(interrupted === null ? [] : ['', ...pen.lines('', `! ${interrupted}`, 'fail')]),
  ];
}

function causeSection({ results: { rootCauses }, words, pen }: Sheet): readonly string[] {
  if (rootCauses.length === 0) return [];
  return [
    ...pen.heading(words('root-causes'), 'fail'),
    ...rootCauses.flatMap(({ variant, message, hint }) => {
      const name = variant === null ? '' : `${variant.toUpperCase()}: `;
      return [
        ...pen.lines('  ! ', `${name}${clip(message, 1000)}`, 'strong', 'fail'),
        ...pen.lines('    → ', clip(hint, 1000)),
      ];
    }),
  ];
}

const observationSection = ({ results: { observations }, words, pen }: Sheet): readonly string[] => [
  ...pen.heading(words('observations'), 'strong', observations.length),
  ...observations.flatMap(({ variant, question, value }) => [
    ...pen.lines(`  ${variant} `, question, 'plain', 'quiet'),
    ...pen.lines('      ', clip(value, 400), 'strong'),
  ]),
];

function lastSection(sheet: Sheet): readonly string[] {
  const { results, words, pen, variants, stale, latency, pace, interrupted } = sheet;
  const times = latency === '' ? '' : `; ${words('latency-of-answers').toLowerCase()}: ${latency}`;
  const wordWidth = Math.max(...variants.map((one) => displayWidth(overallIn(one, words)))) + 1;
  const line = (text: string): readonly string[] => pen.lines('  ', text, 'quiet');
  const absent = results.notApplicable.length;
  return [
    ...pen.heading(words('result')),
    ...variants.flatMap((summary) => {
      const { variant, verdict, ...tally } = summary;
      const prefix = `  ${variantName(variant, words)}  `;
      const outcome = `${padDisplay(overallIn(summary, words), wordWidth)} ${countsOf(tally, words)}`;
      return [
        ...pen.lines(prefix, outcome, looks[verdict]),
        ...classLines(summary, sheet).flatMap((line) => pen.lines(' '.repeat(displayWidth(prefix)), line)),
      ];
    }),
    ...(stale.length === 0 ? [] : pen.lines('  ! ', `${words('stale-waivers')}: ${stale.length}`, 'fail')),
    ...stale.flatMap(({ requirement, text }) => pen.lines('    - ', `${requirement} – ${text}`)),
    ...(sheet.isSelection ? [] : pen.lines('  ', sheet.tried, 'quiet')),
    ...(absent === 0 ? [] : line(`${words('not-applicable')}: ${absent}`)),
    ...line(
      `${requestsOf(results.requests, sheet.leftOut, words)}, ${words('failed-logins-counted', { count: results.failedLogins })}`,
    ),
    ...line(`${durationOf(results.durationMs, words)}${times}`),
    ...pen.lines('  ! ', pace, 'review'),
    ...pen.lines('  ! ', interrupted, 'fail'),
  ];
}

const aspects = ['status', 'names', 'meaning', 'body', 'record'] as const;

/** A table row: the requirements of one subject in one group. */
type Row = readonly [label: string, requirements: readonly RequirementResult[]];

const rowLabel = ({ group, subject, aspect }: RequirementResult): string =>
  [group, subject, aspects.some((name) => name === aspect) ? null : aspect].filter(Boolean).join('.');

/** The worst outcome of a row as sign and word. `isShort`: only says what is waived or decided. */
function rowOutcome(requirements: readonly RequirementResult[], words: Words, isShort: boolean) {
  const verdict = worst(requirements.map(outcomeOf)) ?? 'inconclusive';
  const decisive = requirements.filter((one) => outcomeOf(one) === verdict);
  const isWaived = verdict === 'fail' && decisive.every(({ waived }) => waived);
  // A pass is marked if people decided any part of it, anything else only if they decided all of it.
  const byPersons = decisive.filter(({ decided }) => decided !== null).length;
  const isByPerson = verdict === 'pass' ? byPersons > 0 : byPersons === decisive.length;
  const more = isWaived ? words('waived') : isByPerson ? words('decided') : '';
  const word = more === '' || !isShort ? words(`verdict-${verdict}`) : '';
  return { verdict, text: `${glyphs[verdict]} ${[word, more].filter(Boolean).join(', ')}` };
}

/** The table of a variant: subjects down, aspects across if there is room, worst outcomes in words. */
function tableSection(summary: VariantView, { results, words, pen }: Sheet): readonly string[] {
  const own = results.requirements.filter((one) => one.variant === summary.variant);
  const rows: readonly Row[] = [...Map.groupBy(own, rowLabel)];
  const heads = aspects.map((aspect) => words(`aspect-${aspect}`));
  const labelWidth = Math.max(...rows.map(([label]) => displayWidth(visible(label)))) + 2;
  const fixedWidth = labelWidth + displayWidth(heads.join(' ')) + 3;
  const widthWith = (isShort: boolean): number =>
    fixedWidth +
    Math.max(...rows.map(([, requirements]) => displayWidth(rowOutcome(requirements, words, isShort).text)));
  const isShort = widthWith(false) > pen.width;
  const hasAspects = widthWith(isShort) <= pen.width;
  const head = `${padDisplay(`  ${words('condition')}`, labelWidth)} ${heads.join(' ')}  ${words('verdict')}`;
  const table = [
    ...(hasAspects ? [pen.paint(head, 'quiet')] : []),
    ...rows.flatMap(([label, requirements]) => {
      const { verdict, text } = rowOutcome(requirements, words, isShort);
      if (!hasAspects) return pen.lines(`  ${text} `, label, 'plain', verdict);
      const cells = aspects.map((aspect, index) => {
        const found = requirements.find((one) => one.aspect === aspect);
        return cell(displayWidth(heads[index] ?? ''), found, pen);
      });
      const name = padDisplay(`  ${visible(label)}`, labelWidth);
      return [`${name} ${cells.join('')} ${pen.paint(text, verdict)}`];
    }),
  ];
  return [
    ...pen.heading(`${variantName(summary.variant, words)}: ${overallIn(summary, words)}`),
    ...pen.lines('  ', sentenceOf(summary, words)),
    // A table that contains only dashes adds nothing to this sentence.
    ...(own.every((one) => outcomeOf(one) === 'inconclusive') ? [] : ['', ...table]),
  ];
}

function cell(width: number, requirement: RequirementResult | undefined, pen: Pen): string {
  if (requirement === undefined) return ' '.repeat(width + 1);
  const left = Math.floor(width / 2);
  const outcome = outcomeOf(requirement);
  return `${' '.repeat(left)}${pen.paint(glyphs[outcome], outcome)}${' '.repeat(width - left)}`;
}
