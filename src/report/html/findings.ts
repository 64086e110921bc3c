import type { ReviewDraft } from '../../results/review.ts';
import type { Words } from '../../messages/message.ts';
import { writeReview } from '../machine/reviews-yaml.ts';
import { outlineOf, written } from '../outline.ts';
import type { Entry, Line, Section as Outlined } from '../outline.ts';
import type { PageContext } from './context.ts';
import { exchangeBlock } from './exchange.ts';
import { copyButton, exactLine, idCode, lineBreak, markTag, prose, section } from './markup.ts';
import { html } from '../../base/html.ts';
import type { Section } from './markup.ts';
import type { Html } from '../../base/html.ts';

const textLimit = 400;
const idsShown = 50;
const entriesShown = 100;
const draftLimit = 8000;

/** Failures, texts that people have to decide or have decided, open requirements, waivers and advisories. */
export const findingSections = (context: PageContext): readonly (Section | null)[] =>
  outlineOf(context, { inFull: Infinity, text: textLimit }).map((one) =>
    section(one.id, one.title, one.count, one.count === 0 ? null : entryList(one, context), one.counted),
  );

function entryList({ id, entries, others = [], isBrief, hint }: Outlined, context: PageContext): Html {
  const rest = entries.length - entriesShown;
  const shown = entries.slice(0, entriesShown);
  const list =
    isBrief === true
      ? html`<ul>
          ${[...shown.map(({ title }) => title), ...others].map((one) => html`<li>${lineHtml(one, context)}</li>`)}
        </ul>`
      : html`${shown.map((one) => entryCard(one, id, context))}
        ${others.map((one) => html`<p>${lineHtml(one, context)}</p>`)}`;
  return html`${list} ${rest > 0 ? html`<p class="note">… (+${rest})</p>` : null}
  ${hint === undefined ? null : html`<p class="muted">${prose(hint)}</p>`}`;
}

/** Links the requirements, cases and exchanges in a line. */
function lineHtml(line: Line, context: PageContext): Html {
  const { words, requirements, exchanges } = context;
  const anchorOf = (id: string): string | null => {
    if (requirements.has(id)) return `#${id}`;
    if (context.cases.has(id)) return `#case:${id}`;
    return exchanges.has(id) ? `#exchange:${id}` : null;
  };
  const one = (text: string): Html => {
    const anchor = anchorOf(text);
    return anchor === null ? html`${prose(text)}` : html`<a href="${anchor}">${idCode(text)}</a>`;
  };
  const coded = (texts: readonly string[]): Html => {
    const rest = texts.length - idsShown;
    const shown = texts.slice(0, idsShown).map((text, index) => html`${index === 0 ? '' : ', '}${one(text)}`);
    return html`${shown}${rest > 0 ? ` … (+${rest})` : null}`;
  };
  return written<Html>(line, {
    said: (text) => html`${prose(text)}`,
    coded,
    quoted: (text) => html`${words('quoted', { text })}`,
    folded: (label, texts) =>
      html`<details class="names">
        <summary>${label}</summary>
        ${coded(texts)}
      </details>`,
    literal: (text) => html`${text}`,
    joined: (parts) => html`${parts}`,
  });
}

/** A line as a paragraph. If it is a field, its name stands in a column. */
export function lineBlock(line: Line, context: PageContext): Html {
  const { name, isDeep, lead = null } = line;
  const look = [name === undefined ? '' : 'field', isDeep === true ? 'deep' : ''].join(' ').trim();
  return html`<div class="${`said-line ${look}`.trim()}">
    ${name === undefined ? null : html`<span class="muted">${name}</span> `}<span
      >${lead}${lineHtml(line, context)}</span
    >
  </div>`;
}

function entryCard(entry: Entry, kind: string, context: PageContext): Html {
  const { sign, look, title, mark = '', lines, yaml = [], block, draft, anchor } = entry;
  const { exchange = null, shownWith = null, testCase = null } = block ?? {};
  return html`<article class="finding-of ${kind}" ${anchor === undefined ? null : html` id="${anchor}"`}>
    <h3>
      <span class="v v-${look}"><span class="glyph">${sign}</span></span>
      ${lineHtml(title, context)}${markTag(mark)}
    </h3>
    ${lines.map((line) => lineBlock(line, context))}
    ${yaml.length === 0 ? null : html`<pre>${yaml.flatMap((line) => [line, lineBreak])}</pre>`}
    ${draft === undefined ? null : draftBlock(draft, context.words)}
    ${exchange === null ? null : shownWith !== null ? html`<p class="links"><a href="#exchange:${exchange.id}">${exchange.label}</a></p>` : exchangeBlock(exchange, testCase, context, true)}
  </article> `;
}

function draftBlock(draft: ReviewDraft, words: Words): Html {
  const lines = writeReview(draft).trimEnd().split('\n');
  return html`<details class="draft">
    <summary>reviews.yaml</summary>
    ${
      draft.text.length > draftLimit
        ? html`<p class="note">${words('draft-too-long')}</p>`
        : html`<p class="note">
              ${prose(words('draft'))} ${copyButton('.draft', words('copy-entry'), words)}
            </p>
            <pre class="copied">${lines.flatMap((line) => [exactLine(line), lineBreak])}</pre>`
    }
  </details>`;
}
