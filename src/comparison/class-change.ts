import type { ClassName, Results } from '../result/results.ts';
import type { ClassChange } from './comparison.ts';
import { standingOf } from './standing.ts';

const names: readonly ClassName[] = ['core', 'full'];

/** Classes that were won or lost by variants that both runs claim; what was only not tried loses none. */
export function classChanges(before: Results, after: Results): readonly ClassChange[] {
  const untried = new Set(
    after.requirements.filter((one) => standingOf(one) === 'not-run').map(({ id }) => id),
  );
  return Object.entries(after.variants).flatMap(([variant, { classes }]) => {
    const older = before.variants[variant]?.classes;
    if (older === undefined) return [];
    return names.flatMap((name): readonly ClassChange[] => {
      const { reached, prevents } = classes[name];
      if (reached === older[name].reached) return [];
      if (reached) return [{ variant, name, direction: 'better' }];
      return prevents.every((id) => untried.has(id)) ? [] : [{ variant, name, direction: 'worse' }];
    });
  });
}
