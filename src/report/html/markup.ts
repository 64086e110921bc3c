import type { Verdict } from '../../judge/check.ts';
import { escapeContent, html } from '../../base/html.ts';
import type { Content, Html } from '../../base/html.ts';
import { markHidden } from '../../base/visible.ts';
import { glyphs, looks, overallIn } from '../sentences.ts';
import type { Words } from '../../messages/message.ts';

/** A line feed for `<pre>` that the formatter of the source cannot change. */
export const lineBreak: Html = { markup: '\n' };

/** Exact text of a target. Invisible characters become escapes, except those in `kept`. */
export const exactText = (text: string, kept = '\n\t'): Html => ({
  markup: markHidden(escapeContent(text), (escape, character) =>
    kept.includes(character) ? character : `<i class="esc">${escape}</i>`,
  ),
});

/** Exact text on one line. */
export const exactLine = (text: string): Html => exactText(text, '');

/** An id as code. It is only broken before a dot or plus, and only if it is longer than a line. */
export function idCode(id: string): Html {
  const [first = '', ...others] = id.split(/(?=[.+])/);
  return html`<code class="id">${first}${others.map((part) => html`<wbr />${part}`)}</code>`;
}

/** Links to anchors of the page. After `limit` of them, only the number of the rest. */
export function idLinks(ids: readonly string[], prefix: '' | 'case:' | 'exchange:', limit: number): Html {
  const links = ids
    .slice(0, limit)
    .map((id, index) => html`${index === 0 ? '' : ', '}<a href="#${prefix}${id}">${idCode(id)}</a>`);
  return html`${links}${ids.length > limit ? `, … (+${ids.length - limit})` : null}`;
}

/** A sentence with text between backticks as code, except within quotes of a target (“…” or «…»). */
export function prose(text: string): readonly Html[] {
  const from = text.search(/[“«]/);
  const to = Math.max(text.lastIndexOf('”'), text.lastIndexOf('»'));
  if (from < 0 || to < from) return withCode(text);
  return [...withCode(text.slice(0, from)), html`${text.slice(from, to)}`, ...withCode(text.slice(to))];
}

function withCode(text: string): readonly Html[] {
  const parts = text.split('`');
  // An unpaired backtick belongs to the text.
  if (parts.length % 2 === 0) return [html`${text}`];
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A sign with its word, in the colour of a verdict. */
export const mark = (look: Verdict | 'observed', sign: string, word: string): Html =>
  html`<span class="v v-${look}"
    ><span class="glyph" aria-hidden="true">${sign}</span><span class="said">${word}</span></span
  >`;

/** A verdict as sign and word; `null` stands for a case that only observes. */
export const verdictMark = (verdict: Verdict | null, words: Words): Html =>
  verdict === null
    ? mark('observed', '·', words('observed'))
    : mark(verdict, glyphs[verdict], words(`verdict-${verdict}`));

export const overallMark = (found: Parameters<typeof overallIn>[0], words: Words): Html =>
  mark(looks[found.verdict], glyphs[looks[found.verdict]], overallIn(found, words));

/** A section of a page, with its entry in the table of contents. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly count: number | null;
  readonly content: Html;
}

/** A section under its heading; null if there is no content. */
export const section = (
  id: string,
  title: string,
  count: number | null,
  content: Html | null,
  counted: string | number | null = count,
): Section | null =>
  content === null
    ? null
    : {
        id,
        title,
        count,
        content: html`<section id="${id}">
          <h2>${title}${counted === null ? null : html` <span class="count">${counted}</span>`}</h2>
          ${content}
        </section> `,
      };

/** Content that is closed until a reader opens or filters it; null if there is none. */
export const folded = (label: Content, count: number, content: Content): Html | null =>
  count === 0
    ? null
    : html`<details class="folded" data-group>
        <summary>${label} <span class="count">${count}</span></summary>
        ${content}
      </details>`;

/** Copies the text marked as `copied` in the closest element around the button that matches the selector. */
export function copyButton(within: string, label: string, words: Words): Html {
  const done = words('copied');
  return html`<button type="button" data-do="copy" data-from="${within}" data-done="${done}">
    ${label}
  </button>`;
}

/** What a failure is beside those of an earlier run; null without one. */
export const markTag = (mark: string): Html | null =>
  mark === '' ? null : html` <span class="tag">${mark}</span>`;
