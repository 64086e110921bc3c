import { planOf } from '../plan/plan.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { judge } from '../results/judge.ts';
import { recordOf } from '../results/record.ts';
import type { Results } from '../results/results.ts';
import type { Specification } from '../operation/specification.ts';
import { isNotSent } from '../judge/evidence.ts';

/** Result of recomputing recorded evidence. */
export interface Recomputed {
  readonly results: Results;
  /** Answers over the recording limit or with an aborted search: their facts are taken as stated. */
  readonly stated: number;
}

/**
 * Extracts the record from Results and judges it again. Compares the outcome with the recorded Results; if
 * another version made them, compares only the judgement. Returns the first difference. Throws for a record
 * that cannot be judged.
 */
export function recompute(
  recorded: Results,
  spec: Specification,
  isSameVersion = true,
): Recomputed | Message {
  const plan = planOf(spec, recorded.profile.claims);
  const record = recordOf(recorded, spec, { plan, isPublished: true });
  const results = judge(record, spec, recorded.reviews, recorded.waivers, plan);
  const [left, right] = isSameVersion ? [recorded, results] : [recorded, results].map(judgementIn);
  const stated = record.attempts.filter(
    ({ outcome }) => !isNotSent(outcome) && outcome.stated === true,
  ).length;
  return differenceOf(left, right) ?? { results, stated };
}

/** Compares JSON texts, ignoring the order of members. */
function differenceOf(recorded: unknown, computed: unknown): Message | null {
  const text = JSON.stringify(computed);
  return JSON.stringify(recorded) === text ? null : findDifference(recorded, JSON.parse(text));
}

/** The first difference of two JSON values ; null if they are equal. */
export function findDifference(recorded: unknown, expected: unknown, path = ''): Message | null {
  if (Object.is(recorded, expected)) return null;
  if (!isObject(recorded) || !isObject(expected) || Array.isArray(recorded) !== Array.isArray(expected)) {
    return message('evidence-differs', {
      path: path.replace(/^\./, '') || message('the-top'),
      found: shown(recorded),
      computed: shown(expected),
    });
  }
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(expected)])) {
    const [left, right] = [recorded, expected].map((one) =>
      Object.hasOwn(one, name) ? one[name] : undefined,
    );
    const difference = findDifference(left, right, `${path}${stepTo(name, recorded, left)}`);
    if (difference !== null) return difference;
  }
  return null;
}

const isObject = (value: unknown): value is { readonly [Name in string]: unknown } =>
  typeof value === 'object' && value !== null;

/** Uses the id of a list item in its path, if it has one. */
function stepTo(name: string, list: unknown, item: unknown): string {
  if (!Array.isArray(list)) return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  return isObject(item) && typeof item['id'] === 'string' ? `[${item['id']}]` : `[${name}]`;
}

const shown = (value: unknown): string | Message =>
  value === undefined ? message('evidence-nothing') : (JSON.stringify(value) ?? '').slice(0, 80);

/** Members that state a judgement, on any level. All others are wording, or follow from these. */
const judged = [
  'verdict',
  'notApplicable',
  'leftOut',
  'requirements',
  'cases',
  'id',
  'requirement',
  'reason',
  'waived',
  'decided',
  'checks',
  'code',
  'exchange',
  'controls',
];

const judgementIn = (results: Results): unknown => JSON.parse(JSON.stringify(results, judged));
