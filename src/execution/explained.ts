import type { Evidence } from '../verdict/evidence.ts';
import type { Halt } from '../verdict/trial.ts';
import type { Context } from './context.ts';

/** Tries at least of a request that hangs, each of which takes a time-out. */
export const lateTries = 3;

/** What the line does to other requests as well convicts none: why nothing can be said, or null where the line does not explain it. */
export function explained({ line }: Context, last: Evidence): Halt | null {
  if (!line.explains(last)) return null;
  const { response, error } = last;
  const reason = response?.status === 429 ? 'rate-limited' : 'target-unavailable';
  const said = response === null ? (error?.message ?? 'no answer') : `answered ${response.status}`;
  return {
    reason,
    note: `${said}, as other requests of this run were until a repeat was answered, so it tells nothing`,
  };
}
