import { readFile } from 'node:fs/promises';
import type { X509Certificate } from 'node:crypto';
import type { Certificate } from '../certificate/certificate.ts';
import { verifyFolder } from '../certificate/verify.ts';
import { readCertificates } from '../certificate/x509.ts';
import { readSuite } from '../cli/package.ts';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { moment, text, requireOptions } from './options.ts';
import type { OptionKinds } from './options.ts';

/** What a certificate is checked with. */
export interface VerifyOptions {
  /** Path of a PEM file with the certificates that are trusted. */
  readonly ca: string;
  /** The moment that validity is judged by; the present one by default. */
  readonly now?: Date | undefined;
}

const optionKinds = { ca: text, now: moment } as const satisfies OptionKinds<VerifyOptions>;

/** What checking a certificate comes to. */
export interface VerifyResult {
  /** Signature, chain, validity, digests and the evidence, judged again, all hold. */
  readonly isValid: boolean;
  /** Null where the statement was not reached or cannot be read. */
  readonly certificate: Certificate | null;
  /** Why it is refused, each in a sentence with its topic in front. */
  readonly refusals: readonly string[];
  /** What the certificate does not say, one line each; no reason to refuse. */
  readonly notices: readonly string[];
  /** The version of the suite that has to judge the evidence, where it is not this one: signature, chain and digests hold. */
  readonly otherVersion: string | null;
}

/** Checks a folder that `certify` has written, offline. Rejects with a `UserError` where the folder or `ca` cannot be read; whatever else is wrong is a refusal. */
export async function verify(folder: string, options: VerifyOptions): Promise<VerifyResult> {
  requireOptions('verify', options, optionKinds);
  const { ca, now = new Date() } = options;
  const anchors = await readAnchors(ca);
  const verifier = { spec: specification, suite: readSuite(), anchors, now };
  const found = await verifyFolder(folder, folder, verifier);
  return { isValid: found.certificate !== null && found.refusals.length === 0, ...found };
}

async function readAnchors(path: string): Promise<readonly X509Certificate[]> {
  const text = await readFile(path, 'latin1').catch(() => '');
  const anchors = readCertificates(text);
  if (anchors !== null) return anchors;
  const message = `ca: ${path}: found no certificate in PEM`;
  throw new UserError(
    'usage',
    'ca-not-certificate',
    message,
    'name a PEM file with the certificates that you trust',
  );
}
