import { isDecided, outcomeOf } from '../../result/outcome.ts';
import type { RequirementResult, Results } from '../../result/results.ts';
import { worst } from '../../verdict/check.ts';
import type { Verdict } from '../../verdict/check.ts';
import { glyphs, wordingFor } from '../../wording/report.ts';
import type { VariantSummary, Wording } from '../../wording/report.ts';
import { inLanguage } from '../in-language.ts';
import { displayWidth, padDisplay } from '../text-width.ts';
import {
  interruption,
  latencyText,
  isSelection,
  outcomeSign,
  outcomeText,
  staleWaivers,
  variantSummaries,
  waiverText,
} from '../view.ts';
import { clip, visible } from '../visible.ts';
import { decisionSection, failureSection, openSection, reviewSection } from './findings.ts';
import { makePen } from './pen.ts';
import type { Pen, Tone } from './pen.ts';

/** How the summary is written. */
export interface ConsoleOptions {
  /** Columns of the terminal; below 60 it is written as for 60. */
  readonly width: number;
  readonly color: boolean;
  /** All failures in full, and the observations. */
  readonly verbose?: boolean;
  /** Texts are not cut, as in a log, where nobody is at hand to open the report. */
  readonly whole?: boolean;
}

/**
 * Renders the summary at the end of a run. No line is wider than `width`, but for the curl commands; text of the target
 * is written with everything invisible as an escape and never begins a command to a CI server.
 */
export function renderConsole(recorded: Results, options: ConsoleOptions): string {
  const { width, color, verbose = false, whole = false } = options;
  const extent = { isVerbose: verbose, isWhole: whole };
  const results = inLanguage(recorded, recorded.target.language);
  const words = wordingFor(results.target.language);
  const pen = makePen(width, color);
  const lines = [
    ...headSection(results, pen, words),
    ...causeSection(results, pen, words),
    ...(isSelection(results)
      ? selectedSection(results, pen, words)
      : variantSummaries(results).flatMap((summary) => tableSection(summary, results, pen, words))),
    ...failureSection(results, pen, words, extent),
    ...reviewSection(results, pen, words, extent),
    ...decisionSection(results, pen, words, extent),
    ...openSection(results, pen, words, extent),
    ...waiverSection(results, pen, words),
    ...advisorySection(results, pen, words),
    ...(verbose ? observationSection(results, pen, words) : []),
    ...lastSection(results, pen, words),
  ];
  return `${lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')}\n`;
}

/** The last line of a run: its outcome in short, and where to read on. */
export function renderOutcome(
  results: Results,
  { width, color }: ConsoleOptions,
  report: string | null = null,
): string {
  const sign = outcomeSign(results);
  const text = outcomeText(results, wordingFor(results.target.language));
  const line = [text, ...(report === null ? [] : [report])].filter((part) => part !== '').join(' · ');
  return `${makePen(width, color).paint(`${glyphs[sign]} ${visible(line)}`, sign)}\n`;
}

/** The cases that were chosen, each with its verdict. */
function selectedSection({ cases }: Results, pen: Pen, { labels }: Wording): readonly string[] {
  return [
    ...pen.heading(`${labels.selected}: ${cases.length}`),
    ...cases.flatMap(({ id, title, verdict }) =>
      pen.lines(
        `  ${verdict === null ? '·' : glyphs[verdict]} `,
        `${id}: ${title}`,
        'plain',
        verdict ?? 'quiet',
      ),
    ),
  ];
}

function headSection(results: Results, pen: Pen, words: Wording): readonly string[] {
  const { suite, target, startedAt } = results;
  const interrupted = interruption(results, words);
  return [
    ...pen.lines('', `${suite.name} ${suite.version}`, 'strong'),
    ...pen.lines('', `${target.name}, ${target.baseUrl}`),
    ...pen.lines('', words.instant(startedAt), 'quiet'),
    ...(interrupted === null ? [] : ['', ...pen.lines('', `! ${interrupted}`, 'fail')]),
  ];
}

