// Draws a document as one self-contained HTML file: no text in it is markup, and it loads nothing.

import { html, wholePage } from '../base/html.ts';
import type { Html } from '../base/html.ts';
import { clientText } from '../base/package.ts';
import { wordsIn } from '../messages/message.ts';
import type { Language, Words } from '../messages/message.ts';
import { fitting, plain } from './document.ts';
import type { Block, Cell, Document, Line, Look } from './document.ts';
import { exchangeFigures } from './exchange.ts';
import { exactLine, idCode, lineBreak, mark, prose } from './markup.ts';

export interface PageOptions {
  readonly title: string;
  readonly language: Language;
}

interface Context {
  readonly words: Words;
  /** Ids of the document, each with the first block that has it. */
  readonly anchors: ReadonlyMap<string, Block>;
}

export function renderPage(document: Document, { title, language }: PageOptions): string {
  const words = wordsIn(language);
  const blocks = fitting(document, 'page');
  const context: Context = { words, anchors: new Map(anchorsIn(blocks).toReversed()) };
  const parts = partsOf(blocks);
  const entries = parts.flatMap(([head]) => (head === undefined ? [] : [entryOf(head)]));
  const [filtered] = blocks.filter(hasFiltered);
  const body = html`<div class="frame">
    <nav class="toc" aria-label="${words('contents')}">
      <ul>
        ${entries}
      </ul>
      <button type="button" data-do="print">${words('print')}</button>
    </nav>
    <main>
      ${parts.map(([head, inner], at) => [
        head !== undefined && head === filtered ? toolbar(blocks, words) : null,
        partOf(head, inner, at === 0, context),
      ])}
    </main>
  </div>`;
  const [style, script] = [clientText('page.css'), clientText('page.js')];
  return wholePage({ language, title, style, script, body });
}

/** Everything that a link can lead to. */
const anchorsIn = (blocks: Document): readonly (readonly [string, Block])[] =>
  blocks.flatMap((block): readonly (readonly [string, Block])[] => {
    if (block.kind === 'exchange') return [[`exchange:${block.shown.exchange.id}`, block]];
    const own = 'id' in block && block.id !== undefined ? [[block.id, block] as const] : [];
    return 'blocks' in block ? [...own, ...anchorsIn(fitting(block.blocks, 'page'))] : own;
  });

const hasFiltered = (block: Block): boolean =>
  block.kind === 'fold' && (block.isFiltered === true || block.blocks.some(hasFiltered));

type Head = Extract<Block, { kind: 'heading' | 'fold' }>;
type Part = readonly [head: Head | undefined, inner: Document];

/** The first screen, then what stands under each heading, and each fold. */
function partsOf(blocks: Document): readonly Part[] {
  const parts: (readonly [Head | undefined, Block[]])[] = [[undefined, []]];
  for (const block of blocks) {
    const isHead = (block.kind === 'heading' && block.level === 2) || block.kind === 'fold';
    const last = parts.at(-1);
    if (isHead) parts.push([block, []]);
    else if (last?.[0]?.kind === 'fold') parts.push([undefined, [block]]);
    else last?.[1].push(block);
  }
  return parts;
}

const labelOf = (head: Head): string => (head.kind === 'heading' ? head.text : plain(head.label));

const countOf = ({ count }: Head): Html | null =>
  count === undefined ? null : html` <span class="count">${count}</span>`;

const idOf = (id: string | undefined): Html | null => (id === undefined ? null : html` id="${id}"`);

const entryOf = (head: Head): Html =>
  html`<li>${head.id === undefined ? labelOf(head) : html`<a href="#${head.id}">${labelOf(head)}</a>`}</li>`;

