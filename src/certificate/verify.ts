import type { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import { formats } from '../report/format.ts';
import { readResults } from '../results/read-results.ts';
import type { Specification } from '../operation/specification.ts';
import { readBytes } from '../base/file.ts';
import { say } from '../messages/message.ts';
import {
  fileNames,
  gitAttributes,
  isRecord,
  limitsOf,
  missedBy,
  mostBytes,
  mostDays,
  obstaclesIn,
  readCertificate,
  readMaker,
  readSums,
  sha256,
  statementNames,
} from './certificate.ts';
import type { Certificate, FileContent } from './certificate.ts';
import { readSignature } from './cms.ts';
import { findDifference, recompute } from './evidence.ts';
import { drawFiles } from './issue.ts';
import { linesOf, refusalOf } from './policy.ts';
import type { PolicyLine, ReadPolicy } from './policy.ts';
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
  readonly policy?: ReadPolicy | undefined;
}

/** A program that checks signatures, its working folder, and the file of trusted certificates. */
interface VerifyWith {
  readonly command: string;
  readonly cwd: string;
  readonly ca: string;
}

/**
 * `valid`: a certificate that holds. `record`: it holds as well, and says why there is no certificate.
 * `other-version`: one with other rules made it; only signature, chain and digests were checked, and are right.
 */
type Conclusion = 'valid' | 'record' | 'refused' | 'other-version';

/** Result of verifying. Only `valid` is a certificate that holds; all else has a refusal or a version. */
export interface Verification {
  readonly conclusion: Conclusion;
  /** As derived again from the evidence; null if it could not be. */
  readonly certificate: Certificate | null;
  /** Reasons to refuse it, a sentence each that begins with the topic. */
  readonly refusals: readonly string[];
  /** Limits of the certificate, one line each. They are no reasons to refuse it. */
  readonly notices: readonly string[];
  /** Set if a version with other rules made it. */
  readonly otherVersion: string | null;
  /** The policy that was asked, with all its lines; none if the certificate could not be derived. */
  readonly policy: (Pick<ReadPolicy, 'file' | 'sha256'> & { readonly lines: readonly PolicyLine[] }) | null;
}

type Files = ReadonlyMap<string, Uint8Array>;
type Sums = ReadonlyMap<string, string>;

/** Stops the checks, because later ones would be meaningless. */
class Refused extends Error {
  readonly refusals: readonly string[];

  constructor(refusals: readonly string[]) {
    super('refused');
    this.refusals = refusals;
  }
}

type Topic = 'files' | 'chain' | 'signature' | 'certificate' | 'validity' | 'evidence' | 'record';

/** A refusal begins with its topic. */
const about = (topic: Topic, problem: string): string => `${topic}: ${problem}`;

const refusal = (topic: Topic, ...problems: readonly string[]): Refused =>
  new Refused(problems.map((problem) => about(topic, problem)));

function refuse(topic: Topic, problems: readonly string[]): void {
  if (problems.length > 0) throw refusal(topic, ...problems);
}

/**
 * Checks a folder that `certify` wrote, without a network: signature and chain, then digests, then evidence.
 * Stops at the first failure. Rejects with a UserError if there is no such folder; all else is a refusal.
 */
export async function verifyFolder(folder: string, shown: string, verifier: Verifier): Promise<Verification> {
  const stats = await stat(folder).catch(() => null);
  if (stats?.isDirectory() !== true) {
    const found = stats === null ? 'no such folder' : 'something else than a folder';
    const problem = `${shown}: found ${found}, expected a folder that \`certify\` has written`;
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
    const unreadable = (): string => about('files', `cannot be read (${String(error)})`);
    const refusals = error instanceof Refused ? error.refusals : [unreadable()];
    return { ...stopped('refused', verifier), refusals };
  }
}

