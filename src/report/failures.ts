import { leadersOf } from '../judge/judge.ts';
import type { Since } from '../comparison/since.ts';
import { isFailure } from '../results/totals.ts';
import type { CaseResult, CheckResult, RequirementResult, Results } from '../results/results.ts';
import type { ReviewResult } from '../results/results.ts';
import { settlementsOf } from '../results/review.ts';
import { isBaseline } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { deviationOf, isCode, message, say, sayWhy } from '../messages/message.ts';
import type { Param } from '../messages/message.ts';
import type { Words } from '../messages/message.ts';

/** A check with its case and its exchange. */
interface Finding {
  readonly testCase: CaseResult;
  readonly check: CheckResult;
  readonly exchange: Evidence | null;
}

/**
 * For each requirement, the checks that decided it, in the order of cases. If a person refused a text, only the
 * refused ones.
 */
export type Findings = ReadonlyMap<string, readonly Finding[]>;

export function findingsOf(results: Results, exchanges: ReadonlyMap<string, Evidence>): Findings {
  const settled = settlementsOf(results);
  const checks = results.cases.flatMap((testCase) => testCase.checks.map((check) => ({ testCase, check })));
  const byRequirement = Map.groupBy(checks, ({ check }) => check.requirement);
  return new Map(
    results.requirements.map(({ id, verdict, decided }) => {
      const found = (byRequirement.get(id) ?? [])
        .filter(({ check }) => check.verdict === verdict)
        .map((one) => ({ ...one, exchange: exchanges.get(one.check.exchange ?? '') ?? null }));
      const refused = found.filter(({ check }) => settled.get(check)?.decision === 'fail');
      // A results file from another program may lack the decisions.
      return [id, decided === 'fail' && refused.length > 0 ? refused : found] as const;
    }),
  );
}

/** The decisions that settled a requirement, without duplicates of one person; empty if it is not decided. */
export function decisionsOf(requirement: RequirementResult, { reviews }: Results): readonly ReviewResult[] {
  if (requirement.decided === null) return [];
  const own = reviews.filter(
    ({ state, decision, requirements }) =>
      state === 'used' && decision === requirement.decided && requirements.includes(requirement.id),
  );
  const keyOf = ({ decision, name, date, note }: ReviewResult): string =>
    JSON.stringify([decision, name, date, note]);
  return [...new Map(own.map((review) => [keyOf(review), review])).values()];
}

/** A failed requirement with its first failed check, and all cases and exchanges in which it failed. */
interface Failure extends Finding {
  readonly requirement: RequirementResult;
  /** The checks that failed for the same reason as the first. */
  readonly checks: readonly CheckResult[];
  readonly cases: readonly string[];
  readonly exchanges: ReadonlySet<string | null>;
}

/** Requirements that fail for one reason. The first of them represents all. */
export type FailureBlock = ReturnType<typeof failuresOf>['blocks'][number];

/**
 * Requirements that failed without a waiver, or were refused by a person. Grouped by reason, for example all
 * that a variant answers with 400 instead of 422.
 */
export function failuresOf(
  results: Results,
  findings: Findings,
  exchanges: ReadonlyMap<string, Evidence>,
  words: Words,
  since: Since | null,
) {
  const plain = [...exchanges.values()].filter(isBaseline).toSorted(byTime);
  const failed = results.requirements.filter(isFailure);
  const failures = failed.flatMap((requirement): readonly Failure[] => {
    const found = findings.get(requirement.id) ?? [];
    const reasonOf = ({ check }: Finding): string => reasonKey(requirement, check);
    return found.slice(0, 1).map((finding) => ({
      ...finding,
      requirement,
      checks: found.filter((one) => reasonOf(one) === reasonOf(finding)).map(({ check }) => check),
      cases: found.map(({ testCase }) => testCase.id),
      exchanges: new Set(found.map(({ check }) => check.exchange)),
    }));
  });
  const shown = new Map<Evidence | null, string>();
  const groups = Map.groupBy(failures, (one) => {
    const { requirement, check } = leaderOf(one, failures);
    return reasonKey(requirement, check);
  });
  const blocks = [...groups.values()].flatMap((same) => {
    const isLed = (one: Failure): boolean => leaderOf(one, failures) !== one;
    const members = [...same.filter((one) => !isLed(one)), ...same.filter(isLed)];
    const [first] = members;
    if (first === undefined) return [];
    const { requirement, testCase, exchange, check } = first;
    const said = titleOf(members, words);
    const shownWith = shown.get(exchange) ?? null;
    if (shownWith === null) shown.set(exchange, requirement.id);
    const block = {
      requirement,
      testCase,
      exchange,
      id: `failure:${requirement.id}`,
      /** What all have in common, in one sentence. */
      title: said ?? `${requirement.variant.toUpperCase()}: ${check.message}`,
      /** Empty if there is no more to say, or if each member has its own explanation. */
      why: sayWhy(check, words.language),
      /** Expected and actual; empty if the title says them. */
      expected: said === null ? check.expected : '',
      actual: said === null ? check.actual : '',
      requirements: members.map((one) => one.requirement),
      /** What they are beside the failures of an earlier run; '' without one. */
      mark: since === null ? '' : markIn(since, members, words),
      /** All cases that show it, that of the first requirement first. */
      cases: [...new Set([testCase.id, ...members.flatMap(({ cases }) => cases)])],
      control: controlOf(first, plain, words),
      decisions: members.flatMap((one) => decisionsOf(one.requirement, results)),
      /** The first requirement of an earlier block that shows the same exchange. */
      shownWith,
    };
    return [block];
  });
  const explained = new Set(failures.map(({ requirement }) => requirement));
  const cases = new Set(blocks.flatMap((one) => one.cases)).size;
  const counted = words('failures-counted', { causes: blocks.length, requirements: failed.length, cases });
  // A results file from another program may lack the checks.
  return { count: failed.length, counted, blocks, unexplained: failed.filter((one) => !explained.has(one)) };
}

