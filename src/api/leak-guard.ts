// Searches the results of a run for secrets of its profile, before anything of them is written.
import type { Redactor } from '../client/masking.ts';
import type { Secret } from '../client/secret-spelling.ts';
import { UserError } from '../base/errors.ts';

/** Finds secrets of eight characters or more in the values of data. Names of members are ignored. */
export const findInData = (data: unknown, redactor: Redactor): readonly Secret[] =>
  redactor.find(textsOf(data));

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsOf).join('\n') : '';
}

/** Throws a UserError if results contain a secret of the profile. Nothing of them may be written then. */
export function requireNoLeak(results: unknown, redactor: Redactor): void {
  const settings = new Set(findInData(results, redactor).map(({ setting }) => setting));
  if (settings.size === 0) return;
  const message = `a secret of the profile (${[...settings].join(', ')}) is in the results: nothing was written`;
  const hint = 'if no decision of a person holds it, this is a defect of the suite: please report it';
  throw new UserError('suite', 'secret-in-output', message, hint);
}
