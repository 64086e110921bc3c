// Request and answer side by side on a page, with what differs from the plain request and what verdicts rest on.

import { html } from '../base/html.ts';
import type { Html } from '../base/html.ts';
import { clip } from '../base/visible.ts';
import { headerIn } from '../client/exchange.ts';
import type { Exchange, Header } from '../client/exchange.ts';
import { bodyMembers } from '../messages/banks.ts';
import type { Words } from '../messages/message.ts';
import { bodyLines, bodyRead, examplesOf, readableBody } from './body-lines.ts';
import type { BodyLine } from './body-lines.ts';
import type { Look, Place, Shown } from './document.ts';
import { reasonPhrase, silenceOf } from './exchange-text.ts';
import { exactLine, exactText, lineBreak } from './markup.ts';
import { durationOf, instantOf } from './sentences.ts';

/** Characters and lines; `brief` of a case that shows nothing wrong. `failed`: lines further on that are marked. */
const most = { url: 1000, headers: 40, header: 300, full: 3000, brief: 240, lines: 8, failed: 20 } as const;

/** `isFirst`: it is what links lead to. */
export function exchangeFigures(shown: Shown, words: Words, isFirst: boolean): Html {
  const { exchange, plain, marks, isBrief } = shown;
  return html`<div class="http" ${isFirst ? html`id="exchange:${exchange.id}"` : null}>
    ${requestFigure(exchange, plain ?? exchange, isBrief, words)}
    ${responseFigure(exchange, marks, isBrief, words)}
  </div>`;
}

type MarkLook = Look | 'changed';

const marked = (look: MarkLook, text: string): Html =>
  html`<mark class="m-${look}">${exactText(text)}</mark>`;

const unlikeEverywhere: readonly string[] = ['user-agent', 'x-request-id', 'content-length', 'host'];

function requestFigure(own: Exchange, { request: usual }: Exchange, isBrief: boolean, words: Words): Html {
  const { method, url, headers, body } = own.request;
  const isOwn = ([name, value]: Header): boolean =>
    !unlikeEverywhere.includes(name.toLowerCase()) &&
    !usual.headers.some(([known, text]) => known.toLowerCase() === name.toLowerCase() && text === value);
  const limit = isBrief ? most.brief : most.full;
  const named = clip(headerIn(headers, 'x-request-id') ?? '–', most.header);
  const verb = method === usual.method ? exactLine(method) : marked('changed', method);
  const address = difference(clip(url, most.url), clip(usual.url, most.url), /([?&/])/);
  const sent = difference(clip(body ?? '', limit), clip(usual.body ?? '', limit), /([{},])/);
  const shown = isBrief ? headers.filter(isOwn) : headers;
  return html`<figure>
    <figcaption>
      ${words('request')} ${own.id}, ${instantOf(own.startedAt, words)}, X-Request-Id ${exactLine(named)}
    </figcaption>
    <pre><b>${verb} ${address}</b></pre>
    ${headerBlock(shown, isOwn, words)}${sent.markup === '' ? null : html`<pre>${sent}</pre>`}
  </figure>`;
}

/** Splits a text into pieces. Pieces not in the usual text are marked, those missing from it are struck out. */
function difference(text: string, usualText: string, separator: RegExp): Html {
  const [own, usual] = [text.split(separator), usualText.split(separator)];
  const isWord = (piece: string): boolean => piece.trim() !== '' && !separator.test(piece);
  const nameOf = (piece: string): string => piece.trim().split(/[:=]/, 1)[0] ?? '';
  const timesIn = (pieces: readonly string[], wanted: string): number =>
    pieces.filter((piece) => piece.trim() === wanted.trim()).length;
  const places = new Map(own.map((piece, index) => [nameOf(piece), index]));
  // Inserted before the piece that follows it in the usual text, or at the end.
  const gone: string[][] = own.map(() => []);
  const last = own.findLastIndex((piece) => piece !== '');
  let before = gone[Math.max(0, last)];
  for (const piece of usual.filter(isWord).toReversed()) {
    const index = places.get(nameOf(piece));
    if (index === undefined) before?.unshift(piece);
    else before = gone[index];
  }
  // Style sheets draw line breaks and missing pieces, so that copied text is exactly what was sent.
  const isJson = text.startsWith('{');
  const deep = html`<i class="deep"></i>`;
  return html`${own.map((piece, index) => [
    (gone[index] ?? []).map((one) => {
      const left = html`<del data-gone="${one}"></del>`;
      if (!isJson) return left;
      return piece === '}' ? html`${deep}${left}` : html`${left}${deep}`;
    }),
    isJson && piece === '}' ? html`<i class="line"></i>` : null,
    isWord(piece) && timesIn(own, piece) > timesIn(usual, piece)
      ? marked('changed', piece)
      : exactText(piece),
    isJson && (piece === '{' || piece === ',') ? deep : null,
  ])}`;
}

