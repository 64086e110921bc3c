import { STATUS_CODES } from 'node:http';
import type { Header } from '../../http/exchange.ts';
import type { CaseResult, Results } from '../../result/results.ts';
import type { Check } from '../../verdict/verdict.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { requestLine } from '../exchange-text.ts';
import { exactLine, exactText, html, idCode, lineBreak } from './markup.ts';
import type { Html } from './markup.ts';
import { verdictMark } from './verdict.ts';
import { passwordNote } from '../password-note.ts';
import { exchangesById, formatDuration, isStanding } from '../view.ts';
import { clip } from '../visible.ts';
import type { Wording } from '../wording/wording.ts';

// What keeps a report of hundreds of exchanges, with whatever a target sent, small enough to be mailed.
const allBodies = 50_000;
const bodyRange = { least: 300, most: 6000 } as const;
const headersShown = 40;
const headerLimit = 300;
const textLimit = 600;
const curlLimit = 4000;

interface Context {
  readonly words: Wording;
  readonly bodyLimit: number;
}

function headerLines(headers: readonly Header[]): readonly Html[] {
  const lines = headers
    .slice(0, headersShown)
    .map(
      ([name, value]) =>
        html`${lineBreak}<span class="name">${name}:</span> ${exactLine(clip(value, headerLimit))}`,
    );
  const rest = headers.length - headersShown;
  return rest > 0 ? [...lines, html`${lineBreak}<span class="name">… (+${rest})</span>`] : lines;
}

function bodyText(body: string, limit: number): Html | null {
  if (body === '') return null;
  const cut = body.length > limit ? '…' : '';
  return html`${lineBreak}${lineBreak}${exactText(body.slice(0, limit))}${cut}`;
}

function requestBlock(exchange: Evidence, { words, bodyLimit }: Context): Html {
  const { request } = exchange;
  return html`<figure>
    <figcaption>${words.labels.request}</figcaption>
    <pre><span class="start">${requestLine(exchange)}</span>${headerLines(request.headers)}${bodyText(request.body ?? '', bodyLimit)}</pre>
  </figure>`;
}

function responseBlock({ response, error, durationMs }: Evidence, { words, bodyLimit }: Context): Html {
  const caption = html`<figcaption>${words.labels.response}, ${formatDuration(durationMs)}</figcaption>`;
  if (response === null) {
    const why = error === null ? '' : `: ${words.transport[error.kind]} (${error.code}: ${error.message})`;
    return html`<figure>
      ${caption}
      <pre><span class="start">${words.labels.noAnswer}</span>${why}</pre>
    </figure>`;
  }
  const start = `HTTP/${response.httpVersion} ${response.status} ${STATUS_CODES[response.status] ?? ''}`;
  const cut = response.bodyTruncated || response.body.length > bodyLimit;
  return html`<figure>
    ${caption}
    <pre><span class="start">${start}</span>${headerLines(response.headers)}${bodyText(response.body, bodyLimit)}</pre>
    ${
      cut
        ? html`<p class="note">
            ${words.bodyLeftOut(Math.min(bodyLimit, response.body.length), response.bodyLength)}
          </p>`
        : null
    }
  </figure>`;
}

function exchangeBlock(exchange: Evidence, note: string | null, context: Context): Html {
  const { labels } = context.words;
  return html`<section class="exchange" id="exchange:${exchange.id}">
    <header>
      <h4>${exchange.label}</h4>
      <button type="button" data-do="copy" data-done="${labels.copied}" hidden>${labels.copy}</button>
    </header>
    <div class="http">${requestBlock(exchange, context)}${responseBlock(exchange, context)}</div>
    <details class="curl">
      <summary>curl</summary>
      <pre>${exactLine(clip(exchange.curl, curlLimit))}</pre>
      ${note === null ? null : html`<p class="note">${note}</p>`}
    </details>
  </section> `;
}

