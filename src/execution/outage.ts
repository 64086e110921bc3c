import type { Stimulus } from '../case/test-case.ts';
import type { Action, Provision } from '../target/target.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Control, Halt } from '../verdict/trial.ts';
import { act, byHand } from './action.ts';
import { noteOvercome, once } from './attempt.ts';
import { backOff, pause } from './back-off.ts';
import type { Context } from './context.ts';
import { explained, lateTries } from './explained.ts';
import type { Sender } from './transmit.ts';

/** What came of a request while the condition's set-up held. */
export interface Outage {
  readonly attempts: readonly Evidence[];
  readonly controls: readonly Control[];
  readonly halted: Halt | null;
}

/** How often the target is asked whether it works again after a teardown, and for how many milliseconds where it hangs. */
const recoveries = { most: 6, within: 15_000 } as const;

/** Sets the condition up, tries the request and tears it down whatever happens; a control before and one after. */
export async function tryOutage(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  provision: Provision & { readonly setup: Action },
  ask: (signal: AbortSignal) => Promise<Control | Halt>,
): Promise<Outage> {
  const before = await untilGood(context, ask);
  if ('reason' in before) return { attempts: [], controls: [], halted: before };
  if (!before.good) return { attempts: [], controls: [before], halted: notWorking };
  const during = await whileSetUp(context, sender, stimulus, provision);
  const after = await untilGood(context, ask);
  return { ...during, controls: [before, ...('reason' in after ? [] : [after])] };
}

const notWorking: Halt = {
  reason: 'target-unavailable',
  note: 'the baseline is not answered as before, so nothing was set up',
};

async function whileSetUp(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  provision: Provision & { readonly setup: Action },
): Promise<Pick<Outage, 'attempts' | 'halted'>> {
  try {
    const { target, redactor, onEvent } = context;
    const command = provision.teardown && byHand(provision.teardown, target, (text) => redactor.mask(text));
    onEvent({ kind: 'setup-started', owner: sender.owner, byHand: command ?? null });
    const problem = await perform(context, provision.setup, sender.signal);
    if (sender.signal.aborted) return { attempts: [], halted: interrupted };
    if (problem !== null) return { attempts: [], halted: setUpFailed(`set-up: ${problem}`) };
    return provision.until === undefined
      ? await insist(context, sender, stimulus)
      : await until(context, sender, stimulus, provision.until);
  } finally {
    await tearDown(context, sender.owner, provision.teardown);
  }
}

/** A request of the profile is one more that the target sees: the limits hold for it as well. */
function perform(context: Context, action: Action, signal: AbortSignal): Promise<string | null> {
  const { target, client, gate } = context;
  const work = (): Promise<string | null> => act(action, target, client, signal);
  return action.kind === 'request' ? gate.pass(work) : work();
}

const interrupted: Halt = { reason: 'not-selected', note: 'the run was interrupted' };

const setUpFailed = (note: string): Halt => ({ reason: 'setup-failed', note });

/** Repeats the request until it is answered as the profile says, for as long as it says. */
async function until(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  { status, within }: { readonly status: number; readonly within: number },
): Promise<Pick<Outage, 'attempts' | 'halted'>> {
  const deadline = context.now().getTime() + within;
  for (let index = 0; ; index += 1) {
    const sent = await once(context, sender, stimulus, null);
    if (sent.kind === 'halted') return { attempts: [], halted: sent.halt };
    const { evidence } = sent;
    if (evidence.response?.status === status) return { attempts: [evidence], halted: null };
    if (sender.signal.aborted) return { attempts: [evidence], halted: interrupted };
    if (context.now().getTime() >= deadline) return atTheEnd(context, sender, stimulus, evidence, within);
    await pause(Math.min(backOff(evidence, index, context.random, context.now()), 1000), sender.signal);
  }
}

/** A target that still works was not set up; one that is out of order in another way is judged by that, if it stays so. */
async function atTheEnd(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  last: Evidence,
  within: number,
): Promise<Pick<Outage, 'attempts' | 'halted'>> {
  const { attempts, halted } = isDoubtful(last, stimulus.status)
    ? await insist(context, sender, stimulus)
    : { attempts: [], halted: null };
  const all = [last, ...attempts];
  const { response } = all.at(-1) ?? last;
  const works = halted === null && response !== null && response.status < 500;
  return {
    attempts: all,
    halted: works ? setUpFailed(`the condition did not come to hold within ${within} ms`) : halted,
  };
}

/** Tries of a request while no control can be asked: so many in a row are not lost by a line, whatever the limits say. */
const tries = 5;

/** Repeats the request while its answer is doubtful; one that hangs takes a time-out each time, and is tried three times at least. */
async function insist(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
): Promise<Pick<Outage, 'attempts' | 'halted'>> {
  const { retries } = context.target.limits;
  const most = Math.max(tries, retries + 1);
  const mostLate = Math.max(lateTries, retries + 1);
  const attempts: Evidence[] = [];
  for (;;) {
    const isFresh = attempts.at(-1)?.response === null;
    const sent = await once(context, { ...sender, isFresh }, stimulus, null);
    if (sent.kind === 'halted') return { attempts, halted: sent.halt };
    const last = sent.evidence;
    attempts.push(last);
    if (!isDoubtful(last, stimulus.status)) break;
    const late = attempts.filter(({ error }) => error?.kind === 'timeout').length;
    if (late >= mostLate || attempts.length >= Math.max(most, context.line.tries(last))) {
      return { attempts, halted: explained(context, last) };
    }
    await pause(backOff(last, attempts.length - 1, context.random, context.now()), sender.signal);
  }
  noteOvercome(context, attempts, stimulus);
  return { attempts, halted: null };
}

/** Runs the teardown even where the run was interrupted; a failure is shouted about. */
async function tearDown(context: Context, owner: string, teardown: Action | undefined): Promise<void> {
  if (teardown === undefined) return;
  const { target, redactor, onEvent } = context;
  const problem = await performSurely(context, teardown);
  onEvent({ kind: 'teardown-ended', owner, problem });
  if (problem === null) return;
  const command = byHand(teardown, target, (text) => redactor.mask(text));
  const message = `teardown failed (${problem}); the target may still be out of order. Repeat it by hand: ${command}`;
  onEvent({ kind: 'warning', message: redactor.mask(message) });
}

/** How often a teardown is tried, and the milliseconds before the second time, doubled each time. */
const teardowns = { most: 4, pause: 250 } as const;

/** A target must not be left out of order by an answer that got lost; a command of the profile is its own master. */
async function performSurely(context: Context, action: Action): Promise<string | null> {
  let problem = await perform(context, action, context.abandoned);
  for (let index = 1; action.kind === 'request' && index < teardowns.most; index += 1) {
    if (problem === null || context.abandoned.aborted) break;
    await pause(teardowns.pause * 2 ** (index - 1), context.abandoned);
    problem = await perform(context, action, context.abandoned);
  }
  return problem;
}

/** Asks until the target works as before, or gives up; a run that was interrupted asks no more. */
async function untilGood(
  context: Context,
  ask: (signal: AbortSignal) => Promise<Control | Halt>,
): Promise<Control | Halt> {
  let last = await ask(context.signal);
  const start = performance.now();
  for (let index = 0; index < recoveries.most && !('reason' in last || last.good); index += 1) {
    if (performance.now() - start > recoveries.within) break;
    await pause(backOff(last.evidence, index + 1, context.random, context.now()), context.signal);
    last = await ask(context.signal);
  }
  return last;
}
