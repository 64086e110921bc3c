import type { RequirementResult } from '../../result/results.ts';
import { answerLine, passwordNote, requestLine, rerunCommand } from '../exchange-text.ts';
import type { FailureBlock } from '../failures.ts';
import { displayWidth, padDisplay } from '../text-width.ts';
import { clip, some } from '../visible.ts';
import type { Sheet } from './pen.ts';
import { glyphs } from '../sentences.ts';
import type { Words } from '../../wording/message.ts';

const shownInFull = 10;
const namedCases = 5;
const namedIds = 10;
const curlLimit = 4000;
/** Requirements of one text that are shown with their statements. */
const shownDecisions = 3;
/** Characters of a text that a person has to decide. Reports in files show more. */
const longestText = 1000;

/** Writes names and the texts behind them in columns; nothing where there is no text. */
function fields({ pen, limit }: Sheet, ...names: readonly string[]) {
  const width = Math.max(...names.map(displayWidth));
  return (name: string, text: string): readonly string[] =>
    text === '' ? [] : pen.lines(`    ${padDisplay(name, width)}  `, clip(text, limit), 'plain', 'quiet');
}

const requirementLine = (one: RequirementResult, words: Words): string =>
  `${one.id} (${words('section')} ${one.section}): ${one.statement}`;

function blockLines(block: FailureBlock, sheet: Sheet): readonly string[] {
  const { words, pen } = sheet;
  const { title, members, cases, testCase, exchange, why, decisions } = block;
  const field = fields(
    sheet,
    words('expected'),
    words('actual'),
    words('why'),
    words('decision'),
    words('also'),
  );
  const label = exchange === null ? '' : ` (${exchange.label})`;
  return [
    ...pen.lines(`  ${glyphs.fail} `, title, 'strong', 'fail'),
    ...members.flatMap(({ requirement, expected, actual }) => [
      ...pen.lines('    ', requirementLine(requirement, words)),
      ...field(words('expected'), expected),
      ...field(words('actual'), actual),
    ]),
    ...field(words('expected'), block.expected),
    ...field(words('actual'), block.actual),
    ...field(words('why'), why),
    ...decisions.flatMap(({ decision, name, date }) =>
      field(words('decision'), `${words(`decision-${decision}`)}; ${name}, ${date}`),
    ),
    ...field(words('also'), some(cases.slice(1), namedCases)),
    ...pen.lines('    ', `${testCase.id}: ${testCase.title}${label}`, 'quiet'),
    ...exchangeLines(block, sheet),
    '',
  ];
}

/** What was sent and seen, with the commands to repeat it, or the requirement whose block already shows it. */
function exchangeLines(
  { testCase, exchange, shownWith }: FailureBlock,
  { results, words, pen, limit }: Sheet,
): readonly string[] {
  if (exchange === null) return [];
  if (shownWith !== null) return pen.lines('    ', `${words('shown-with')} ${shownWith}`, 'quiet');
  const part = (sign: string, text: string): readonly string[] =>
    text === '' ? [] : pen.lines(`    ${sign} `, clip(text, limit), 'plain', 'quiet');
  const rerun = rerunCommand(results, testCase.id);
  const note = passwordNote(testCase, exchange, words);
  return [
    ...part('>', requestLine(exchange)),
    ...part('>', exchange.request.body ?? ''),
    ...part('<', answerLine(exchange, words)),
    ...part('<', exchange.response?.body ?? ''),
    ...pen.unbroken('    $ ', clip(exchange.curl, curlLimit)),
    ...(rerun === null ? [] : pen.unbroken('    $ ', rerun)),
    ...(note === null ? [] : pen.lines('      ', note, 'quiet')),
  ];
}

