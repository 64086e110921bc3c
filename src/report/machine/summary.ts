import { readableBody } from '../../http/exchange.ts';
import type { RequirementResult, Results, ReviewResult } from '../../result/results.ts';
import { answerLine, requestLine, rerunCommand } from '../exchange-text.ts';
import type { FailureBlock } from '../failures.ts';
import { viewOf } from '../view.ts';
import type { View } from '../view.ts';
import { clip, some } from '../visible.ts';
import { cell, code, codeBlock, prose, table } from './markdown-text.ts';
import {
  durationOf,
  glyphs,
  instantOf,
  looks,
  overallIn,
  requestsOf,
  sentenceOf,
  variantName,
} from '../sentences.ts';
import type { Words } from '../../wording/message.ts';

/** Bytes that a summary has at most, with the line that says it is cut. GitHub takes 1 MiB for a step. */
export const summaryLimit = 900_000;

const failuresInFull = 10;
const headLimit = 1000;
const failureLimit = 600;
const textLimit = 400;
const noteLimit = 200;
const curlLimit = 4000;

/**
 * Renders a summary in GitHub-flavoured Markdown of at most `limit` bytes, the table and the failures first. If
 * it is cut, its last line says so. Text of a target becomes code.
 */
export function renderSummary(results: Results, limit: number = summaryLimit): string {
  const view = viewOf(results);
  const parts = [headParts, warningParts, failureParts, openParts, reviewParts, decisionParts, noteParts]
    .flatMap((part) => part(view))
    .filter((part) => part !== '');
  return joined(parts, limit, `**${prose(view.words('cut-here'))}**`);
}

/** A heading with the number of what is below it; nothing where that is 0. */
const section = (title: string, count: number, parts: readonly string[]): readonly string[] =>
  count === 0 ? [] : [`## ${title}: ${count}`, ...parts];

const shortProse = (text: string, limit: number): string => prose(clip(text, limit));
const shortCode = (text: string, limit: number): string => code(clip(text, limit));

function headParts(view: View): readonly string[] {
  const { results, words, outcome, isSelection, suspect } = view;
  const { suite, target, verdict, startedAt } = results;
  return [
    `# ${words('title')}: ${shortCode(target.name, headLimit)}`,
    `**${glyphs[looks[verdict]]} ${prose(overallIn({ verdict, suspect }, words))}**: ${outcome}`,
    ...standingParts(view),
    ...(isSelection ? [`${prose(words('selected'))}: ${results.cases.length}`] : []),
    `${code(`${suite.name} ${suite.version}`)}, ${shortCode(target.baseUrl, headLimit)}, ${instantOf(startedAt, words)}`,
  ];
}

/** What a reader has to know before the failures: an interruption, stale waivers, root causes. */
function warningParts({ results, words, interrupted, stale }: View): readonly string[] {
  const { rootCauses } = results;
  return [
    ...(interrupted === null ? [] : [`**${prose(interrupted)}**`]),
    ...(stale.length === 0 ? [] : [`**${prose(words('stale-waivers'))}: ${stale.length}**`]),
    ...stale.map(({ requirement, text }) => `- ${code(requirement)}: ${prose(text)}`),
    ...(rootCauses.length === 0 ? [] : [`## ${words('root-causes')}`]),
    ...rootCauses.map(({ variant, message, hint }) => {
      const name = variant === null ? '' : `${prose(variantName(variant, words))}: `;
      const advice = hint === '' ? '' : ` → ${shortProse(hint, headLimit)}`;
      return `- ${name}${shortProse(message, headLimit)}${advice}`;
    }),
  ];
}

function failureParts({ results, words, failures }: View): readonly string[] {
  const { count, blocks, unexplained } = failures;
  const others = [
    ...blocks.slice(failuresInFull).map(({ title }) => title),
    ...unexplained.map(({ id, statement }) => `\`${id}\`: ${statement}`),
  ];
  return section(words('failures'), count, [
    ...blocks
      .slice(0, failuresInFull)
      .flatMap((block) => [failurePart(block, words), exchangePart(block, results, words)]),
    ...(others.length === 0 ? [] : [`${others.length} ${prose(words('more'))}`]),
    ...others.map((text) => `- ${glyphs.fail} ${shortProse(text, failureLimit)}`),
  ]);
}

