import { visible } from '../report/visible.ts';
import { failure } from './explain-failure.ts';
import { choice, flag } from './option-kind.ts';
import type { OptionKinds } from './option-kind.ts';
import type { Settled } from './settle-case.ts';

/** What a test says in the end; `note` says on one line why it is skipped, `texts` are what a person has to decide. */
export type TestOutcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly error: Error }
  | { readonly kind: 'skip'; readonly note: string; readonly texts: readonly string[] };

/** What turns a test red that is skipped otherwise. */
export interface OutcomeOptions {
  /** `fail`: a text that no program can decide turns its case red; `skip`, as if left out: the case is skipped. */
  readonly review: 'skip' | 'fail';
  /** Whatever is inconclusive or under review turns its case red. */
  readonly complete: boolean;
}

/** What these options take. */
export const outcomeOptionKinds = {
  review: choice(['skip', 'fail']),
  complete: flag,
} as const satisfies OptionKinds<OutcomeOptions>;

/** How the test of a case ends; what it says steers no terminal. */
export function testOutcome(settled: Settled, { review, complete }: OutcomeOptions): TestOutcome {
  switch (settled.kind) {
    case 'passed':
      return { kind: 'pass' };
    case 'failed':
      return { kind: 'fail', error: settled.error };
    case 'waived':
    case 'unseen':
      return { kind: 'skip', note: visible(settled.note), texts: [] };
    case 'doubt': {
      const [note, texts] = [visible(settled.note), settled.texts.map(visible)];
      const isRed = complete || (settled.verdict === 'review' && review === 'fail');
      return isRed
        ? { kind: 'fail', error: failure([note, ...texts].join('\n')) }
        : { kind: 'skip', note, texts };
    }
  }
}
