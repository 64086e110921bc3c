import type { Phase } from '../case/test-case.ts';
import type { Go } from './order.ts';

/** Hands out the goes of a run, each as soon as it may begin. */
export interface Schedule {
  /** The next go; waits where none may begin yet, null where all have begun. */
  readonly take: () => Promise<Go | null>;
  /** Says that a go has ended. */
  readonly end: (go: Go) => void;
}

/**
 * Goes of a line begin when all of the lines before it have begun, or else have to wait, and when none of the phases that it
 * awaits is under way any more: failed logins go to judged cases first, plain passwords before wrong ones, and what is only
 * observed fills the time in which they wait.
 */
const lines: readonly { readonly phases: readonly Phase[]; readonly awaits: readonly Phase[] }[] = [
  { phases: ['plain', 'exclusive', 'form'], awaits: [] },
  { phases: ['login'], awaits: ['plain', 'exclusive', 'form'] },
  { phases: ['observed'], awaits: [] },
  { phases: ['guess'], awaits: ['plain', 'exclusive', 'form', 'login'] },
];

/** Creates a schedule of goes, which keep their order within a line. */
export function createSchedule(goes: readonly Go[]): Schedule {
  const queues = lines.map(({ phases, awaits }) => ({
    waiting: goes.filter(({ testCase }) => phases.includes(testCase.phase)).values(),
    left: goes.filter(({ testCase }) => phases.includes(testCase.phase)).length,
    awaits,
  }));
  const unended = new Map<Phase, number>();
  for (const { testCase } of goes) unended.set(testCase.phase, (unended.get(testCase.phase) ?? 0) + 1);
  let changed = Promise.withResolvers<void>();
  const isFree = ({ left, awaits }: { readonly left: number; readonly awaits: readonly Phase[] }): boolean =>
    left > 0 && awaits.every((phase) => (unended.get(phase) ?? 0) === 0);
  return {
    async take() {
      while (queues.some(({ left }) => left > 0)) {
        const queue = queues.find(isFree);
        const go = queue?.waiting.next().value;
        if (queue !== undefined && go !== undefined) {
          queue.left -= 1;
          return go;
        }
        await changed.promise;
      }
      return null;
    },
    end({ testCase: { phase } }) {
      unended.set(phase, (unended.get(phase) ?? 0) - 1);
      changed.resolve();
      changed = Promise.withResolvers();
    },
  };
}
