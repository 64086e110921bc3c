// Checks a folder that `certify` has written, offline: signature, digests, and the evidence judged again.

import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { writePath } from '../base/path.ts';
import { rules } from '../judge/rules.ts';
import { judgeAgain } from '../results/make-results.ts';
import { resultsSchema } from '../results/results.ts';
import type { Results } from '../results/results.ts';
import { verdictsIn } from './certify.ts';
import { renderStatement } from './page.ts';
import { isSignedBy } from './sign.ts';
import {
  fileNames,
  readOrigin,
  readStatement,
  readSums,
  sha256,
  statementNames,
  statementOf,
} from './statement.ts';
import type { Statement } from './statement.ts';

/** Files of the folder by name, each read whole. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** True if the signature is one of the trusted key; a program may say why it is not. */
export type Checker = (sums: Uint8Array, signature: Uint8Array) => Promise<true | string>;

export const checkerFor =
  (key: KeyObject): Checker =>
  async (sums, signature) =>
    isSignedBy(sums, signature, key) ||
    (sums.includes(13)
      ? 'SHA256SUMS has other line endings (CRLF): copy the folder byte by byte'
      : 'the signature is not one of this key');

export type Verification =
  | { readonly kind: 'valid'; readonly statement: Statement }
  /** It holds as well, and says why there is no certificate. */
  | { readonly kind: 'record'; readonly statement: Statement }
  /** Signature and digests are right; only that version can judge the evidence again. */
  | { readonly kind: 'other-rules'; readonly version: string; readonly rules: number }
  | { readonly kind: 'refused'; readonly topic: Topic; readonly found: string };

type Topic = 'folder' | 'signature' | 'files' | 'statement' | 'evidence' | 'page';

const refused = (topic: Topic, found: string): Verification => ({ kind: 'refused', topic, found });

/** `version`: that of the suite that verifies. Never throws, whatever stands in the files. */
export async function verifyFiles(files: Files, check: Checker, version: string): Promise<Verification> {
  const { sums: sumsName, signature: signatureName, evidence } = fileNames;
  const [sums, signature] = [files.get(sumsName), files.get(signatureName)];
  if (sums === undefined || signature === undefined) {
    const isRun = files.has(evidence) && files.has('report.html');
    return refused(
      'folder',
      isRun
        ? 'this is the folder of a run, which nobody has signed: `certify` makes a certificate of it'
        : `there is no ${sums === undefined ? sumsName : signatureName}`,
    );
  }
  const answer = await check(sums, signature);
  if (answer !== true) return refused('signature', answer);
  const wrong = wrongFile(files, sums);
  if (wrong !== null) return refused('files', wrong);
  try {
    return verifySigned(files, version);
  } catch (error) {
    return refused('evidence', `it cannot be judged again: ${String(error).split('\n')[0] ?? ''}`);
  }
}

/** Whether what was signed is true. */
function verifySigned(files: Files, version: string): Verification {
  const kind = (['certificate', 'record'] as const).find((one) => files.has(statementNames[one].statement));
  const text = Buffer.from(files.get(statementNames[kind ?? 'record'].statement) ?? []).toString();
  const origin = readOrigin(text);
  if (origin !== null && origin.rules !== rules)
    return { kind: 'other-rules', version: origin.suite.version, rules: origin.rules };
  const statement = readStatement(text);
  if (statement === null || statement.kind !== kind)
    return refused('statement', 'it is no statement of this suite');
  const found = judgeEvidence(Buffer.from(files.get(fileNames.evidence) ?? []).toString());
  if (typeof found === 'string') return refused('evidence', found);
  const { results, again } = found;
  if (!isDeepStrictEqual(verdictsIn(results), verdictsIn(again)))
    return refused('evidence', 'judged again, it gives other verdicts');
  const isSameVersion = statement.suite.version === version;
  if (isSameVersion && !isDeepStrictEqual(plain(results), plain(again)))
    return refused('evidence', 'judged again, it gives other results');
  if (!isDeepStrictEqual(plain(statement), plain(statementOf(again, statement.issuedAt))))
    return refused('statement', 'it does not follow from the evidence');
  const page = Buffer.from(files.get(statementNames[kind].page) ?? []).toString();
  if (isSameVersion && page !== renderStatement(statement, again))
    return refused('page', 'it does not show the statement');
  return { kind: kind === 'certificate' ? 'valid' : 'record', statement };
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** What is wrong with the files beside their sums; null: nothing. */
function wrongFile(files: Files, sums: Uint8Array): string | null {
  const listed = readSums(Buffer.from(sums).toString());
  if (listed === null) return `${fileNames.sums} is no list of digests`;
  for (const [name, digest] of listed) {
    const content = files.get(name);
    if (content === undefined) return `${name} is missing`;
    if (sha256(content) !== digest) return `${name} is not the one that was signed`;
  }
  const own: readonly string[] = [fileNames.sums, fileNames.signature];
  const further = [...files.keys()].find((name) => !listed.has(name) && !own.includes(name));
  return further === undefined ? null : `${JSON.stringify(further)} was not signed`;
}

function judgeEvidence(text: string): { readonly results: Results; readonly again: Results } | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  const { data: results, error: problem } = resultsSchema.safeParse(value);
  if (results === undefined) return `it is no results file: ${writePath(problem.issues[0]?.path ?? [])}`;
  return { results, again: judgeAgain(results) };
}
