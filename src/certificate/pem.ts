import { X509Certificate } from 'node:crypto';

/** All certificates of a PEM file, other blocks left out; null where there is none, or one that is broken. */
export function readCertificates(text: string): readonly X509Certificate[] | null {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return blocks.length === 0 ? null : blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

/** Certificates as a PEM file that holds nothing else. */
export function writeCertificates(certificates: readonly X509Certificate[]): string {
  return certificates.map((one) => one.toString()).join('');
}
