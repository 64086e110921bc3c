import { needsProvisioning } from '../spec/condition.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { ClassName, ClassResult, RequirementResult } from './results.ts';

/** Whether a requirement of the catalogue belongs to a class. */
const belongs = {
  core: ({ group }) => !needsProvisioning(group),
  full: () => true,
} as const satisfies Record<ClassName, (requirement: Requirement) => boolean>;

/** How far the requirements of one variant are from each class. */
export function classesOf(
  own: readonly RequirementResult[],
  catalogue: readonly Requirement[],
): Readonly<Record<ClassName, ClassResult>> {
  const classOf = (name: ClassName): ClassResult => {
    const ids = new Set(catalogue.filter(belongs[name]).map(({ id }) => id));
    const members = own.filter(({ id }) => ids.has(id));
    const prevents = members.filter((found) => !holds(found)).map(({ id }) => id);
    return { reached: prevents.length === 0, requirements: members.length, prevents };
  };
  return { core: classOf('core'), full: classOf('full') };
}

const holds = ({ verdict, decided }: RequirementResult): boolean =>
  verdict === 'pass' || (verdict === 'review' && decided === 'pass');