function partOf(head: Head | undefined, inner: Document, isFirst: boolean, context: Context): Html {
  if (head?.kind === 'fold')
    return html`<details class="part" ${idOf(head.id)}${hasFiltered(head) ? html` data-group` : null}>
      <summary><h2>${labelOf(head)}${countOf(head)}</h2></summary>
      ${drawn(head.blocks, context)}
    </details>`;
  if (head === undefined)
    return html`<section${isFirst ? html` id="summary"` : null}>${drawn(inner, context)}</section>`;
  const sign = head.look === undefined ? null : html`${mark(head.look)} `;
  return html`<section${idOf(head.id)}>
    <h2>${sign}${head.text}${countOf(head)}</h2>
    ${drawn(inner, context)}
  </section>`;
}

/** Cards that belong beside one another stand there. */
function drawn(blocks: Document, context: Context): readonly Html[] {
  const shown = fitting(blocks, 'page');
  const isSide = (block: Block | undefined): boolean => block?.kind === 'card' && block.isSide === true;
  return shown.map((block, at) => {
    const one = draw(block, context);
    if (!isSide(block)) return one;
    const [before, after] = [isSide(shown[at - 1]), isSide(shown[at + 1])];
    return html`${before ? null : { markup: '<div class="cards">' }}${one}${after ? null : { markup: '</div>' }}`;
  });
}

function draw(block: Block, context: Context): Html {
  const { words } = context;
  switch (block.kind) {
    case 'heading': {
      const said = html`${block.look === undefined ? null : html`${mark(block.look)} `}<span
          >${block.text}</span
        >`;
      const count = block.count === undefined ? null : html` <span class="count">${block.count}</span>`;
      if (block.level === 1)
        return html`<h1${idOf(block.id)} class="${block.look ?? ''}">${said}</h1>
          ${block.count === undefined ? null : html`<p class="outcome">${block.count}</p>`}`;
      return html`<h3${idOf(block.id)}>${said}${count}</h3>`;
    }
    case 'text':
      return html`<p${block.tone === undefined ? null : html` class="${block.tone}"`}>${inline(block.line, context)}</p>`;
    case 'list':
      return html`<ul${block.look === undefined ? null : html` class="signed"`}>
        ${block.items.map((item) => html`<li>${block.look === undefined ? null : mark(block.look)}<span>${inline(item, context)}</span></li>`)}
      </ul>`;
    case 'fields':
      return html`<dl>
        ${block.rows.map(
          ([name, line]) =>
            html`<dt>${name}</dt>
              <dd>${inline(line, context)}</dd>`,
        )}
      </dl>`;
    case 'table':
      return tableOf(block.heads, block.rows, context);
    case 'code':
      return copied(block.lines, words);
    case 'exchange': {
      const { command, exchange } = block.shown;
      const isFirst = context.anchors.get(`exchange:${exchange.id}`) === block;
      const repeat = command === null ? null : copied([command], words, words('to-repeat'));
      return html`${exchangeFigures(block.shown, words, isFirst)}${repeat}`;
    }
    case 'card': {
      const tag =
        block.tag === undefined || block.tag === '' ? null : html` <span class="tag">${block.tag}</span>`;
      const title = html`${mark(block.look)} ${inline(block.title, context)}${tag}`;
      return html`<article class="card ${block.look}" ${idOf(block.id)}>
        ${block.isSide === true ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
        ${drawn(block.blocks, context)}
      </article>`;
    }
    case 'fold':
      return foldOf(block, context);
  }
}

function foldOf(block: Extract<Block, { kind: 'fold' }>, context: Context): Html {
  const { look, isFiltered, id, count } = block;
  const sign = look === undefined ? null : mark(look, isFiltered === true ? '' : ' ');
  const data =
    isFiltered === true ? html` data-verdict="${look ?? ''}"` : hasFiltered(block) ? html` data-group` : null;
  return html`<details${idOf(id)}${data}>
    <summary>${sign}<span>${inline(block.label, { ...context, anchors: new Map() })}${count === undefined ? null : html` <span class="count">${count}</span>`}</span></summary>
    <div class="inside">${drawn(block.blocks, context)}</div>
  </details>
  `;
}

