import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Certificate } from '../certificate/certificate.ts';
import { verifyFolder } from '../certificate/verify.ts';
import type { Verification } from '../certificate/verify.ts';
import { readCertificates } from '../certificate/x509.ts';
import { UserError } from '../errors.ts';
import { specification } from '../spec/variant.ts';
import { readSuite } from '../suite.ts';
import { shownFile } from '../target/place.ts';
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
  const found = await verifyBy(folder, { name: 'ca', path: ca }, process.cwd(), now);
  return { isValid: found.certificate !== null && found.refusals.length === 0, ...found };
}

/** The same for paths relative to `cwd`; `ca.name` is what messages call the option. */
export async function verifyBy(
  folder: string,
  ca: { readonly name: string; readonly path: string },
  cwd: string,
  now: Date,
): Promise<Verification> {
  const hint = 'name a PEM file with the certificates that you trust';
  const shown = `${ca.name}: ${shownFile(ca.path)}`;
  const text = await readFile(resolve(cwd, ca.path), 'latin1').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new UserError('usage', 'ca-unreadable', `${shown} cannot be read (${code})`, hint);
  });
  const anchors = readCertificates(text);
  if (anchors === null) {
    throw new UserError('usage', 'ca-not-certificate', `${shown}: found no certificate in PEM`, hint);
  }
  const verifier = { spec: specification, suite: readSuite(), anchors, now };
  return verifyFolder(resolve(cwd, folder), folder, verifier);
}
