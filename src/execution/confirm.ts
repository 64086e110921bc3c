import type { Stimulus } from '../case/test-case.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { limitReached, once } from './attempt.ts';
import type { Attempts, Once } from './attempt.ts';
import { askedPause, pause } from './back-off.ts';
import { askControl } from './baseline.ts';
import type { Context } from './context.ts';
import { riskOf } from './login.ts';
import type { Sender } from './transmit.ts';

/** Milliseconds between the requests of a confirmation: a service that sheds load has nothing to shed. */
const calm = 250;

/** Attempts with the controls that were asked because of their answers. */
export interface Confirmed extends Attempts {
  readonly controls: readonly Control[];
}

/**
 * Finds out whether a doubtful answer belongs to the request: with nothing else under way the plain request is sent,
 * and where that is answered as before, the request once more; `rounds` times at most.
 */
export async function confirm(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  found: Attempts,
  first: Trial,
  previous: string | null,
  rounds: number,
): Promise<Confirmed> {
  let confirmed: Confirmed = { ...found, controls: [] };
  for (let round = 0; round < rounds; round += 1) {
    const last = confirmed.attempts.at(-1);
    if (last === undefined || confirmed.halted !== null || !isDoubtful(last, stimulus.status)) break;
    const before = last;
    const isCharged = riskOf(context, sender.variant, stimulus) !== 'none';
    if (isCharged && !(await context.logins.take())) {
      return { ...confirmed, halted: afterDoubt(limitReached(context), before) };
    }
    const round = await context.gate.alone((passage) =>
      tryAlone(inside(context, passage), sender, stimulus, before, first, previous),
    );
    if (isCharged && round.again === null) context.logins.settle(false);
    confirmed = add(confirmed, before, round);
    if (round.again === null || round.closing?.good === false) break;
  }
  return confirmed;
}

/** The context of whoever has the wire alone. */
function inside(context: Context, passage: Pick<Context['gate'], 'pass'>): Context {
  return { ...context, gate: { ...context.gate, pass: passage.pass }, isAlone: true };
}

interface Round {
  readonly control: Control | Halt;
  /** Asked after a second doubtful answer: the target may have gone down in between. */
  readonly closing: Control | null;
  /** Null: the control was not answered as before. */
  readonly again: Once | null;
}

async function tryAlone(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  last: Evidence,
  first: Trial,
  previous: string | null,
): Promise<Round> {
  await pause(askedPause(last, context.now()) ?? calm, sender.signal);
  const control = await askControl(context, sender.variant, first, sender.signal);
  if ('reason' in control || !control.good) return { control, closing: null, again: null };
  await pause(calm, sender.signal);
  const isCharged = riskOf(context, sender.variant, stimulus) !== 'none';
  const again = await once(context, sender, stimulus, previous, isCharged);
  if (again.kind === 'halted' || !isDoubtful(again.evidence, stimulus.status)) {
    return { control, closing: null, again };
  }
  const closing = await askControl(context, sender.variant, first, sender.signal);
  return { control, closing: 'reason' in closing ? null : closing, again };
}

function add(before: Confirmed, last: Evidence, { control, closing, again }: Round): Confirmed {
  if ('reason' in control) return { ...before, halted: control };
  const controls = [...before.controls, control, ...(closing === null ? [] : [closing])];
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
