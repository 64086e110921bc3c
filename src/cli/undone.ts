import type { ConformanceEvent } from '../embedding/run-target.ts';

/** Follows a run, to say at any moment what would be left undone if it ended there. */
export interface Undone {
  readonly follow: (event: ConformanceEvent) => void;
  /** One line for each set-up that no teardown has undone, with the command to repeat by hand. */
  readonly lastWords: () => readonly string[];
}

/** Knows the set-ups that are not torn down yet, or whose teardown has failed. */
export function trackUndone(): Undone {
  const standing = new Map<string, string>();
  return {
    follow(event) {
      if (event.kind === 'setup-started' && event.byHand !== null) standing.set(event.case, event.byHand);
      if (event.kind === 'teardown-ended' && event.problem === null) standing.delete(event.case);
    },
    lastWords: () =>
      [...standing].map(
        ([id, byHand]) =>
          `the teardown of ${id} has not come to its end; the target may still be out of order. Repeat it by hand: ${byHand}`,
      ),
  };
}
