import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { blocked, partner } from '../execution/small-service.test-support.ts';

/** The public key that the small service's private key belongs to. */
export const publicKey = fileURLToPath(new URL('../../fixtures/keys/service.pem', import.meta.url));

/** Writes a target profile that fits the small service at that address; gives the file's path. */
export async function writeProfile(
  folder: string,
  baseUrl: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const file = join(folder, 'target.yaml');
  const profile = {
    name: 'a service of few banks',
    baseUrl,
    variants: { a: {}, b: { bankCode: 'acme' } },
    credentials: { partnerName: 1042, partnerPassword: partner.password, useAuthByCert: 'true' },
    encryption: { scheme: 'rsa-oaep', hash: 'sha256', key: publicKey },
    conditions: {
      unauthorized: { unknownPartner: '900900900' },
      'partner-blocked': { credentials: { partnerName: 1043, partnerPassword: blocked.password } },
      unavailable: { headers: { 'X-Fault': 'yes' } },
    },
    limits: { failedLogins: 100 },
    ...more,
  };
  await writeFile(file, stringify(profile));
  return file;
}

/** Writes a reviews file in which a person wrote down a password, which every run would put into its record; gives its path. */
export async function writeLeakyReviews(folder: string, secret: string): Promise<string> {
  const file = join(folder, 'reviews.yaml');
  const review = {
    case: 'a.success',
    text: 'x',
    decision: 'pass',
    name: 'A person',
    date: '2026-01-01',
    note: `see ${secret}`,
  };
  await writeFile(file, stringify([review]));
  return file;
}
