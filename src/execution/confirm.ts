import { isDoubtful } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Control, Halt } from '../verdict/trial.ts';
import { limitReached } from './attempt.ts';
import type { Attempts } from './attempt.ts';
import type { Doubt, Round } from './confirm-alone.ts';
import type { Context } from './context.ts';
import { riskOf } from './login.ts';

/** Attempts with the controls that were asked because of their answers. */
export interface Confirmed extends Attempts {
  readonly controls: readonly Control[];
}

/** A line that loses one answer in ten loses four in a row once in so many runs, and five in hardly any. */
const rounds = 2;

/**
 * Finds out whether a doubtful answer belongs to the request: with nothing else under way the plain request is sent,
 * and where that is answered as before, the request once more; then all of it again, unless the request hangs.
 */
export async function confirm(
  context: Context,
  decide: (doubt: Doubt) => Promise<Round>,
  doubt: Omit<Doubt, 'last' | 'isCharged'> & { readonly repeats: number },
  found: Attempts,
): Promise<Confirmed> {
  const { sender, stimulus, repeats } = doubt;
  let confirmed: Confirmed = { ...found, controls: [] };
  for (let index = 0; index < rounds; index += 1) {
    const last = confirmed.attempts.at(-1);
    if (last === undefined || confirmed.halted !== null || !isDoubtful(last, stimulus.status)) break;
    // Lines lose answers, they hardly ever hold them back; what was not repeated yet is tried twice all the same.
    if (index > 0 && repeats > 0 && last.error?.kind === 'timeout') break;
    const isCharged = riskOf(context, sender.variant, stimulus) !== 'none';
    if (isCharged && !(await context.logins.take())) {
      return { ...confirmed, halted: afterDoubt(limitReached(context), last) };
    }
    const round = await decide({ ...doubt, last, isCharged });
    if (isCharged && round.again === null) context.logins.settle(false);
    confirmed = add(confirmed, last, round);
    if (round.again === null || round.after.some(({ good }) => !good)) break;
  }
  return confirmed;
}

function add(before: Confirmed, last: Evidence, { control, after, again }: Round): Confirmed {
  if ('reason' in control) return { ...before, halted: control };
  const controls = [...before.controls, control, ...after];
  if (again === null) return { ...before, controls };
  if (again.kind === 'halted') return { ...before, controls, halted: afterDoubt(again.halt, last) };
  return { ...before, controls, attempts: [...before.attempts, again.evidence] };
}

/** Where the limit of failed logins leaves a doubt open, the doubt is what is said. */
function afterDoubt(halt: Halt, { response, error }: Evidence): Halt {
  if (halt.reason !== 'not-selected') return halt;
  const said = response === null ? (error?.message ?? 'no answer') : `answered ${response.status}`;
  const reason = response?.status === 429 ? 'rate-limited' : 'target-unavailable';
  return { reason, note: `${said}; ${halt.note}, so it was not asked again` };
}
