import type { Stimulus } from '../case/test-case.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Halt } from '../verdict/trial.ts';
import { UserError } from '../errors.ts';
import { askedPause, backOff, pause } from './back-off.ts';
import type { Context } from './context.ts';
import { isFailedLogin, isTurnedAway, riskOf } from './login.ts';
import { transmit } from './transmit.ts';
import type { Sender } from './transmit.ts';

/** What repeated attempts came to. */
export interface Attempts {
  readonly attempts: readonly Evidence[];
  readonly halted: Halt | null;
  readonly ciphertext: string | null;
}

const interrupted: Halt = { reason: 'not-selected', note: 'the run was interrupted' };

/**
 * Sends a request and repeats it, with back-off, while the answer is doubtful: `repeats` times at most. Where requests are
 * known to hang as this one does, once, or not at all if the specification is silent on it.
 */
export async function attempt(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  repeats: number,
  previous: string | null,
  isKnownToHang: () => boolean = () => false,
): Promise<Attempts> {
  const attempts: Evidence[] = [];
  let ciphertext: string | null = null;
  for (let index = 0; index <= repeats; index += 1) {
    const last = attempts.at(-1);
    const isRepeated = index > 1 || stimulus.status === null;
    if (isRepeated && last?.error?.kind === 'timeout' && isKnownToHang()) break;
    if (last !== undefined) {
      await pause(backOff(last, index - 1, context.random, context.now()), sender.signal);
    }
    const isFresh = last !== undefined && last.response === null;
    const sent = await once(context, { ...sender, isFresh }, stimulus, previous);
    if (sent.kind === 'halted') return { attempts, halted: sent.halt, ciphertext };
    attempts.push(sent.evidence);
    ciphertext = sent.ciphertext;
    if (!isDoubtful(sent.evidence, stimulus.status)) break;
  }
  noteOvercome(context, attempts, stimulus);
  return { attempts, halted: null, ciphertext };
}

/** Notes the doubtful answers of a request that came to an answer of its own in the end. */
export function noteOvercome(
  { line }: Context,
  attempts: readonly Evidence[],
  { status }: Pick<Stimulus, 'status'>,
): void {
  const last = attempts.at(-1);
  if (last === undefined || isDoubtful(last, status)) return;
  for (const evidence of attempts.slice(0, -1)) line.overcome(evidence);
}

/** One request, or why it was not sent. */
export type Once =
  | { readonly kind: 'sent'; readonly evidence: Evidence; readonly ciphertext: string | null }
  | { readonly kind: 'halted'; readonly halt: Halt };

/** Sends one request, within the budget of failed logins; `isTaken` says that the budget is charged already. */
export async function once(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  previous: string | null,
  isTaken = false,
): Promise<Once> {
  const { logins } = context;
  if (sender.signal.aborted) {
    if (isTaken) logins.settle(false);
    return { kind: 'halted', halt: interrupted };
  }
  const risk = riskOf(context, sender.variant, stimulus);
  if (risk !== 'none' && !isTaken && !(await takeLogin(context))) {
    return { kind: 'halted', halt: limitReached(context) };
  }
  try {
    const { evidence, ciphertext } = await transmit(context, sender, stimulus, previous);
    context.line.note(evidence);
    if (risk !== 'none') logins.settle(isFailedLogin(risk, evidence), isTurnedAway(risk, evidence));
    if (stimulus.condition === 'unauthorized') context.noteLogin(evidence);
    if (evidence.response?.status === 429) {
      context.gate.slowDown(askedPause(evidence, context.now()) ?? 0);
    } else if (evidence.response !== null) {
      context.gate.recover();
    }
    return { kind: 'sent', evidence, ciphertext };
  } catch (error) {
    if (risk !== 'none') logins.settle(false);
    return { kind: 'halted', halt: haltOf(context, error) };
  }
}

/** Who has the wire alone must not wait for those who wait for the wire. */
async function takeLogin({ isAlone, logins }: Context): Promise<boolean> {
  return isAlone ? logins.tryTake() : logins.take();
}

/** Why nothing more is sent that may fail a login. */
export function limitReached(context: Context): Halt {
  const limit = `the limit of ${context.target.limits.failedLogins} failed logins is reached (limits.failedLogins)`;
  return context.areCredentialsRefused()
    ? { reason: 'control-failed', note: `the profile's own credentials are refused, and ${limit}` }
    : { reason: 'not-selected', note: limit };
}

/** Whatever goes wrong before anything is sent is the profile's or the suite's fault, never the target's. */
function haltOf({ redactor }: Context, error: unknown): Halt {
  if (!(error instanceof UserError)) throw error;
  const note = redactor.mask(`${error.message}; ${error.hint}`);
  return { reason: error.fault === 'suite' ? 'suite-error' : 'setup-failed', note };
}