/** A verification that ended before the certificate could be derived. */
function stopped(conclusion: Conclusion, { policy }: Verifier): Verification {
  const asked = policy === undefined ? null : { file: policy.file, sha256: policy.sha256, lines: [] };
  return {
    conclusion,
    certificate: null,
    refusals: [],
    notices: [],
    otherVersion: null,
    policy: asked,
  };
}

async function check(folder: string, verifier: Verifier): Promise<Verification> {
  const files = await readFolder(folder);
  refuse('files', findLineEnds(files));
  const signed = checkSignature(files, verifier);
  refuse('signature', await checkOutside(folder, files, verifier.verifyWith));
  const sums = readSums(textOf(files, fileNames.sums));
  if (sums === null) throw refusal('files', `${fileNames.sums} is no list of digests`);
  refuse('files', [...findUnsigned(files, sums)]);
  const statement = textOf(files, nameOfStatement(files));
  const { suite, rules } = readMaker(statement) ?? {};
  if (suite?.name !== verifier.suite.name) {
    throw refusal(
      'certificate',
      `it was made by another suite than ${verifier.suite.name}, or by one before 0.3.0, which no other version can judge`,
    );
  }
  if (rules !== verifier.rules) {
    return { ...stopped('other-version', verifier), otherVersion: suite.version };
  }
  const stated = readCertificate(statement);
  if (typeof stated === 'string') {
    const place = nameOfStatement(files);
    throw refusal('certificate', `${place}: ${stated}`);
  }
  const { problems, certificate } = await checkEvidence(files, sums, stated, signed, verifier);
  const untrue = [
    ...[...misdatedIn(stated, signed, verifier.now)].map((problem) => about('validity', problem)),
    ...problems,
  ];
  if (certificate === null) return { ...stopped('refused', verifier), refusals: untrue };
  const lines = linesOf(verifier.policy?.policy ?? {}, certificate, verifier.now, 'en');
  const unmet = lines.filter(({ isMet }) => !isMet).map((line) => say(refusalOf(line), 'en'));
  const missed = (certificate.missed ?? []).map((line) => about('record', say(line, 'en')));
  const refusals = [...untrue, ...unmet, ...missed];
  const notices = [
    ...limitsOf(certificate).map((line) => say(line, 'en')),
    ...(suite.version === verifier.suite.version
      ? []
      : [
          `version ${suite.version} of the suite drew ${drawnIn(sums).join(', ')}: what they show was not compared; \`report DIR\` draws it anew`,
        ]),
    ...(verifier.verifyWith === undefined
      ? []
      : ['The program of --verify-with checked signature and chain; this suite checked neither.']),
  ];
  const { policy } = stopped('refused', verifier);
  return {
    conclusion:
      untrue.length > 0
        ? 'refused'
        : isRecord(certificate)
          ? 'record'
          : unmet.length > 0
            ? 'refused'
            : 'valid',
    certificate,
    refusals,
    notices: untrue.length > 0 ? [] : notices,
    otherVersion: null,
    policy: policy && { ...policy, lines },
  };
}

/** A certificate or a record; the one that is missing is not read. */
const nameOfStatement = (files: Pick<Files, 'has'>): string =>
  Object.values(statementNames).find(({ statement }) => files.has(statement))?.statement ??
  statementNames['sbp-banks-conformance-certificate'].statement;

/** Listed files that are rendered from the evidence. */
const drawnIn = (sums: Sums): readonly string[] =>
  [...sums.keys()].filter((name) => name !== fileNames.chain && name !== nameOfStatement(sums));

const textOf = (files: Files, name: string): string => Buffer.from(files.get(name) ?? '').toString('utf8');

/** Limit for the files of a folder. A certificate with all reports has fewer. */
const mostFiles = 32;

/** Limits for the small files, in bytes. The other files share what remains of the limit for evidence. */
const limits: ReadonlyMap<string, number> = new Map([
  [fileNames.sums, mostBytes.small],
  [fileNames.signature, mostBytes.small],
  [fileNames.chain, mostBytes.small],
  ...Object.values(statementNames).flatMap(({ statement, page }) =>
    [statement, page].map((name) => [name, mostBytes.statement] as const),
  ),
]);