function failurePart(block: FailureBlock, words: Words): string {
  const { title, members, why, decisions, cases } = block;
  return [
    `### ${glyphs.fail} ${shortProse(title, failureLimit)}`,
    '',
    ...members.flatMap(({ requirement, ...own }) => [
      `- ${requirementText(requirement, words)}`,
      ...seenFields(own, words).map((line) => `  ${line}`),
    ]),
    ...seenFields(block, words),
    ...field(words('why'), shortProse(why, failureLimit)),
    ...decisions.flatMap((one) => field(words('decision'), decisionText(one, words))),
    ...field(words('also'), some(cases.slice(1).map(code), 5)),
  ].join('\n');
}

const seenFields = (
  { expected, actual }: Pick<FailureBlock, 'expected' | 'actual'>,
  words: Words,
): readonly string[] => [
  ...field(words('expected'), shortProse(expected, failureLimit)),
  ...field(words('actual'), shortCode(actual, failureLimit)),
];

const field = (name: string, text: string): readonly string[] =>
  text === '' ? [] : [`- **${name}**: ${text}`];

const requirementText = ({ id, section, statement }: RequirementResult, words: Words): string =>
  `${code(id)} (${words('section')} ${prose(section)}): ${prose(statement)}`;

function exchangePart(
  { testCase, exchange, shownWith }: FailureBlock,
  results: Results,
  words: Words,
): string {
  const head = `${code(testCase.id)}: ${prose(testCase.title)}`;
  if (exchange === null) return head;
  if (shownWith !== null) return `${head}\n\n${prose(words('shown-with'))} ${code(shownWith)}`;
  const { request, response, curl, label } = exchange;
  const body = (text: string): readonly string[] =>
    text === '' ? [] : [`  - ${shortCode(text, textLimit)}`];
  return [
    `${head} (${shortProse(label, failureLimit)})`,
    '',
    `- ${shortCode(requestLine(exchange), failureLimit)}`,
    ...body(request.body ?? ''),
    `- ${code(answerLine(exchange, words))}`,
    ...body(response === null ? '' : readableBody(response)),
    '',
    '<details><summary>curl</summary>',
    '',
    codeBlock([clip(curl, curlLimit), rerunCommand(results, testCase.id) ?? '']),
    '',
    '</details>',
  ].join('\n');
}

function openParts({ groups, openCount, words }: View): readonly string[] {
  const parts = groups.map(({ name, ids, notes, happened, advice, yaml }) =>
    [
      `### ${glyphs.inconclusive} ${code(name)}: ${ids.length}`,
      '',
      prose(happened),
      '',
      ids.map(code).join(', '),
      '',
      ...notes.slice(0, 5).map((note) => `- ${shortProse(note, textLimit)}`),
      ...(notes.length === 0 ? [] : ['']),
      `→ ${prose(advice)}`,
      ...(yaml.length === 0 ? [] : ['', '```yaml', ...yaml, '```']),
    ].join('\n'),
  );
  return section(words('open'), openCount, parts);
}

function reviewParts({ reviews, reviewCount, mayPatternHelp, words }: View): readonly string[] {
  const parts = reviews.map(({ text, draft, requirements, whys, testCase }) =>
    [
      `### ${glyphs.review} ${shortCode(text, textLimit)}`,
      '',
      ...(draft.answers.length > 1
        ? [prose(words('alike-texts', { count: draft.answers.length - 1 })), '']
        : []),
      ...requirements.map((one) => `- **${words('decide')}**: ${requirementText(one, words)}`),
      ...whys.flatMap((why) => field(words('why'), shortProse(why, textLimit))),
      ...field(words('cases').toLowerCase(), code(testCase.id)),
    ].join('\n'),
  );
  const hints = mayPatternHelp ? [prose(words('pattern-hint'))] : [];
  return section(words('reviews'), parts.length === 0 ? 0 : reviewCount, [...parts, ...hints]);
}

/** What a person decided, with who and when. */
function decisionText({ decision, name, date, note }: ReviewResult, words: Words): string {
  const said = [name, date, clip(note, textLimit)].filter(Boolean).map(code).join(', ');
  return `${prose(words(`decision-${decision}`))}: ${said}`;
}

function decisionParts({ results, words }: View): readonly string[] {
  const parts = results.reviews.map((review) => {
    const { state, decision, requirements, text } = review;
    const isUsed = state === 'used';
    const ids = isUsed ? requirements : [review.case];
    return [
      `### ${isUsed ? glyphs[decision] : '!'} ${ids.map(code).join(', ')}`,
      '',
      `- **${words('text')}**: ${shortCode(text, textLimit)}`,
      `- **${words('decision')}**: ${decisionText(review, words)}`,
      ...(isUsed ? [] : [`- **${words('state')}**: ${prose(words(`decision-${state}`))}`]),
    ].join('\n');
  });
  return section(words('decisions'), parts.length, parts);
}

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
const classNames = ['core', 'full'] as const;

