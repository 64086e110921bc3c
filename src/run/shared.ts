// What the parts of a run share, and what a run tells while it goes on.

import type { Client, Exchange } from '../client/exchange.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import type { Budget } from './budget.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from './log.ts';
import type { Pace } from './pace.ts';
import type { Random } from '../base/random.ts';
import type { Supply } from './supply.ts';

export type RunEvent =
  /** What will be sent as far as the limits go. */
  | { readonly kind: 'planned'; readonly rows: readonly PlannedRow[] }
  | { readonly kind: 'exchanged'; readonly row: PlannedRow; readonly exchange: Exchange }
  /** `byHand`: what a person would type to tear it down, secrets masked; null: nothing. */
  | { readonly kind: 'setup-started'; readonly row: string; readonly byHand: string | null }
  | { readonly kind: 'teardown-ended'; readonly row: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly text: string };

export interface Outside {
  readonly target: Target;
  readonly client: Pick<Client, 'exchange'>;
  readonly clock: Clock;
  readonly mask: (text: string) => string;
  /** Aborted: nothing more is sent, and set-ups are torn down. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

export interface Shared extends Outside {
  readonly random: Random;
  readonly log: Log;
  readonly budget: Budget;
  readonly pace: Pace;
  readonly supply: Supply;
}
