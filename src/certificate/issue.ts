import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { notWritten, writeWhole } from '../report/format.ts';
import type { Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import {
  fileNames,
  findObstacles,
  mostBytes,
  sha256,
  statementOf,
  writeJson,
  writeSums,
} from './certificate.ts';
import type { Certificate, FileContent } from './certificate.ts';
import { recompute } from './evidence.ts';
import { renderPage } from './page.ts';
import type { Signer } from './signer.ts';
import { writeCertificates } from './x509.ts';

/** A run that asks for a certificate. */
export interface Candidate {
  readonly results: Results;
  readonly spec: Specification;
  /** Patterns of the profile, by variant and condition. */
  readonly texts: Certificate['texts'];
  /** The results file as it was written, and any other report that is to stand beside it. */
  readonly reports: readonly FileContent[];
  /** A UUID. */
  readonly id: string;
  readonly now: Date;
}

/** What a run earned: the files that belong to its certificate, or why there is none. */
export type Award =
  | { readonly kind: 'withheld'; readonly reasons: readonly string[] }
  | { readonly kind: 'issued'; readonly files: readonly FileContent[] };

/** Makes a certificate where the Results earn one and `verify` will find that their evidence bears them out. */
export async function award(candidate: Candidate, signer: Signer): Promise<Award> {
  const { results, spec, texts, reports, id, now } = candidate;
  const obstacles = findObstacles(results);
  if (obstacles.length > 0) return { kind: 'withheld', reasons: obstacles };
  // As it will be read from the file.
  const { problem, stated } = recompute(JSON.parse(JSON.stringify(results)) as Results, spec, texts);
  if (problem !== null) {
    return {
      kind: 'withheld',
      reasons: [`the evidence does not bear it out, a defect of the suite: ${problem}`],
    };
  }
  const large = reports.find(({ content }) => content.length > mostBytes.evidence);
  if (large !== undefined) {
    return {
      kind: 'withheld',
      reasons: [`${large.name} has more bytes than verify reads (${mostBytes.evidence})`],
    };
  }
  const chain = { name: fileNames.chain, content: Buffer.from(writeCertificates(signer.chain)) };
  // A signature records seconds.
  const issuedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const certificate = statementOf(results, spec, {
    id,
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiryOf(issuedAt, signer).toISOString(),
    texts,
    signer: signer.chain[0],
    stated,
    files: [chain, ...reports].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  });
  const statement = Buffer.from(writeJson(certificate));
  const own: readonly FileContent[] = [
    { name: fileNames.certificate, content: statement },
    { name: fileNames.page, content: Buffer.from(renderPage(certificate, sha256(statement))) },
    chain,
  ];
  const sums = Buffer.from(
    writeSums(new Map([...own, ...reports].map(({ name, content }) => [name, sha256(content)]))),
  );
  try {
    const signature = await signer.sign(sums, issuedAt);
    const signed = [
      { name: fileNames.sums, content: sums },
      { name: fileNames.signature, content: signature },
    ];
    return { kind: 'issued', files: [...own, ...signed] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: 'withheld', reasons: [`${error.message}; ${error.hint}`] };
  }
}

/** No longer than any certificate of the chain is valid. */
function expiryOf(issuedAt: Date, { chain, validDays }: Signer): Date {
  const ends = chain.map(({ validToDate }) => validToDate.getTime());
  return new Date(Math.min(issuedAt.getTime() + validDays * 86_400_000, ...ends));
}

/** The files that only a certificate has. */
const ownNames: readonly string[] = [
  fileNames.sums,
  fileNames.signature,
  fileNames.certificate,
  fileNames.page,
  fileNames.chain,
];

/** Rejects with a UserError where a folder holds anything but an earlier certificate and the reports that will be replaced: a certificate covers every file beside it. */
export async function requireOwnFolder(
  folder: string,
  shown: string,
  reports: readonly string[],
): Promise<void> {
  const found = await readdir(folder).catch(() => []);
  const other = found.filter((name) => !ownNames.includes(name) && !reports.includes(name));
  if (other.length === 0) return;
  const said = `--out: ${shown} holds ${other.slice(0, 3).join(', ')}${other.length > 3 ? ', …' : ''}, expected an empty folder or one of an earlier certificate`;
  const hint = 'a certificate covers every file beside it: name another folder; nothing was sent';
  throw new UserError('usage', 'certificate-folder', said, hint);
}

/** What a certificate in a folder is called: by its date and id, as far as it states them; null where there is none. */
export async function formerCertificate(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, fileNames.certificate), 'utf8').catch(() => null);
  if (text === null) return null;
  const [, date] = /"issuedAt":\s*"(\d{4}-\d\d-\d\d)T/.exec(text) ?? [];
  const [, id] = /"id":\s*"([\w-]{1,64})"/.exec(text) ?? [];
  return `the certificate${date === undefined ? '' : ` of ${date}`}${id === undefined ? '' : ` (${id})`}`;
}

/** Removes what belongs to a certificate from a folder, so that none stands beside reports of another run. */
export async function clearCertificate(folder: string): Promise<void> {
  for (const name of ownNames) await rm(join(folder, name), { force: true });
}

/** Writes the files of a certificate, all or none. Rejects with a UserError where the folder cannot be written to. */
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
