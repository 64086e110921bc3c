import { readableBody } from '../../http/exchange.ts';
import type { RequirementResult, Results, ReviewResult } from '../../result/results.ts';
import { sayWhy } from '../../wording/message.ts';
import { glyphs, wordingFor } from '../../wording/report.ts';
import type { Classes, Wording } from '../../wording/report.ts';
import { inLanguage } from '../in-language.ts';
import { decisionsOf, failuresOf, failureTitle } from '../failures.ts';
import { answerLine, interruption } from '../view.ts';
import { isFirstWithExchange, openReviewsOf } from '../failures.ts';
import { latencyText, openGroups, outcomeText, requestLine, rerunCommand, staleWaivers } from '../view.ts';
import { variantSummaries, waiverText } from '../view.ts';
import type { FailureBlock } from '../failures.ts';
import { clip, some } from '../visible.ts';
import { cell, code, codeBlock, prose, table } from './markdown-text.ts';

/** Bytes that a summary has at most, line that says it is cut included; GitHub takes 1 MiB for all of a step. */
export const summaryLimit = 900_000;

const failuresInFull = 10;
const headLimit = 1000;
const failureLimit = 600;
const textLimit = 400;
const noteLimit = 200;
const curlLimit = 4000;

/**
 * Renders a summary in GitHub-flavoured Markdown, the table and the failures first, of at most `limit` bytes; where it is cut its last
 * line says so. Text of a target is written as code.
 */
export function renderSummary(recorded: Results, limit: number = summaryLimit): string {
  const results = inLanguage(recorded, recorded.target.language);
  const words = wordingFor(results.target.language);
  const parts = [
    ...headParts(results, words),
    ...warningParts(results, words),
    ...failureParts(results, words),
    ...openParts(results, words),
    ...reviewParts(results, words),
    ...decisionParts(results, words),
    ...noteParts(results, words),
  ].filter((part) => part !== '');
  return joined(parts, limit, `**${prose(words.labels.cutHere)}**`);
}

function headParts(results: Results, words: Wording): readonly string[] {
  const { suite, target, startedAt } = results;
  const signs = { conforming: glyphs.pass, nonconforming: glyphs.fail, incomplete: glyphs.inconclusive };
  const sign = signs[results.verdict];
  return [
    `# ${words.labels.title}: ${code(clip(target.name, headLimit))}`,
    `**${sign} ${prose(words.overall[results.verdict])}**: ${outcomeText(results, words)}`,
    standingTable(results, words),
    variantSummaries(results)
      .map((one) => `- ${prose(words.sentence(one))}`)
      .join('\n'),
    `${code(`${suite.name} ${suite.version}`)}, ${code(clip(target.baseUrl, headLimit))}, ${words.instant(startedAt)}`,
  ];
}

/** What a reader has to know before the failures: an interruption, stale waivers, root causes. */
function warningParts(results: Results, words: Wording): readonly string[] {
  const { rootCauses } = results;
  const interrupted = interruption(results, words);
  const stale = staleWaivers(results);
  const text = (said: string): string => prose(clip(said, headLimit));
  return [
    ...(interrupted === null ? [] : [`**${prose(interrupted)}**`]),
    ...(stale.length === 0 ? [] : [`**${prose(words.labels.staleWaivers)}: ${stale.length}**`]),
    ...stale.map((one) => `- ${code(one.requirement)}: ${prose(waiverText(one, results, words))}`),
    ...(rootCauses.length === 0 ? [] : [`## ${words.labels.rootCauses}`]),
    ...rootCauses.map(({ variant, message, hint }) => {
      const name = variant === null ? '' : `${prose(words.variant(variant))}: `;
      return `- ${name}${text(message)}${hint === '' ? '' : ` → ${text(hint)}`}`;
    }),
  ];
}

function failureParts(results: Results, words: Wording): readonly string[] {
  const { count, blocks, unexplained } = failuresOf(results);
  if (count === 0) return [];
  const others = [
    ...blocks.slice(failuresInFull).map((block) => failureTitle(block, words)),
    ...unexplained.map(({ id, statement }) => `\`${id}\`: ${statement}`),
  ];
  return [
    `## ${words.labels.failures}: ${count}`,
    ...blocks
      .slice(0, failuresInFull)
      .flatMap((block, index) => [
        failurePart(block, results, words),
        exchangePart(block, isFirstWithExchange(blocks, index), results, words),
      ]),
    ...(others.length === 0 ? [] : [`${others.length} ${prose(words.labels.more)}`]),
    ...others.map((text) => `- ${glyphs.fail} ${prose(clip(text, failureLimit))}`),
  ];
}