/** What failed, by reason: the first ten with all that was sent and seen, the others on one line each. */
export function failureSection(sheet: Sheet): readonly string[] {
  const { words, pen, isVerbose } = sheet;
  const { count, blocks, unexplained } = sheet.failures;
  const inFull = isVerbose ? Infinity : shownInFull;
  const others = [
    ...blocks.slice(inFull).map(({ title }) => title),
    ...unexplained.map(({ id, statement }) => `${id}: ${statement}`),
  ];
  return [
    ...pen.heading(words('failures'), 'fail', count),
    ...blocks.slice(0, inFull).flatMap((block) => blockLines(block, sheet)),
    ...(others.length === 0 ? [] : pen.lines('  ', `${others.length} ${words('more')}`, 'quiet')),
    ...others.flatMap((text) =>
      pen.lines(`  ${glyphs.fail} `, clip(text, pen.width - 14), 'plain', 'fail').slice(0, 1),
    ),
  ];
}

/** Texts that a person has to read, each once, with the questions that it raises. */
export function reviewSection(sheet: Sheet): readonly string[] {
  const { words, pen, reviews, reviewCount } = sheet;
  const field = fields(sheet, words('text'), words('decide'), words('why'));
  return [
    ...pen.heading(words('reviews'), 'review', reviews.length === 0 ? 0 : reviewCount),
    ...reviews.flatMap(({ text, draft, requirements, whys, testCase }) => [
      ...pen.lines(
        `  ${glyphs.review} `,
        words('quoted', { text: clip(text, longestText) }),
        'strong',
        'review',
      ),
      ...(draft.answers.length > 1
        ? pen.lines('    ', words('alike-texts', { count: draft.answers.length - 1 }))
        : []),
      ...(requirements.length > shownDecisions
        ? field(words('decide'), requirements.map(({ id }) => id).join(', '))
        : requirements.flatMap((one) => field(words('decide'), requirementLine(one, words)))),
      ...whys.flatMap((why) => field(words('why'), why)),
      ...pen.lines('    ', `${testCase.id}: ${testCase.title}`, 'quiet'),
      '',
    ]),
    ...(sheet.mayPatternHelp ? pen.lines('  ', words('pattern-hint'), 'quiet') : []),
  ];
}

/** What persons decided about texts that no program can judge, and decisions that settle nothing. */
export function decisionSection({ results: { reviews }, words, pen, limit }: Sheet): readonly string[] {
  return [
    ...pen.heading(words('decisions'), 'strong', reviews.length),
    ...reviews.flatMap(({ case: id, decision, name, date, note, state, requirements, text }) => {
      const isUsed = state === 'used';
      const stale = isUsed ? '' : words(`decision-${state}`);
      const said = [words(`decision-${decision}`), `${name}, ${date}`, note, stale]
        .filter(Boolean)
        .join('; ');
      const sign = isUsed ? `  ${glyphs[decision]} ` : '  ! ';
      return [
        ...pen.lines(sign, requirements.join(', ') || id, 'strong', isUsed ? decision : 'plain'),
        ...pen.lines('    ', clip(said, limit)),
        ...pen.lines('    ', words('quoted', { text: clip(text, limit) }), 'quiet'),
      ];
    }),
  ];
}

/** What could not be tested, by reason, and what to do about it. */
export function openSection(sheet: Sheet): readonly string[] {
  const { groups, openCount, words, pen, limit, isWhole } = sheet;
  return [
    ...pen.heading(words('open'), 'inconclusive', openCount),
    ...groups.flatMap(({ name, ids, notes, happened, advice, yaml }) => [
      ...pen.lines(`  ${glyphs.inconclusive} `, `${name}: ${ids.length}`, 'strong', 'inconclusive'),
      ...pen.lines('    ', happened),
      ...pen.lines('    ', some(ids, isWhole ? Infinity : namedIds), 'quiet'),
      ...notes.slice(0, 5).flatMap((note) => pen.lines('    - ', clip(note, limit))),
      ...pen.lines('    → ', advice),
      ...yaml.map((line) => `        ${line}`),
      '',
    ]),
  ];
}
