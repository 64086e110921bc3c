// Key files: PEM or DER by node:crypto, PKCS#12 for TLS; another format is named, with what makes PEM of it.

import { X509Certificate, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsMaterial } from '../client/tls.ts';

/** What is wrong with a file: the end of `found …, expected …`, and what to do. */
export interface KeyFault {
  readonly found: string;
  readonly expected: string;
  readonly hint: string;
}

const ask = 'ask the operator of the service for its RSA certificate or public key in PEM';
const otherKeys = 'for other algorithms use scheme: command or scheme: module';
const jwk =
  'node -p \'crypto.createPublicKey({ format: "jwk", key: require("./FILE.json") }).export({ format: "pem", type: "spki" })\'';

/** What people get in the place of PEM or DER, by its beginning (of DER in hex), and what makes PEM of it. */
const formats: readonly (readonly [begins: RegExp, name: string, maker: string | null])[] = [
  [/-----BEGIN (?:PKCS7|CMS)/, 'PKCS#7', 'openssl pkcs7 -print_certs -in FILE -out key.pem'],
  [/^3082.{4}06092a8648/, 'PKCS#7', 'openssl pkcs7 -inform DER -print_certs -in FILE -out key.pem'],
  [/^3082.{4}020103/, 'PKCS#12', 'openssl pkcs12 -in FILE -nokeys -clcerts -out key.pem'],
  [/OPENSSH|^ssh-|SSH2/, 'an SSH key', 'ssh-keygen -e -m PKCS8 -f FILE > key.pem'],
  [/PRIVATE KEY-----/, 'a private key', 'openssl pkey -in FILE -pubout -out key.pem'],
  [/^\s*\{/, 'JSON, perhaps a JWK', jwk],
  [/-----BEGIN CERTIFICATE REQUEST/, 'a certificate request', null],
  [/^[A-Za-z0-9+/=\s]{200,}$/, 'base64 without the lines of PEM', 'base64 -d FILE > key.der'],
  [/^$/, 'an empty file', null],
];

export interface ServiceKey {
  /** PEM of the certificate, or of the bare public key. */
  readonly pem: string;
  readonly bits: number;
}

/** The RSA key of the service, with its certificate where there is one. */
export function readServiceKey(bytes: Buffer, needsCertificate: boolean): ServiceKey | KeyFault {
  const expected = needsCertificate
    ? 'an RSA certificate in PEM or DER: cms names the recipient by it'
    : 'an RSA certificate or public key in PEM or DER';
  const certificate = attempt(() => new X509Certificate(bytes));
  const isPrivate =
    bytes.includes('PRIVATE KEY-----') ||
    attempt(() => createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })) !== null;
  const key =
    certificate === null && !isPrivate ? publicKeyOf(bytes) : attempt(() => certificate?.publicKey ?? null);
  if (key === null) {
    if (certificate !== null)
      return { found: 'a certificate for a key that is not RSA', expected, hint: otherKeys };
    const text = bytes[0] === 0x30 ? bytes.toString('hex', 0, 20) : bytes.toString('latin1');
    const format = formats.find(([begins]) => begins.test(isPrivate ? 'PRIVATE KEY-----' : text));
    const [, found, maker] = format ?? [null, 'something else', null];
    return { found, expected, hint: maker === null ? ask : `${maker} makes PEM of it` };
  }
  const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails: details } = key;
  if (type !== 'rsa') return { found: `a key of type ${type}`, expected, hint: otherKeys };
  if (certificate === null && needsCertificate) return { found: 'a public key', expected, hint: ask };
  const pem = certificate?.toString() ?? key.export({ type: 'spki', format: 'pem' }).toString();
  return { pem, bits: details?.modulusLength ?? 0 };
}

const publicKeyOf = (key: Buffer): KeyObject | null =>
  attempt(() => createPublicKey(key)) ??
  attempt(() => createPublicKey({ key, format: 'der', type: 'spki' })) ??
  attempt(() => createPublicKey({ key, format: 'der', type: 'pkcs1' }));

function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const noticeDays = 30;

/** The dates of a certificate (PEM), as the end of a sentence about it; null: it stays valid for a month. */
export function validityOf(pem: string, now: Date): string | null {
  const certificate = attempt(() => new X509Certificate(pem));
  if (certificate === null) return null;
  const { validFromDate: from, validToDate: to } = certificate;
  if (now > to) return `expired at ${to.toISOString()}`;
  if (now < from) return `is not valid before ${from.toISOString()}`;
  const days = Math.floor((to.getTime() - now.getTime()) / 86_400_000);
  return days >= noticeDays ? null : `expires in ${days} days, at ${to.toISOString()}`;
}

type TlsSetting = 'ca' | 'cert' | 'key' | 'pfx' | 'passphrase';

/** Tries TLS material as a whole; says which setting is at fault. */
export function faultInTls(material: TlsMaterial): (KeyFault & { readonly setting: TlsSetting }) | null {
  const { ca, cert, key, pfx, passphrase } = material;
  const fault = (setting: TlsSetting, found: string, expected: string, hint = 'correct the profile') =>
    ({ setting, found, expected, hint }) as const;
  const locked = (name: string) =>
    fault(
      'passphrase',
      passphrase === undefined ? 'nothing' : 'a wrong one',
      `the passphrase of tls.${name}`,
    );
  const isCertificate = (pem: string | undefined): boolean =>
    pem === undefined || attempt(() => new X509Certificate(pem)) !== null;
  for (const [setting, pem] of [
    ['ca', ca],
    ['cert', cert],
  ] as const)
    if (!isCertificate(pem))
      return fault(
        setting,
        'no certificate in PEM',
        'one',
        'openssl x509 -inform DER -in FILE makes PEM of DER',
      );
  const opening = { key: key ?? '', ...(passphrase === undefined ? {} : { passphrase }) };
  if (key !== undefined && attempt(() => createPrivateKey(opening)) === null)
    return /ENCRYPTED/.test(key)
      ? locked('key')
      : fault('key', 'no private key in PEM', 'one', 'openssl pkey -inform DER -in FILE makes PEM of DER');
  try {
    createSecureContext({ ca, cert, key, pfx, passphrase });
    return null;
  } catch (error) {
    if (/mac verify failure|bad decrypt/i.test(String(error))) return locked('pfx');
    const again = 'openssl pkcs12 -legacy -in FILE -nodes -out client.pem makes PEM of it, for cert and key';
    return pfx === undefined
      ? fault('key', 'a key of another pair than tls.cert', 'the one that belongs to it')
      : fault('pfx', 'what OpenSSL cannot read', 'PKCS#12 with modern ciphers', again);
  }
}
