import type { Stimulus } from '../case/test-case.ts';
import { variantById } from '../spec/look-up.ts';
import type { Variant } from '../spec/specification.ts';
import { isDoubtful } from '../verdict/settle.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Halt } from '../verdict/trial.ts';
import { UserError } from '../errors.ts';
import { backOff, pause } from './back-off.ts';
import type { Context } from './context.ts';
import { transmit } from './transmit.ts';
import type { Sender } from './transmit.ts';

/** What repeated attempts came to. */
export interface Attempts {
  readonly attempts: readonly Evidence[];
  readonly halted: Halt | null;
  readonly ciphertext: string | null;
}

const interrupted: Halt = { reason: 'not-selected', note: 'the run was interrupted' };

/** Sends a request and repeats it, with back-off, while the answer is doubtful: `repeats` times at most. */
export async function attempt(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  repeats: number,
  previous: string | null,
): Promise<Attempts> {
  const attempts: Evidence[] = [];
  let ciphertext: string | null = null;
  for (let index = 0; index <= repeats; index += 1) {
    const last = attempts.at(-1);
    if (last !== undefined) {
      await pause(backOff(last, index - 1, context.random, context.now()), sender.signal);
    }
    const sent = await once(context, sender, stimulus, previous);
    if (sent.kind === 'halted') return { attempts, halted: sent.halt, ciphertext };
    attempts.push(sent.evidence);
    ciphertext = sent.ciphertext;
    if (!isDoubtful(sent.evidence, stimulus.status)) break;
  }
  return { attempts, halted: null, ciphertext };
}

type Once =
  | { readonly kind: 'sent'; readonly evidence: Evidence; readonly ciphertext: string | null }
  | { readonly kind: 'halted'; readonly halt: Halt };

/** Sends one request, within the budget of failed logins. */
export async function once(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  previous: string | null,
): Promise<Once> {
  if (sender.signal.aborted) return { kind: 'halted', halt: interrupted };
  const costs = mayFailLogin(stimulus, variantById(context.spec, sender.variant));
  if (costs && !(await context.logins.take())) return { kind: 'halted', halt: limitReached(context) };
  try {
    const { evidence, ciphertext } = await transmit(context, sender, stimulus, previous);
    if (costs) context.logins.settle(isFailedLogin(stimulus, evidence));
    if (isLogin(stimulus)) context.noteLogin(evidence);
    return { kind: 'sent', evidence, ciphertext };
  } catch (error) {
    if (costs) context.logins.settle(false);
    return { kind: 'halted', halt: haltOf(context, error) };
  }
}

function limitReached({ target }: Context): Halt {
  return {
    reason: 'not-selected',
    note: `the limit of ${target.limits.failedLogins} failed logins is reached (limits.failedLogins)`,
  };
}

/** A real partner with anything but the right password, encrypted afresh and written as it has to be. */
function mayFailLogin(stimulus: Stimulus, variant: Variant): boolean {
  const partner = variant.parameters.find((parameter) => parameter.role === 'partner')?.name ?? '';
  if (stimulus.partner === 'unknown' || stimulus.without?.includes(partner)) return false;
  if (stimulus.twist?.kind === 'replay' || stimulus.twist?.kind === 'raw-ciphertext') return true;
  return stimulus.password !== undefined && stimulus.password !== 'encrypted';
}

const isLogin = (stimulus: Stimulus): boolean => stimulus.condition === 'unauthorized';

/** An answer that refuses the form of the request, or never reached the target, is no failed login; a doubtful one may be. */
function isFailedLogin(stimulus: Stimulus, { response, error }: Evidence): boolean {
  if (response === null) return error?.stage !== 'connect';
  const isFormal = response.status === 422 || response.status === 400;
  return response.status !== 200 && !(isFormal && stimulus.condition !== 'unauthorized');
}

/** Whatever goes wrong before anything is sent is the profile's or the suite's fault, never the target's. */
function haltOf({ redactor }: Context, error: unknown): Halt {
  const said = error instanceof UserError ? `${error.message}; ${error.hint}` : String(error);
  return { reason: 'suite-error', note: redactor.mask(said) };
}
