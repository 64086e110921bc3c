import { randomUUID } from 'node:crypto';
import { outcomeOf } from '../../results/totals.ts';
import { suspicionsOf } from '../suspect.ts';
import type { Results, VariantResult } from '../../results/results.ts';
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

/** The highest class that a variant reaches; `incomplete` if it reaches none, or it has no requirements. */
function classOf({ classes: { full, core } }: VariantResult): 'full' | 'core' | 'incomplete' {
  if (full.reached && full.requirements > 0) return 'full';
  return core.reached && core.requirements > 0 ? 'core' : 'incomplete';
}

/** Text and colour of the badge if no waiver is stale. */
function standingOf(results: Results): readonly [message: string, color: string] {
  const { verdict, variants, requirements } = results;
  if (verdict === 'nonconforming') {
    return suspicionsOf(results).length > 0 ? ['profile or service', 'orange'] : ['nonconforming', 'red'];
  }
  const reached = Object.values(variants).map(classOf);
  if (reached.every((name) => name === 'incomplete')) return ['incomplete', 'yellow'];
  const message = Object.keys(variants).map((id, index) => `${id.toUpperCase()} ${reached[index] ?? ''}`);
  const isDoubtful = reached.includes('incomplete') || requirements.some((one) => outcomeOf(one) === 'fail');
  const isFull = reached.every((name) => name === 'full');
  return [message.join(' · '), isDoubtful ? 'yellow' : isFull ? 'brightgreen' : 'green'];
}

/**
 * Renders the JSON of a shields.io endpoint badge: the class that each variant reaches (`A full · B core`),
 * that the target contradicts the specification, or that too little was seen. Green only if every variant
 * reaches a class, nothing failed, no waiver is stale and TLS was verified.
 */
export function renderBadge(results: Results): string {
  const [message, color] = standingOf(results);
  const marks = [
    ...(color !== 'red' && results.waivers.some(({ state }) => state === 'stale') ? ['stale waiver'] : []),
    ...(results.target.tls === undefined ? [] : ['TLS not verified']),
  ];
  const isGreen = color.endsWith('green');
  const shown = {
    message: [message, ...marks].join(' · '),
    color: marks.length > 0 && isGreen ? 'yellow' : color,
  };
  return jsonText({ schemaVersion: 1, label: 'SBP banks', ...shown });
}
