import type { Since } from '../../comparison/since.ts';
import type { Results } from '../../results/results.ts';
import { bodyExcerpt } from '../body-lines.ts';
import { answerLine, placeholderNote, requestLine, rerunCommand, sendCommand } from '../exchange-text.ts';
import type { FailureBlock } from '../failures.ts';
import { viewOf } from '../view.ts';
import type { View } from '../view.ts';
import { outlineOf, textual, written } from '../outline.ts';
import type { Entry, Line, Section } from '../outline.ts';
import { clip } from '../../base/visible.ts';
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
import type { Words } from '../../messages/message.ts';

/** Maximum bytes of a summary, including the line that says it is cut. GitHub accepts 1 MiB per step. */
export const summaryLimit = 900_000;

const failuresInFull = 10;
const headLimit = 1000;
const failureLimit = 600;
const textLimit = 400;
const noteLimit = 200;
const curlLimit = 4000;

/**
 * Renders a summary in GitHub-flavoured Markdown of at most `limit` bytes, starting with the table and the
 * failures. If it is cut, its last line says so. Text of a target becomes code.
 */
export function renderSummary(
  results: Results,
  since: Since | null = null,
  limit: number = summaryLimit,
): string {
  const view = viewOf(results, since);
  const parts = [headParts, warningParts, findingParts, noteParts]
    .flatMap((part) => part(view))
    .filter((part) => part !== '');
  return joined(parts, limit, `**${prose(view.words('cut-here'))}**`);
}

const shortProse = (text: string, limit: number): string => prose(clip(text, limit));
const shortCode = (text: string, limit: number): string => code(clip(text, limit));

function headParts(view: View): readonly string[] {
  const { results, words, outcome, isSelection, suspicions } = view;
  const { suite, target, verdict, startedAt } = results;
  return [
    `# ${words('title')}: ${shortCode(target.name, headLimit)}`,
    `**${glyphs[looks[verdict]]} ${prose(overallIn({ verdict, suspicions }, words))}**: ${outcome}`,
    ...standingParts(view),
    ...(isSelection ? [`${prose(words('selected'))}: ${results.cases.length}`] : []),
    `${code(`${suite.name} ${suite.version}`)}, ${shortCode(target.baseUrl, headLimit)}, ${instantOf(startedAt, words)}`,
  ];
}

/** Facts that a reader needs before the failures: an interruption, stale waivers, root causes. */
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

/** Failures, texts that people have to decide or have decided, open requirements, waivers and advisories. */
const findingParts = (view: View): readonly string[] =>
  outlineOf(view, { inFull: failuresInFull, text: failureLimit }).flatMap((one) => sectionParts(one, view));

const lineText = (line: Line): string => {
  const text = written(
    line,
    textual(prose, (texts) => texts.map(code).join(', '), code),
  );
  const indent = line.isDeep === true ? '  ' : '';
  return `${indent}- ${line.name === undefined ? '' : `**${line.name}**: `}${line.lead === '→ ' ? line.lead : ''}${text}`;
};

function sectionParts(section: Section, view: View): readonly string[] {
  const { title, count, counted = String(count), entries, others = [], isBrief, hint } = section;
  if (count === 0) return [];
  const said = entries.flatMap((entry) =>
    isBrief === true ? [lineText(entry.title)] : entryParts(entry, view),
  );
  return [
    `## ${title}: ${counted}`,
    ...said,
    ...(others.length === 0 ? [] : [`${others.length} ${prose(view.words('more'))}`]),
    ...others.map(lineText),
    ...(hint === undefined ? [] : [prose(hint)]),
  ];
}

function entryParts(
  { sign, title, mark = '', lines, yaml = [], block }: Entry,
  view: View,
): readonly string[] {
  return [
    [
      `### ${sign} ${lineText(title).slice(2)}${mark === '' ? '' : ` (${prose(mark)})`}`,
      '',
      ...lines.map(lineText),
      ...(yaml.length === 0 ? [] : ['', '```yaml', ...yaml, '```']),
    ].join('\n'),
    ...(block === undefined ? [] : [exchangePart(block, view)]),
  ];
}

function exchangePart({ testCase, exchange, shownWith }: FailureBlock, { results, words }: View): string {
  if (exchange === null) return '';
  if (shownWith !== null) return `${prose(words('shown-with'))} ${code(shownWith)}`;
  const { request, curl } = exchange;
  const note = placeholderNote(exchange, words);
  const body = (text: string): readonly string[] =>
    text === '' ? [] : [`  - ${shortCode(text, textLimit)}`];
  return [
    // Another bullet begins another list.
    `* ${shortCode(requestLine(exchange), failureLimit)}`,
    ...body(request.body ?? ''),
    `* ${code(answerLine(exchange, words))}`,
    ...body(bodyExcerpt(exchange, words)),
    '',
    '<details><summary>curl</summary>',
    '',
    codeBlock([
      clip(curl, curlLimit),
      sendCommand(results, exchange, testCase) ?? '',
      rerunCommand(results, testCase.id) ?? '',
    ]),
    '',
    ...(note === null ? [] : [prose(note), '']),
    '</details>',
  ].join('\n');
}

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
const classNames = ['core', 'full'] as const;

/** A table of the variants with verdicts and classes, and a sentence for each. */
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

/** Notes: waivers, advisories, observations, cost of the run. */
function noteParts({ results, words, latency, pace, leftOut }: View): readonly string[] {
  const { notApplicable } = results;
  const facts = [
    requestsOf(results.requests, leftOut, words),
    durationOf(results.durationMs, words),
    ...(latency === '' ? [] : [`${words('latency-of-answers')}: ${latency}`]),
    words('failed-logins-counted', { count: results.failedLogins }),
    ...(pace === null ? [] : [pace]),
  ];
  return [
    observationPart(results, words),
    notApplicable.length === 0 ? '' : `${prose(words('not-applicable'))}: ${notApplicable.length}`,
    facts.map(prose).join('; '),
  ];
}

/** Observations in a folded block. Questions with the same answer are listed together. */
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

/** Joins parts up to `limit` bytes; `lastWords` replaces the rest. Items of one list are on adjacent lines. */
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
