import { readableBody, reasonPhrase } from '../../client/exchange.ts';
import type { Header } from '../../client/exchange.ts';
import type { CaseResult, CheckResult, RequirementResult } from '../../results/results.ts';
import { specification } from '../../operation/specification.ts';
import type { Evidence } from '../../judge/evidence.ts';
import { worst } from '../../judge/check.ts';
import type { Verdict } from '../../judge/check.ts';
import { bodyLines, bodyRead, examplesOf } from '../body-lines.ts';
import type { BodyLine } from '../body-lines.ts';
import { placeholderNote, rerunCommand, sendCommand } from '../exchange-text.ts';
import { clip } from '../../base/visible.ts';
import type { PageContext } from './context.ts';
import { copyButton, exactLine, exactText, lineBreak, prose } from './markup.ts';
import { html } from '../../base/html.ts';
import type { Html } from '../../base/html.ts';
import { durationOf } from '../sentences.ts';
import type { Words } from '../../messages/message.ts';

const urlLimit = 1000;
const headersShown = 40;
const headerLimit = 300;
const curlLimit = 4000;
const linesShown = 12;
/** Fewer lines in a card, so that failed lines further on are visible too. */
const cardLines = 5;
/** Longer bodies that are equal are shown once, unless they show a failure. */
const repeatedFrom = 300;

/**
 * One exchange as HTTP with the command that repeats it, open in a card. Marks differences from the plain
 * request and the parts that decided the verdicts of its case.
 */
export function exchangeBlock(
  exchange: Evidence,
  testCase: CaseResult | null,
  context: PageContext,
  isInCard = false,
): Html {
  const { words } = context;
  const note = placeholderNote(exchange, words);
  const again = sendCommand(context.results, exchange, testCase);
  const plain = testCase === null ? null : (context.plain.get(testCase.variant) ?? null);
  const rerun = testCase === null ? null : rerunCommand(context.results, testCase.id);
  const isShort = exchange.curl.length <= curlLimit;
  const [first, ...others] = [again, isShort ? exchange.curl : null, rerun].filter((line) => line !== null);
  const commands = html`${
    first === undefined
      ? null
      : html`<pre class="copied" ${isInCard ? html`tabindex="0"` : null}>${exactLine(first)}</pre> `
  }
  ${others.map((line) => html`<pre>${exactLine(line)}</pre>`)}
  ${isShort ? null : html`<p class="note">curl: ${words('curl-too-long')}</p>`}
  ${note === null ? null : html`<p class="note">${prose(note)}</p>`}`;
  return html`<section class="exchange" id="exchange:${exchange.id}">
    <header>
      <p class="label">${exchange.label}</p>
      ${first === undefined ? null : copyButton('.exchange', words('copy'), words)}
    </header>
    <div class="http">
      ${requestFigure(exchange, plain, context.limitOf(testCase), context.words)}
      ${responseFigure(exchange, testCase, isInCard ? cardLines : linesShown, context)}
    </div>
    ${
      isInCard
        ? html`<div class="curl">${commands}</div>`
        : html`<details class="curl">
            <summary>${words('explain-repeat')}</summary>
            ${commands}
          </details>`
    }
  </section> `;
}

type Look = 'changed' | 'seen' | Exclude<Verdict, 'inconclusive'>;

const marked = (look: Look, text: string): Html => html`<mark class="m-${look}">${exactText(text)}</mark>`;

const unlikeEverywhere: readonly string[] = ['user-agent', 'x-request-id', 'content-length', 'host'];