function failurePart(block: FailureBlock, results: Results, words: Wording): string {
  const [{ check, testCase }] = block;
  const { labels } = words;
  const said = (text: string): string => code(clip(text, failureLimit));
  const also = [...new Set(block.flatMap(({ cases }) => cases))].filter((id) => id !== testCase.id);
  return [
    `### ${glyphs.fail} ${prose(clip(failureTitle(block, words), failureLimit))}`,
    '',
    ...block.map(({ requirement }) => `- ${requirementText(requirement, words)}`),
    ...field(labels.expected, prose(clip(check.expected, failureLimit))),
    ...field(labels.actual, said(check.actual)),
    ...field(labels.why, prose(clip(sayWhy(check, words.language), failureLimit))),
    ...block
      .flatMap(({ requirement }) => decisionsOf(requirement, results))
      .flatMap((one) => field(labels.decision, decisionText(one, words))),
    ...field(labels.also, some(also.map(code), 5)),
  ].join('\n');
}

const field = (name: string, text: string): readonly string[] =>
  text === '' ? [] : [`- **${name}**: ${text}`];

const requirementText = ({ id, section, statement }: RequirementResult, { labels }: Wording): string =>
  `${code(id)} (${labels.section} ${prose(section)}): ${prose(statement)}`;

function exchangePart(
  [{ testCase, exchange }]: FailureBlock,
  isFirst: boolean,
  results: Results,
  words: Wording,
): string {
  const head = `${code(testCase.id)}: ${prose(testCase.title)}`;
  if (exchange === null || !isFirst) return head;
  return [
    `${head} (${prose(clip(exchange.label, failureLimit))})`,
    '',
    `- ${code(clip(requestLine(exchange), failureLimit))}`,
    ...bodyLines(exchange.request.body ?? ''),
    `- ${code(answerLine(exchange, words))}`,
    ...bodyLines(exchange.response === null ? '' : readableBody(exchange.response)),
    '',
    '<details><summary>curl</summary>',
    '',
    codeBlock([clip(exchange.curl, curlLimit), rerunCommand(results, testCase.id) ?? '']),
    '',
    '</details>',
  ].join('\n');
}

const bodyLines = (body: string): readonly string[] =>
  body === '' ? [] : [`  - ${code(clip(body, textLimit))}`];

function openParts(results: Results, words: Wording): readonly string[] {
  const groups = openGroups(results, words);
  if (groups.length === 0) return [];
  const count = groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  return [
    `## ${words.labels.open}: ${count}`,
    ...groups.map(({ name, requirements, notes, happened, advice, yaml }) =>
      [
        `### ${glyphs.inconclusive} ${code(name)}: ${requirements.length}`,
        '',
        prose(happened),
        '',
        requirements.map(({ id }) => code(id)).join(', '),
        '',
        ...notes.slice(0, 5).map((note) => `- ${prose(clip(note, textLimit))}`),
        ...(notes.length === 0 ? [] : ['']),
        `→ ${prose(advice)}`,
        ...(yaml.length === 0 ? [] : ['', '```yaml', ...yaml, '```']),
      ].join('\n'),
    ),
  ];
}

function reviewParts(results: Results, words: Wording): readonly string[] {
  const reviews = openReviewsOf(results);
  if (reviews.length === 0) return [];
  const { labels, language } = words;
  return [
    `## ${labels.reviews}: ${reviews.length}`,
    ...reviews.map(({ text, open }) =>
      [
        `### ${glyphs.review} ${code(clip(text, textLimit))}`,
        '',
        ...open.map(({ requirement }) => `- **${labels.decide}**: ${requirementText(requirement, words)}`),
        ...[...new Set(open.map(({ check }) => sayWhy(check, language)))].flatMap((why) =>
          field(labels.why, prose(clip(why, textLimit))),
        ),
      ].join('\n'),
    ),
    prose(labels.patternHint),
  ];
}

/** What a person decided, with who and when. */
function decisionText({ decision, name, date, note }: ReviewResult, words: Wording): string {
  const said = [name, date, clip(note, textLimit)].filter(Boolean).map(code).join(', ');
  return `${prose(words.decisions[decision])}: ${said}`;
}

