// Pieces of a page: signs, ids, exact texts of a target, sentences with code.

import { escapeContent, html } from '../base/html.ts';
import type { Html } from '../base/html.ts';
import { markHidden } from '../base/visible.ts';
import type { Look } from './document.ts';
import { glyphs } from './sentences.ts';

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

/** A sign, with a word or for one that stands beside it, in the colour of a verdict. */
export const mark = (look: Look, word = ''): Html =>
  html`<span class="v v-${look}"><i aria-hidden="true">${glyphs[look]}</i>${word}</span>`;
