import { needsProvisioning } from '../spec/condition.ts';
import { outcomeOf } from './outcome.ts';
import type { ClassName, ClassResult, RequirementResult, Results } from './results.ts';

/** Whether a requirement belongs to a class, by the group that its id names. */
const belongs = {
  core: (id) => !needsProvisioning(groupOf(id)),
  full: () => true,
} as const satisfies Record<ClassName, (id: string) => boolean>;

/** Groups that every answer is held against, in whichever case it is seen. */
const standing: readonly string[] = ['error', 'status', 'authorization'];

/** What keeps requirements that pass from counting for a class. */
export interface Shortfall {
  /** The run was stopped, or cases were left out: not every answer was seen. */
  readonly isPartial: boolean;
  /** Ids of cases that did not come out the same every time. */
  readonly unstable: ReadonlySet<string>;
}

/** What a run falls short of, whatever its requirements come to. */
export function shortfallOf({
  interrupted,
  leftOut,
  cases,
}: Pick<Results, 'interrupted' | 'leftOut' | 'cases'>): Shortfall {
  return {
    isPartial: interrupted || leftOut.cases.length > 0,
    unstable: new Set(cases.filter(({ goes }) => goes?.unstable === true).map(({ id }) => id)),
  };
}

/** How far the requirements of one variant are from each class: all of it must pass, or be accepted by persons, in a whole run and every time. */
export function classesOf(
  own: readonly RequirementResult[],
  shortfall: Shortfall,
): Readonly<Record<ClassName, ClassResult>> {
  const classOf = (name: ClassName): ClassResult => {
    const members = own.filter(({ id }) => belongs[name](id));
    const prevents = members.filter((found) => !holds(found, shortfall)).map(({ id }) => id);
    return { reached: members.length > 0 && prevents.length === 0, requirements: members.length, prevents };
  };
  return { core: classOf('core'), full: classOf('full') };
}

function holds(found: RequirementResult, { isPartial, unstable }: Shortfall): boolean {
  if (outcomeOf(found) !== 'pass') return false;
  if (isPartial && standing.includes(groupOf(found.id))) return false;
  // What passes is stable, for the worst of its goes counts; what was accepted need not be.
  return found.verdict === 'pass' || !found.cases.some((id) => unstable.has(id));
}

const groupOf = (id: string): string => id.split('.')[1] ?? '';
