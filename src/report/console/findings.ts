import type { RequirementResult, Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { sayWhy } from '../../wording/message.ts';
import { glyphs } from '../../wording/report.ts';
import type { Wording } from '../../wording/report.ts';
import { displayWidth, padDisplay } from '../text-width.ts';
import { decisionsOf, failuresOf, failureTitle, isFirstWithExchange } from '../failures.ts';
import { answerLine } from '../view.ts';
import { openReviewsOf } from '../failures.ts';
import { openGroups } from '../view.ts';
import { passwordNote, requestLine, rerunCommand } from '../view.ts';
import type { FailureBlock, OpenReview } from '../failures.ts';
import { clip, some } from '../visible.ts';
import type { Pen } from './pen.ts';

const shownInFull = 10;
const namedCases = 5;
const namedIds = 10;
const curlLimit = 4000;
/** Characters of one text: at a terminal, and where nobody can scroll back to the report. */
const limits = { terminal: 400, whole: 20_000 } as const;

/** How much is shown of what was found. */
export interface Extent {
  /** All failures in full, not the first ten. */
  readonly isVerbose: boolean;
  /** No text is cut: there is no terminal, so nobody is at hand to open the report. */
  readonly isWhole: boolean;
}

/** A name and its text behind it; nothing where there is no text. */
type Field = (name: string, text: string) => readonly string[];

const fields = (pen: Pen, extent: Extent, names: readonly string[]): Field => {
  const width = Math.max(...names.map(displayWidth));
  return (name, text) =>
    text === ''
      ? []
      : pen.lines(`    ${padDisplay(name, width)}  `, clip(text, limitOf(extent)), 'plain', 'quiet');
};

const limitOf = ({ isWhole }: Extent): number => (isWhole ? limits.whole : limits.terminal);

function exchangeLines(exchange: Evidence, pen: Pen, words: Wording, extent: Extent): readonly string[] {
  const part = (sign: string, text: string): readonly string[] =>
    text === '' ? [] : pen.lines(`    ${sign} `, clip(text, limitOf(extent)), 'plain', 'quiet');
  return [
    ...part('>', requestLine(exchange)),
    ...part('>', exchange.request.body ?? ''),
    ...part('<', answerLine(exchange, words)),
    ...part('<', exchange.response?.body ?? ''),
    ...pen.unbroken('    $ ', clip(exchange.curl, curlLimit)),
  ];
}

const requirementLine = (one: RequirementResult, { labels }: Wording): string =>
  `${one.id} (${labels.section} ${one.section}): ${one.statement}`;

function blockLines(
  block: FailureBlock,
  isFirst: boolean,
  results: Results,
  pen: Pen,
  words: Wording,
  extent: Extent,
): readonly string[] {
  const [{ testCase, exchange, check, requirement }, ...others] = block;
  const { labels, language } = words;
  const field = fields(pen, extent, [
    labels.expected,
    labels.actual,
    labels.why,
    labels.decision,
    labels.also,
  ]);
  const ids = others.map((one) => one.requirement.id);
  const note = exchange === null ? null : passwordNote(testCase, exchange, words);
  const rerun = rerunCommand(results, testCase.id);
  const label = exchange === null ? '' : ` (${exchange.label})`;
  const also = [...new Set(block.flatMap(({ cases }) => cases))].filter((id) => id !== testCase.id);
  return [
    ...pen.lines(`  ${glyphs.fail} `, failureTitle(block, words), 'strong', 'fail'),
    ...pen.lines('    ', requirementLine(requirement, words)),
    ...(ids.length === 0 ? [] : pen.lines('    ', `${labels.failsToo} ${ids.join(', ')}`)),
    ...field(labels.expected, check.expected),
    ...field(labels.actual, check.actual),
    ...field(labels.why, sayWhy(check, language)),
    ...block
      .flatMap(({ requirement }) => decisionsOf(requirement, results))
      .flatMap(({ decision, name, date }) =>
        field(labels.decision, `${words.decisions[decision]}; ${name}, ${date}`),
      ),
    ...field(labels.also, some(also, namedCases)),
    ...pen.lines('    ', `${testCase.id}: ${testCase.title}${label}`, 'quiet'),
    ...(exchange === null || !isFirst ? [] : exchangeLines(exchange, pen, words, extent)),
    ...(rerun === null || exchange === null || !isFirst ? [] : pen.unbroken('    $ ', rerun)),
    ...(note === null || !isFirst ? [] : pen.lines('      ', note, 'quiet')),
    '',
  ];
}

/** What failed, by reason: the first ten with all that was sent and seen, the others on one line each. */
export function failureSection(
  results: Results,
  pen: Pen,
  words: Wording,
  extent: Extent,
): readonly string[] {
  const { count, blocks, unexplained } = failuresOf(results);
  if (count === 0) return [];
  const inFull = extent.isVerbose ? Infinity : shownInFull;
  const others = [
    ...blocks.slice(inFull).map((block) => failureTitle(block, words)),
    ...unexplained.map(({ id, statement }) => `${id}: ${statement}`),
  ];
  return [
    ...pen.heading(`${words.labels.failures}: ${count}`, 'fail'),
    ...blocks
      .slice(0, inFull)
      .flatMap((block, index) =>
        blockLines(block, isFirstWithExchange(blocks, index), results, pen, words, extent),
      ),
    ...(others.length === 0 ? [] : pen.lines('  ', `${others.length} ${words.labels.more}`, 'quiet')),
    ...others.flatMap((text) =>
      pen.lines(`  ${glyphs.fail} `, clip(text, pen.width - 14), 'plain', 'fail').slice(0, 1),
    ),
  ];
}

/** Texts that a person has to read, each once, with the questions that it raises. */
export function reviewSection(results: Results, pen: Pen, words: Wording, extent: Extent): readonly string[] {
  const reviews = openReviewsOf(results);
  if (reviews.length === 0) return [];
  const { labels, language } = words;
  const field = fields(pen, extent, [labels.text, labels.decide, labels.why]);
  const questions = ({ open }: OpenReview): readonly string[] =>
    open.flatMap(({ requirement }) => field(labels.decide, requirementLine(requirement, words)));
  const reasons = ({ open }: OpenReview): readonly string[] =>
    [...new Set(open.map(({ check }) => sayWhy(check, language)))].flatMap((why) => field(labels.why, why));
  return [
    ...pen.heading(`${labels.reviews}: ${reviews.length}`, 'review'),
    ...reviews.flatMap((review) => [
      ...pen.lines(
        `  ${glyphs.review} `,
        words.quote(clip(review.text, limitOf(extent))),
        'strong',
        'review',
      ),
      ...questions(review),
      ...reasons(review),
      '',
    ]),
    ...pen.lines('  ', labels.patternHint, 'quiet'),
  ];
}

/** What persons decided about texts that no program can judge, and decisions that settle nothing. */
export function decisionSection(
  { reviews }: Results,
  pen: Pen,
  words: Wording,
  extent: Extent,
): readonly string[] {
  if (reviews.length === 0) return [];
  return [
    ...pen.heading(`${words.labels.decidedBy}: ${reviews.length}`),
    ...reviews.flatMap(({ case: id, decision, name, date, note, state, requirements, text }) => {
      const isUsed = state === 'used';
      const said = [
        words.decisions[decision],
        `${name}, ${date}`,
        ...(note === '' ? [] : [note]),
        ...(isUsed ? [] : [words.reviewStates[state]]),
      ];
      const sign = isUsed ? `  ${glyphs[decision]} ` : '  ! ';
      return [
        ...pen.lines(sign, requirements.join(', ') || id, 'strong', isUsed ? decision : 'plain'),
        ...pen.lines('    ', clip(said.join('; '), limitOf(extent))),
        ...pen.lines('    ', words.quote(clip(text, limitOf(extent))), 'quiet'),
      ];
    }),
  ];
}

/** What could not be tested, by reason, and what to do about it. */
export function openSection(results: Results, pen: Pen, words: Wording, extent: Extent): readonly string[] {
  const groups = openGroups(results, words);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  return [
    ...pen.heading(`${words.labels.open}: ${count}`, 'inconclusive'),
    ...groups.flatMap(({ name, requirements, notes, happened, advice, yaml }) => [
      ...pen.lines(`  ${glyphs.inconclusive} `, `${name}: ${requirements.length}`, 'strong', 'inconclusive'),
      ...pen.lines('    ', happened),
      ...pen.lines(
        '    ',
        some(
          requirements.map(({ id }) => id),
          extent.isWhole ? Infinity : namedIds,
        ),
        'quiet',
      ),
      ...notes.slice(0, 5).flatMap((note) => pen.lines('    - ', clip(note, limitOf(extent)))),
      ...pen.lines('    → ', advice),
      ...yaml.map((line) => `        ${line}`),
      '',
    ]),
  ];
}
