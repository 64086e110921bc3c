/** Who has to fix an error. */
export type Fault = 'usage' | 'profile' | 'target' | 'suite';

/** An error that a user can correct: a kebab-case code, a message and a hint, without secrets. */
export class UserError extends Error {
  readonly fault: Fault;
  readonly code: string;
  readonly hint: string;

  constructor(fault: Fault, code: string, message: string, hint: string) {
    super(message);
    this.name = 'UserError';
    this.fault = fault;
    this.code = code;
    this.hint = hint;
  }

  /** The same error with a place, usually a file, in front of its message. */
  at(place: string): UserError {
    return new UserError(this.fault, this.code, `${place}: ${this.message}`, this.hint);
  }
}

/** Resolves with the result of `work`; rejects with `error` if that takes longer than `limit` ms. */
export function within<Value>(limit: number, work: Promise<Value>, error: UserError): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, limit, error);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
