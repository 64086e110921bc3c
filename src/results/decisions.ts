// What persons decide (`decisions.yaml`): a text under review, and a known deviation.

import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { requirements as catalogue } from '#banks/requirements.ts';
import { UserError } from '../base/errors.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';
import { read } from '../judge/answer.ts';
import { exchangesIn } from './record.ts';
import { isFailure, outcomeOf } from './totals.ts';
import type { CheckResult, Decision, RequirementResult, Results } from './results.ts';

const day = z.iso.date('a day that exists, YYYY-MM-DD');
const words = (what: string) => z.string(what).trim().min(1, what);
const by = { requirement: words('the id of a requirement'), name: words('who decided') };

const schema = z.array(
  z.discriminatedUnion(
    'decision',
    [
      z.strictObject({
        ...by,
        decision: z.enum(['pass', 'fail']),
        text: words('the text that was read'),
        date: day,
        reason: z.string().nullish(),
      }),
      z.strictObject({
        ...by,
        decision: z.literal('waived'),
        reason: words('why the deviation is accepted'),
        until: day,
        date: day.nullish(),
      }),
    ],
    { error: '`decision` is one of pass, fail, waived' },
  ),
  'a list of decisions',
);

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
    const lines = parsed.error.issues.map(({ path: [entry, ...path], message }) =>
      entry === undefined
        ? message
        : `entry ${Number(entry) + 1}, ${path.join('.') || 'as a whole'}: ${message}`,
    );
    throw refuse(lines.join('; '));
  }
  const decisions = parsed.data.map((one): Decided => ({
    requirement: one.requirement,
    decision: one.decision,
    name: one.name,
    text: one.decision === 'waived' ? null : one.text,
    date: one.date ?? null,
    until: one.decision === 'waived' ? one.until : null,
    reason: one.reason ?? null,
  }));
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

/** All checks under review, in the order of the cases. */
function textsUnderReview({ cases, record }: Pick<Results, 'cases' | 'record'>): readonly OpenText[] {
  const exchanges = exchangesIn(record);
  return cases.flatMap(({ id, checks }) =>
    checks
      .filter(({ verdict }) => verdict === 'review')
      .map((check) => {
        const exchange = exchanges.get(check.exchanges[0] ?? '');
        const text = (exchange && read(exchange).text) ?? check.actual;
        return { requirement: check.requirement, case: id, check, text };
      }),
  );
}

/** Applies decisions to requirements, and says what became of each decision. */
export function decide(
  judged: Judged,
  decisions: readonly Decided[],
): Pick<Results, 'requirements' | 'decisions'> {
  const open = textsUnderReview(judged);
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
  const { requirements, cases, record } = results;
  const undecided = new Set(requirements.filter((one) => outcomeOf(one) === 'review').map(({ id }) => id));
  const failed = new Set(requirements.filter(isFailure).map(({ id }) => id));
  const exchanges = exchangesIn(record);
  const keyOfText = (requirement: string, text: string): string => `${requirement[0]} ${maskVolatile(text)}`;
  const wrong = cases.flatMap(({ checks }) =>
    checks
      .filter(({ verdict, requirement }) => verdict === 'fail' && failed.has(requirement))
      .filter(({ requirement }) => /\.(?:names|meaning)$/.test(requirement))
      .flatMap((check) => {
        const exchange = exchanges.get(check.exchanges[0] ?? '');
        const text = exchange && read(exchange).text;
        return text ? [keyOfText(check.requirement, text)] : [];
      }),
  );
  const open = textsUnderReview(results).filter(
    ({ requirement, text }) => undecided.has(requirement) && !wrong.includes(keyOfText(requirement, text)),
  );
  return [...new Map(open.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** The decisions that a run leaves to a person, as YAML with the blanks marked; null: there are none. */
export function draftDecisions(results: Results): string | null {
  const open = textsToDecide(results);
  if (open.length === 0) return null;
  const head =
    '# Read each text beside what its requirement states, then write pass or fail, and your name.\n';
  return `${head}${draftOf(open, results)}`;
}

/** Entries for texts. What is invisible in a text is written as an escape. */
export function draftOf(texts: readonly OpenText[], { startedAt }: Pick<Results, 'startedAt'>): string {
  const entries = texts.map(({ requirement, text }) => ({
    requirement,
    text,
    decision: '…',
    name: '…',
    date: startedAt.slice(0, 10),
  }));
  const manner = { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;
  return stringify(entries, manner);
}