/** Lines to be copied as they are. */
const copied = (lines: readonly string[], words: Words, caption = ''): Html =>
  html`${caption === '' ? null : html`<p class="quiet">${caption}</p>`}
    <div class="copy">
      <pre>${lines.map((line, at) => html`${at === 0 ? null : lineBreak}${exactLine(line)}`)}</pre>
      <button type="button" data-do="copy" data-done="${words('copied')}">${words('copy')}</button>
    </div>`;

/** The cells of a narrow table stand below one another, each with the head of its column. */
function tableOf(heads: readonly string[], rows: readonly (readonly Cell[])[], context: Context): Html {
  const cell = ({ text, look, to }: Cell): Html => {
    const isId = to !== undefined && to === text;
    const said = look === undefined ? (isId ? idCode(text) : html`${prose(text)}`) : signed(look, text);
    return to !== undefined && context.anchors.has(to)
      ? html`<a href="#${to}" ${look === undefined ? null : html` title="${to}"`}>${said}</a>`
      : said;
  };
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([first, ...others]) =>
          html`<tr>
            ${first === undefined ? null : html`<th scope="row">${cell(first)}</th>`}${others.map((one, at) => html`<td data-label="${heads[at + 1] ?? ''}">${one.text === '' ? null : cell(one)}</td>`)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

const signed = (look: Look, text: string): Html => (text.length === 1 ? mark(look) : mark(look, text));

/** Links the requirements, cases and exchanges in a line. */
function inline(line: Line, { anchors }: Context): Html {
  const anchorOf = (id: string): string | undefined =>
    [id, `case:${id.replace(/#\d+$/, '')}`, `exchange:${id}`].find((anchor) => anchors.has(anchor));
  const one = (id: string): Html => {
    const anchor = anchorOf(id);
    return anchor === undefined ? idCode(id) : html`<a href="#${anchor}">${idCode(id)}</a>`;
  };
  return html`${line.map((piece) => {
    if (typeof piece === 'string') return prose(piece);
    if ('quote' in piece) return html`${piece.quote}`;
    if ('link' in piece)
      return anchors.has(piece.to)
        ? html`<a href="#${piece.to}">${prose(piece.link)}</a>`
        : prose(piece.link);
    return piece.code.map((id, at) => html`${at === 0 ? '' : ', '}${one(id)}`);
  })}`;
}

const verdicts = ['fail', 'review', 'inconclusive', 'pass', 'observed'] as const;

/** Filter by verdict, and the search. What stands in different folds is counted apart. */
function toolbar(blocks: Document, words: Words): Html {
  const looksIn = (block: Block): readonly string[] => {
    if (block.kind !== 'fold') return [];
    return block.isFiltered === true ? [block.look ?? ''] : block.blocks.flatMap(looksIn);
  };
  const folds = blocks.filter((block): block is Head => hasFiltered(block));
  const found = folds.map(looksIn);
  const choice = (value: string, label: Html | string, count: string): Html =>
    html`<label
      ><input
        type="radio"
        name="verdict"
        value="${value}"
        ${value === 'all' ? html` checked` : null}
      />${label} <span class="count">${count}</span></label
    >`;
  return html`<form class="toolbar" id="filter">
    <fieldset>
      <legend>${words('filter')}</legend>
      ${choice('all', words('all'), folds.map((one, at) => `${labelOf(one)} ${found[at]?.length ?? 0}`).join(' + '))}
      ${verdicts.map((look) => {
        const counts = found.map((all) => all.filter((one) => one === look).length);
        const word = look === 'observed' ? words('observed') : words(`verdict-${look}`);
        return counts.some((count) => count > 0) ? choice(look, mark(look, word), counts.join(' + ')) : null;
      })}
    </fieldset>
    <input type="search" name="search" placeholder="${words('search')}" aria-label="${words('search')}" />
    <output data-none="${words('no-match')}"></output>
  </form>`;
}
