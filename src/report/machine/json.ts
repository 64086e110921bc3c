import { randomUUID } from 'node:crypto';
import type { Results } from '../../results/results.ts';
import { escapedJson, jsonText } from '../../base/json-text.ts';

/** Minimum characters of a part. */
const partSize = 2 ** 18;

export const renderJson = (results: Results): string => [...renderJsonParts(results)].join('');

/** Renders the results file in parts, one case per line, so that a large record is never one text in memory. */
export const renderJsonParts = (results: Results): Iterable<string> =>
  jsonParts((cases) => ({ ...results, cases }), results.cases);

/**
 * Renders a value with a list in parts, one item per line.
 */
export function* jsonParts(
  withList: (list: readonly unknown[]) => unknown,
  items: Iterable<unknown>,
): Generator<string> {
  // A random mark cannot occur in anything that a target sent.
  const mark = randomUUID();
  const [head = '', tail = ''] = jsonText(withList([mark])).split(`"${mark}"`);
  let [text, before] = ['', head];
  for (const item of items) {
    text += before + escapedJson(JSON.stringify(item));
    before = ',\n    ';
    if (text.length < partSize) continue;
    yield text;
    text = '';
  }
  yield before === head ? jsonText(withList([])) : text + tail;
}
