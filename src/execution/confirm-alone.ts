import type { Stimulus } from '../case/test-case.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { once } from './attempt.ts';
import type { Once } from './attempt.ts';
import { askedPause, pause } from './back-off.ts';
import { askControl } from './baseline.ts';
import type { Context } from './context.ts';
import type { Sender } from './transmit.ts';

/** Milliseconds between the requests of a confirmation: a service that sheds load has nothing to shed. */
export const calm = 250;

/** A request whose last answer may be the network's or the moment's fault. */
export interface Doubt {
  readonly sender: Sender;
  readonly stimulus: Stimulus;
  readonly last: Evidence;
  /** The baseline of its variant. */
  readonly first: Trial;
  readonly previous: string | null;
  /** The budget of failed logins is charged for the next try already. */
  readonly isCharged: boolean;
}

/** What was asked because of one doubt. */
export interface Round {
  /** Asked before the request was tried again. */
  readonly control: Control | Halt;
  /** Null: the control was not answered as before. */
  readonly again: Once | null;
  /** Asked after a second doubtful answer, or while it was waited for: the target may have gone down in between. */
  readonly after: readonly Control[];
}

/** Sends the plain request and, where that is answered as before, the doubtful one; for whoever has the wire alone. */
export async function confirmAlone(context: Context, doubt: Doubt): Promise<Round> {
  const { sender, stimulus, last, first, previous, isCharged } = doubt;
  await pause(askedPause(last, context.now()) ?? calm, sender.signal);
  const control = await askControl(context, sender.variant, first, sender.signal);
  if ('reason' in control || !control.good) return { control, again: null, after: [] };
  await pause(calm, sender.signal);
  const again = await once(context, sender, stimulus, previous, isCharged);
  if (again.kind === 'halted' || !isDoubtful(again.evidence, stimulus.status)) {
    return { control, again, after: [] };
  }
  const closing = await askControl(context, sender.variant, first, sender.signal);
  return { control, again, after: 'reason' in closing ? [] : [closing] };
}
