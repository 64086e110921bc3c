// The body of an answer in lines, and which of them show something.

import { mistakeOf } from '../judge/words.ts';
import { read } from '../judge/answer.ts';
import type { Exchange } from '../client/exchange.ts';
import { bodyMembers } from '../messages/banks.ts';
import type { Words } from '../messages/message.ts';

/** Characters of a body that are parsed, so that no text exhausts the stack of the pattern. */
export const bodyRead = 2 ** 18;

/** Lines of a body that are told apart. A list of a thousand banks has no more; the rest is one line. */
const linesRead = 2000;

/** Records of a list that are shown whole. Of a longer one, only those with a mistake, or the first. */
const recordsShown = 3;

/** A line of a body: a member of its object, an item of a list in it, or a bracket. */
export interface BodyLine {
  readonly indent: number;
  readonly text: string;
  /** The member of the outermost object to which the line belongs. */
  readonly member: string | null;
  /** Its index in the list of that member. */
  readonly item: number | null;
}

const tokens = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}[\],]|[^"{}[\],]+/g;

/**
 * Splits a body into a line for each member and each list item, otherwise unchanged. One line if it is not
 * JSON.
 */
export function bodyLines(body: string): readonly BodyLine[] {
  if (!/^\s*[{[]/.test(body)) return [{ indent: 0, text: body, member: null, item: null }];
  const lines: BodyLine[] = [];
  let [text, depth, item, member]: [string, number, number, string | null] = ['', 0, 0, null];
  const endLine = (indent: number): void => {
    const line = text.trim();
    text = '';
    if (line === '') return;
    if (indent === 1 && line.startsWith('"')) member = /^"([^"\\]*(?:\\.[^"\\]*)*)/.exec(line)?.[1] ?? null;
    lines.push({
      indent,
      text: line,
      member: indent === 0 ? null : member,
      item: indent === 2 ? item : null,
    });
    item = indent === 2 ? item + 1 : 0;
  };
  for (const { 0: token, index } of body.matchAll(tokens)) {
    if (lines.length >= linesRead) {
      const rest = { indent: 0, text: text + body.slice(index), member: null, item: null };
      return [...lines, rest];
    }
    const isClosing = token === '}' || token === ']';
    if (isClosing && depth <= 2) {
      // Empty brackets stay on one line.
      if (text.trim() === '' && /[{[]$/.test(lines.at(-1)?.text ?? '')) text = lines.pop()?.text ?? '';
      else endLine(depth);
    }
    if (isClosing) depth -= 1;
    text += token;
    const isOpening = token === '{' || token === '[';
    if ((isOpening || token === ',') && depth < 2) endLine(depth);
    else if (token === ',' && depth === 2) endLine(2);
    if (isOpening) depth += 1;
  }
  endLine(Math.min(2, Math.max(0, depth)));
  return lines;
}

/** The text of a body, what is no UTF-8 replaced. */
export function readableBody({ response }: Exchange): string {
  const { body = null, bodyEncoding } = response ?? {};
  return bodyEncoding === undefined ? (body ?? '') : Buffer.from(body ?? '', bodyEncoding).toString('utf8');
}

/** Indexes of the records that show the mistakes: the first with each. */
export function examplesOf(exchange: Exchange): ReadonlySet<number> {
  const mistakes = (read(exchange).list ?? []).map((record) => JSON.stringify(mistakeOf(record)));
  return new Set(mistakes.flatMap((one, at) => (one !== 'null' && mistakes.indexOf(one) === at ? [at] : [])));
}

/** The body of an answer; '' if there is none. Of a long list, only what shows something. */
export function bodyExcerpt(exchange: Exchange, words: Words): string {
  const body = readableBody(exchange);
  const lines = body.length > bodyRead ? [] : bodyLines(body);
  const isRecord = ({ item, member }: BodyLine): boolean => item !== null && member === bodyMembers.list;
  const records = lines.filter(isRecord);
  // Of a body with a rest, the records are not counted.
  if (records.length <= recordsShown || lines.length > linesRead) return body;
  const examples = examplesOf(exchange);
  const shown = records.filter(({ item }, index) =>
    examples.size === 0 ? index === 0 : examples.has(item ?? -1),
  );
  const kept = new Set(shown.slice(0, recordsShown));
  const leftOut = words('records-left-out', { count: records.length - kept.size });
  const last = lines.findLast(isRecord);
  return lines
    .flatMap((line) => [
      ...(isRecord(line) && !kept.has(line) ? [] : [line.text]),
      ...(line === last ? [`… ${leftOut}`] : []),
    ])
    .join('');
}
