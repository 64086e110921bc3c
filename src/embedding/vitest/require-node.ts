import { UserError } from '../../errors.ts';

/** What tells in which surroundings a test runs. */
export interface Surroundings {
  /** Made by Node itself. */
  readonly list: unknown;
  readonly hasWindow: boolean;
}

/** Throws a UserError where tests run in a VM context or an imitated browser: errors and signals of Node are not what they are elsewhere, and answers could be misjudged. */
export function requireNode({ list, hasWindow }: Surroundings): void {
  if (!(list instanceof Array)) {
    const found = 'found a pool that runs tests in a VM context, expected forks or threads';
    throw refusal(found, "set pool: 'forks' for this test file");
  }
  if (hasWindow) {
    const found = 'found the environment of a browser, expected that of Node';
    throw refusal(found, 'put // @vitest-environment node on top of this test file');
  }
}

const refusal = (found: string, hint: string): UserError =>
  new UserError('usage', 'vitest-surroundings', `sbp-banks-conformance/vitest: ${found}`, hint);
