import { readableBody } from '../http/exchange.ts';
import { clip, visible } from '../report/visible.ts';
import type { Evidence } from '../verdict/evidence.ts';

/** Characters of the target's text that are shown. */
const shownText = 200;

/** What stands in an answer where JSON should be, in words; null where there is JSON, or no answer. */
export function pageInWords({ response, facts }: Evidence): string | null {
  if (response === null || facts?.kind === 'json') return null;
  if (response.bodyLength === 0) return 'an empty body';
  const body = readableBody(response);
  if (!isHtml(response.headers, body)) return 'a body that is not JSON';
  const title = /<title[^>]*>\s*([^<]*?)\s*<\/title/i.exec(body)?.[1] ?? '';
  return title === '' ? 'an HTML page' : `an HTML page ("${clip(visible(title), 60)}")`;
}

function isHtml(headers: readonly (readonly [string, string])[], body: string): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /html/i.test(type) || /^\s*<(?:!doctype html|html)/i.test(body);
}

/** What the target says about an error, as one line; empty where it says nothing. */
export function saidBy({ facts }: Evidence): readonly string[] {
  const text = facts?.kind === 'json' ? (facts.text?.text ?? '') : '';
  return text === '' ? [] : [`it says: ${clip(visible(text), shownText)}`];
}
