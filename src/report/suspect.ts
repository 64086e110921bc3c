import { findCondition, needsProvisioning, specification, variantById } from '../operation/specification.ts';
import type { ConditionName } from '../operation/specification.ts';
import { textFactsOf } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { isDocumentedError, listLength } from '../judge/settle.ts';
import { isFailure } from '../results/totals.ts';
import { exchangesById } from '../results/results.ts';
import type { CaseResult, Results } from '../results/results.ts';

/**
 * A setting of the profile that may be wrong instead of the service. A condition stands for what creates it.
 */
export type Suspicion = 'credentials' | 'address' | ConditionName;

type Seen = Pick<Results, 'requirements' | 'cases' | 'controls' | 'baselines' | 'target'>;

/** Answers of a variant: the last one to the plain request, and those of its cases. */
interface Answers {
  readonly variant: string;
  readonly plain: Evidence;
  readonly cases: readonly CaseResult[];
  readonly exchanges: ReadonlyMap<string, Evidence>;
}

/**
 * Settings that may be wrong as well as the service, by variant. A variant has some only if they explain all
 * its failures.
 */
export function suspicionsIn(results: Seen): ReadonlyMap<string, readonly Suspicion[]> {
  const exchanges = exchangesById(results);
  return new Map(
    results.target.variants.map((variant) => {
      const failed = results.requirements.filter((one) => one.variant === variant && isFailure(one));
      const plain = exchanges.get(results.baselines[variant]?.attempts.at(-1) ?? '');
      if (plain === undefined) return [variant, []];
      const cases = results.cases.filter((one) => one.variant === variant);
      const found = failed.map(({ id }) => suspicionOn(id, { variant, plain, cases, exchanges }));
      return [variant, found.includes(null) ? [] : [...new Set(found)].filter((one) => one !== null)];
    }),
  );
}

/** The suspicions of the whole run. Empty if anything fails that they do not explain. */
export function suspicionsOf(results: Seen): readonly Suspicion[] {
  const found = suspicionsIn(results);
  const isExplained = results.requirements.every(
    (one) => !isFailure(one) || (found.get(one.variant) ?? []).length > 0,
  );
  return isExplained ? [...new Set([...found.values()].flat())] : [];
}

/** The setting that may explain why a requirement fails; null if only the service can. */
function suspicionOn(id: string, answers: Answers): Suspicion | null {
  if (id !== `${answers.variant}.success.status`) return conditionOf(id, answers);
  if (isRefused(answers)) return 'credentials';
  return isUnserved(answers) ? 'address' : null;
}

/** The condition of all failures of a requirement, if its request was answered like the plain one. */
function conditionOf(id: string, { plain, cases, exchanges }: Answers): ConditionName | null {
  const failed = cases.flatMap(({ checks }) =>
    checks.filter(({ requirement, verdict }) => requirement === id && verdict === 'fail'),
  );
  const found = cases.find(
    ({ condition, kind, exchanges: own }) =>
      kind === 'judged' &&
      needsProvisioning(condition) &&
      failed.every(({ exchange }) => own.some((one) => one.id === exchange)),
  );
  const last = found?.trials.map(({ attempts }) => exchanges.get(attempts.at(-1) ?? '')) ?? [];
  const isAlike = last.every((one) => one !== undefined && kindOf(one) === kindOf(plain));
  return found !== undefined && last.length > 0 && isAlike ? found.condition : null;
}

/** Status and kind of body of an answer. */
function kindOf(evidence: Evidence): string {
  const { response, facts } = evidence;
  const type = facts?.kind === 'json' ? facts.type : (facts?.kind ?? 'none');
  const length = listLength(evidence);
  const list = length === null ? 'no list' : length === 0 ? 'an empty list' : 'a list';
  return [response?.status, type, list, isDocumentedError(evidence)].join(' ');
}

/** True if the plain request is refused as documented for failed authorization or an unencrypted password. */
function isRefused({ variant, plain }: Answers): boolean {
  if (!isDocumentedError(plain)) return false;
  return (['unauthorized', 'unencrypted'] as const).some((name) => {
    const condition = findCondition(variantById(specification, variant), name);
    const isSaid = name === 'unauthorized' || textFactsOf(plain)?.meanings.includes('encrypted-form');
    return isSaid && plain.response?.status === condition?.status;
  });
}

/**
 * True if the documented path is not served: the plain request is redirected or not found, and nothing is
 * refused.
 */
function isUnserved({ plain, cases }: Answers): boolean {
  const status = plain.response?.status ?? 0;
  const isElsewhere = (status >= 300 && status < 400) || [404, 405, 410].includes(status);
  const judged = cases.filter(({ kind }) => kind === 'judged').flatMap(({ exchanges }) => exchanges);
  return isElsewhere && judged.every((one) => one.response?.status === status);
}