function causeSection({ rootCauses }: Results, pen: Pen, words: Wording): readonly string[] {
  if (rootCauses.length === 0) return [];
  return [
    ...pen.heading(words.labels.rootCauses, 'fail'),
    ...rootCauses.flatMap(({ variant, message, hint }) => [
      ...pen.lines(
        '  ! ',
        `${variant === null ? '' : `${variant.toUpperCase()}: `}${clip(message, 1000)}`,
        'strong',
        'fail',
      ),
      ...(hint === '' ? [] : pen.lines('    → ', clip(hint, 1000))),
    ]),
  ];
}

function waiverSection(results: Results, pen: Pen, words: Wording): readonly string[] {
  if (results.waivers.length === 0) return [];
  const { labels } = words;
  return [
    ...pen.heading(`${labels.waivers}: ${results.waivers.length}`),
    ...results.waivers.flatMap((waiver) => {
      const { requirement, reason, owner, until, state } = waiver;
      const more = `${reason}; ${labels.owner} ${owner}; ${labels.until} ${until}`;
      return pen.lines(
        state === 'stale' || state === 'expired' ? '  ! ' : '  - ',
        `${requirement} – ${waiverText(waiver, results, words)} (${more})`,
      );
    }),
  ];
}

function advisorySection({ advisories }: Results, pen: Pen, { labels }: Wording): readonly string[] {
  if (advisories.length === 0) return [];
  return [
    ...pen.heading(`${labels.advisories}: ${advisories.length}`),
    ...advisories.flatMap(({ id, message }) => pen.lines('  - ', `${id}: ${clip(message, 400)}`)),
  ];
}

function observationSection({ observations }: Results, pen: Pen, { labels }: Wording): readonly string[] {
  return [
    ...pen.heading(`${labels.observations}: ${observations.length}`),
    ...observations.flatMap(({ variant, question, value }) => [
      ...pen.lines(`  ${variant} `, question, 'plain', 'quiet'),
      ...pen.lines('      ', clip(value, 400), 'strong'),
    ]),
  ];
}

const tones = {
  conforming: 'pass',
  nonconforming: 'fail',
  incomplete: 'inconclusive',
} as const satisfies Record<Results['verdict'], Tone>;

function lastSection(results: Results, pen: Pen, words: Wording): readonly string[] {
  const { labels } = words;
  const latency = latencyText(results, words);
  const stale = staleWaivers(results);
  const interrupted = interruption(results, words);
  const absent = results.notApplicable.length;
  const times = latency === null ? '' : `; ${labels.latency.toLowerCase()}: ${latency}`;
  const wordWidth = Math.max(...Object.values(words.overall).map(displayWidth)) + 1;
  return [
    ...pen.heading(labels.result),
    ...(isSelection(results) ? [] : variantSummaries(results)).flatMap(({ variant, verdict, ...tally }) => {
      const prefix = `  ${words.variant(variant)}  `;
      const outcome = `${padDisplay(words.overall[verdict], wordWidth)} ${words.counts(tally)}`;
      const classes = results.variants[variant]?.classes;
      return [
        ...pen.lines(prefix, outcome, tones[verdict]),
        ...(classes === undefined ? [] : pen.lines(' '.repeat(displayWidth(prefix)), words.classes(classes))),
      ];
    }),
    ...(stale.length === 0 ? [] : pen.lines('  ! ', `${labels.staleWaivers}: ${stale.length}`, 'fail')),
    ...stale.flatMap((waiver) =>
      pen.lines('    - ', `${waiver.requirement} – ${waiverText(waiver, results, words)}`),
    ),
    ...(absent === 0 ? [] : pen.lines('  ', `${labels.notApplicable}: ${absent}`, 'quiet')),
    ...pen.lines(
      '  ',
      `${words.requests(results.requests)}, ${words.failedLogins(results.failedLogins)}`,
      'quiet',
    ),
    ...pen.lines('  ', `${words.duration(results.durationMs)}${times}`, 'quiet'),
    ...(interrupted === null ? [] : pen.lines('  ! ', interrupted, 'fail')),
  ];
}

const aspects = ['status', 'names', 'meaning', 'body', 'record'] as const;

