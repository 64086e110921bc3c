import type { CheckResult } from '../../result/results.ts';
import { readableBody } from '../../http/exchange.ts';
import type { Header } from '../../http/exchange.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { reasonPhrase } from '../reason-phrase.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';
import { exactLine, html, lineBreak, seam } from './markup.ts';
import type { Html } from './markup.ts';
import { markedText } from './marked-text.ts';
import { addressMarks, bodyMarks, isOwnHeader } from './request-marks.ts';
import { answerMarks, statusMark } from './response-marks.ts';

const urlLimit = 1000;
const headersShown = 40;
const headerLimit = 300;
const curlLimit = 4000;

/** What an exchange is shown with. */
export interface ExchangeView {
  readonly words: Wording;
  readonly bodyLimit: number;
  /** The plain request of its variant, from which it differs in what is marked; null where there is none. */
  readonly plain: Evidence | null;
  /** Those that speak of it. */
  readonly checks: readonly CheckResult[];
  /** Said of its curl command. */
  readonly note: string | null;
}

function headerLines(headers: readonly Header[], isMarked: (name: string, value: string) => boolean): Html {
  const lines = headers.slice(0, headersShown).map(([name, value]) => {
    const text = html`${seam}${exactLine(clip(value, headerLimit))}${seam}`;
    const shown = isMarked(name, value) ? html`<mark class="m-changed">${text}</mark>` : text;
    return html`${lineBreak}<span class="name">${name}:</span> ${shown}`;
  });
  const rest = headers.length - headersShown;
  return html`${lines}${rest > 0 ? html`${lineBreak}<span class="name">… (+${rest})</span>` : null}`;
}

function bodyText(content: Html): Html {
  return html`${lineBreak}${lineBreak}${content}`;
}

function requestBlock(exchange: Evidence, { words, bodyLimit, plain }: ExchangeView): Html {
  const { method, url, headers, body } = exchange.request;
  const verb =
    plain === null || plain.request.method === method
      ? method
      : html`<mark class="m-changed">${method}</mark>`;
  const marks = bodyMarks(exchange, plain);
  const shown = body === null || body === '' ? marks.length > 0 : true;
  return html`<figure>
    <figcaption>${words.labels.request}</figcaption>
    <pre><span class="start">${verb} ${markedText(url, addressMarks(exchange, plain), urlLimit)}</span>${headerLines(headers, (name, value) => isOwnHeader(name, value, plain))}${shown ? bodyText(markedText(body ?? '', marks, bodyLimit)) : null}</pre>
  </figure>`;
}

function responseBlock(exchange: Evidence, { words, bodyLimit, checks }: ExchangeView): Html {
  const { response, error, durationMs } = exchange;
  const caption = html`<figcaption>
    ${words.labels.response}, ${seam}${words.duration(durationMs)}${seam}
  </figcaption>`;
  if (response === null) {
    const why = error === null ? '' : `: ${words.transport[error.kind]} (${error.code}: ${error.message})`;
    return html`<figure>
      ${caption}
      <pre><span class="start"><mark class="m-${statusMark(checks)}">${words.labels.noAnswer}</mark></span>${why}</pre>
    </figure>`;
  }
  const { status, httpVersion, headers, bodyLength, bodyTruncated } = response;
  const body = readableBody(response);
  const cut = bodyTruncated || body.length > bodyLimit;
  return html`<figure>
    ${caption}
    <pre><span class="start">HTTP/${httpVersion} <mark class="m-${statusMark(checks)}">${status}</mark> ${reasonPhrase(status)}</span>${headerLines(headers, () => false)}${body === '' ? null : bodyText(markedText(body, answerMarks(exchange, checks), bodyLimit))}</pre>
    ${cut ? html`<p class="note">${words.bodyLeftOut(Math.min(bodyLimit, body.length), bodyLength)}</p>` : null}
  </figure>`;
}

// The seams stand where headers, address and body stand in the request as well, so that they are written once.
function curlText(curl: string): readonly Html[] {
  return curl.split(/(?<=: )|(?<=')|(?=')|(?=https?:)/).map((part) => html`${seam}${exactLine(part)}`);
}

function curlBlock({ curl }: Evidence, { words, note }: ExchangeView): Html {
  const { labels } = words;
  if (curl.length > curlLimit) return html`<p class="note">curl: ${labels.curlTooLong}</p>`;
  return html`<details class="curl">
    <summary>curl</summary>
    <pre>${curlText(curl)}</pre>
    ${note === null ? null : html`<p class="note">${note}</p>`}
  </details>`;
}

/** One exchange as HTTP, the bytes that matter marked, with the command that repeats it. */
export function exchangeBlock(exchange: Evidence, view: ExchangeView): Html {
  const { labels } = view.words;
  const isShort = exchange.curl.length <= curlLimit;
  return html`<section class="exchange" id="exchange:${seam}${exchange.id}${seam}">
    <header>
      <h3>${exchange.label}</h3>
      ${isShort ? html`<button type="button" class="needs-script" data-do="copy" data-from=".exchange" data-done="${labels.copied}">${labels.copy}</button>` : null}
    </header>
    <div class="http">
      ${seam}${requestBlock(exchange, view)}${seam}${responseBlock(exchange, view)}${seam}
    </div>
    ${curlBlock(exchange, view)}
  </section> `;
}
