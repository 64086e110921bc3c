// An error that a user can correct.

/** Who has to act: whoever typed the command, wrote the profile, or runs the target; `suite`: our own fault. */
export type ErrorKind = 'usage' | 'profile' | 'target' | 'suite';

/** Holds no secrets. `code` in kebab case, for programs; `hint`: what to do next. */
export class UserError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly hint: string;

  constructor(kind: ErrorKind, code: string, message: string, hint: string) {
    super(message);
    this.name = 'UserError';
    this.kind = kind;
    this.code = code;
    this.hint = hint;
  }

  /** The same error with a place, usually a file, in front of its message. */
  at(place: string): UserError {
    return new UserError(this.kind, this.code, `${place}: ${this.message}`, this.hint);
  }
}

/** The code of an error of the platform (`ENOENT`), or ''. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Resolves with the result of `work`; rejects with `error` if that takes longer than `limit` ms. */
export function within<Value>(limit: number, work: Promise<Value>, error: UserError): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, limit, error);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
