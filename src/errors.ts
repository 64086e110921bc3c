/** Who is at fault when the suite cannot go on. */
export type Fault = 'usage' | 'profile' | 'target' | 'suite';

/** An error that a user can act on: a kebab-case code, one message and a hint; never holds a secret. */
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
}
