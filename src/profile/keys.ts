// Key files: PEM or DER by node:crypto, PKCS#12 for TLS; another format is named, with what makes PEM of it.

import { X509Certificate, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsMaterial } from '../client/tls.ts';

/** What is wrong with a file, and what to do. */
export type KeyFault = Readonly<Record<'found' | 'expected' | 'hint', string>>;

const ask = 'ask the operator of the service for its RSA certificate or public key in PEM';
const alone = 'leave that of the service alone in it';
const otherKeys = 'for other algorithms use scheme: command or scheme: module';

/** What people have instead, by its beginning (of DER in hex), and what makes PEM of it. */
const formats: readonly (readonly [begins: RegExp, name: string, maker?: string])[] = [
  [/-----BEGIN (?:PKCS7|CMS)/, 'PKCS#7', 'openssl pkcs7 -print_certs -in FILE -out key.pem'],
  [/^3082.{4}06092a8648/, 'PKCS#7', 'openssl pkcs7 -inform DER -print_certs -in FILE -out key.pem'],
  [/^3082.{4}020103/, 'PKCS#12', 'openssl pkcs12 -in FILE -nokeys -clcerts -out key.pem'],
  [/OPENSSH|^ssh-|SSH2/, 'an SSH key', 'ssh-keygen -e -m PKCS8 -f FILE > key.pem'],
  [/PRIVATE KEY-----|^3082.{4}020100/, 'a private key', 'openssl pkey -in FILE -pubout -out key.pem'],
  [/^\s*\{/, 'JSON, perhaps a JWK'],
  [/^\s*</, 'XML, perhaps of .NET'],
  [/-----BEGIN CERTIFICATE REQUEST/, 'a certificate request'],
  [/^$/, 'an empty file'],
];

/** The RSA key of the service: PEM of its certificate where there is one, else of the bare public key. */
export function readServiceKey(bytes: Buffer, scheme: string): { readonly pem: string } | KeyFault {
  const needsCertificate = scheme === 'cms';
  const expected = `an RSA certificate ${needsCertificate ? '' : 'or public key '}in PEM or DER`;
  const certificates = certificatesIn(bytes);
  // Of a chain, the first that is no authority's.
  const certificate = certificates.find(({ ca }) => !ca) ?? certificates[0] ?? null;
  const text = bytes[0] === 0x30 ? bytes.toString('hex', 0, 20) : bytes.toString('latin1');
  const format = formats.find(([begins]) => begins.test(text));
  const key =
    certificate === null && format === undefined ? publicKeyOf(bytes) : attempt(() => certificate?.publicKey);
  if (certificate === null && !key) {
    const [, found = 'something else', maker] = format ?? [];
    return { found, expected, hint: maker === undefined ? ask : `${maker} makes PEM of it` };
  }
  if (key?.asymmetricKeyType !== 'rsa') return { found: 'a key that is not RSA', expected, hint: otherKeys };
  if (certificate === null && needsCertificate) return { found: 'a public key', expected, hint: ask };
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (scheme === 'jwe' && bits < 2048)
    return { found: `a key of ${bits} bits`, expected: '2048 or more, which jwe requires', hint: ask };
  if (certificates.length > 1 && certificates.every(({ ca }) => ca))
    return { found: `${certificates.length} certificates of authorities`, expected: 'one', hint: alone };
  return { pem: certificate?.toString() ?? key.export({ type: 'spki', format: 'pem' }).toString() };
}

function certificatesIn(bytes: Buffer): readonly X509Certificate[] {
  const blocks = bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g);
  return (blocks ?? [bytes]).flatMap((one) => attempt(() => new X509Certificate(one)) ?? []);
}

export const pemOf = (bytes: Buffer): string =>
  (bytes[0] === 0x30 && certificatesIn(bytes)[0]?.toString()) || bytes.toString('utf8');

const publicKeyOf = (key: Buffer): KeyObject | null =>
  attempt(() => createPublicKey(key)) ??
  attempt(() => createPublicKey({ key, format: 'der', type: 'spki' })) ??
  attempt(() => createPublicKey({ key, format: 'der', type: 'pkcs1' }));

export function attempt<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const modern = 'openssl pkcs12 -legacy -in FILE -nodes -out client.pem makes PEM of it';

/** Tries TLS material; says which setting is at fault. */
export function faultInTls({ ca, cert, key, pfx, passphrase }: TlsMaterial) {
  const fault = (setting: string, found: string, expected: string, hint?: string) =>
    ({ setting, found, expected, hint }) as const;
  for (const [setting, pem] of Object.entries({ ca, cert }))
    if (pem !== undefined && attempt(() => new X509Certificate(pem)) === null)
      return fault(setting, 'no certificate in PEM', 'one');
  try {
    createSecureContext({ cert, key, pfx, passphrase });
    return null;
  } catch (error) {
    const [name, text] = [pfx === undefined ? 'key' : 'pfx', String(error)];
    if (/values mismatch/.test(text))
      return fault('key', 'a key of another pair than tls.cert', 'the one that belongs to it');
    if (/mac verify failure/.test(text) || /ENCRYPTED/.test(key ?? '')) {
      const found = passphrase === undefined ? 'nothing' : 'a wrong one';
      return fault('passphrase', found, `the passphrase of tls.${name}`);
    }
    if (pfx === undefined) return fault('key', 'no private key in PEM', 'one');
    return fault('pfx', 'what OpenSSL cannot read', 'PKCS#12 with modern ciphers', modern);
  }
}
