import type { X509Certificate } from 'node:crypto';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import { formats } from '../report/format.ts';
import { readResults } from '../results/read-results.ts';
import type { Specification } from '../operation/specification.ts';
import { readBytes } from '../base/file.ts';
import { message, say } from '../messages/message.ts';
import {
  fileNames,
  findObstacles,
  limitsOf,
  mostBytes,
  mostDays,
  readCertificate,
  readMaker,
  readSums,
  sha256,
} from './certificate.ts';
import type { Certificate, FileContent } from './certificate.ts';
import { readSignature } from './cms.ts';
import { findDifference, recompute } from './evidence.ts';
import { drawFiles } from './issue.ts';
import { unmetOf } from './policy.ts';
import type { Policy } from './policy.ts';
import { runInShell } from './shell.ts';
import { findChainProblems, findValidityProblems, readCertificates, writeCertificates } from './chain.ts';

export interface Verifier {
  readonly spec: Specification;
  readonly suite: Certificate['suite'];
  readonly rules: number;
  readonly anchors: readonly X509Certificate[];
  readonly now: Date;
  /**
   * A shell command that checks signature and chain instead of this suite. It gets the signed text on standard
   * input and under the path `CONTENT`, and further paths as `SIGNATURE`, `CHAIN` and `CA` in its environment.
   */
  readonly verifyWith?: VerifyWith | undefined;
  readonly policy?: Policy | undefined;
}

/** A program that checks signatures, its working folder, and the file of trusted certificates. */
interface VerifyWith {
  readonly command: string;
  readonly cwd: string;
  readonly ca: string;
}

/** Result of verifying. The certificate is valid if there are no refusals and no other version. */
export interface Verification {
  /** Null if verification stopped before the statement, or it cannot be read. */
  readonly certificate: Certificate | null;
  /** Reasons to refuse it, a sentence each that begins with the topic. */
  readonly refusals: readonly string[];
  /** Limits of the certificate, one line each. They are no reasons to refuse it. */
  readonly notices: readonly string[];
  /**
   * Set if a version with other rules made it. Then only signature, chain and digests were checked, and are
   * right.
   */
  readonly otherVersion: string | null;
}

type Files = ReadonlyMap<string, Uint8Array>;
type Sums = ReadonlyMap<string, string>;

/** Stops the checks, because later ones would be meaningless. */
class Refused extends Error {
  readonly refusals: readonly string[];

  constructor(refusals: readonly string[]) {
    super(refusals.join('\n'));
    this.refusals = refusals;
  }
}

function refuse(refusals: readonly string[]): void {
  if (refusals.length > 0) throw new Refused(refusals);
}

/**
 * Checks a folder that `certify` wrote, without a network: signature and chain, then digests, then evidence.
 * Stops at the first failure. Rejects with a UserError if there is no such folder; all else is a refusal.
 */
export async function verifyFolder(folder: string, shown: string, verifier: Verifier): Promise<Verification> {
  const stats = await stat(folder).catch(() => null);
  if (stats?.isDirectory() !== true) {
    const what = stats === null ? 'no such folder' : 'something else than a folder';
    const problem = `${shown}: found ${what}, expected a folder that \`certify\` has written`;
    throw new UserError(
      'usage',
      'not-a-certificate',
      problem,
      'name the folder that `certify --out` was given',
    );
  }
  try {
    return await check(folder, verifier);
  } catch (error) {
    if (error instanceof UserError) throw error;
    // Files of a stranger can make a library throw anything; each such error is a refusal.
    const refusals = error instanceof Refused ? error.refusals : [`files: cannot be read (${String(error)})`];
    return { certificate: null, refusals, notices: [], otherVersion: null };
  }
}

