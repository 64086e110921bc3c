// Results of real runs of the reference, and folders signed by a key of a test.

import { generateKeyPairSync } from 'node:crypto';
import { withBuiltIn } from '../api/built-in.ts';
import { readTarget } from '../api/options.ts';
import type { TargetOptions, TargetProfile } from '../api/options.ts';
import { runTarget } from '../api/run-target.ts';
import { readSuite } from '../base/package.ts';
import type { Results } from '../results/results.ts';
import { createLeapingClock } from '../base/leaping-clock.test-support.ts';
import { certify } from './certify.ts';
import type { Certified } from './certify.ts';
import { signBytes } from './sign.ts';
import { fileNames, writeSums } from './statement.ts';
import type { FileContent } from './statement.ts';
import { checkerFor, verifyFiles } from './verify.ts';
import type { Checker, Files, Verification } from './verify.ts';

const made = new Map<string, Promise<Results>>();

/** Of the reference with these defects; each is made once. */
export function resultsOf(
  defects: readonly string[],
  options: TargetOptions = {},
  more: Partial<TargetProfile> = {},
): Promise<Results> {
  const what = JSON.stringify([defects, options, more]);
  const results =
    made.get(what) ??
    withBuiltIn({ defects, key: 'short' }, async ({ profile }) => {
      const limits = { ...profile.limits, failedLogins: 3 };
      const target = await readTarget({ ...profile, limits, ...more }, { env: {}, ...options });
      return runTarget({ target, clock: createLeapingClock(), seed: 7, isReference: true });
    });
  made.set(what, results);
  return results;
}

export const pair = generateKeyPairSync('ed25519');

export const now = new Date('2026-11-28T12:00:00Z');

export const certifying = (results: Results, more = {}): Promise<Certified> =>
  certify(results, {
    signer: pair.privateKey,
    certificate: null,
    isReferenceAllowed: true,
    now,
    ...more,
  });

export const folderOf = (files: readonly FileContent[]): Map<string, Uint8Array> =>
  new Map(files.map(({ name, content }) => [name, content]));

/** By the key of the tests, unless another check is given. */
export const verifying = (files: Files, check: Checker = checkerFor(pair.publicKey)): Promise<Verification> =>
  verifyFiles(files, check, readSuite().version);

/** The folder with other files, summed and signed again: what a signer can do who wants to deceive. */
export function signedAgain(files: Files, changes: Readonly<Record<string, string | null>>): Files {
  const own: readonly string[] = [fileNames.sums, fileNames.signature];
  const kept = [...files].filter(([name]) => !own.includes(name) && !(name in changes));
  const added = Object.entries(changes).flatMap(([name, content]) =>
    content === null ? [] : [[name, Buffer.from(content)] as const],
  );
  const all = [...kept, ...added].map(([name, content]) => ({ name, content }));
  const sums = Buffer.from(writeSums(all));
  return folderOf([
    ...all,
    { name: fileNames.sums, content: sums },
    { name: fileNames.signature, content: signBytes(sums, pair.privateKey) },
  ]);
}