/**
 * Reads all files of a folder. Throws if it holds anything else, too much, or not all that a certificate needs.
 */
async function readFolder(folder: string): Promise<Files> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder)) {
    names.push(name);
    refuse('files', names.length > mostFiles ? [`found more than ${mostFiles} in the folder`] : []);
  }
  const isRecorded = names.includes(statementNames['sbp-banks-conformance-record'].statement);
  const { statement, page } =
    statementNames[isRecorded ? 'sbp-banks-conformance-record' : 'sbp-banks-conformance-certificate'];
  const needed = [...Object.values(fileNames), statement, page];
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length === needed.length) {
    const inside = names.find((name) => existsSync(join(folder, name, fileNames.sums)));
    throw refusal(
      'files',
      inside === undefined
        ? 'no certificate that can be read is in this folder'
        : `no certificate that can be read is in this folder; name the folder ${inside} in it`,
    );
  }
  if (missing.length > 0) throw refusal('files', `found no ${missing.join(', ')}`);
  const files = new Map<string, Uint8Array>();
  const problems: string[] = [];
  let left: number = mostBytes.evidence;
  for (const name of names.toSorted()) {
    const file = await readBytes(join(folder, name), { most: limits.get(name) ?? left, from: 'folder' });
    if (file.kind === 'unreadable') problems.push(`${name}: found ${file.found}, expected a regular file`);
    else files.set(name, file.content);
    left -= files.get(name)?.length ?? 0;
  }
  refuse('files', problems);
  return files;
}

/**
 * Says so, and how to undo it, if every text file has other line ends than its signed digest and nothing else
 * differs: Git (`core.autocrlf`) and transfers in text mode do that.
 */
function findLineEnds(files: Files): readonly string[] {
  if (!textOf(files, fileNames.sums).includes('\r\n')) return [];
  const texts = [...files].filter(([name]) => name !== fileNames.signature && name !== gitAttributes.name);
  const restored = new Map(texts.map(([name, content]) => [name, withoutReturns(content)]));
  const sums = readSums(textOf(restored, fileNames.sums));
  const isAlike = [...restored].every(
    ([name, content]) => name === fileNames.sums || sums?.get(name) === sha256(content),
  );
  if (!isAlike) return [];
  const names = texts.map(([name]) => name).join(' ');
  return [
    `the line ends of ${names} are CR LF, and LF was signed; nothing else differs: Git (core.autocrlf) or a transfer in text mode changes them. In this folder, perl -pi -e 's/\\r$//' ${names} restores them; in Git, a .gitattributes with \`* -text\` keeps them`,
  ];
}

