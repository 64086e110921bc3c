import type { X509Certificate } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { readKeyBundle } from '../base/key-bundle.ts';
import type { KeyBundle, PublicEntry } from '../base/key-bundle.ts';
import { isEncryptedPem } from '../base/pem.ts';
import { readX509 } from '../base/x509.ts';
import { KeyError } from '../encryption/key.ts';
import { onOneLine } from '../base/path.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';

/** What a bundle holds, in words, if it is not the expected one. */
export function describeBundle({ entries, privateKeys, others }: KeyBundle): string {
  if (privateKeys.length > 0) return 'a private key';
  if (entries.some(({ certificate }) => certificate !== null)) return 'a certificate';
  if (entries.length > 0) return 'a public key';
  return others.length > 0 ? `only ${others.slice(0, mostLabels).join(', ')}` : 'neither key nor certificate';
}

const mostLabels = 5;

/** The required content of the key file, in words. */
export const keyFile = 'an RSA certificate or public key in PEM, DER, PKCS#7 (.p7b), PKCS#12 or JWK';

const hint = 'Ask the operator of the service for its RSA certificate or public key in PEM form.';

/** The error code for a file whose passphrase is missing or wrong. */
export const lockedCode = 'key-locked';

const wrong = (found: string, more = '', code = 'key-unreadable'): KeyError =>
  new KeyError(code, found, keyFile, more === '' ? hint : `${hint} ${more}`);

/** What decides which of several keys is the service's, besides the file. */
interface Wanted {
  readonly passphrase?: string | undefined;
  /** The setting `kid`, which names a key of a JWKS. */
  readonly kid?: string | undefined;
  /** The setting `alg`, with which the service's own statement is compared. */
  readonly alg?: string | undefined;
  readonly now: Date;
}

/**
 * The certificate or public key that encrypts for the service, as PEM, and what is worth knowing of the choice.
 * Throws a KeyError if there is none for RSA.
 */
export async function openServiceKey(bytes: Uint8Array, wanted: Wanted) {
  const bundle = await readKeyBundle(bytes, wanted.passphrase);
  if (bundle.kind === 'locked') throw wrong('an encrypted file', '', lockedCode);
  if (bundle.kind === 'unreadable') throw wrong(bundle.found, bundle.remedy);
  const { entries, privateKeys } = bundle;
  const isPrivateBeside = privateKeys.length > 0;
  const { first: chosen, rivals } = chooseEntry(entries, privateKeys, wanted);
  if (chosen === undefined) {
    const remedy = isPrivateBeside
      ? 'Its public part: openssl pkey -in private.key -pubout -out public.pem'
      : '';
    throw wrong(describeBundle(bundle), remedy);
  }
  const { certificate, key } = chosen;
  if (key?.asymmetricKeyType !== 'rsa') {
    const found = `a key of type ${key?.asymmetricKeyType ?? 'unknown'}`;
    throw wrong(found, 'For other algorithms use scheme: command or scheme: module.', 'key-not-rsa');
  }
  return {
    pem: certificate?.toString() ?? key.export({ type: 'spki', format: 'pem' }).toString(),
    warnings: [
      ...(isPrivateBeside ? [message('key-private-beside')] : []),
      ...(rivals.length > 0 ? [severalWords(chosen, rivals)] : []),
      ...purposeWords(chosen, wanted),
    ],
  };
}

/**
 * Each rule keeps the entries that satisfy it, if any do. `rivals` are the others that satisfy as many.
 */
