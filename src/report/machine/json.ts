import { randomUUID } from 'node:crypto';
import type { Results } from '../../result/results.ts';

// They command a terminal or turn the order of what is read; JSON leaves them as they are (RFC 8259, section 7).
const unseen = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/** Writes the results file. */
export function renderJson(results: Results): string {
  return jsonText(results);
}

/** The results file, case by case. */
export function renderJsonParts(results: Results): Iterable<string> {
  return jsonParts((cases) => ({ ...results, cases }), results.cases, 2);
}

/** The text of a value with a list in it as `jsonText` gives it, each item of the list by itself; `depth` is the number of brackets around an item. */
export function* jsonParts(
  withList: (list: readonly unknown[]) => unknown,
  items: Iterable<unknown>,
  depth: number,
): Generator<string> {
  // Nothing that a target has sent can be the same.
  const mark = randomUUID();
  const [head = '', tail = ''] = jsonText(withList([mark])).split(`"${mark}"`);
  const indent = `\n${'  '.repeat(depth)}`;
  let isEmpty = true;
  for (const item of items) {
    const text = jsonText(item).trimEnd().replaceAll('\n', indent);
    yield isEmpty ? `${head}${text}` : `,${indent}${text}`;
    isEmpty = false;
  }
  yield isEmpty ? jsonText(withList([])) : tail;
}

/** Any value as JSON: two spaces, one line break at the end; lone surrogates, C1 controls, format characters and line separators as escapes. */
export function jsonText(value: unknown): string {
  // JSON.stringify escapes lone surrogates itself (ECMA-262, well-formed JSON.stringify).
  return `${JSON.stringify(value, null, 2).replaceAll(unseen, escape)}\n`;
}

/** `\\u` and four hex digits for each UTF-16 unit. */
function escape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}
