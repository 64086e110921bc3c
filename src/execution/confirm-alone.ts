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

/** Controls in a row where answers are known to get lost, those that hang included. */
const lossyControls = 3;

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
  /** How often in a row it is tried again at most: a gateway that loses every second request loses it once, or not at all. */
  readonly volley: number;
  /** Plain requests in between, whatever comes of them: what must not be tried in a row has to meet such a gateway at another beat. */
  readonly spacers: number;
}

/** What was asked because of one doubt. */
export interface Round {
  /** Asked before the request was tried again. */
  readonly control: Control | Halt;
  /** Doubtful tries before the last. */
  readonly earlier: readonly Evidence[];
  /** The last try; null: the control was not answered as before. */
  readonly again: Once | null;
  /** Asked after a second doubtful answer, or while it was waited for: the target may have gone down in between. */
  readonly after: readonly Control[];
}

/** Sends the plain request and, where that is answered as before, the doubtful one; for whoever has the wire alone. */
export async function confirmAlone(context: Context, doubt: Doubt): Promise<Round> {
  const { sender, stimulus, last, first, spacers } = doubt;
  await pause(askedPause(last, context.now()) ?? calm, sender.signal);
  const ask = (): Promise<Control | Halt> => askControl(context, sender.variant, first, sender.signal);
  const control = await steady(context, ask);
  if ('reason' in control || !control.good) return { control, earlier: [], again: null, after: [] };
  await pause(calm, sender.signal);
  for (let index = 0; index < spacers; index += 1) await ask();
  const { earlier, again } = await insist(context, doubt);
  if (again.kind === 'halted' || !isDoubtful(again.evidence, stimulus.status)) {
    return { control, earlier, again, after: [] };
  }
  const closing = await steady(context, ask);
  return { control, earlier, again, after: 'reason' in closing ? [] : [closing] };
}

/** Where answers are known to get lost, a control that is lost is asked again at once. */
async function steady({ line }: Context, ask: () => Promise<Control | Halt>): Promise<Control | Halt> {
  const most = line.isCalm() ? 1 : lossyControls;
  let control = await ask();
  for (let index = 1; index < most && !('reason' in control || control.good); index += 1) {
    const { response, error } = control.evidence;
    if (response?.status === 429 || (error?.kind === 'timeout' && index > 1)) break;
    control = await ask();
  }
  return control;
}

/** Sends the request until its answer is not doubtful any more, each time over a new connection. */
async function insist(
  context: Context,
  { sender, stimulus, previous, isCharged, volley }: Doubt,
): Promise<{ readonly earlier: readonly Evidence[]; readonly again: Once }> {
  const earlier: Evidence[] = [];
  for (;;) {
    const again = await once(context, { ...sender, isFresh: true }, stimulus, previous, isCharged);
    if (again.kind === 'halted' || isCharged || earlier.length + 1 >= volley) return { earlier, again };
    const { evidence } = again;
    if (!isDoubtful(evidence, stimulus.status) || evidence.error?.kind === 'timeout')
      return { earlier, again };
    earlier.push(evidence);
  }
}
