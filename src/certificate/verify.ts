import type { X509Certificate } from 'node:crypto';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { formats } from '../report/format.ts';
import { readResults } from '../result/read-results.ts';
import type { Specification } from '../spec/specification.ts';
import { readBytes } from '../target/file.ts';
import { say } from '../wording/message.ts';
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
import { findChainProblems, readCertificates, writeCertificates } from './x509.ts';

/** What a certificate is checked with. */
export interface Verifier {
  readonly spec: Specification;
  /** Name and version of this suite. */
  readonly suite: Certificate['suite'];
  /** Certificates that are trusted. */
  readonly anchors: readonly X509Certificate[];
  readonly now: Date;
}

/** What checking results in. It holds where there is no refusal and no other version. */
export interface Verification {
  /** Null where the statement was not reached or cannot be read. */
  readonly certificate: Certificate | null;
  /** Why it is refused, each in a sentence with its topic in front. */
  readonly refusals: readonly string[];
  /** What it does not say, one line each; no reason to refuse. */
  readonly notices: readonly string[];
  /** The version of the suite that made it and has to judge its evidence, where that is not this one; signature, chain and digests hold. */
  readonly otherVersion: string | null;
}

type Files = ReadonlyMap<string, Uint8Array>;

const refuse = (refusals: readonly string[], certificate: Certificate | null = null): Verification => ({
  certificate,
  refusals,
  notices: [],
  otherVersion: null,
});

/**
 * Checks a folder that `certify` has written, without a network: signature and chain first, then digests, then the evidence;
 * it stops where one of them fails. Rejects with a UserError where there is no such folder; whatever else is wrong is a refusal.
 */
export async function verifyFolder(folder: string, shown: string, verifier: Verifier): Promise<Verification> {
  await requireFolder(folder, shown);
  if (await isFirstEdition(folder)) {
    return refuse(['files: a certificate of version 0.1, whose evidence only version 0.1 can judge']);
  }
  const files = new Map<string, Uint8Array>();
  const problems: string[] = [];
  const take = async (name: string, most: number, exact: number | null = null): Promise<void> => {
    const file = await readBytes(join(folder, name), { most, exact, from: 'folder' });
    if (file.kind === 'read') files.set(name, file.content);
    else
      problems.push(
        `files: ${name}: found ${file.found}, expected ${exact === null ? 'a regular file' : `${exact} bytes`}`,
      );
  };
  for (const name of [fileNames.sums, fileNames.signature, fileNames.chain]) {
    await take(name, mostBytes.small);
  }
  if (problems.length > 0) return refuse(problems);
  const signed = await checkSignature(files, verifier);
  if ('refusals' in signed) return refuse(signed.refusals);
  const sums = readSums(textOf(files, fileNames.sums));
  if (sums === null) return refuse([`files: ${fileNames.sums} is no list of digests`]);
  const check = async (name: string, most: number, exact: number | null = null): Promise<void> => {
    if (!sums.has(name)) problems.push(`files: ${fileNames.sums} does not list ${name}`);
    if (!files.has(name)) await take(name, most, exact);
    const content = files.get(name);
    if (content === undefined || sha256(content) === sums.get(name)) return;
    problems.push(`files: ${name} is not the file that was signed: its SHA-256 differs`);
  };
  await check(fileNames.chain, mostBytes.small);
  await check(fileNames.certificate, mostBytes.statement);
  problems.push(...(await findStrangers(folder, sums)));
  if (problems.length > 0) return refuse(problems);
  const said = textOf(files, fileNames.certificate);
  const suite = readMaker(said);
  const isOwn = suite?.version === verifier.suite.version;
  const certificate = readCertificate(said);
  if (suite?.name !== verifier.suite.name) {
    return refuse([`certificate: it was made by another suite than ${verifier.suite.name}`]);
  }
  if (isOwn && typeof certificate === 'string') {
    return refuse([`certificate: ${fileNames.certificate}: ${certificate}`]);
  }
  const listed = typeof certificate === 'string' ? [] : certificate.files;
  const sizes = new Map(listed.map(({ name, bytes }) => [name, bytes]));
  const others = isOwn ? [fileNames.page, fileNames.evidence, ...sizes.keys()] : [];
  let left: number = mostBytes.evidence;
  for (const name of new Set([...others, ...sums.keys()])) {
    if (files.has(name)) continue;
    await check(name, name === fileNames.page ? mostBytes.statement : left, sizes.get(name) ?? null);
    left -= files.get(name)?.length ?? 0;
  }
  if (problems.length > 0) return refuse(problems);
  if (!isOwn || typeof certificate === 'string') {
    return { certificate: null, refusals: [], notices: [], otherVersion: suite.version };
  }
  const refusals = [
    ...checkDates(certificate, signed, verifier.now),
    ...(await checkEvidence(files, sums, certificate, signed, verifier)),
  ];
  const notices = limitsOf(certificate).map((line) => say(line, 'en'));
  return refusals.length > 0
    ? refuse(refusals, certificate)
    : { certificate, refusals, notices, otherVersion: null };
}

async function requireFolder(folder: string, shown: string): Promise<void> {
  const found = await stat(folder).then(
    (one) => (one.isDirectory() ? null : 'something else than a folder'),
    () => 'no such folder',
  );
  if (found === null) return;
  throw new UserError(
    'usage',
    'not-a-certificate',
    `${shown}: found ${found}, expected a folder that \`certify\` has written`,
    'name the folder that `certify --out` was given',
  );
}

