// What persons decide (`decisions.yaml`): a text under review, and a known deviation.

import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { requirements as catalogue } from '#banks/requirements.ts';
import { UserError } from '../base/errors.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';
import { read } from '../judge/answer.ts';
import type { Verdict } from '../judge/check.ts';
import { exchangesIn } from './record.ts';
import { isFailure, outcomeOf } from './totals.ts';
import type { CheckResult, Decision, RequirementResult, Results } from './results.ts';

const day = z.iso.date('a day that exists, YYYY-MM-DD').nullable().default(null);
const words = (what: string) => z.string(what).trim().min(1, what);
const decision = z
  .strictObject({
    requirement: words('the id of a requirement'),
    decision: z.enum(['pass', 'fail', 'waived'], '`decision` is one of pass, fail, waived'),
    name: words('who decided'),
    text: words('the text that was read').nullable().default(null),
    date: day,
    until: day,
    reason: words('why the deviation is accepted').nullable().default(null),
  })
  .refine(({ decision: made, text, date, until }) => made === 'waived' || (text && date && !until), {
    error: '`pass` and `fail` have text (the text that was read) and date, and no until',
  })
  .refine(({ decision: made, text, reason, until }) => made !== 'waived' || (reason && until && !text), {
    error: '`waived` has reason and until, and no text',
  });
const schema = z.array(decision, 'a list of decisions');

/** A decision before a run has shown what becomes of it. */
export type Decided = Omit<Decision, 'state'>;

/** `file`: its name in messages. Throws a UserError that names each wrong entry. */
export function readDecisions(yaml: string, file: string): readonly Decided[] {
  const refuse = (problem: string): UserError =>
    new UserError('usage', 'decisions-invalid', `${file}: ${problem}`, 'nothing was sent');
  let value: unknown;
  try {
    value = parse(yaml) ?? [];
  } catch (error) {
    throw refuse(String(error instanceof Error ? error.message : error).split('\n')[0] ?? '');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [entry, ...path], message }) => {
      const place = `entry ${Number(entry) + 1}, ${path.join('.') || 'as a whole'}: `;
      return `${entry === undefined ? '' : place}${message}`;
    });
    throw refuse(lines.join('; '));
  }
  const decisions = parsed.data;
  for (const one of decisions) {
    const other = decisions.find((each) => keyOf(each) === keyOf(one) && each.decision !== one.decision);
    if (other !== undefined)
      throw refuse(`${one.name} and ${other.name} decide ${one.requirement} differently for one text`);
  }
  return decisions;
}

/** Digits and identifiers in a text do not matter. */
const keyOf = ({ requirement, text }: Pick<Decided, 'requirement' | 'text'>): string =>
  JSON.stringify([requirement, text === null ? null : maskVolatile(text)]);

/** A check under review with the text that a person has to read. */
export interface OpenText {
  readonly requirement: string;
  readonly case: string;
  readonly check: CheckResult;
  readonly text: string;
}

type Judged = Pick<Results, 'cases' | 'requirements' | 'notApplicable' | 'startedAt' | 'record'>;

/** Checks with a verdict, in the order of the cases, each with the text that it speaks of. */
function textsWith(wanted: Verdict, { cases, record }: Pick<Results, 'cases' | 'record'>) {
  const exchanges = exchangesIn(record);
  return cases.flatMap(({ id, checks }) =>
    checks
      .filter(({ verdict }) => verdict === wanted)
      .map((check): OpenText => {
        const exchange = exchanges.get(check.exchanges[0] ?? '');
        const text = (exchange && read(exchange).text) ?? check.actual;
        return { requirement: check.requirement, case: id, check, text };
      }),
  );
}

/** Applies decisions to requirements, and says what became of each decision. */
export function decide(judged: Judged, decisions: readonly Decided[]) {
  const open = textsWith('review', judged);
  const byKey = new Map(decisions.map((one) => [keyOf(one), one]));
  const today = judged.startedAt.slice(0, 10);
  const holds = ({ until }: Decided): boolean => until !== null && today < until;
  const requirements = judged.requirements.map((found): RequirementResult => {
    const made = open
      .filter(({ requirement }) => requirement === found.id)
      .map((one) => byKey.get(keyOf(one))?.decision ?? null);
    const isRefused = made.includes('fail');
    const isAccepted = made.length > 0 && made.every((one) => one === 'pass');
    const decided = found.verdict !== 'review' ? null : isRefused ? 'fail' : isAccepted ? 'pass' : null;
    const waiver = byKey.get(keyOf({ requirement: found.id, text: null }));
    const waived = waiver !== undefined && holds(waiver) && outcomeOf({ ...found, decided }) === 'fail';
    return { ...found, decided, waived };
  });
  const stateOf = (one: Decided): Decision['state'] => {
    const found = requirements.find(({ id }) => id === one.requirement);
    if (found === undefined)
      return catalogue.some(({ id }) => id === one.requirement) ? 'not-asked' : 'stale';
    if (found.reason === 'not-selected') return 'not-asked';
    if (one.decision === 'waived') {
      if (found.waived) return 'used';
      return holds(one) && outcomeOf(found) !== 'pass' ? 'not-asked' : 'stale';
    }
    return open.some((each) => keyOf(each) === keyOf(one)) ? 'used' : 'stale';
  };
  return { requirements, decisions: decisions.map((one) => ({ ...one, state: stateOf(one) })) };
}

/**
 * The texts that a person still has to decide, each once. Not those that fail for what they say or leave out, even
 * for another condition: they have to be changed anyway.
 */
export function textsToDecide(results: Results): readonly OpenText[] {
  const { requirements } = results;
  const undecided = new Set(requirements.filter((one) => outcomeOf(one) === 'review').map(({ id }) => id));
  const failed = new Set(requirements.filter(isFailure).map(({ id }) => id));
  const key = ({ requirement, text }: OpenText): string => `${requirement[0]} ${maskVolatile(text)}`;
  const wrong = textsWith('fail', results)
    .filter(({ requirement }) => failed.has(requirement) && /\.(?:names|meaning)$/.test(requirement))
    .map(key);
  const open = textsWith('review', results).filter(
    (one) => undecided.has(one.requirement) && !wrong.includes(key(one)),
  );
  return [...new Map(open.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** The decisions that a run leaves to a person, as YAML with the blanks marked; null: there are none. */
export function draftDecisions(results: Results): string | null {
  const open = textsToDecide(results);
  const head = '# Read each text beside what its requirement states, then write pass or fail, and your name.';
  return open.length === 0 ? null : `${head}\n${draftOf(open, results)}`;
}

/** Entries for texts. What is invisible in a text is written as an escape. */
export function draftOf(texts: readonly OpenText[], { startedAt }: Pick<Results, 'startedAt'>): string {
  const blanks = { decision: '…', name: '…', date: startedAt.slice(0, 10) };
  const entries = texts.map(({ requirement, text }) => ({ requirement, text, ...blanks }));
  const manner = { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;
  return stringify(entries, manner);
}
