import type { X509Certificate } from 'node:crypto';
import type { Specification } from '../spec/specification.ts';
import { certificateFiles } from './certificate.ts';
import type { Certificate } from './certificate.ts';
import { readCertificate } from './certificate-schema.ts';
import { checkDates } from './check-dates.ts';
import { checkFiles } from './check-files.ts';
import { checkForm } from './check-form.ts';
import { checkRecord } from './check-record.ts';
import { checkSignature } from './check-signature.ts';
import type { Files } from './folder.ts';

/** What a certificate is checked with. */
export interface Verifier {
  readonly spec: Specification;
  /** Name and version of this suite. */
  readonly suite: Certificate['suite'];
  /** Certificates that are trusted. */
  readonly anchors: readonly X509Certificate[];
  readonly now: Date;
}

/** What checking comes to. */
export interface Verification {
  /** Null where the statement cannot be read. */
  readonly certificate: Certificate | null;
  /** Why it is refused, each in a sentence with its topic in front; none: it holds. */
  readonly refusals: readonly string[];
  /** What could not be found out, and what is not covered; no reason to refuse. */
  readonly notices: readonly string[];
}

/** Checks a certificate with everything that it rests on, without a network; never rejects for what the files hold. */
export async function verifyCertificate(files: Files, verifier: Verifier): Promise<Verification> {
  const statement = files.get(certificateFiles.certificate) ?? new Uint8Array();
  const certificate = readCertificate(new TextDecoder('utf-8').decode(statement));
  if (typeof certificate === 'string') {
    const signature = await checkSignature(files, null, verifier);
    return {
      certificate: null,
      refusals: [`${certificateFiles.certificate}: ${certificate}`, ...signature],
      notices: [],
    };
  }
  const signature = await checkSignature(files, certificate, verifier);
  const listed = checkFiles(files, certificate, verifier.suite);
  const record = await checkRecord(files, certificate, verifier);
  return {
    certificate,
    refusals: [
      ...signature,
      ...checkDates(certificate, verifier.now),
      ...checkForm(files, certificate, verifier.suite),
      ...listed.refusals,
      ...record.refusals,
    ],
    notices: [...listed.notices, ...record.notices],
  };
}
