import type { beforeAll, describe, test } from 'vitest';
import { UserError } from '../../errors.ts';

interface TestFunctions {
  readonly describe: typeof describe;
  readonly test: typeof test;
  readonly beforeAll: typeof beforeAll;
}

/** The test functions of vitest, which the user's project brings along; rejects with a UserError where it does not. */
export async function loadVitest(): Promise<TestFunctions> {
  try {
    return await import('vitest');
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UserError(
      'usage',
      'vitest-missing',
      'sbp-banks-conformance/vitest: found no vitest, expected version 5 beside this package',
      'npm install --save-dev vitest',
    );
  }
}

/** Whether a module was looked for in vain. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