function requestFigure(own: Evidence, plain: Evidence | null, limit: number, words: Words): Html {
  const { method, url, headers, body } = own.request;
  const usual = plain?.request ?? own.request;
  const isOwn = ([name, value]: Header): boolean =>
    !unlikeEverywhere.includes(name.toLowerCase()) &&
    !usual.headers.some(([known, text]) => known.toLowerCase() === name.toLowerCase() && text === value);
  const verb = method === usual.method ? exactLine(method) : marked('changed', method);
  const address = difference(clip(url, urlLimit), clip(usual.url, urlLimit), /([?&/])/);
  const sent = difference(clip(body ?? '', limit), clip(usual.body ?? '', limit), /([{},])/);
  return html`<figure>
    <figcaption>${words('request')}</figcaption>
    <pre><span class="start">${verb} ${address}</span></pre>
    ${headerBlock(headers, isOwn, words)} ${sent.markup === '' ? null : html`<pre>${sent}</pre>`}
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
  let before =
    gone[
      Math.max(
        0,
        own.findLastIndex((piece) => piece !== ''),
      )
    ];
  for (const piece of usual.filter(isWord).toReversed()) {
    const index = places.get(nameOf(piece));
    if (index === undefined) before?.unshift(piece);
    else before = gone[index];
  }
  // Style sheets draw line breaks and missing pieces, so that copied text is exactly what was sent.
  const isJson = text.startsWith('{');
  const deep = html`<i class="line deep"></i>`;
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
  const lines = headers.slice(0, headersShown).map((header, index) => {
    const text = exactLine(clip(header[1], headerLimit));
    const shown = isMarked(header) ? html`<mark class="m-changed">${text}</mark>` : text;
    return html`${index === 0 ? null : lineBreak}<span class="name">${header[0]}:</span> ${shown}`;
  });
  const rest = headers.length - headersShown;
  return html`<details class="headers" ${headers.some(isMarked) ? html` open` : null}>
    <summary>${words('headers-counted', { count: headers.length })}</summary>
    <pre>${lines}${rest > 0 ? html`${lineBreak}<span class="name">… (+${rest})</span>` : null}</pre>
  </details>`;
}

/** The part of an answer that a requirement is about. */
type Place = 'status' | 'text' | 'members' | 'records' | 'list';

function placeOf({ group, aspect }: RequirementResult): Place {
  if (group === 'error') return 'text';
  if (group === 'authorization') return 'list';
  if (aspect === 'record') return 'records';
  if (group === 'success' && aspect === 'body') return 'members';
  return aspect === 'names' || aspect === 'meaning' ? 'text' : 'status';
}

/** How to mark each part that decided a check. */
function looksOf(checks: readonly CheckResult[], requirements: PageContext['requirements']) {
  const placed = checks.flatMap(({ requirement, verdict }) => {
    const found = requirements.get(requirement);
    return found === undefined ? [] : [{ place: placeOf(found), verdict }];
  });
  const looks = [...Map.groupBy(placed, ({ place }) => place)].map(([place, same]) => {
    const verdict = worst(same.map((one) => one.verdict));
    return [place, verdict === null || verdict === 'inconclusive' ? 'seen' : verdict] as const;
  });
  return new Map<Place, Look>(looks);
}

function responseFigure(
  exchange: Evidence,
  testCase: CaseResult | null,
  most: number,
  { words, requirements, bodies, limitOf }: PageContext,
): Html {
  const { response, error, durationMs } = exchange;
  const checks = (testCase?.checks ?? []).filter((check) => check.exchange === exchange.id);
  const looks = looksOf(checks, requirements);
  const statusLook = looks.get('status') ?? 'seen';
  const caption = html`<figcaption>${words('response')}, ${durationOf(durationMs, words)}</figcaption>`;
  if (response === null) {
    const why =
      error === null ? '' : `: ${words(`transport-${error.kind}`)} (${error.code}: ${error.message})`;
    return html`<figure>
      ${caption}
      <pre><span class="start">${marked(statusLook, words('no-answer'))}</span>${why}</pre>
    </figure>`;
  }
  const { status, httpVersion, headers, bodyLength, bodyTruncated } = response;
  const limit = limitOf(testCase);
  const body = readableBody(response).slice(0, bodyRead);
  const lines = markedLines(bodyLines(body), exchange, looks);
  const kept = keptOf(lines, limit, most);
  const size = kept.reduce((sum, { text }) => sum + Math.min(text.length, limit), 0);
  const isCut = bodyTruncated || kept.length < lines.length || kept.some(({ text }) => text.length > limit);
  const elsewhere = bodies.get(response.body);
  const hasFailed = lines.some(({ look }) => look === 'fail');
  const isRepeated =
    !hasFailed && body.length > repeatedFrom && elsewhere !== undefined && elsewhere !== exchange.id;
  const content = isRepeated
    ? html`<p class="note">${words('same-body')} <a href="#exchange:${elsewhere}">${elsewhere}</a></p>`
    : html`${bodyText(lines, kept, limit, words)}
      ${isCut ? html`<p class="note">${words('body-left-out', { shown: size, total: bodyLength })}</p>` : null}`;
  return html`<figure>
    ${caption}
    <pre><span class="start">HTTP/${httpVersion} ${marked(statusLook, String(status))} ${reasonPhrase(status)}</span></pre>
    ${headerBlock(headers, () => false, words)} ${body === '' ? null : content}
  </figure>`;
}

/** A line with its mark. */
interface MarkedLine extends BodyLine {
  readonly look?: Look | undefined;
}

function markedLines(
  lines: readonly BodyLine[],
  exchange: Evidence,
  looks: ReadonlyMap<Place, Look>,
): readonly MarkedLine[] {
  const { list, text } = specification.body;
  const wrong = examplesOf(exchange);
  const failIn = (place: Place): Look | undefined => (looks.get(place) === 'fail' ? 'fail' : undefined);
  const lookOf = ({ indent, member, item, text: line }: BodyLine): Look | undefined => {
    if (member === null || /^[\]}]/.test(line)) return undefined;
    if (item !== null) return member === list && wrong.has(item) ? failIn('records') : undefined;
    if (indent !== 1) return undefined;
    if (member === text) return looks.get('text') ?? 'seen';
    return failIn(member === list && /:\s*\[/.test(line) ? 'list' : 'members');
  };
  const found = lines.map((line) => ({ ...line, look: lookOf(line) }));
  const rest = failIn('members') ?? failIn('text');
  // If no line can be blamed, the whole body is.
  return found.some(({ look }) => look !== undefined)
    ? found
    : found.map((line) => ({ ...line, look: rest }));
}

/** Limit for failed lines after the cut: a body may have thousands. */
const mostFailed = 20;

/**
 * The first lines, the first failed ones of the rest, and the brackets around them. Of a list with failed
 * records, only these.
 */
function keptOf(lines: readonly MarkedLine[], limit: number, most: number): readonly MarkedLine[] {
  const hasFailedItems = lines.some(({ item, look }) => item !== null && look === 'fail');
  const isOther = ({ item, look }: MarkedLine): boolean => hasFailedItems && item !== null && look !== 'fail';
  let [left, failed] = [limit, 0];
  const kept = lines.filter((line, index) => {
    const { text, look, item } = line;
    if (lines.length > most && isOther(line)) return false;
    const fits = left > 0 && (index < most || lines.length <= most * 2);
    if (fits) left -= text.length;
    if (fits) return true;
    if (look === 'fail') return (failed += 1) <= mostFailed;
    return item === null && /^[\]}],?$/.test(text);
  });
  return kept.slice(0, most * 2);
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
    const isList = gap.every(({ item, member }) => item !== null && member === specification.body.list);
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
