import type { X509Certificate } from 'node:crypto';
import type { Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import { attainedClasses, outsideOf } from './attain.ts';
import { certificateFiles, limitations } from './certificate.ts';
import type { Certificate, SignerName } from './certificate.ts';
import { signDetached } from './cms-sign.ts';
import type { Signer } from './cms-sign.ts';
import { sha256, writeSums } from './digest.ts';
import type { FileContent } from './digest.ts';
import { renderPage } from './page.ts';
import { writeCertificates } from './pem.ts';

/** What a certificate is made of. */
export interface Application {
  readonly results: Results;
  readonly spec: Specification;
  readonly target: Pick<Target, 'variants'>;
  /** The reports as they were written. */
  readonly reports: readonly FileContent[];
  readonly signer: Signer;
  readonly id: string;
  readonly issuedAt: Date;
  readonly validDays: number;
}

/** Makes the files of a certificate: the statement, its signature, the chain, the page and the list of digests. The Results have to earn it. */
export async function issue(application: Application): Promise<readonly FileContent[]> {
  const { signer, reports, issuedAt } = application;
  const certificate = certificateOf(application);
  const statement = Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`, 'utf8');
  const own: readonly FileContent[] = [
    { name: certificateFiles.certificate, content: statement },
    { name: certificateFiles.signature, content: await signDetached(statement, signer, issuedAt) },
    { name: certificateFiles.chain, content: Buffer.from(writeChain(signer), 'utf8') },
    { name: certificateFiles.page, content: Buffer.from(renderPage(certificate, sha256(statement)), 'utf8') },
  ];
  const sums = writeSums([...reports, ...own]);
  return [...own, { name: certificateFiles.sums, content: Buffer.from(sums, 'utf8') }];
}

const writeChain = ({ certificate, intermediates }: Signer): string =>
  writeCertificates([certificate, ...intermediates]);

/** Seconds are all that a signature records. */
const wholeSecond = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 1000) * 1000);

function certificateOf(application: Application): Certificate {
  const { results, spec, target, reports, signer, id } = application;
  const issuedAt = wholeSecond(application.issuedAt);
  return {
    kind: 'sbp-banks-conformance-certificate',
    schemaVersion: 1,
    id,
    suite: results.suite,
    specification: results.spec,
    target: { name: results.target.name, baseUrl: results.target.baseUrl },
    profile: results.profile,
    variants: attainedClasses(results),
    notClaimed: notClaimed(results, spec),
    run: runOf(results),
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiryOf(issuedAt, application.validDays, signer).toISOString(),
    outside: outsideOf(results),
    reviews: reviewsOf(results),
    texts: Object.fromEntries(
      Object.entries(target.variants).map(([variant, { texts }]) => [variant, { ...texts }]),
    ),
    signer: nameSigner(signer.certificate),
    files: reports.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256(content) })),
    doesNotSay: limitations,
    language: results.target.language,
  };
}

/** No longer than any certificate of the chain is valid. */
function expiryOf(issuedAt: Date, days: number, { certificate, intermediates }: Signer): Date {
  const ends = [certificate, ...intermediates].map(({ validToDate }) => validToDate.getTime());
  return new Date(Math.min(issuedAt.getTime() + days * 86_400_000, ...ends));
}

/** Variants of the specification that the Results do not speak of. */
export function notClaimed({ target }: Pick<Results, 'target'>, spec: Specification): readonly string[] {
  return spec.variants.map(({ id }) => id).filter((id) => !target.variants.includes(id));
}

/** When a run was, and how much it sent. */
export function runOf({ startedAt, durationMs, requests }: Results): Certificate['run'] {
  const end = new Date(Date.parse(startedAt) + durationMs);
  return { startedAt, endedAt: end.toISOString(), requests };
}

/** The decisions of persons that settled something. */
export function reviewsOf({ reviews }: Results): Certificate['reviews'] {
  return reviews
    .filter(({ state }) => state === 'used')
    .map(({ case: id, requirements, name, date }) => ({ case: id, requirements, name, date }));
}

/** The signer as his certificate names him. */
export function nameSigner(certificate: X509Certificate): SignerName {
  const oneLine = (name: string): string => name.split('\n').join(', ');
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    serialNumber: certificate.serialNumber.toLowerCase(),
    sha256: sha256(certificate.raw),
  };
}
