import { X509Certificate } from 'node:crypto';
import { checkKey } from '../encryption/key-description.ts';
import type { EncryptionSettings } from '../encryption/settings.ts';
import { UserError } from '../errors.ts';
import { writePath } from './place.ts';
import type { Path } from './place.ts';

const PLACE = /^encryption\.key(?=:)/;

/** What to say before a run about the key that encrypts: it is expired, ends soon, or lies beside a private key; throws a UserError that names the file of the settings for a key that cannot be used. */
export function keyWarnings(
  settings: EncryptionSettings,
  path: Path,
  file: string | null,
  now: Date,
): readonly string[] {
  const place = writePath(path);
  try {
    return checkKey(settings, now).map((warning) => warning.replace(PLACE, place));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const message = error.message.replace(PLACE, place);
    throw new UserError(error.fault, error.code, file === null ? message : `${file}: ${message}`, error.hint);
  }
}

/** What to say before a run about the client certificate, PEM: no handshake comes about with one that is not valid. */
export function clientWarnings(cert: string | undefined, now: Date): readonly string[] {
  if (cert === undefined) return [];
  const { validFromDate: from, validToDate: to } = new X509Certificate(cert);
  if (now > to) return [`tls.cert: the client certificate expired on ${to.toISOString()}`];
  return now < from ? [`tls.cert: the client certificate is valid from ${from.toISOString()} on`] : [];
}