async function check(folder: string, verifier: Verifier): Promise<Verification> {
  const files = await readFolder(folder);
  const signed = checkSignature(files, verifier);
  refuse(await checkOutside(folder, files, verifier.verifyWith));
  const sums = readSums(textOf(files, fileNames.sums));
  if (sums === null) throw new Refused([`files: ${fileNames.sums} is no list of digests`]);
  refuse([...findUnsigned(files, sums)]);
  const statement = textOf(files, fileNames.certificate);
  const { suite, rules } = readMaker(statement) ?? {};
  if (suite?.name !== verifier.suite.name) {
    throw new Refused([
      `certificate: it was made by another suite than ${verifier.suite.name}, or by one before 0.3.0, which no other version can judge`,
    ]);
  }
  if (rules !== verifier.rules) {
    return { certificate: null, refusals: [], notices: [], otherVersion: suite.version };
  }
  const certificate = readCertificate(statement);
  if (typeof certificate === 'string') {
    throw new Refused([`certificate: ${fileNames.certificate}: ${certificate}`]);
  }
  const refusals = [
    ...[...misdatedIn(certificate, signed, verifier.now)].map((problem) => `validity: ${problem}`),
    ...(await checkEvidence(files, sums, certificate, signed, verifier)),
    ...unmetOf(verifier.policy ?? {}, certificate, verifier.now),
  ];
  const notices = [
    ...limitsOf(certificate),
    ...(suite.version === verifier.suite.version
      ? []
      : [message('drawn-by-other-version', { version: suite.version, files: drawnIn(sums) })]),
    ...(verifier.verifyWith === undefined ? [] : [message('checked-by-program')]),
  ].map((line) => say(line, 'en'));
  return { certificate, refusals, notices: refusals.length > 0 ? [] : notices, otherVersion: null };
}

/** Listed files that are rendered from the evidence. */
const drawnIn = (sums: Sums): readonly string[] =>
  [...sums.keys()].filter((name) => ![fileNames.certificate, fileNames.chain].some((own) => own === name));

const textOf = (files: Files, name: string): string => Buffer.from(files.get(name) ?? '').toString('utf8');

/** Limit for the files of a folder. A certificate with all reports has fewer. */
const mostFiles = 32;

/** Limits for the small files, in bytes. The other files share what remains of the limit for evidence. */
const limits: ReadonlyMap<string, number> = new Map([
  [fileNames.sums, mostBytes.small],
  [fileNames.signature, mostBytes.small],
  [fileNames.chain, mostBytes.small],
  [fileNames.certificate, mostBytes.statement],
  [fileNames.page, mostBytes.statement],
]);

/**
 * Reads all files of a folder. Throws if it holds anything else, too much, or not all that a certificate needs.
 */
async function readFolder(folder: string): Promise<Files> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder)) {
    names.push(name);
    if (names.length > mostFiles) throw new Refused([`files: found more than ${mostFiles} in the folder`]);
  }
  const missing = Object.values(fileNames).filter((name) => !names.includes(name));
  if (missing.length === Object.keys(fileNames).length)
    throw new Refused(['files: no certificate that can be read is in this folder']);
  if (missing.length > 0) throw new Refused([`files: found no ${missing.join(', ')}`]);
  const files = new Map<string, Uint8Array>();
  const problems: string[] = [];
  let left: number = mostBytes.evidence;
  for (const name of names.toSorted()) {
    const file = await readBytes(join(folder, name), { most: limits.get(name) ?? left, from: 'folder' });
    if (file.kind === 'unreadable')
      problems.push(`files: ${name}: found ${file.found}, expected a regular file`);
    else files.set(name, file.content);
    left -= files.get(name)?.length ?? 0;
  }
  refuse(problems);
  return files;
}

/** Files that are missing, added or changed since they were signed. */
function* findUnsigned(files: Files, sums: Sums): Generator<string> {
  for (const [name, content] of files) {
    const isList = name === fileNames.sums || name === fileNames.signature;
    if (!sums.has(name) && !isList) yield `files: ${name} is in the folder and not in ${fileNames.sums}`;
    if (sums.has(name) && sha256(content) !== sums.get(name))
      yield `files: ${name} is not the file that was signed: its SHA-256 differs`;
  }
  for (const name of sums.keys())
    if (!files.has(name)) yield `files: ${name} is in ${fileNames.sums} and not in the folder`;
}

type Signed = ReturnType<typeof checkSignature>;

/** Milliseconds by which another machine's clock may be ahead. */
const ahead = 300_000;

/** Throws if the list of digests is not signed, or the signer is not trusted. */
function checkSignature(files: Files, { anchors, now, verifyWith }: Verifier) {
  const bytesOf = (name: string): Buffer => Buffer.from(files.get(name) ?? '');
  const pem = bytesOf(fileNames.chain).toString('latin1');
  const chain = readCertificates(pem);
  if (chain === null || writeCertificates(chain) !== pem) {
    throw new Refused([`chain: ${fileNames.chain} holds something else than certificates in PEM`]);
  }
  const read = readSignature(bytesOf(fileNames.sums), bytesOf(fileNames.signature), chain);
  if (typeof read === 'string') throw new Refused([`signature: ${fileNames.signature}: ${read}`]);
  const { signedAt, kind, algorithm } = read;
  const foreign = `signature: it was made with an algorithm that this suite cannot check (${algorithm}): name a program that can by --verify-with`;
  const moments = [
    { name: 'when it signed', at: signedAt },
    { name: 'now', at: now },
  ];
  refuse([
    ...(kind === 'unchecked' && verifyWith === undefined ? [foreign] : []),
    ...(signedAt.getTime() > now.getTime() + ahead ? ['signature: it was made in the future'] : []),
    ...(verifyWith === undefined
      ? findChainProblems(chain, anchors, moments)
      : findValidityProblems(chain, moments)
    ).map((problem) => `chain: ${problem}`),
  ]);
  return { chain, signedAt };
}

