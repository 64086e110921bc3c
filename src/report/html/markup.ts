import { markHidden } from '../visible.ts';

/** Finished markup: everything in it is escaped. */
export interface Html {
  readonly markup: string;
}

/** What a template takes; texts are escaped. */
export type Content = string | number | Html | null | readonly Content[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

function markup(content: Content): string {
  if (content === null) return '';
  if (typeof content === 'number') return String(content);
  if (typeof content === 'string') return markHidden(escapeMarkup(content), (escape) => escape);
  if ('markup' in content) return content.markup;
  return content.map(markup).join('');
}

/** A template of HTML: texts are escaped, null is left out, lists are joined; the indentation of the source is not kept. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const pieces = parts.map((part, index) => part.replace(/\n +/g, '\n') + markup(values[index] ?? null));
  return { markup: pieces.join('') };
}

// Quotes mean nothing outside of tags; there are so many of them in JSON that escaping them makes a report a tenth larger.
function escapeContent(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '');
}

/** A line feed inside `<pre>`, where a formatter of the source cannot touch it. */
export const lineBreak: Html = { markup: '\n' };

/** Text of a target on one line, between tags; invisible characters stand out as escapes. */
export function exactLine(text: string): Html {
  return {
    markup: markHidden(escapeContent(text), (escape) => `<i class="esc">${escape}</i>`),
  };
}

/** Text of a target as it came, between tags, line feeds and tabs kept; other invisible characters stand out as escapes. */
export function exactText(text: string): Html {
  return {
    markup: markHidden(escapeContent(text), (escape, character) =>
      character === '\n' || character === '\t' ? character : `<i class="esc">${escape}</i>`,
    ),
  };
}

/** An id as code that may be broken behind its dots. */
export function idCode(id: string): Html {
  const [first = '', ...others] = id.split('.');
  return html`<code>${first}${others.map((part) => html`.<wbr />${part}`)}</code>`;
}

// A control character: texts hold none any more once they are markup.
const seamMark = '\u0001';

/** Where markup may be taken apart, so that pieces that recur are written once; shows nothing. */
export const seam: Html = { markup: seamMark };

/** The pieces between the seams. */
export function piecesOf({ markup: text }: Html): readonly string[] {
  return text.split(seamMark).filter((piece) => piece !== '');
}

/** Markup ready to be written. */
export function sealed({ markup: text }: Html): string {
  return text.replaceAll(seamMark, '');
}

function withCode(text: string): readonly Html[] {
  const parts = text.split('`');
  // A backtick without a partner is no mark of ours.
  if (parts.length % 2 === 0) return [html`${text}`];
  return parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A sentence in which what stands between backticks is code; what it quotes of a target in “…” stays as it is. */
export function prose(text: string): readonly Html[] {
  const from = text.indexOf('“');
  const to = text.lastIndexOf('”');
  if (from < 0 || to < from) return withCode(text);
  return [...withCode(text.slice(0, from)), html`${text.slice(from, to)}`, ...withCode(text.slice(to))];
}