/** Whether `certificate.json` itself is what was signed. */
async function isFirstEdition(folder: string): Promise<boolean> {
  const [own, first] = await Promise.all(
    [fileNames.sums, 'certificate.json.p7s'].map((name) => stat(join(folder, name)).catch(() => null)),
  );
  return own === null && first !== null;
}

const textOf = (files: Files, name: string): string => Buffer.from(files.get(name) ?? '').toString('utf8');

interface Signed {
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
  readonly signedAt: Date;
}

/** Milliseconds by which another machine's clock may be ahead. */
const ahead = 300_000;

async function checkSignature(
  files: Files,
  { anchors, now }: Verifier,
): Promise<Signed | { readonly refusals: readonly string[] }> {
  const pem = Buffer.from(files.get(fileNames.chain) ?? '').toString('latin1');
  const [signer, ...others] = readCertificates(pem) ?? [];
  if (signer === undefined || writeCertificates([signer, ...others]) !== pem) {
    return { refusals: [`chain: ${fileNames.chain} holds something else than certificates in PEM`] };
  }
  const chain = [signer, ...others] as const;
  const sums = files.get(fileNames.sums) ?? new Uint8Array();
  const read = readSignature(sums, files.get(fileNames.signature) ?? new Uint8Array(), chain);
  const signedAt = typeof read === 'string' ? null : read.signedAt;
  const moments = [
    ...(signedAt === null ? [] : [{ name: 'when it signed', at: signedAt }]),
    { name: 'now', at: now },
  ];
  const refusals = [
    ...(typeof read === 'string' ? [`signature: ${fileNames.signature}: ${read}`] : []),
    ...(typeof read !== 'string' && read.kind === 'unchecked'
      ? [
          `signature: it was made with an algorithm that this suite cannot check (${read.algorithm}): check it with OpenSSL`,
        ]
      : []),
    ...(signedAt !== null && signedAt.getTime() > now.getTime() + ahead
      ? ['signature: it was made in the future']
      : []),
    ...findChainProblems(chain, anchors, moments).map((problem) => `chain: ${problem}`),
  ];
  return signedAt === null || refusals.length > 0 ? { refusals } : { chain, signedAt };
}

/** Strangers that are named. */
const mostStrangers = 5;

/** Files that nobody has signed; of many, the first. */
async function findStrangers(folder: string, sums: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name } of await opendir(folder)) {
    if (sums.has(name) || name === fileNames.sums || name === fileNames.signature) continue;
    found.push(`files: ${name} is in the folder and not in ${fileNames.sums}`);
    if (found.length >= mostStrangers) break;
  }
  return found;
}

const hour = 3_600_000;

function checkDates(
  { issuedAt, expiresAt, run }: Certificate,
  { chain, signedAt }: Signed,
  now: Date,
): readonly string[] {
  const [issued, expires] = [Date.parse(issuedAt), Date.parse(expiresAt)];
  const [started, ended] = [Date.parse(run.startedAt), Date.parse(run.endedAt)];
  const end = Math.min(...chain.map(({ validToDate }) => validToDate.getTime()));
  const rows: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [issued > now.getTime() + ahead, `issued in the future (${issuedAt})`],
    [expires <= now.getTime(), `the certificate expired on ${expiresAt}`],
    [
      expires > issued + mostDays * 24 * hour,
      `it holds for longer than ${mostDays} days (until ${expiresAt})`,
    ],
    [expires <= issued, 'it ends before it begins'],
    [
      expires > end,
      `it ends on ${expiresAt}, after a certificate of its chain (${new Date(end).toISOString()})`,
    ],
    [started > ended || ended > issued + ahead, 'the run did not end before the certificate was issued'],
    // What is certified has just been run, and a person may have to touch the key.
    [
      issued - ended > hour,
      `issued ${Math.round((issued - ended) / hour)} h after the run, expected at its end`,
    ],
    [Math.abs(signedAt.getTime() - issued) > hour, 'it was not signed when it was issued'],
  ];
  return rows.filter(([isWrong]) => isWrong).map(([, problem]) => `validity: ${problem}`);
}

/** Computes everything again from the evidence, draws every file again, and compares them with those that are there. */
async function checkEvidence(
  files: Files,
  sums: ReadonlyMap<string, string>,
  certificate: Certificate,
  { chain }: Signed,
  { spec }: Verifier,
): Promise<readonly string[]> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      files.get(fileNames.evidence),
    );
    const recorded = readResults(text, fileNames.evidence);
    const { results, problem, stated } = recompute(recorded, spec, certificate.texts);
    if (problem !== null) return [`evidence: ${fileNames.evidence}: ${problem}`];
    const obstacles = findObstacles(results);
    if (obstacles.length > 0) return obstacles.map((line) => `evidence: ${line}`);
    const reports: FileContent[] = [];
    for (const { file, load } of Object.values(formats)) {
      if (sums.has(file)) reports.push({ name: file, content: Buffer.from((await load())(results)) });
    }
    const drawn = drawFiles(results, spec, { ...certificate, chain, stated, reports });
    const difference = findDifference(certificate, drawn.certificate);
    if (difference !== null) return [`certificate: ${difference}`];
    const expected = new Map(drawn.files.map(({ name, content }) => [name, sha256(content)]));
    return [...sums]
      .filter(([name, digest]) => expected.get(name) !== digest)
      .map(([name]) => `files: ${name} does not show what is certified`);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return [`evidence: ${said.includes(fileNames.evidence) ? '' : `${fileNames.evidence}: `}${said}`];
  }
}
