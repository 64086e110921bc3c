import { provisionOf } from '../case/provision.ts';
import type { TestCase } from '../case/test-case.ts';
import { actionInWords } from '../execution/action.ts';
import type { RunEvent } from '../execution/context.ts';
import type { Target } from '../target/target.ts';

/** Follows a run, to say at any moment what would be left undone if it ended there. */
export interface Undone {
  readonly follow: (event: RunEvent) => void;
  /** One line for each teardown of the cases under way, with the command to repeat by hand. */
  readonly lastWords: () => readonly string[];
}

/** Knows the cases under way whose condition has a teardown. */
export function trackUndone(target: Target): Undone {
  const running = new Map<string, TestCase>();
  return {
    follow(event) {
      if (event.kind === 'case-started') running.set(event.testCase.id, event.testCase);
      if (event.kind === 'case-ended') running.delete(event.result.id);
    },
    lastWords: () => [...new Set([...running.values()].flatMap((one) => handCommand(one, target)))],
  };
}

function handCommand({ id, variant, condition }: TestCase, target: Target): readonly string[] {
  const settings = target.variants[variant];
  const teardown = settings === undefined ? undefined : provisionOf(settings, condition).teardown;
  if (teardown === undefined) return [];
  return [
    `the teardown of ${id} may not have come to its end; the target may still be out of order. Repeat it by hand: ${actionInWords(teardown)}`,
  ];
}
