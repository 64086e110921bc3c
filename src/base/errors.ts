import { message as messageOf, say, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

/** Whose fault it is that the suite cannot go on. */
export type Fault = 'usage' | 'profile' | 'target' | 'suite';

/** What an error says, for every language. */
export interface ErrorWords {
  readonly message: Message;
  readonly hint: Message;
}

/** An error that a user can correct: a kebab-case code, a message and a hint, also as `words`; no secrets. */
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

  /** The same error with a place in front of its message: the file that is wrong. */
  at(place: string): UserError {
    const message = messageOf('at-place', { place, message: this.words.message });
    return new UserError(this.fault, this.code, message, this.words.hint);
  }
}

const asMessage = (given: string | Message): Message => (typeof given === 'string' ? verbatim(given) : given);

/** The result of the work; rejects with the error if that takes longer than so many milliseconds. */
export function within<Value>(limit: number, work: Promise<Value>, error: UserError): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, limit, error);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
