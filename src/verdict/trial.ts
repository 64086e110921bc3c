import type { ConditionName } from '../spec/specification.ts';
import type { Message } from '../wording/message.ts';
import type { Evidence } from './evidence.ts';
import type { Reason } from './verdict.ts';

/** What one request of a case stands for, as far as a judge has to know. */
export interface Expectation {
  /** Names the request within its case. */
  readonly label: string;
  /** The same in words. */
  readonly words: Message;
  readonly condition: ConditionName;
  /** The documented status, or null where the specification is silent. */
  readonly status: number | null;
  /**
   * Whether a valid partner name and a valid, encrypted password are sent: `nearly` where a service may take a wrong password
   * for the right one on purpose, `open` where the specification does not say.
   */
  readonly credentials: 'valid' | 'invalid' | 'nearly' | 'open';
  /** It is a request with the variant's method on the operation's path. */
  readonly onOperation: boolean;
  /** It goes to the operation's path, by whatever method. */
  readonly onPath: boolean;
}

/** Why a request was not carried to an answer. */
export interface Halt {
  readonly reason: Reason;
  readonly note: Message;
}

/** A control exchange, and whether it shows the target working as before. */
export interface Control {
  readonly evidence: Evidence;
  readonly good: boolean;
}

/** One request of a case with all that was recorded on the way to its answer, in the order of time. */
export interface Trial {
  readonly expectation: Expectation;
  readonly attempts: readonly Evidence[];
  /** Sent because the answer was doubtful. */
  readonly controls: readonly Control[];
  /** The condition's set-up puts the target out of order: no control can be asked while it holds. */
  readonly outage: boolean;
  /** Another route than the baseline's was taken, so the baseline says nothing about the way there. */
  readonly ownRoute: boolean;
  /** Another address or a proxy stands on that route: what it answers, or does not, may be its own. */
  readonly ownGateway: boolean;
  /** An earlier failed login of the run that was answered otherwise than by 429, where this request is no valid one either. */
  readonly earlierLogin: string | null;
  readonly halted: Halt | null;
}

/** Whether it is the plain success request. */
export const isBaseline = ({ words }: Pick<Expectation, 'words'>): boolean =>
  words.code === 'request-baseline';
