import { inject } from 'vitest';
import type { Target } from '../target/target.ts';
import { registerConformance } from './conformance.ts';
import type { TestRunOptions } from './test-run.ts';

/** What `run --ui` opens the browser interface for. */
export interface UiPlan {
  readonly target: Target;
  /** Ids of the cases to show. */
  readonly cases: readonly string[];
  readonly options: TestRunOptions;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly uiPlan: UiPlan;
  }
}

const { target, cases, options } = inject('uiPlan');

registerConformance(
  `${target.name} (${target.baseUrl})`,
  async () => target,
  (all) => all.filter(({ id }) => cases.includes(id)),
  options,
);