/** One line of a table: the requirements of one subject in one group. */
type Row = readonly [label: string, requirements: readonly RequirementResult[]];

const hasColumn = ({ aspect }: RequirementResult): boolean => aspects.some((name) => name === aspect);

const rowLabel = (requirement: RequirementResult): string => {
  const { group, subject, aspect } = requirement;
  return [group, ...(subject === null ? [] : [subject]), ...(hasColumn(requirement) ? [] : [aspect])].join(
    '.',
  );
};

/** The worst outcome of a row as sign and word; `isShort`: of what is waived or decided only that is said. */
function rowOutcome(requirements: readonly RequirementResult[], words: Wording, isShort: boolean) {
  const verdict = worst(requirements.map(outcomeOf)) ?? 'inconclusive';
  const decisive = requirements.filter((one) => outcomeOf(one) === verdict);
  const more = additionTo(verdict, decisive, words);
  const word = more === null || !isShort ? [words.verdicts[verdict]] : [];
  return { verdict, text: `${glyphs[verdict]} ${[...word, ...(more === null ? [] : [more])].join(', ')}` };
}

// What fails by itself is not put down to a person; what passes says that it took one.
function additionTo(
  verdict: Verdict,
  decisive: readonly RequirementResult[],
  { labels }: Wording,
): string | null {
  if (verdict === 'fail' && decisive.every(({ waived }) => waived)) return labels.waived;
  const isByPerson = verdict === 'pass' ? decisive.some(isDecided) : decisive.every(isDecided);
  return isByPerson ? labels.decided : null;
}

/** The table of a variant: subjects down, aspects across where there is room, the worst outcome of each line in words. */
function tableSection(
  summary: VariantSummary,
  results: Results,
  pen: Pen,
  words: Wording,
): readonly string[] {
  const own = results.requirements.filter((one) => one.variant === summary.variant);
  const rows: readonly Row[] = [...Map.groupBy(own, rowLabel)];
  const labelWidth = Math.max(...rows.map(([label]) => displayWidth(visible(label)))) + 2;
  const aspectsWidth = aspects.reduce((sum, aspect) => sum + displayWidth(words.aspects[aspect]) + 1, 0);
  const widthWith = (isShort: boolean): number =>
    labelWidth +
    1 +
    aspectsWidth +
    1 +
    Math.max(...rows.map(([, requirements]) => displayWidth(rowOutcome(requirements, words, isShort).text)));
  const isShort = widthWith(false) > pen.width;
  const hasAspects = widthWith(isShort) <= pen.width;
  const head = `${padDisplay(`  ${words.labels.condition}`, labelWidth)} ${aspects.map((aspect) => words.aspects[aspect]).join(' ')}  ${words.labels.verdict}`;
  const table = [
    ...(hasAspects ? [pen.paint(head, 'quiet')] : []),
    ...rows.flatMap(([label, requirements]) => {
      const { verdict, text } = rowOutcome(requirements, words, isShort);
      if (!hasAspects) return pen.lines(`  ${text} `, label, 'plain', verdict);
      const cells = aspects.map((aspect) => {
        const found = requirements.find((one) => one.aspect === aspect);
        return cell(words.aspects[aspect], found, pen);
      });
      return [
        `${padDisplay(`  ${visible(label)}`, labelWidth)} ${cells.join('')} ${pen.paint(text, verdict)}`,
      ];
    }),
  ];
  return [
    ...pen.heading(`${words.variant(summary.variant)}: ${words.overall[summary.verdict]}`),
    ...pen.lines('  ', words.sentence(summary)),
    // Nothing but dashes says no more than this sentence.
    ...(own.every((one) => outcomeOf(one) === 'inconclusive') ? [] : ['', ...table]),
  ];
}

function cell(title: string, requirement: RequirementResult | undefined, pen: Pen): string {
  const length = displayWidth(title);
  if (requirement === undefined) return ' '.repeat(length + 1);
  const left = Math.floor(length / 2);
  const outcome = outcomeOf(requirement);
  return `${' '.repeat(left)}${pen.paint(glyphs[outcome], outcome)}${' '.repeat(length - left)}`;
}
