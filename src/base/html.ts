// Markup in which everything is escaped, and pages that load nothing.

import { createHash } from 'node:crypto';
import { visible } from './visible.ts';

/** Markup in which everything is escaped. */
export interface Html {
  readonly markup: string;
}

/** Values for a template. Texts are escaped. */
export type Content = string | number | Html | null | readonly Content[];

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);
const escaped = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (character) => entities.get(character) ?? '');

/** A text for a place between tags, where quotes need no escapes: JSON is full of them. */
export const escapeContent = (text: string): string => escaped(text, /[&<>]/g);

function markup(content: Content): string {
  if (content === null) return '';
  if (typeof content === 'number') return String(content);
  if (typeof content === 'string') return visible(escaped(content, /[&<>"']/g));
  return 'markup' in content ? content.markup : content.reduce<string>((text, one) => text + markup(one), '');
}

/** Parts of templates without indentation, cached because each template is written many times. */
const plainParts = new WeakMap<TemplateStringsArray, readonly string[]>();

/** An HTML template: escapes texts, omits null, joins lists and removes the indentation of the source. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const plain = plainParts.get(parts) ?? parts.map((part) => part.replace(/\n +/g, '\n'));
  plainParts.set(parts, plain);
  return { markup: plain.reduce((text, part, index) => text + part + markup(values[index] ?? null), '') };
}

const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only the page's own style and script (Content Security Policy Level 3). */
function contentPolicy(style: string, script: string | null): string {
  return [
    "default-src 'none'",
    `style-src ${digest(style)}`,
    ...(script === null ? [] : [`script-src ${digest(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

interface Page {
  readonly language: string;
  readonly title: string;
  readonly style: string;
  readonly script: string | null;
  readonly body: Html;
}

/** A self-contained HTML file. It loads nothing and runs no script but its own. */
export function wholePage({ language, title, style, script, body }: Page): string {
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${{ markup: contentPolicy(style, script) }}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}</title>`;
  // Style and script are inserted unchanged, because the policy contains their digests.
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n${head.markup}`,
    `\n<style>${style}</style>\n`,
    script === null ? '' : `<script>${script}</script>\n`,
    `</head>\n<body>\n${body.markup}\n</body>\n</html>\n`,
  ].join('');
}
