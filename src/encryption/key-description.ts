import type { X509Certificate } from 'node:crypto';
import { readKey } from './key.ts';
import { isPrivate, readPem } from './pem.ts';
import type { EncryptionSettings } from './settings.ts';

/** What messages say about the service's key. */
export interface KeyDescription {
  /** Distinguished name of the certificate on one line; null for a bare public key. */
  readonly subject: string | null;
  /** End of the certificate's validity; null for a bare public key. */
  readonly notAfter: Date | null;
  /** Length of the modulus in bits. */
  readonly bits: number;
}

function subjectOf(certificate: X509Certificate): string {
  return certificate.subject.split('\n').join(', ');
}

/** Describes the service's key, null for schemes without one; throws a UserError for a key that cannot be used. */
export function describeKey(settings: EncryptionSettings): KeyDescription | null {
  if (settings.scheme === 'command' || settings.scheme === 'module') return null;
  const { certificate, bits } = readKey(settings.key);
  if (certificate === null) return { subject: null, notAfter: null, bits };
  return { subject: subjectOf(certificate), notAfter: certificate.validToDate, bits };
}

const DAY = 86_400_000;
const NOTICE_DAYS = 30;

function daysUntil(end: Date, now: Date): number {
  return Math.floor((end.getTime() - now.getTime()) / DAY);
}

function validityWarnings(certificate: X509Certificate, now: Date): readonly string[] {
  const { validFromDate: from, validToDate: to } = certificate;
  const subject = subjectOf(certificate);
  if (now > to) return [`encryption.key: the certificate "${subject}" expired on ${to.toISOString()}`];
  if (now < from)
    return [`encryption.key: the certificate "${subject}" is valid from ${from.toISOString()} on`];
  const days = daysUntil(to, now);
  if (days < NOTICE_DAYS)
    return [
      `encryption.key: the certificate "${subject}" ends on ${to.toISOString()}, in ${days === 1 ? 'one day' : `${days} days`}`,
    ];
  return [];
}

/** Lists what a user may want to mend although the key can be used: validity of the certificate, a private key in the same file. */
export function checkKey(settings: EncryptionSettings, now: Date): readonly string[] {
  if (settings.scheme === 'command' || settings.scheme === 'module') return [];
  const { certificate } = readKey(settings.key);
  const validity = certificate === null ? [] : validityWarnings(certificate, now);
  const mixed = readPem(settings.key).some(isPrivate);
  return mixed
    ? [...validity, 'encryption.key: the file also holds a private key; only the certificate is needed']
    : validity;
}