function decisionParts({ reviews }: Results, words: Wording): readonly string[] {
  if (reviews.length === 0) return [];
  const { labels } = words;
  return [
    `## ${labels.decidedBy}: ${reviews.length}`,
    ...reviews.map((review) => {
      const isUsed = review.state === 'used';
      const ids = isUsed ? review.requirements : [review.case];
      return [
        `### ${isUsed ? glyphs[review.decision] : '!'} ${ids.map(code).join(', ')}`,
        '',
        `- **${labels.text}**: ${code(clip(review.text, textLimit))}`,
        `- **${labels.decision}**: ${decisionText(review, words)}`,
        ...(isUsed ? [] : [`- **${labels.state}**: ${prose(words.reviewStates[review.state])}`]),
      ].join('\n');
    }),
  ];
}

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
const classNames = ['core', 'full'] as const;

/** One line per variant: its verdict, how many requirements have which verdict, how far it reaches each class. */
function standingTable(results: Results, words: Wording): string {
  const { labels } = words;
  const heads = [
    labels.variant,
    labels.verdict,
    ...verdicts.map((verdict) => words.verdicts[verdict]),
    labels.waived,
    ...classNames,
  ];
  const rows = variantSummaries(results).map(({ variant, verdict, counts, waived }) => {
    const classes = results.variants[variant]?.classes;
    return [
      cell(words.variant(variant)),
      cell(words.overall[verdict]),
      ...verdicts.map((one) => String(counts[one])),
      String(waived),
      ...classNames.map((name) => (classes === undefined ? '' : classCell(classes[name]))),
    ];
  });
  return table(heads.map(cell), rows);
}

function classCell({ reached, requirements, prevents }: Classes['core']): string {
  if (reached && requirements > 0) return glyphs.pass;
  return `${glyphs.fail} (${requirements - prevents.length} / ${requirements})`;
}

/** What is said beside the verdicts: waivers, advisories, observations, what the run cost. */
function noteParts(results: Results, words: Wording): readonly string[] {
  const { waivers, advisories, notApplicable } = results;
  const { labels } = words;
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [`## ${title}: ${lines.length}`, ...lines];
  const short = (text: string): string => clip(text, noteLimit);
  const latency = latencyText(results, words);
  const facts = [
    words.requests(results.requests),
    words.duration(results.durationMs),
    ...(latency === null ? [] : [`${labels.latency}: ${latency}`]),
    words.failedLogins(results.failedLogins),
  ];
  return [
    ...section(
      labels.waivers,
      waivers.map(
        (one) =>
          `- ${code(one.requirement)}: ${prose(waiverText(one, results, words))} (${code(short(one.reason))}; ${labels.owner} ${code(one.owner)}; ${labels.until} ${code(one.until)})`,
      ),
    ),
    ...section(
      labels.advisories,
      advisories.map(({ id, message }) => `- ${code(id)}: ${prose(short(message))}`),
    ),
    ...observationPart(results, words),
    ...(notApplicable.length === 0 ? [] : [`${prose(labels.notApplicable)}: ${notApplicable.length}`]),
    facts.map(prose).join('; '),
  ];
}

/** What was observed, closed until a reader opens it: an answer to several questions once, with all of them. */
function observationPart({ observations, variants }: Results, words: Wording): readonly string[] {
  if (observations.length === 0) return [];
  const all = Object.keys(variants).length;
  const answers = [...Map.groupBy(observations, ({ value }) => value)].map(([value, same]) => ({
    value: code(clip(value, noteLimit)),
    questions: [...Map.groupBy(same, ({ question }) => question)].map(([question, asked]) => ({
      question: prose(question),
      variants: asked.map(({ variant }) => variant.toUpperCase()).join(', '),
      isOfAll: asked.length === all,
    })),
  }));
  const single = answers.flatMap(({ value, questions }) =>
    questions.length > 1 ? [] : questions.map((one) => ({ ...one, value })),
  );
  const lines = [
    ...[...Map.groupBy(single, (one) => one.variants)].map(
      ([names, facts]) =>
        `${names}: ${facts.map(({ question, value }) => `${question} ${value}`).join(' · ')}`,
    ),
    ...answers
      .filter(({ questions }) => questions.length > 1)
      .map(({ value, questions }) => {
        const asked = questions.map((one) =>
          one.isOfAll ? one.question : `${one.variants}: ${one.question}`,
        );
        return `${value}: ${asked.join(' · ')}`;
      }),
  ];
  const title = `${words.labels.observations}: ${observations.length}`;
  const listed = lines.map((line) => `- ${line}`).join('\n');
  return [`<details><summary>${title}</summary>\n\n${listed}\n\n</details>`];
}

/** Joins as many parts as fit into so many bytes; the last words replace the rest. */
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

/** Items of one list are on neighbouring lines, all else is a paragraph of its own. */
function gap(before: string, part: string): string {
  if (before === '') return '';
  return /^\n*- /.test(before) && part.startsWith('- ') ? '\n' : '\n\n';
}
