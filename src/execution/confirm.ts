import { isDoubtful } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Control, Halt } from '../verdict/trial.ts';
import { limitReached, noteOvercome } from './attempt.ts';
import type { Attempts } from './attempt.ts';
import type { Doubt, Round } from './confirm-alone.ts';
import type { Context } from './context.ts';
import { explained, lateTries } from './explained.ts';
import { riskOf } from './login.ts';

/** Attempts with the controls that were asked because of their answers. */
export interface Confirmed extends Attempts {
  readonly controls: readonly Control[];
}

/** A gateway may be out of order for as long as a round takes. */
const fewest = 2;
/** A gateway that loses one answer in so many, or all but one, is met at each of its beats. */
const beats = 4;
/** Rounds where answers are known to get lost. */
const disturbed = 3;

/**
 * Finds out whether a doubtful answer belongs to the request: with nothing else under way the plain request is sent,
 * and where that is answered as before, the request again; then all of it again, until it was tried so often that the line
 * does not explain what came of it. Where the line explains it all the same, the request is not to blame.
 */
export async function confirm(
  context: Context,
  decide: (doubt: Doubt) => Promise<Round>,
  doubt: Omit<Doubt, 'last' | 'isCharged' | 'volley' | 'spacers'> & { readonly repeats: number },
  found: Attempts,
): Promise<Confirmed> {
  const { sender, stimulus, repeats } = doubt;
  let confirmed: Confirmed = { ...found, controls: [] };
  for (let index = 0; ; index += 1) {
    const last = confirmed.attempts.at(-1);
    if (last === undefined || confirmed.halted !== null) return confirmed;
    if (!isDoubtful(last, stimulus.status)) break;
    const isCharged = riskOf(context, sender.variant, stimulus) !== 'none';
    const volley = volleyOf(context, last, confirmed.attempts.length, repeats, index, isCharged);
    if (volley === 0) return { ...confirmed, halted: explained(context, last) };
    if (isCharged && !(await context.logins.take())) {
      // Nothing else was lost in this run: a round beside good controls is enough.
      if (index > 0 && context.line.isCalm()) return confirmed;
      return { ...confirmed, halted: afterDoubt(limitReached(context), last) };
    }
    const spacers = isCharged && !context.line.isCalm() ? index % beats : 0;
    const round = await decide({ ...doubt, last, isCharged, volley, spacers });
    if (isCharged && round.again === null) context.logins.settle(false);
    confirmed = add(confirmed, last, round);
    if (round.again === null || round.after.some(({ good }) => !good)) return confirmed;
  }
  noteOvercome(context, confirmed.attempts, stimulus);
  return confirmed;
}

/** How often the request is tried in the next round; 0: it was tried often enough. */
function volleyOf(
  { line }: Context,
  last: Evidence,
  tried: number,
  repeats: number,
  index: number,
  isCharged: boolean,
): number {
  if (last.error?.kind === 'timeout') return tried < (repeats > 0 ? repeats + 2 : lateTries) ? 1 : 0;
  const left = line.tries(last) - tried;
  if (index >= fewest && left <= 0) return 0;
  if (isCharged || last.response?.status === 429) return left > 0 || index < fewest ? 1 : 0;
  const rounds = line.isCalm() ? fewest : disturbed;
  return Math.max(1, Math.ceil(left / Math.max(1, rounds - index)));
}

function add(before: Confirmed, last: Evidence, { control, after, earlier, again }: Round): Confirmed {
  if ('reason' in control) return { ...before, halted: control };
  const controls = [...before.controls, control, ...after];
  if (again === null) return { ...before, controls };
  const attempts = [...before.attempts, ...earlier];
  if (again.kind === 'halted') {
    return { ...before, attempts, controls, halted: afterDoubt(again.halt, last) };
  }
  return { ...before, controls, attempts: [...attempts, again.evidence] };
}

/** Where the limit of failed logins leaves a doubt open, the doubt is what is said. */
function afterDoubt(halt: Halt, { response, error }: Evidence): Halt {
  if (halt.reason !== 'not-selected') return halt;
  const said = response === null ? (error?.message ?? 'no answer') : `answered ${response.status}`;
  const reason = response?.status === 429 ? 'rate-limited' : 'target-unavailable';
  return { reason, note: `${said}; ${halt.note}, so it was not asked again` };
}