function chooseEntry(entries: readonly PublicEntry[], privateKeys: readonly string[], wanted: Wanted) {
  const { kid, now } = wanted;
  const named = entries.filter((one) => one.kid !== undefined);
  if (kid !== undefined && named.length > 1 && !named.some((one) => one.kid === kid)) {
    const kids = named.map((one) => JSON.stringify(one.kid)).slice(0, mostLabels);
    throw wrong(`no key with the kid of encryption.kid, only ${kids.join(', ')}`);
  }
  const rules: readonly ((one: PublicEntry) => boolean)[] = [
    (one) => one.kid !== undefined && one.kid === kid,
    ({ certificate }) => certificate !== null,
    ({ certificate }) => certificate !== null && privateKeys.some((one) => isPair(certificate, one)),
    ({ certificate }) => certificate === null || !isAuthority(certificate, entries),
    ({ key }) => key?.asymmetricKeyType === 'rsa',
    (one) => purposeOf(one) !== 'other',
    ({ certificate }) =>
      certificate === null || (certificate.validFromDate <= now && now <= certificate.validToDate),
  ];
  const kept = rules.reduce((left, rule) => {
    const fitting = left.filter(rule);
    return fitting.length === 0 ? left : fitting;
  }, entries);
  const [first, ...others] = kept;
  return { first, rivals: others.filter(({ key }) => first?.key?.equals(key ?? first.key) === false) };
}

/** Whether a private key in PEM is that of a certificate. */
export function isPair(certificate: X509Certificate, key: string, passphrase = ''): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey({ key, passphrase }));
  } catch {
    return false;
  }
}

/** Whether it may issue certificates, or issued another one of the file. One alone may be both. */
const isAuthority = (certificate: X509Certificate, entries: readonly PublicEntry[]): boolean =>
  certificate.ca ||
  entries.some(
    (one) =>
      one.certificate !== null && one.certificate !== certificate && one.certificate.checkIssued(certificate),
  );

const nameOf = ({ certificate, kid }: PublicEntry): string | Message =>
  certificate === null
    ? kid === undefined
      ? message('bare-key')
      : onOneLine(kid)
    : onOneLine(certificate.subject.split('\n').join(', '));

function severalWords(chosen: PublicEntry, rivals: readonly PublicEntry[]): Message {
  const others = rivals.slice(0, mostLabels).map((one) => message('key-quoted', { name: nameOf(one) }));
  return message(chosen.certificate === null ? 'keys-several' : 'certificates-several', {
    count: rivals.length + 1,
    name: nameOf(chosen),
    others,
    advice: message(chosen.kid === undefined ? 'key-of-its-own-file' : 'key-by-kid'),
  });
}

/** Whether the key says of itself that it encrypts (`encryption`), or that it does something else (`other`). */
function purposeOf({ certificate, use }: PublicEntry): 'encryption' | 'other' | null {
  if (use !== undefined) return use === 'enc' ? 'encryption' : 'other';
  const usages = certificate === null ? null : usagesOf(certificate);
  if (usages === null) return null;
  return usages.includes('keyEncipherment') || usages.includes('dataEncipherment') ? 'encryption' : 'other';
}

function usagesOf(certificate: X509Certificate): readonly string[] | null {
  try {
    return readX509(certificate).keyUsage;
  } catch {
    return null;
  }
}

/** What the key says of itself, where the settings say otherwise. */
function purposeWords(chosen: PublicEntry, { alg }: Wanted): readonly Message[] {
  const usages = chosen.certificate === null ? null : usagesOf(chosen.certificate);
  const said = chosen.use === undefined ? (usages ?? []).join(', ') : `use: ${chosen.use}`;
  return [
    ...(purposeOf(chosen) === 'other'
      ? [message('key-other-purpose', { name: nameOf(chosen), said: onOneLine(said) })]
      : []),
    ...(alg !== undefined && chosen.alg !== undefined && chosen.alg !== alg
      ? [message('key-other-alg', { found: onOneLine(chosen.alg), expected: alg })]
      : []),
  ];
}

/** True if a PEM private key is encrypted, and the passphrase is missing or wrong. */
export function isLocked(key: string, passphrase = ''): boolean {
  if (!isEncryptedPem(key)) return false;
  try {
    createPrivateKey({ key, passphrase });
    return false;
  } catch {
    return true;
  }
}
