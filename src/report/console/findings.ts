import type { Results } from '../../result/results.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { glyphs } from '../../wording/report.ts';
import type { Wording } from '../../wording/report.ts';
import { displayWidth, padDisplay } from '../text-width.ts';
import { answerLine, decisionsOf, failuresByExchange, openGroups, openReviewsOf } from '../view.ts';
import { passwordNote, requestLine, rerunCommand } from '../view.ts';
import type { Failure, FailureBlock } from '../view.ts';
import { clip } from '../visible.ts';
import type { Pen } from './pen.ts';

const shownInFull = 10;
const bodyLimit = 400;
const failureLimit = 600;
const textLimit = 400;
const curlLimit = 4000;

function exchangeLines(exchange: Evidence, pen: Pen, words: Wording): readonly string[] {
  const sent = exchange.request.body;
  const received = exchange.response?.body ?? '';
  const part = (sign: string, text: string): readonly string[] =>
    pen.lines(`    ${sign} `, text, 'plain', 'quiet');
  return [
    ...part('>', requestLine(exchange)),
    ...(sent === null ? [] : part('>', clip(sent, bodyLimit))),
    ...part('<', answerLine(exchange, words)),
    ...(received === '' ? [] : part('<', clip(received, bodyLimit))),
    ...pen.unbroken('    $ ', clip(exchange.curl, curlLimit)),
  ];
}

/** The first ids, and how many there are besides. */
function idList(ids: readonly string[], limit: number): string {
  const rest = ids.length - limit;
  return rest > 0 ? `${ids.slice(0, limit).join(', ')} (+${rest})` : ids.join(', ');
}

function failureLines(failure: Failure, results: Results, pen: Pen, words: Wording): readonly string[] {
  const { requirement, check, also } = failure;
  const { labels } = words;
  const field = (name: string, text: string): readonly string[] =>
    text === '' ? [] : pen.lines(`      ${name.padEnd(10)} `, clip(text, failureLimit), 'plain', 'quiet');
  const title = `${requirement.id} (${labels.section} ${requirement.section})`;
  return [
    ...pen.lines(`  ${glyphs.fail} `, title, 'strong', 'fail'),
    ...pen.lines('    ', requirement.statement),
    ...field(labels.expected, check.expected),
    ...field(labels.actual, check.actual),
    ...decisionsOf(requirement, results).flatMap(({ decision, name, date }) =>
      field(labels.decision, `${words.decisions[decision]}; ${name}, ${date}`),
    ),
    ...field(labels.also, idList(also, 5)),
  ];
}

function blockLines(block: FailureBlock, results: Results, pen: Pen, words: Wording): readonly string[] {
  const [{ testCase, exchange }] = block;
  const note = exchange === null ? null : passwordNote(testCase, exchange, words);
  const label = exchange === null ? '' : ` (${exchange.label})`;
  const rerun = exchange === null ? null : rerunCommand(results, testCase.id);
  return [
    ...block.flatMap((failure) => failureLines(failure, results, pen, words)),
    ...pen.lines('    ', `${testCase.id}: ${testCase.title}${label}`, 'quiet'),
    ...(exchange === null ? [] : exchangeLines(exchange, pen, words)),
    ...(rerun === null ? [] : pen.unbroken('    $ ', rerun)),
    ...(note === null ? [] : pen.lines('      ', note, 'quiet')),
    '',
  ];
}

/** Failed requirements, the first ten with all that was sent and seen, the others on one line each. */
export function failureSection(
  results: Results,
  pen: Pen,
  words: Wording,
  verbose: boolean,
): readonly string[] {
  const { count, blocks, others } = failuresByExchange(results, verbose ? Infinity : shownInFull);
  if (count === 0) return [];
  return [
    ...pen.heading(`${words.labels.failures}: ${count}`, 'fail'),
    ...blocks.flatMap((block) => blockLines(block, results, pen, words)),
    ...(others.length === 0 ? [] : pen.lines('  ', `${others.length} ${words.labels.more}`, 'quiet')),
    ...others.flatMap(({ id, text }) =>
      pen.lines(`  ${glyphs.fail} `, clip(`${id}: ${text}`, pen.width - 14), 'plain', 'fail').slice(0, 1),
    ),
  ];
}

/** Texts that a person has to read, each with the question that it raises. */
export function reviewSection(results: Results, pen: Pen, words: Wording): readonly string[] {
  const reviews = openReviewsOf(results);
  if (reviews.length === 0) return [];
  const { labels } = words;
  const nameWidth = Math.max(8, ...[labels.text, labels.decide, labels.why].map(displayWidth));
  const field = (name: string, text: string): readonly string[] =>
    text === ''
      ? []
      : pen.lines(`    ${padDisplay(name, nameWidth)} `, clip(text, textLimit), 'plain', 'quiet');
  return [
    ...pen.heading(`${labels.reviews}: ${reviews.length}`, 'review'),
    ...reviews.flatMap(({ requirement: { id, section, statement }, text, why }) => [
      ...pen.lines(`  ${glyphs.review} `, `${id} (${labels.section} ${section})`, 'strong', 'review'),
      ...field(labels.text, text),
      ...field(labels.decide, `${labels.holds} ${statement}`),
      ...field(labels.why, why),
      '',
    ]),
    ...pen.lines('  ', labels.patternHint, 'quiet'),
  ];
}

/** What persons decided about texts that no program can judge, and decisions that settle nothing. */
export function decisionSection({ reviews }: Results, pen: Pen, words: Wording): readonly string[] {
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
        ...pen.lines('    ', clip(said.join('; '), textLimit)),
        ...pen.lines('    ', `“${clip(text, 200)}”`, 'quiet'),
      ];
    }),
  ];
}

const namedIds = 10;

/** What could not be tested, by reason, and what to do about it. */
export function openSection(results: Results, pen: Pen, words: Wording): readonly string[] {
  const groups = openGroups(results, words);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  const named = (ids: readonly string[]): string =>
    ids.length - namedIds > 2
      ? `${ids.slice(0, namedIds).join(', ')} … (+${ids.length - namedIds})`
      : ids.join(', ');
  return [
    ...pen.heading(`${words.labels.open}: ${count}`, 'inconclusive'),
    ...groups.flatMap(({ reason, requirements, notes, happened, advice, yaml }) => [
      ...pen.lines(
        `  ${glyphs.inconclusive} `,
        `${reason}: ${requirements.length}`,
        'strong',
        'inconclusive',
      ),
      ...pen.lines('    ', happened),
      ...pen.lines('    ', named(requirements.map(({ id }) => id)), 'quiet'),
      ...notes.slice(0, 5).flatMap((note) => pen.lines('    - ', clip(note, textLimit))),
      ...pen.lines('    → ', advice),
      ...yaml.map((line) => `        ${line}`),
      '',
    ]),
  ];
}
