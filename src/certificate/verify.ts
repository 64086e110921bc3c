import type { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../base/errors.ts';
import { formats } from '../report/format.ts';
import { readResults } from '../results/read-results.ts';
import type { Specification } from '../operation/specification.ts';
import { readBytes, readText } from '../base/file.ts';
import { message, say, verbatim } from '../messages/message.ts';
import type { Language, Message } from '../messages/message.ts';
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
  readLanguage,
  readMaker,
  readSums,
  sha256,
  statementNames,
} from './certificate.ts';
import type { Certificate, FileContent } from './certificate.ts';
import { readSignature } from './cms.ts';
import { findDifference, recompute } from './evidence.ts';
import { drawFiles } from './issue.ts';
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
  /** Language of refusals and notices; null: that of the certificate. */
  readonly language: Language | null;
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
  /** Of refusals and notices. */
  readonly language: Certificate['language'];
  /** Reasons to refuse it, a sentence each that begins with the topic. */
  readonly refusals: readonly string[];
  /** Limits of the certificate, one line each. They are no reasons to refuse it. */
  readonly notices: readonly string[];
  /** Set if a version with other rules made it. */
  readonly otherVersion: string | null;
}

type Files = ReadonlyMap<string, Uint8Array>;
type Sums = ReadonlyMap<string, string>;

/** Stops the checks, because later ones would be meaningless. */
class Refused extends Error {
  readonly refusals: readonly Message[];

  constructor(refusals: readonly Message[]) {
    super('refused');
    this.refusals = refusals;
  }
}

type Topic = 'files' | 'chain' | 'signature' | 'certificate' | 'validity' | 'evidence' | 'record';

/** A refusal begins with its topic. */
const about = (topic: Topic, problem: Message): Message =>
  message('at-place', { place: message(`topic-${topic}`), message: problem });

const refusal = (topic: Topic, ...problems: readonly Message[]): Refused =>
  new Refused(problems.map((problem) => about(topic, problem)));

function refuse(topic: Topic, problems: readonly Message[]): void {
  if (problems.length > 0) throw refusal(topic, ...problems);
}

/**
 * Checks a folder that `certify` wrote, without a network: signature and chain, then digests, then evidence.
 * Stops at the first failure. Rejects with a UserError if there is no such folder; all else is a refusal.
 */
export async function verifyFolder(folder: string, shown: string, verifier: Verifier): Promise<Verification> {
  const stats = await stat(folder).catch(() => null);
  if (stats?.isDirectory() !== true) {
    const found = message(stats === null ? 'no-such-folder' : 'found-no-folder');
    const problem = message('verify-no-folder', { folder: shown, found });
    throw new UserError('usage', 'not-a-certificate', problem, message('verify-name-folder'));
  }
  try {
    return await check(folder, verifier);
  } catch (error) {
    if (error instanceof UserError) throw error;
    // Files of a stranger can make a library throw anything; each such error is a refusal.
    const unreadable = (): Message => about('files', message('files-unreadable', { error: String(error) }));
    const refusals = error instanceof Refused ? error.refusals : [unreadable()];
    const language = verifier.language ?? (await statedLanguage(folder));
    return {
      ...stopped('refused', language),
      refusals: refusals.map((line) => say(line, language)),
    };
  }
}

/** The language that an unverified statement names: nothing but the words depends on it. */
async function statedLanguage(folder: string): Promise<Language> {
  for (const { statement } of Object.values(statementNames)) {
    const file = await readText(join(folder, statement), { most: mostBytes.statement, from: 'folder' });
    if (file.kind === 'read') return readLanguage(file.content) ?? 'en';
  }
  return 'en';
}

/** A verification that ended before the certificate could be derived. */
function stopped(conclusion: Conclusion, language: Language): Verification {
  return {
    conclusion,
    certificate: null,
    language,
    refusals: [],
    notices: [],
    otherVersion: null,
  };
}

