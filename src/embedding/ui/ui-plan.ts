import type { FormatName } from '../../report/format.ts';
import type { Review } from '../../result/decision.ts';
import type { Target } from '../../target/target.ts';

/** What the browser interface is opened for. */
export interface UiPlan {
  readonly target: Target;
  /** Ids of the cases to show. */
  readonly cases: readonly string[];
  /** Decisions of persons on texts under review. */
  readonly reviews: readonly Review[];
  readonly isComplete: boolean;
  /** Where reports are written after every run. */
  readonly folder: string;
  readonly formats: readonly FormatName[];
  /** Folder that the command was called in. */
  readonly cwd: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What `run --ui` opens the browser interface for. */
    readonly uiPlan: UiPlan;
  }
}
