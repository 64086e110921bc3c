import type { Change } from './behaviour.ts';

/** One plausible mistake of an implementation. */
export interface Defect {
  /** Kebab-case. */
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Requirements that fail, all of them; with `intermittent` at least one of them, and none beside them. */
  readonly violates: readonly string[];
  /** Requirements that come under review. */
  readonly review?: readonly string[];
  /** It shows in some answers only. */
  readonly intermittent?: true;
  readonly change: Change;
}
