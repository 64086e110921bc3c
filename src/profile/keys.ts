// Key files: PEM or DER by node:crypto, PKCS#12 for TLS; another format is named, with what makes PEM of it.

import { X509Certificate, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsMaterial } from '../client/tls.ts';
import { alone, ask, formatOf, modern, otherKeys, stronger } from '../messages/key-formats.ts';

/** The RSA key of the service: PEM of its certificate, else of the bare public key; or what is wrong with it. */
export function readServiceKey(bytes: Buffer, scheme: string) {
  const needsCertificate = scheme === 'cms';
  const wanted = `an RSA certificate ${needsCertificate ? '' : 'or public key '}in PEM or DER`;
  const fault = (found: string, hint: string, expected = wanted) => ({ found, expected, hint });
  const certificates = certificatesIn(bytes);
  const own = certificates.filter(({ ca }) => !ca);
  // Of a chain, the first that is no authority's and has not expired.
  const certificate = own.find((one) => !hasExpired(one)) ?? own[0] ?? certificates[0] ?? null;
  const { name, certificate: maker, publicKey = ask } = formatOf(bytes) ?? {};
  const key = certificate || name ? attempt(() => certificate?.publicKey) : publicKeyOf(bytes);
  if (certificate === null && !key) return fault(name ?? 'something else', maker ?? publicKey);
  if (key?.asymmetricKeyType !== 'rsa') return fault('a key that is not RSA', otherKeys);
  if (certificate === null && needsCertificate) return fault('a public key', ask);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (scheme === 'jwe' && bits < 2048)
    return fault(`a key of ${bits} bits`, ask, '2048 or more, which jwe requires');
  if (certificates.length > 1 && certificates.every(({ ca }) => ca))
    return fault(`${certificates.length} certificates of authorities`, alone, 'one');
  return { pem: certificate?.toString() ?? key.export({ type: 'spki', format: 'pem' }).toString() };
}

function certificatesIn(bytes: Buffer): readonly X509Certificate[] {
  const blocks = bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g);
  return (blocks ?? [bytes]).flatMap((one) => attempt(() => new X509Certificate(one)) ?? []);
}

const hasExpired = ({ validTo }: X509Certificate): boolean => Date.parse(validTo) < Date.now();

/** Without a byte order mark; what is no text stays byte by byte. */
export const pemOf = (bytes: Buffer): string =>
  (bytes[0] === 0x30 && certificatesIn(bytes)[0]?.toString()) ||
  bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');

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

/** Tries TLS material; says which setting is at fault. */
export function faultInTls({ ca, cert, key, pfx, passphrase }: TlsMaterial) {
  const fault = (setting: string, found: string, expected: string, hint?: string) =>
    ({ setting, found, expected, hint }) as const;
  for (const [setting, pem] of Object.entries({ ca, cert }))
    if (pem !== undefined && attempt(() => new X509Certificate(pem)) === null) {
      const { name = 'something else', certificate } = formatOf(pem) ?? {};
      return fault(setting, name, 'a certificate in PEM', certificate);
    }
  try {
    createSecureContext({ cert, key, pfx, passphrase });
    return null;
  } catch (error) {
    const text = String(error);
    const [name, own, expected] = pfx
      ? ['pfx', 'PKCS#12', 'PKCS#12 with modern ciphers']
      : ['key', 'a private key', 'a private key in PEM'];
    const format = formatOf(pfx ?? key ?? '');
    if (/too (?:small|weak)/.test(text))
      return fault(pfx ? 'pfx' : 'cert', 'a certificate that is too weak', 'a safe one', stronger);
    if (format?.privateKey !== undefined && format.name !== own)
      return fault(name, format.name, expected, format.privateKey);
    if (/load private key/.test(text)) return fault(name, 'PKCS#12 without a private key', 'one with it');
    if (/values mismatch/.test(text))
      return fault(name, 'a key of another pair than tls.cert', 'the one that belongs to it');
    if (/mac verify failure/.test(text) || /ENCRYPTED/.test(key ?? '')) {
      const found = passphrase === undefined ? 'nothing' : 'a wrong one';
      return fault('passphrase', found, `the passphrase of tls.${name}`);
    }
    return fault(name, 'what OpenSSL cannot read', expected, pfx && modern);
  }
}
