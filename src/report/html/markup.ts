import type { Verdict } from '../../judge/check.ts';
import { escapeContent, html } from '../../base/html.ts';
import type { Content, Html } from '../../base/html.ts';
import { markHidden } from '../../base/visible.ts';
import { glyphs, looks, overallIn } from '../sentences.ts';
import type { Words } from '../../messages/message.ts';

/** A line feed inside `<pre>`, where a formatter of the source cannot touch it. */
export const lineBreak: Html = { markup: '\n' };

/** Text of a target between tags, as it came. Invisible characters become escapes, except those in `kept`. */
export const exactText = (text: string, kept = '\n\t'): Html => ({
  markup: markHidden(escapeContent(text), (escape, character) =>
    kept.includes(character) ? character : `<i class="esc">${escape}</i>`,
  ),
});

/** The same on one line. */
export const exactLine = (text: string): Html => exactText(text, '');

/** An id as code: in one piece, and where it is longer than a line, broken before a dot or plus. */
export function idCode(id: string): Html {
  const [first = '', ...others] = id.split(/(?=[.+])/);
  return html`<code class="id">${first}${others.map((part) => html`<wbr />${part}`)}</code>`;
}

/** Links to anchors of the page; beyond `limit`, only how many more there are. */
export function idLinks(ids: readonly string[], prefix: '' | 'case:' | 'exchange:', limit: number): Html {
  const links = ids
    .slice(0, limit)
    .map((id, index) => html`${index === 0 ? '' : ', '}<a href="#${prefix}${id}">${idCode(id)}</a>`);
  return html`${links}${ids.length > limit ? `, … (+${ids.length - limit})` : null}`;
}

/** A sentence with text between backticks as code, except in what it quotes of a target (“…” or «…»). */
export function prose(text: string): readonly Html[] {
  const from = text.search(/[“«]/);
  const to = Math.max(text.lastIndexOf('”'), text.lastIndexOf('»'));
  if (from < 0 || to < from) return withCode(text);
  return [...withCode(text.slice(0, from)), html`${text.slice(from, to)}`, ...withCode(text.slice(to))];
}

function withCode(text: string): readonly Html[] {
  const parts = text.split('`');
  // A backtick without a partner belongs to the text.
  if (parts.length % 2 === 0) return [html`${text}`];
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A sign with its word, in the colour of a verdict. */
export const mark = (look: Verdict | 'observed', sign: string, word: string): Html =>
  html`<span class="v v-${look}"
    ><span class="glyph" aria-hidden="true">${sign}</span><span class="said">${word}</span></span
  >`;

/** A verdict as sign and word; `null` is that of a case that only observes. */
export const verdictMark = (verdict: Verdict | null, words: Words): Html =>
  verdict === null
    ? mark('observed', '·', words('observed'))
    : mark(verdict, glyphs[verdict], words(`verdict-${verdict}`));

/** The result of a run or of one variant as sign and word. */
export const overallMark = (found: Parameters<typeof overallIn>[0], words: Words): Html =>
  mark(looks[found.verdict], glyphs[looks[found.verdict]], overallIn(found, words));

/** A section of a page with what a table of contents says of it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly count: number | null;
  readonly content: Html;
}

/** A section under its heading; nothing where there is no content. */
export const section = (
  id: string,
  title: string,
  count: number | null,
  content: Html | null,
): Section | null =>
  content === null
    ? null
    : {
        id,
        title,
        count,
        content: html`<section id="${id}">
          <h2>${title}${count === null ? null : html` <span class="count">${count}</span>`}</h2>
          ${content}
        </section> `,
      };

/** Content that is closed until a reader opens it, asks for it or filters for it; null if there is none. */
export const folded = (label: Content, count: number, content: Content): Html | null =>
  count === 0
    ? null
    : html`<details class="folded" data-group>
        <summary>${label} <span class="count">${count}</span></summary>
        ${content}
      </details>`;

/** Copies the text marked as `copied` within the element that the selector finds around the button. */
export function copyButton(within: string, label: string, words: Words): Html {
  const done = words('copied');
  return html`<button type="button" data-do="copy" data-from="${within}" data-done="${done}">
    ${label}
  </button>`;
}
