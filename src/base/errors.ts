import { message as messageOf, say, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

/** Who has to fix an error. */
export type Fault = 'usage' | 'profile' | 'target' | 'suite';

export interface ErrorWords {
  readonly message: Message;
  readonly hint: Message;
}

/**
 * An error that a user can correct: a kebab-case code, a message and a hint, also as `words`. Contains no
 * secrets.
 */
export class UserError extends Error {
  readonly fault: Fault;
  readonly code: string;
  readonly hint: string;
  readonly words: ErrorWords;

  constructor(fault: Fault, code: string, message: string | Message, hint: string | Message) {
    const words = { message: asMessage(message), hint: asMessage(hint) };
    super(say(words.message, 'en'));
    this.name = 'UserError';
    this.fault = fault;
    this.code = code;
    this.hint = say(words.hint, 'en');
    this.words = words;
  }

  /** The same error with a place, usually a file, in front of its message. */
  at(place: string): UserError {
    const message = messageOf('at-place', { place, message: this.words.message });
    return new UserError(this.fault, this.code, message, this.words.hint);
  }
}

const asMessage = (given: string | Message): Message => (typeof given === 'string' ? verbatim(given) : given);

/** Resolves with the result of `work`; rejects with `error` if that takes longer than `limit` ms. */
export function within<Value>(limit: number, work: Promise<Value>, error: UserError): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, limit, error);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
