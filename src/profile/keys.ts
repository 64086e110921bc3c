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

/** Formats that people get, by how their files begin, and the line that makes PEM of them. */
const formats: readonly (readonly [begins: RegExp, name: string, hint: string])[] = [
  [/-----BEGIN (?:PKCS7|CMS)/, 'PKCS#7', 'openssl pkcs7 -print_certs -in FILE -out key.pem makes PEM of it'],
  [
    /-----BEGIN OPENSSH|^ssh-|^---- BEGIN SSH2/,
    'an SSH key',
    'ssh-keygen -e -m PKCS8 -f FILE > key.pem makes PEM of it',
  ],
  [
    /PRIVATE KEY-----/,
    'a private key',
    `${ask}; openssl pkey -in FILE -pubout -out key.pem makes it of your own`,
  ],
  [
    /^\s*\{/,
    'JSON, perhaps a JWK',
    `node -p 'crypto.createPublicKey({ key: JSON.parse(fs.readFileSync("FILE")), format: "jwk" }).export({ type: "spki", format: "pem" })' makes PEM of it`,
  ],
  [/^\s*<RSAKeyValue/, 'an RSA key of .NET in XML', ask],
  [/-----BEGIN CERTIFICATE REQUEST/, 'a certificate request', ask],
  [/^[A-Za-z0-9+/=\s]{200,}$/, 'base64 without the lines of PEM', 'base64 -d FILE > key.der makes DER of it'],
  [
    /^0\x82..\x02\x01\x03/s,
    'PKCS#12',
    'openssl pkcs12 -in FILE -nokeys -clcerts -out key.pem makes PEM of it',
  ],
  [
    /^0\x82..\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07/s,
    'PKCS#7',
    'openssl pkcs7 -inform DER -print_certs -in FILE -out key.pem makes PEM of it',
  ],
];

export interface ServiceKey {
  /** PEM of the certificate, or of the bare public key. */
  readonly pem: string;
  readonly certificate: X509Certificate | null;
  readonly key: KeyObject;
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
  const key = attempt(() => certificate?.publicKey) ?? (isPrivate ? null : publicKeyOf(bytes));
  if (key === null && certificate !== null)
    return { found: 'a certificate for a key that is not RSA', expected, hint: otherKeys };
  if (key === null) {
    const text = isPrivate ? 'PRIVATE KEY-----' : bytes.toString('latin1');
    const [, name, hint] = formats.find(([begins]) => begins.test(text)) ?? [
      null,
      text === '' ? 'an empty file' : 'something else',
      ask,
    ];
    return { found: name, expected, hint };
  }
  if (key.asymmetricKeyType !== 'rsa') {
    const found = `a key of type ${key.asymmetricKeyType ?? 'unknown'}`;
    return { found, expected, hint: otherKeys };
  }
  if (certificate === null && needsCertificate) return { found: 'a public key', expected, hint: ask };
  const pem = certificate?.toString() ?? key.export({ type: 'spki', format: 'pem' }).toString();
  return { pem, certificate, key };
}

const publicKeyOf = (bytes: Buffer): KeyObject | null =>
  attempt(() => createPublicKey(bytes)) ??
  attempt(() => createPublicKey({ key: bytes, format: 'der', type: 'spki' })) ??
  attempt(() => createPublicKey({ key: bytes, format: 'der', type: 'pkcs1' }));

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

export type TlsFile = 'ca' | 'cert' | 'key' | 'pfx';

/** Tries TLS material as a whole; says which setting is at fault. */
export function faultInTls(
  material: TlsMaterial,
): (KeyFault & { readonly setting: TlsFile | 'passphrase' }) | null {
  const { ca, cert, key, pfx, passphrase } = material;
  const wanted = 'check the file, or make PEM of it with openssl';
  for (const [setting, pem] of [
    ['ca', ca],
    ['cert', cert],
  ] as const)
    if (pem !== undefined && attempt(() => new X509Certificate(pem)) === null)
      return {
        setting,
        found: 'no certificate in PEM',
        expected: 'one or several',
        hint: `openssl x509 -in FILE makes PEM of DER; ${wanted}`,
      };
  const isLocked = key !== undefined && /ENCRYPTED/.test(key);
  if (
    key !== undefined &&
    attempt(() => createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) })) === null
  )
    return isLocked
      ? {
          setting: 'passphrase',
          found: passphrase === undefined ? 'nothing' : 'a wrong one',
          expected: 'the passphrase of tls.key',
          hint: 'correct the profile',
        }
      : {
          setting: 'key',
          found: 'no private key in PEM',
          expected: 'one',
          hint: `openssl pkey -in FILE makes PEM of DER; ${wanted}`,
        };
  try {
    createSecureContext({ ca, cert, key, pfx, passphrase });
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (/mac verify failure|bad decrypt/i.test(said))
      return {
        setting: 'passphrase',
        found: passphrase === undefined ? 'nothing' : 'a wrong one',
        expected: 'the passphrase of tls.pfx',
        hint: 'correct the profile',
      };
    if (pfx !== undefined)
      return {
        setting: 'pfx',
        found: 'what OpenSSL cannot read',
        expected: 'PKCS#12 with modern ciphers',
        hint: 'openssl pkcs12 -legacy -in FILE -nodes -out client.pem makes PEM of it, for cert and key',
      };
    return {
      setting: 'key',
      found: 'a key of another pair than tls.cert',
      expected: 'the one that belongs to it',
      hint: 'correct the profile',
    };
  }
}
