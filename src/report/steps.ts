// What is to be done before a variant reaches a class.

import { nameOf } from '../messages/banks.ts';
import type { RequirementResult } from '../results/results.ts';
import { outcomeOf } from '../results/totals.ts';
import { reasonOf, textGroups } from './view.ts';
import type { View } from './view.ts';

type Class = 'core' | 'full';

/** For core; for full what it needs besides. Null: it is reached. */
export function stepsOf(
  variant: RequirementResult['variant'],
  name: Class,
  view: View,
): readonly string[] | null {
  const { results, words } = view;
  const { prevents } = results.variants[variant] ?? { prevents: { core: [], full: [] } };
  if (prevents[name].length === 0) return null;
  const others: readonly string[] = name === 'core' ? [] : prevents.core;
  const own = new Set(prevents[name].filter((id) => !others.includes(id)));
  const isOwn = (ids: readonly string[]): boolean =>
    ids.some((id) => own.has(id)) && !ids.some((id) => others.includes(id));
  const requirements = results.requirements.filter(({ id }) => own.has(id));
  const causes = results.causes.filter((one) => one.kind === 'failure' && isOwn(one.requirements));
  const behind = causes.flatMap((one) => one.requirements);
  const waived = requirements.filter((one) => one.waived).length;
  const texts = textGroups(view).filter((same) => isOwn(same.map((one) => one.requirement))).length;
  const open = requirements.filter((one) => outcomeOf(one) === 'inconclusive');
  const missing = open.filter(({ reason }) => reason === 'not-provisioned');
  const conditions = [...new Set(missing.map(({ id }) => nameOf('topic', id.split('.')[1] ?? '', words)))];
  const untested = open.filter(({ id, reason }) => reason !== 'not-provisioned' && !behind.includes(id));
  const reasons = [...new Set(untested.map((one) => words(`reason-${reasonOf(one, results)}`)))];
  const untried = (why: 'no-place' | 'refused'): number =>
    results.untried.filter((one) => own.has(one.request) && one.why === why).length;
  const steps = [
    ...(others.length > 0 ? [words('step-core')] : []),
    ...(causes.length > 0 ? [words('step-fix', { count: causes.length })] : []),
    ...(waived > 0 ? [words('step-waived', { count: waived })] : []),
    ...(texts > 0 ? [words('step-decide', { count: texts })] : []),
    ...(missing.length > 0 ? [words('step-provision', { conditions })] : []),
    ...(untested.length > 0 ? [words('step-open', { count: untested.length, reasons })] : []),
    ...(untried('no-place') > 0 ? [words('step-passwords', { count: untried('no-place') })] : []),
    ...(untried('refused') > 0 ? [words('step-unlock', { count: untried('refused') })] : []),
  ];
  return steps.length === 0 ? [words('step-rerun')] : steps;
}