async function check(folder: string, verifier: Verifier): Promise<Verification> {
  const files = await readFolder(folder);
  refuse('files', findLineEnds(files));
  const signed = checkSignature(files, verifier);
  refuse('signature', await checkOutside(folder, files, verifier.verifyWith));
  const sums = readSums(textOf(files, fileNames.sums));
  if (sums === null) throw refusal('files', message('sums-no-list', { file: fileNames.sums }));
  refuse('files', [...findUnsigned(files, sums)]);
  const statement = textOf(files, nameOfStatement(files));
  const { suite, rules } = readMaker(statement) ?? {};
  if (suite?.name !== verifier.suite.name) {
    throw refusal('certificate', message('made-by-other-suite', { suite: verifier.suite.name }));
  }
  if (rules !== verifier.rules) {
    const language = verifier.language ?? readLanguage(statement) ?? 'en';
    return { ...stopped('other-version', language), otherVersion: suite.version };
  }
  const stated = readCertificate(statement);
  if ('code' in stated) {
    const place = nameOfStatement(files);
    throw refusal('certificate', message('at-place', { place, message: stated }));
  }
  const { problems, certificate } = await checkEvidence(files, sums, stated, signed, verifier);
  const untrue = [
    ...[...misdatedIn(stated, signed, verifier.now)].map((problem) => about('validity', problem)),
    ...problems,
  ];
  const language = verifier.language ?? (certificate ?? stated).language;
  const inWords = (line: Message): string => say(line, language);
  if (certificate === null) return { ...stopped('refused', language), refusals: untrue.map(inWords) };
  const missed = (certificate.missed ?? []).map((line) => about('record', line));
  const refusals = [...untrue, ...missed].map(inWords);
  const notices = [
    ...limitsOf(certificate),
    ...(suite.version === verifier.suite.version
      ? []
      : [message('drawn-by-other-version', { version: suite.version, files: drawnIn(sums) })]),
    ...(verifier.verifyWith === undefined ? [] : [message('checked-by-program')]),
  ].map(inWords);
  return {
    conclusion: untrue.length > 0 ? 'refused' : isRecord(certificate) ? 'record' : 'valid',
    certificate,
    language,
    refusals,
    notices: untrue.length > 0 ? [] : notices,
    otherVersion: null,
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
    refuse('files', names.length > mostFiles ? [message('files-too-many', { count: mostFiles })] : []);
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
      inside === undefined ? message('files-none') : message('files-inside', { inside }),
    );
  }
  if (missing.length > 0) throw refusal('files', message('files-missing', { names: missing }));
  const files = new Map<string, Uint8Array>();
  const problems: Message[] = [];
  let left: number = mostBytes.evidence;
  for (const name of names.toSorted()) {
    const file = await readBytes(join(folder, name), { most: limits.get(name) ?? left, from: 'folder' });
    if (file.kind === 'unreadable') problems.push(message('file-not-regular', { name, found: file.found }));
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
function findLineEnds(files: Files): readonly Message[] {
  if (!textOf(files, fileNames.sums).includes('\r\n')) return [];
  const texts = [...files].filter(([name]) => name !== fileNames.signature && name !== gitAttributes.name);
  const restored = new Map(texts.map(([name, content]) => [name, withoutReturns(content)]));
  const sums = readSums(textOf(restored, fileNames.sums));
  const isAlike = [...restored].every(
    ([name, content]) => name === fileNames.sums || sums?.get(name) === sha256(content),
  );
  if (!isAlike) return [];
  const names = texts.map(([name]) => name).join(' ');
  return [message('line-ends-changed', { names })];
}

const withoutReturns = (content: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** Files that are missing, added or changed since they were signed. */
function* findUnsigned(files: Files, sums: Sums): Generator<Message> {
  for (const [name, content] of files) {
    if (name === gitAttributes.name) {
      if (textOf(files, name).replace('\r', '') !== gitAttributes.text)
        yield message('file-unlisted-content', { name });
      continue;
    }
    const isList = name === fileNames.sums || name === fileNames.signature;
    if (!sums.has(name) && !isList) yield message('file-added', { name, sums: fileNames.sums });
    if (sums.has(name) && sha256(content) !== sums.get(name)) yield message('file-changed', { name });
  }
  for (const name of sums.keys())
    if (!files.has(name)) yield message('file-removed', { name, sums: fileNames.sums });
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
    throw refusal('chain', message('chain-no-pem', { file: fileNames.chain }));
  }
  const read = readSignature(bytesOf(fileNames.sums), bytesOf(fileNames.signature), chain);
  if ('code' in read) {
    throw refusal('signature', message('at-place', { place: fileNames.signature, message: read }));
  }
  const { signedAt, kind, algorithm } = read;
  const moments = [
    { name: message('moment-signing'), at: signedAt },
    { name: message('moment-now'), at: now },
  ];
  const ofSignature = [
    ...(kind === 'unchecked' && verifyWith === undefined
      ? [message('signature-foreign', { algorithm })]
      : []),
    ...(signedAt.getTime() > now.getTime() + ahead ? [message('signature-in-future')] : []),
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
): Promise<readonly Message[]> {
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
  return 'code' in ended ? [message('at-place', { place: '--verify-with', message: ended })] : [];
}

const hour = 3_600_000;

/** Dates that contradict each other, the chain or the clock. */
export function* misdatedIn(
  { issuedAt, expiresAt, run }: Certificate,
  { chain, signedAt }: Pick<Signed, 'chain' | 'signedAt'>,
  now: Date,
): Generator<Message> {
  const [issued, expires] = [Date.parse(issuedAt), Date.parse(expiresAt)];
  const ended = Date.parse(run.endedAt);
  const end = Math.min(...chain.map(({ validToDate }) => validToDate.getTime()));
  if (issued > now.getTime() + ahead) yield message('issued-in-future', { at: issuedAt });
  if (expires <= now.getTime()) yield message('has-expired', { at: expiresAt });
  if (expires > issued + mostDays * 24 * hour)
    yield message('holds-too-long', { days: mostDays, at: expiresAt });
  if (expires > end) yield message('ends-after-chain', { at: expiresAt, end: new Date(end).toISOString() });
  if (ended > issued + ahead) yield message('run-after-issue');
  // A certificate is issued right after the run. An hour leaves time for a person to touch the key.
  if (issued - ended > hour) yield message('issued-late', { hours: Math.round((issued - ended) / hour) });
  if (Math.abs(signedAt.getTime() - issued) > hour) yield message('not-signed-at-issue');
}

/** The statement that follows from the evidence, and in what the folder differs from it. */
interface Checked {
  readonly problems: readonly Message[];
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
  const wrong = (topic: Topic, ...problems: readonly Message[]): Checked => ({
    problems: problems.map((problem) => about(topic, problem)),
    certificate: null,
  });
  const ofEvidence = (problem: Message): Message =>
    message('at-place', { place: fileNames.evidence, message: problem });
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      files.get(fileNames.evidence),
    );
    const recorded = readResults(text, fileNames.evidence);
    // Another version may word the same judgement differently.
    const isSameVersion = stated.suite.version === suite.version;
    const again = recompute(recorded, spec, isSameVersion);
    if ('code' in again) return wrong('evidence', ofEvidence(again));
    const { results, stated: count } = again;
    const obstacles = obstaclesIn(results);
    if (obstacles.length > 0) return wrong('evidence', ...obstacles);
    if (!isRecord(stated) && missedBy(results).length > 0) return wrong('evidence', ...missedBy(results));
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
    if (difference !== null) return wrong('certificate', difference);
    const expected = new Map(drawn.map(({ name, content }) => [name, sha256(content)]));
    const problems = [...sums]
      .filter(([name, digest]) => isSameVersion && expected.get(name) !== digest)
      .map(([name]) => about('files', message('file-shows-other', { name })));
    return { problems, certificate };
  } catch (error) {
    if (error instanceof UserError) return wrong('evidence', error.words.message);
    return wrong('evidence', ofEvidence(verbatim(error instanceof Error ? error.message : String(error))));
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