const withoutReturns = (content: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** Files that are missing, added or changed since they were signed. */
function* findUnsigned(files: Files, sums: Sums): Generator<string> {
  for (const [name, content] of files) {
    if (name === gitAttributes.name) {
      if (textOf(files, name).replace('\r', '') !== gitAttributes.text)
        yield `${name} is not signed, and found with another content than \`* -text\`: delete it`;
      continue;
    }
    const isList = name === fileNames.sums || name === fileNames.signature;
    if (!sums.has(name) && !isList) yield `${name} is in the folder and not in ${fileNames.sums}`;
    if (sums.has(name) && sha256(content) !== sums.get(name))
      yield `${name} is not the file that was signed: its SHA-256 differs`;
  }
  for (const name of sums.keys())
    if (!files.has(name)) yield `${name} is in ${fileNames.sums} and not in the folder`;
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
    throw refusal('chain', `${fileNames.chain} holds something else than certificates in PEM`);
  }
  const read = readSignature(bytesOf(fileNames.sums), bytesOf(fileNames.signature), chain);
  if (typeof read === 'string') {
    throw refusal('signature', `${fileNames.signature}: ${read}`);
  }
  const { signedAt, kind, algorithm } = read;
  const moments = [
    { name: 'when it signed', at: signedAt },
    { name: 'now', at: now },
  ];
  const ofSignature = [
    ...(kind === 'unchecked' && verifyWith === undefined
      ? [
          `it was made with an algorithm that this suite cannot check (${algorithm}): name a program that can by --verify-with`,
        ]
      : []),
    ...(signedAt.getTime() > now.getTime() + ahead ? ['it was made in the future'] : []),
  ];
  const ofChain =
    verifyWith === undefined
      ? findChainProblems(chain, anchors, moments)
      : findValidityProblems(chain, moments);
  const found = [
    ...ofSignature.map((problem) => about('signature', problem)),
    ...ofChain.map((problem) => about('chain', problem)),
  ];
  if (found.length > 0) throw new Refused(found);
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
  return typeof ended === 'string' ? [`--verify-with: ${ended}`] : [];
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

/** The statement that follows from the evidence, and in what the folder differs from it. */
interface Checked {
  readonly problems: readonly string[];
  readonly certificate: Certificate | null;
}

/**
 * Recomputes everything from the evidence, renders every file again, and compares the results with the folder.
 */
async function checkEvidence(
  files: Files,
  sums: Sums,
  stated: Certificate,
  { chain }: Signed,
  { spec, suite }: Verifier,
): Promise<Checked> {
  const wrong = (topic: Topic, ...problems: readonly string[]): Checked => ({
    problems: problems.map((problem) => about(topic, problem)),
    certificate: null,
  });
  const ofEvidence = (problem: string): string => `${fileNames.evidence}: ${problem}`;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      files.get(fileNames.evidence),
    );
    const recorded = readResults(text, fileNames.evidence);
    // Another version may word the same judgement differently.
    const isSameVersion = stated.suite.version === suite.version;
    const again = recompute(recorded, spec, stated.texts, isSameVersion);
    if ('code' in again) return wrong('evidence', ofEvidence(say(again, 'en')));
    const { results, stated: count } = again;
    const obstacles = obstaclesIn(results);
    if (obstacles.length > 0) return wrong('evidence', ...obstacles);
    if (!isRecord(stated) && missedBy(results).length > 0)
      return wrong('evidence', ...missedBy(results).map((line) => say(line, 'en')));
    const reports: FileContent[] = [];
    for (const format of Object.values(formats)) {
      const { file } = format;
      if (!sums.has(file)) continue;
      // Another version's wording is accepted as signed.
      const content = isSameVersion ? Buffer.from(await format.text(results)) : files.get(file);
      reports.push({ name: file, content: content ?? Buffer.alloc(0) });
    }
    const { certificate, files: drawn } = drawFiles(
      results,
      spec,
      { ...stated, chain, stated: count },
      reports,
    );
    // An earlier version stated less: what is shown follows from the evidence.
    const { doesNotSay } = stated;
    const known = isSameVersion ? certificate : { ...Object(shared(certificate, stated)), doesNotSay };
    const difference = findDifference(stated, known);
    if (difference !== null) return wrong('certificate', say(difference, 'en'));
    const expected = new Map(drawn.map(({ name, content }) => [name, sha256(content)]));
    const problems = [...sums]
      .filter(([name, digest]) => isSameVersion && expected.get(name) !== digest)
      .map(([name]) => about('files', `${name} does not show what is certified`));
    return { problems, certificate };
  } catch (error) {
    if (error instanceof UserError) return wrong('evidence', error.message);
    return wrong('evidence', ofEvidence(error instanceof Error ? error.message : String(error)));
  }
}

/** The members of a value that another one has too, on every level. */
function shared(value: unknown, other: unknown): unknown {
  if (typeof value !== 'object' || value === null || typeof other !== 'object' || other === null)
    return value;
  if (Array.isArray(value)) return value.map((item, at) => shared(item, Reflect.get(other, at)));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      Object.hasOwn(other, name) ? [[name, shared(member, Reflect.get(other, name))]] : [],
    ),
  );
}
