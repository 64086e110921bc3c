// The results file. Lists stand one item a line, so that it is read and compared by lines and stays small.

import { escapedJson } from '../base/json-text.ts';
import type { Results } from '../results/results.ts';

/** Lists and objects of so many characters stand on one line. */
const longest = 2000;

export const renderJson = (results: Results): string => `${escapedJson(written(results, ''))}\n`;

function written(value: unknown, margin: string): string {
  const short = JSON.stringify(value) ?? 'null';
  if (
    typeof value !== 'object' ||
    value === null ||
    margin.length > 3 ||
    (short.length < longest && margin !== '')
  )
    return short;
  const inner = `${margin} `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((one) => `${inner}${written(one, inner)}`)
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${inner}${JSON.stringify(name)}: ${written(one, inner)}`);
  return `${isList ? '[' : '{'}\n${items.join(',\n')}\n${margin}${isList ? ']' : '}'}`;
}