/** The headers, closed unless one of them is marked. */
function headerBlock(
  headers: readonly Header[],
  isMarked: (header: Header) => boolean,
  words: Words,
): Html | null {
  if (headers.length === 0) return null;
  const lines = headers.slice(0, most.headers).map((header, index) => {
    const text = exactLine(clip(header[1], most.header));
    const shown = isMarked(header) ? html`<mark class="m-changed">${text}</mark>` : text;
    return html`${index === 0 ? null : lineBreak}<span class="name">${header[0]}:</span> ${shown}`;
  });
  const rest = headers.length - most.headers;
  return html`<details class="headers" ${headers.some(isMarked) ? html` open` : null}>
    <summary>${words('headers-counted', { count: headers.length })}</summary>
    <pre>${lines}${rest > 0 ? html`${lineBreak}<span class="name">… (+${rest})</span>` : null}</pre>
  </details>`;
}

function responseFigure(exchange: Exchange, marks: Shown['marks'], isBrief: boolean, words: Words): Html {
  const { response, durationMs } = exchange;
  const look = marks.status ?? 'observed';
  const caption = html`<figcaption>${words('response')}, ${durationOf(durationMs, words)}</figcaption>`;
  if (response === null)
    return html`<figure>
      ${caption}
      <pre><b>${marked(look, silenceOf(exchange, words))}</b></pre>
    </figure>`;
  const { status, headers, bodyProblem } = response;
  const limit = isBrief ? most.brief : most.full;
  const whole = readableBody(exchange);
  const lines = markedLines(bodyLines(whole.slice(0, bodyRead)), exchange, marks);
  const kept = keptOf(lines, limit, isBrief ? 2 : most.lines);
  return html`<figure>
    ${caption}
    <pre><b>${marked(look, String(status))} ${reasonPhrase(status)}</b></pre>
    ${isBrief ? null : headerBlock(headers, () => false, words)}
    ${bodyProblem === undefined ? null : html`<p class="note">${words(`body-${bodyProblem}`)}</p>`}
    ${response.body === null ? html`<p class="note">${words('body-not-recorded')}</p>` : null}
    ${whole === '' ? null : bodyText(lines, kept, limit, words)}
  </figure>`;
}

/** A line with its mark. */
interface MarkedLine extends BodyLine {
  readonly look?: Look | undefined;
}

function markedLines(
  lines: readonly BodyLine[],
  exchange: Exchange,
  marks: Shown['marks'],
): readonly MarkedLine[] {
  const wrong = examplesOf(exchange);
  const failIn = (place: Place): Look | undefined => (marks[place] === 'fail' ? 'fail' : undefined);
  const lookOf = ({ indent, member, item, text: line }: BodyLine): Look | undefined => {
    if (member === null || /^[\]}]/.test(line)) return undefined;
    if (item !== null) return member === bodyMembers.list && wrong.has(item) ? failIn('records') : undefined;
    if (indent !== 1) return undefined;
    if (member === bodyMembers.text) return marks.text ?? 'observed';
    return failIn(member === bodyMembers.list && /:\s*\[/.test(line) ? 'list' : 'members');
  };
  const found = lines.map((line) => ({ ...line, look: lookOf(line) }));
  const rest = failIn('members') ?? failIn('text');
  // If no line can be blamed, the whole body is.
  return found.some(({ look }) => look !== undefined)
    ? found
    : found.map((line) => ({ ...line, look: rest }));
}

/**
 * The first lines, the first failed ones of the rest, and the brackets around them. Of a list with failed
 * records, only these.
 */
function keptOf(lines: readonly MarkedLine[], limit: number, count: number): readonly MarkedLine[] {
  const hasFailedItems = lines.some(({ item, look }) => item !== null && look === 'fail');
  const isOther = ({ item, look }: MarkedLine): boolean => hasFailedItems && item !== null && look !== 'fail';
  let [left, failed] = [limit, 0];
  const kept = lines.filter((line, index) => {
    const { text, look, item } = line;
    if (lines.length > count && isOther(line)) return false;
    const fits = left > 0 && (index < count || lines.length <= count * 2);
    if (fits) left -= text.length;
    if (fits) return true;
    if (look === 'fail') return (failed += 1) <= most.failed;
    return item === null && /^[\]}],?$/.test(text);
  });
  return kept.slice(0, most.failed + count);
}

/** Writes the kept lines, long ones clipped, with the number of omitted lines between them. */
function bodyText(
  lines: readonly MarkedLine[],
  kept: readonly MarkedLine[],
  limit: number,
  words: Words,
): Html {
  let from = 0;
  const shown = [...kept, null].flatMap((line) => {
    const to = line === null ? lines.length : lines.indexOf(line, from);
    const gap = lines.slice(from, to);
    from = to + 1;
    const isList = gap.every(({ item, member }) => item !== null && member === bodyMembers.list);
    const leftOut = words(isList ? 'records-left-out' : 'lines-left-out', { count: gap.length });
    return [
      ...gap.slice(0, 1).map(({ indent }) => html`${'  '.repeat(indent)}<i class="gap">… ${leftOut}</i>`),
      ...(line === null ? [] : [lineHtml(line, limit)]),
    ];
  });
  return html`<pre>${shown.map((line) => html`${lineBreak}${line}`)}</pre>`;
}

function lineHtml({ indent, text, look }: MarkedLine, limit: number): Html {
  const said = clip(text, limit);
  return html`${'  '.repeat(indent)}${look === undefined ? exactText(said) : marked(look, said)}`;
}
