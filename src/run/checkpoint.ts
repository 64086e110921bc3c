import type { Request } from '../plan/plan.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence } from '../judge/evidence.ts';
import { doubtOf, isAsBefore } from '../judge/settle.ts';
import { askAgain } from './doubt.ts';
import { controlOf } from './send-once.ts';
import type { SendOrder } from './send-once.ts';
import type { Sender } from './send-within-limits.ts';

/** The plain request of a variant, and its first answer, with which all later ones are compared. */
export interface Plain {
  readonly plain: Request;
  readonly first: Pick<Evidence, 'response'> | null;
}

interface Asking {
  /** How long a lost answer is asked for again: see `doubt.ts`. Default: `control`, a few times. */
  readonly patience?: 'control' | 'recovery' | 'set-up';
  /** The request that it serves alone; default: the whole variant. */
  readonly served?: Pick<SendOrder, 'request'> | null;
  /** Another request of which the answer shows the same. */
  readonly request?: Request;
}

/**
 * Asks whether the target is as before: the plain request as a control, again while its answer is lost.
 * Resolves with false if it is not, or may not be asked.
 */
export async function checkpoint(
  sender: Sender,
  { plain, first }: Plain,
  { patience = 'control', served = null, request = plain }: Asking = {},
): Promise<boolean> {
  const isRecovering = patience !== 'control';
  // A lost control says nothing about a lock; any other answer does.
  const isSettled = (found: Evidence): boolean =>
    isAsBefore(found, first) || (!isRecovering && doubtOf(found, plain.testRequest) !== 'passing');
  const order = { ...controlOf(request, served), isFresh: isRecovering };
  const found = await askAgain(sender, { doubt: patience, order, first: null, isSettled });
  return !isNotSent(found) && isAsBefore(found, first);
}

/** Most controls until two in a row are good, and the ms between two of them. */
const steadying = { most: 20, pause: 400 } as const;

/**
 * Waits until two controls in a row are as before. After an answer was lost, a place of the limit of failed
 * logins would be lost to the network: with one of two backends away, every second request.
 */
export async function awaitSteady(sender: Sender, { plain, first }: Plain): Promise<void> {
  let inARow = 0;
  for (let asked = 0; inARow < 2 && asked < steadying.most && !sender.signal.aborted; asked += 1) {
    if (asked > 0 && inARow === 0) await sender.wait(steadying.pause);
    const found = await sender.ask(controlOf(plain));
    if (isNotSent(found)) return;
    inARow = isAsBefore(found, first) ? inARow + 1 : 0;
  }
}
