import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../messages/message.ts';
import { UserError } from '../base/errors.ts';
import { notWritten, writeWhole } from '../base/write-file.ts';
import type { Results } from '../results/results.ts';
import type { Specification } from '../operation/specification.ts';
import {
  fileNames,
  gitAttributes,
  mostBytes,
  obstaclesIn,
  sha256,
  statementNames,
  statementOf,
  writeJson,
  writeSums,
} from './certificate.ts';
import type { Certificate, Circumstances, FileContent } from './certificate.ts';
import { recompute } from './evidence.ts';
import { renderPage } from './page.ts';
import type { Signer } from './signer.ts';
import { writeCertificates } from './chain.ts';

/** A run of which a certificate, or else a record, is requested. */
export interface Candidate {
  readonly results: Results;
  readonly spec: Specification;
  /** The results file as written, and the other reports to write with it. */
  readonly reports: readonly FileContent[];
  /** A UUID. */
  readonly id: string;
  readonly now: Date;
}

export type Award =
  | { readonly kind: 'withheld'; readonly reasons: readonly string[] }
  | {
      readonly kind: 'issued';
      readonly certificate: Certificate;
      /** Without the reports of the candidate. */
      readonly files: readonly FileContent[];
    };

const withheld = (...reasons: readonly string[]): Award => ({ kind: 'withheld', reasons });

/**
 * Makes a certificate, or a record if the Results do not qualify for one. Withholds both if `verify` could not
 * reproduce them from their evidence.
 */
export async function award(candidate: Candidate, signer: Signer): Promise<Award> {
  const { results, spec, reports, id, now } = candidate;
  const obstacles = obstaclesIn(results);
  if (obstacles.length > 0) return withheld(...obstacles);
  // Serialize first, as `verify` will read the Results from a file.
  const again = recompute(JSON.parse(JSON.stringify(results)) as Results, spec);
  if ('code' in again) {
    return withheld(`it does not follow from its own evidence, a defect of the suite: ${say(again, 'en')}`);
  }
  const large = reports.find(({ content }) => content.length > mostBytes.evidence);
  if (large !== undefined) {
    return withheld(`${large.name} has more bytes than verify reads (${mostBytes.evidence})`);
  }
  // Times in a signature have no fraction of a second.
  const moment = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const [issuedAt, expiresAt] = [moment.toISOString(), expiryOf(moment, signer).toISOString()];
  const given = { id, issuedAt, expiresAt, stated: again.stated, chain: signer.chain };
  const { certificate, files } = drawFiles(results, spec, given, reports);
  const sums = Buffer.from(writeSums(new Map(files.map(({ name, content }) => [name, sha256(content)]))));
  try {
    const signature = await signer.sign(sums, moment);
    const signed = [
      { name: fileNames.sums, content: sums },
      { name: fileNames.signature, content: signature },
      { name: gitAttributes.name, content: Buffer.from(gitAttributes.text) },
    ];
    const certificateFiles = files.filter((file) => !reports.includes(file));
    return { kind: 'issued', certificate, files: [...certificateFiles, ...signed] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return withheld(`${error.message}; ${error.hint}`);
  }
}

/** Derives the statement and every file to sign. `award` writes them; `verify` compares them. */
export function drawFiles(
  results: Results,
  spec: Specification,
  given: Circumstances,
  reports: readonly FileContent[],
): { readonly certificate: Certificate; readonly files: readonly FileContent[] } {
  const pem = { name: fileNames.chain, content: Buffer.from(writeCertificates(given.chain)) };
  const listed = [pem, ...reports].toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const certificate = statementOf(results, spec, given, listed);
  const statement = Buffer.from(writeJson(certificate));
  const page = Buffer.from(renderPage(certificate, sha256(statement)));
  const names = statementNames[certificate.kind];
  const statementFiles = [
    { name: names.statement, content: statement },
    { name: names.page, content: page },
  ];
  return { certificate, files: [...statementFiles, pem, ...reports] };
}

/** The validity ends no later than that of any certificate in the chain. */
function expiryOf(issuedAt: Date, { chain, validDays }: Signer): Date {
  const ends = chain.map(({ validToDate }) => validToDate.getTime());
  return new Date(Math.min(issuedAt.getTime() + validDays * 86_400_000, ...ends));
}

/** Files that exist only in the folder of a certificate or a record. */
const ownNames: readonly string[] = [
  fileNames.sums,
  fileNames.signature,
  fileNames.chain,
  gitAttributes.name,
  ...Object.values(statementNames).flatMap(({ statement, page }) => [statement, page]),
];

/**
 * Rejects with a UserError if a folder holds anything except an earlier certificate and reports: a certificate
 * covers every file in its folder. Inputs for signing count as foreign, and so do files of a certificate
 * without its list of digests.
 */
export async function requireOwnFolder(
  folder: string,
  shown: string,
  reports: readonly string[],
  inputs: readonly string[],
): Promise<void> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  const replaceable = names.includes(fileNames.sums) ? ownNames : [];
  const foreign = names.filter(
    (name) => inputs.includes(join(folder, name)) || !(replaceable.includes(name) || reports.includes(name)),
  );
  if (foreign.length === 0) return;
  const problem = `--out: ${shown} holds ${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ', …' : ''}, expected an empty folder or one of an earlier certificate`;
  const hint = 'a certificate covers every file beside it: name another folder; nothing was sent';
  throw new UserError('usage', 'certificate-folder', problem, hint);
}

/** Removes an earlier certificate from a folder, so that it does not stand next to reports of another run. */
export async function clearCertificate(folder: string): Promise<void> {
  for (const name of ownNames) await rm(join(folder, name), { force: true });
}

/** Writes all files of a certificate, or none. Rejects with a UserError if the folder is not writable. */
export async function writeCertificate(
  folder: string,
  files: readonly FileContent[],
): Promise<readonly string[]> {
  try {
    for (const { name, content } of files) await writeWhole(join(folder, name), content);
  } catch (error) {
    await clearCertificate(folder);
    throw notWritten(folder, error);
  }
  return files.map(({ name }) => join(folder, name));
}
