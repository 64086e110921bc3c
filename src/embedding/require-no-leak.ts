import { holdsSecret } from '../cli/leak-guard.ts';
import { UserError } from '../errors.ts';
import type { Redactor } from '../http/redactor.ts';
import type { Results } from '../result/results.ts';
import type { Target } from '../target/target.ts';

/** Rejects with a UserError of the suite where a secret of the profile stands in the Results, so that nobody passes them on. */
export async function requireNoLeak(results: Results, target: Target, redactor: Redactor): Promise<void> {
  if (!(await holdsSecret(JSON.stringify(results), target, redactor))) return;
  const message = 'a secret of the profile stands in the Results, which are withheld';
  throw new UserError(
    'suite',
    'secret-in-output',
    message,
    'this is a defect of the suite: please report it',
  );
}