/** The verdicts of the variants as a table, with how far each reaches the classes, and in a sentence each. */
function standingParts({ variants, words }: View): readonly string[] {
  const heads = [
    words('variant'),
    words('verdict'),
    ...verdicts.map((verdict) => words(`verdict-${verdict}`)),
    words('waived'),
    ...classNames,
  ];
  const rows = variants.map((summary) => {
    const { variant, counts, waived, classes } = summary;
    const reached = classNames.map((name) => classCell(classes[name]));
    const numbers = [...verdicts.map((one) => counts[one]), waived].map(String);
    return [cell(variantName(variant, words)), cell(overallIn(summary, words)), ...numbers, ...reached];
  });
  if (rows.length === 0) return [];
  const sentences = variants.map((one) => `- ${prose(sentenceOf(one, words))}`);
  return [table(heads.map(cell), rows), sentences.join('\n')];
}

function classCell({ reached, requirements, prevents }: View['variants'][number]['classes']['core']): string {
  if (reached && requirements > 0) return glyphs.pass;
  return `${glyphs.fail} (${requirements - prevents.length} / ${requirements})`;
}

/** What is said beside the verdicts: waivers, advisories, observations, what the run cost. */
function noteParts({ results, words, waivers, advisories, latency, pace, leftOut }: View): readonly string[] {
  const { notApplicable } = results;
  const facts = [
    requestsOf(results.requests, leftOut, words),
    durationOf(results.durationMs, words),
    ...(latency === '' ? [] : [`${words('latency-of-answers')}: ${latency}`]),
    words('failed-logins-counted', { count: results.failedLogins }),
    ...(pace === null ? [] : [pace]),
  ];
  const waiverLines = waivers.map(({ requirement, text, reason, owner, until }) => {
    const more = `${shortCode(reason, noteLimit)}; ${words('owner')} ${code(owner)}; ${words('until')} ${code(until)}`;
    return `- ${code(requirement)}: ${prose(text)} (${more})`;
  });
  const advisoryLines = advisories.map(
    ({ ids, message }) => `- ${ids.map(code).join(', ')}: ${shortProse(message, noteLimit)}`,
  );
  return [
    ...section(words('waivers'), waivers.length, waiverLines),
    ...section(words('advisories'), advisories.length, advisoryLines),
    observationPart(results, words),
    notApplicable.length === 0 ? '' : `${prose(words('not-applicable'))}: ${notApplicable.length}`,
    facts.map(prose).join('; '),
  ];
}

/** What was observed, closed until a reader opens it: an answer to several questions once, with all of them. */
function observationPart({ observations, variants }: Results, words: Words): string {
  if (observations.length === 0) return '';
  const all = Object.keys(variants).length;
  const single = new Map<string, string[]>();
  const shared: string[] = [];
  for (const [answer, same] of Map.groupBy(observations, ({ value }) => value)) {
    const value = shortCode(answer, noteLimit);
    const asked = [...Map.groupBy(same, ({ question }) => question)].map(([question, ofOne]) => {
      const names = ofOne.map(({ variant }) => variant.toUpperCase()).join(', ');
      return { names, question: prose(question), isOfAll: ofOne.length === all };
    });
    if (asked.length > 1) {
      const said = asked.map((one) => (one.isOfAll ? one.question : `${one.names}: ${one.question}`));
      shared.push(`${value}: ${said.join(' · ')}`);
    } else {
      for (const { names, question } of asked)
        single.set(names, [...(single.get(names) ?? []), `${question} ${value}`]);
    }
  }
  const lines = [...[...single].map(([names, facts]) => `${names}: ${facts.join(' · ')}`), ...shared];
  const questions = new Set(observations.map(({ question }) => question));
  const title = `${words('observations')}: ${questions.size}`;
  return `<details><summary>${title}</summary>\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n</details>`;
}

/** Joins parts up to `limit` bytes; `lastWords` replace the rest. Items of one list are on adjacent lines. */
function joined(parts: readonly string[], limit: number, lastWords: string): string {
  const room = limit - Buffer.byteLength(lastWords) - 3;
  let [text, size, last] = ['', 0, ''];
  for (const part of parts) {
    const isSameList = last.startsWith('- ') && part.startsWith('- ');
    const piece = `${text === '' ? '' : isSameList ? '\n' : '\n\n'}${part}`;
    size += Buffer.byteLength(piece);
    if (size > room) return `${text}\n\n${lastWords}\n`;
    text += piece;
    last = part;
  }
  return `${text}\n`;
}