/** Runs the user's program for what this suite cannot check. */
async function checkOutside(
  folder: string,
  files: Files,
  verifyWith: VerifyWith | undefined,
): Promise<readonly string[]> {
  if (verifyWith === undefined) return [];
  const { command, cwd, ca } = verifyWith;
  const pathOf = (name: string): string => join(folder, name);
  const env = {
    CONTENT: pathOf(fileNames.sums),
    SIGNATURE: pathOf(fileNames.signature),
    CHAIN: pathOf(fileNames.chain),
    CA: ca,
  };
  const ended = await runInShell(command, files.get(fileNames.sums) ?? Buffer.alloc(0), { cwd, env });
  return typeof ended === 'string' ? [`signature: --verify-with: ${ended}`] : [];
}

const hour = 3_600_000;

/** Dates that contradict each other, the chain or the clock. */
export function* misdatedIn(
  { issuedAt, expiresAt, run }: Certificate,
  { chain, signedAt }: Pick<Signed, 'chain' | 'signedAt'>,
  now: Date,
): Generator<string> {
  const [issued, expires] = [Date.parse(issuedAt), Date.parse(expiresAt)];
  const ended = Date.parse(run.endedAt);
  const end = Math.min(...chain.map(({ validToDate }) => validToDate.getTime()));
  if (issued > now.getTime() + ahead) yield `issued in the future (${issuedAt})`;
  if (expires <= now.getTime()) yield `the certificate expired on ${expiresAt}`;
  if (expires > issued + mostDays * 24 * hour)
    yield `it holds for longer than ${mostDays} days (until ${expiresAt})`;
  if (expires > end)
    yield `it ends on ${expiresAt}, after a certificate of its chain (${new Date(end).toISOString()})`;
  if (ended > issued + ahead) yield 'the run did not end before the certificate was issued';
  // A certificate is issued right after the run. An hour leaves time for a person to touch the key.
  if (issued - ended > hour)
    yield `issued ${Math.round((issued - ended) / hour)} h after the run, expected at its end`;
  if (Math.abs(signedAt.getTime() - issued) > hour) yield 'it was not signed when it was issued';
}

/**
 * Recomputes everything from the evidence, renders every file again, and compares the results with the folder.
 */
async function checkEvidence(
  files: Files,
  sums: Sums,
  certificate: Certificate,
  { chain }: Signed,
  { spec, suite }: Verifier,
): Promise<readonly string[]> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      files.get(fileNames.evidence),
    );
    const recorded = readResults(text, fileNames.evidence);
    // Another version may word the same judgement differently.
    const isSameVersion = certificate.suite.version === suite.version;
    const again = recompute(recorded, spec, certificate.texts, isSameVersion);
    if (typeof again === 'string') return [`evidence: ${fileNames.evidence}: ${again}`];
    const { results, stated } = again;
    const obstacles = findObstacles(results);
    if (obstacles.length > 0) return obstacles.map((line) => `evidence: ${line}`);
    const reports: FileContent[] = [];
    for (const format of Object.values(formats)) {
      const { file } = format;
      if (!sums.has(file)) continue;
      // Another version's wording is accepted as signed.
      const content = isSameVersion ? Buffer.from(await format.text(results)) : files.get(file);
      reports.push({ name: file, content: content ?? Buffer.alloc(0) });
    }
    const drawn = drawFiles(results, spec, { ...certificate, chain, stated }, reports);
    const difference = findDifference(certificate, drawn.certificate);
    if (difference !== null) return [`certificate: ${difference}`];
    if (!isSameVersion) return [];
    const expected = new Map(drawn.files.map(({ name, content }) => [name, sha256(content)]));
    return [...sums]
      .filter(([name, digest]) => expected.get(name) !== digest)
      .map(([name]) => `files: ${name} does not show what is certified`);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return [`evidence: ${problem.includes(fileNames.evidence) ? '' : `${fileNames.evidence}: `}${problem}`];
  }
}
