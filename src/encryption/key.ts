import { X509Certificate, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UserError } from '../base/errors.ts';
import { onOneLine } from '../base/path.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

export interface ServiceKey {
  readonly publicKey: KeyObject;
  readonly bits: number;
  /** The certificate that contains the key; null for a bare public key. */
  readonly certificate: X509Certificate | null;
}

/** An error in a key of the profile, with details for callers that know the file. English only. */
export class KeyError extends UserError {
  readonly found: string;
  readonly expected: string;

  constructor(code: string, actual: string, expected: string, hint: string) {
    super('profile', code, `encryption.key: found ${actual}, expected ${expected}`, hint);
    this.found = actual;
    this.expected = expected;
  }
}

/** Reads a PEM text of one certificate or public key (SPKI). */
export function readKey(pem: string): ServiceKey {
  const certificate = pem.includes('-----BEGIN CERTIFICATE') ? new X509Certificate(pem) : null;
  const publicKey = certificate?.publicKey ?? createPublicKey(pem);
  return { publicKey, certificate, bits: publicKey.asymmetricKeyDetails?.modulusLength ?? 0 };
}

const subjectOf = ({ subject }: X509Certificate): string => subject.split('\n').join(', ');

/** Bits of the service's key; for a certificate, also its distinguished name and end of validity. */
export function describeKey(pem: string) {
  const { certificate, bits } = readKey(pem);
  if (certificate === null) return { subject: null, notAfter: null, bits };
  return { subject: subjectOf(certificate), notAfter: certificate.validToDate, bits };
}

const day = 86_400_000;
const noticeDays = 30;

/** Warnings about the validity of a certificate. They do not prevent using the key. */
export function validityWarnings(pem: string, now: Date): readonly Message[] {
  const { certificate } = readKey(pem);
  if (certificate === null) return [];
  const { validFromDate: from, validToDate: to } = certificate;
  const subject = onOneLine(subjectOf(certificate));
  if (now > to) return [message('key-expired', { subject, at: to.toISOString() })];
  if (now < from) return [message('key-not-yet-valid', { subject, at: from.toISOString() })];
  const count = Math.floor((to.getTime() - now.getTime()) / day);
  return count >= noticeDays ? [] : [message('key-ends-soon', { subject, at: to.toISOString(), count })];
}
