import type { TestCase } from '../case/test-case.ts';
import type { RunEvent } from '../execution/context.ts';
import type { CaseSummary, ConformanceEvent } from './conformance-event.ts';

/** What a user needs to know of a case. */
export const summaryOf = ({ id, variant, title }: TestCase): CaseSummary => ({ id, variant, title });

/** An event of the kernel as it is told to users of the package, its texts masked. */
export function tell(event: RunEvent, mask: (text: string) => string): ConformanceEvent {
  const masked = (text: string | null): string | null => (text === null ? null : mask(text));
  switch (event.kind) {
    case 'case-started':
      return { kind: event.kind, case: summaryOf(event.testCase) };
    case 'case-ended':
      return event;
    case 'exchanged':
      return { kind: event.kind, case: event.owner, exchange: event.exchange };
    case 'setup-started':
      return { kind: event.kind, case: event.owner, byHand: masked(event.byHand) };
    case 'teardown-ended':
      return { kind: event.kind, case: event.owner, problem: masked(event.problem) };
    case 'warning':
      return { kind: event.kind, message: mask(event.message) };
  }
}