function checkRow(check: Check, { words }: Context): Html {
  const { labels } = words;
  return html`<tr>
    <th scope="row">
      <a href="#${check.requirement}">${idCode(check.requirement)}</a>
    </th>
    <td>${verdictMark(check.verdict, words)}</td>
    <td data-label="${labels.expected}">${clip(check.expected, textLimit)}</td>
    <td data-label="${labels.actual}">${clip(check.actual, textLimit)}</td>
  </tr> `;
}

/** What every answer is held against takes one line where it passes. */
function checkTables(checks: readonly Check[], context: Context): readonly (Html | null)[] {
  const isBrief = ({ requirement, verdict }: Check): boolean => verdict === 'pass' && isStanding(requirement);
  return [
    checkTable(
      checks.filter((check) => !isBrief(check)),
      context,
    ),
    checkLine([...new Set(checks.filter(isBrief).map(({ requirement }) => requirement))], context),
  ];
}

function checkLine(passed: readonly string[], { words }: Context): Html | null {
  if (passed.length === 0) return null;
  const links = passed.map((id) => html` <a href="#${id}">${idCode(id)}</a>`);
  return html`<p>${verdictMark('pass', words)}${links}</p>`;
}

function checkTable(checks: readonly Check[], context: Context): Html | null {
  if (checks.length === 0) return null;
  const { labels } = context.words;
  const heads = [labels.requirement, labels.verdict, labels.expected, labels.actual];
  return html`<div class="scroll">
    <table class="stack checks">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${checks.map((check) => checkRow(check, context))}
      </tbody>
    </table>
  </div>`;
}

function controlLinks(testCase: CaseResult, { words }: Context): Html | null {
  if (testCase.controls.length === 0) return null;
  const links = testCase.controls.map(
    (id, index) => html`${index === 0 ? '' : ', '}<a href="#exchange:${id}">${idCode(id)}</a>`,
  );
  return html`<p class="muted">${words.labels.controls}: ${links}</p>`;
}

function caseItem(testCase: CaseResult, context: Context): Html {
  const { id, title, verdict, reason, note } = testCase;
  const { words } = context;
  const isOpen = verdict === 'fail' || verdict === 'review';
  const why = reason === null ? null : html`<p>${reason}: ${words.reasons[reason].happened} ${note}</p>`;
  return html`<details
    class="case"
    id="case:${id}"
    data-verdict="${verdict ?? 'observed'}"
    ${isOpen ? html` open` : null}
  >
    <summary>
      ${verdictMark(verdict, words)}<span class="head">${idCode(id)}<span class="title">${title}</span></span
      ><span class="time">${formatDuration(testCase.durationMs)}</span>
    </summary>
    <div class="inside">
      ${why}${checkTables(testCase.checks, context)}
      ${testCase.exchanges.map((exchange) => exchangeBlock(exchange, passwordNote(testCase, exchange, words), context))}${controlLinks(testCase, context)}
    </div>
  </details> `;
}

function controlItem(results: Results, context: Context): Html | null {
  if (results.controls.length === 0) return null;
  const { labels } = context.words;
  return html`<details class="case" id="controls">
    <summary>
      <span></span><span class="head">${labels.controls}</span
      ><span class="time">${results.controls.length}</span>
    </summary>
    <div class="inside">${results.controls.map((exchange) => exchangeBlock(exchange, null, context))}</div>
  </details>`;
}

/** Every case with its checks and what went over the wire. */
export function casesSection(results: Results, words: Wording): Html {
  const share = Math.floor(allBodies / Math.max(1, exchangesById(results).size));
  const bodyLimit = Math.min(bodyRange.most, Math.max(bodyRange.least, share));
  const context = { words, bodyLimit };
  const { labels } = words;
  return html`<section id="cases">
    <h2>${labels.cases} <span class="count">${results.cases.length}</span></h2>
    <p>
      <button type="button" data-do="expand" hidden>${labels.expand}</button>
      <button type="button" data-do="collapse" hidden>${labels.collapse}</button>
    </p>
    ${results.cases.map((testCase) => caseItem(testCase, context))}${controlItem(results, context)}
  </section>`;
}
