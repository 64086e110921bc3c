import type { Answer, Change, Outcome, Visit } from '../behaviour.ts';
import { inVariant } from '../change.ts';

/** Has the last word on every answer of both variants. */
export function always(finish: (answer: Answer, visit: Visit, outcome: Outcome) => Answer): Change {
  return inVariant('both', (variant) => ({
    finish: (answer, outcome, visit) => finish(variant.finish(answer, outcome, visit), visit, outcome),
  }));
}