/** The mark that failures have in common, or how many have which. */
function markIn({ marks }: Since, failures: readonly Failure[], words: Words): string {
  const own = Map.groupBy(
    failures.flatMap(({ requirement }) => marks.get(requirement.id) ?? []),
    (mark) => mark,
  );
  const [only, ...others] = own.keys();
  if (only !== undefined && others.length === 0) return words(`mark-${only}`);
  return [...own].map(([mark, { length: count }]) => words(`marks-${mark}`, { count })).join(', ');
}

/** The failure from which this one follows; the failure itself if there is none. */
function leaderOf(failure: Failure, failures: readonly Failure[]): Failure {
  for (const code of leadersOf(failure.check.code)) {
    const leader = failures.find(
      ({ check, exchanges }) => check.code === code && exchanges.has(failure.check.exchange),
    );
    if (leader !== undefined) return leaderOf(leader, failures);
  }
  return failure;
}

/** What tells failures apart: the answers to several conditions or parameters may have one reason. */
function reasonKey({ variant, group }: RequirementResult, { code, expected, actual, params }: CheckResult) {
  switch (code) {
    case 'names':
    case 'names-same-text':
      return JSON.stringify([variant, code, group]);
    case 'meaning-contradicted':
      return JSON.stringify([variant, code, group, params['others']]);
    default:
      return JSON.stringify([variant, code, expected, actual]);
  }
}

const byTime = (one: Evidence, other: Evidence): number => (one.startedAt < other.startedAt ? -1 : 1);

/** What the plain request was answered before and after; '' if it failed itself or was not sent. */
function controlOf({ exchange, check }: Finding, plain: readonly Evidence[], words: Words): string {
  if (exchange === null || isBaseline(exchange)) return '';
  const own = plain.filter(({ variant }) => variant === exchange.variant);
  const before = own.findLast(({ startedAt }) => startedAt < exchange.startedAt);
  const after = own.find(({ startedAt }) => startedAt > exchange.startedAt);
  const [first, last] = [before, after].map((one) => one && (one.response?.status ?? message('no-answer')));
  const answers =
    first === undefined
      ? last && message('control-after', { after: last })
      : last === undefined
        ? message('control-before', { before: first })
        : message(first === last ? 'control-same' : 'control-unlike', { before: first, after: last });
  return answers === undefined ? '' : words('control-line', { request: controlWords(check), answers });
}

/** How the plain request differs from the one that failed. */
function controlWords({ params }: CheckResult): Param {
  const when: Param | undefined = params['when'];
  const code = typeof when === 'object' && 'code' in when ? when.code.replace('when', 'control') : '';
  return typeof when === 'object' && 'code' in when && isCode(code)
    ? { code, params: when.params }
    : message('control-plain');
}

/** What the members deviate in; null if their code has no sentence for it. */
function titleOf(members: readonly Failure[], words: Words): string | null {
  const [first] = members;
  // Failures that follow from the first one have other codes, but the same answer.
  const checks = members.flatMap((one) => one.checks).filter(({ code }) => code === first?.check.code);
  const deviation = deviationOf(checks);
  return deviation && say(deviation, words.language);
}

/** A failure on one line, with the number of its requirements if there are several. */
export const oneLine = ({ title, requirements: { length: count } }: FailureBlock, words: Words): string =>
  count === 1 ? title : `${title} (${words('requirements-counted', { count })})`;
