import { generateKeyPair, randomBytes } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type forge from 'node-forge';
import { UserError } from '../errors.ts';
import { loadForge } from './der.ts';
import type { Forge } from './der.ts';

const names = ['root.pem', 'root.key', 'signer.pem', 'signer.key'] as const;
const bits = 3072;
const years = { root: 10, signer: 2 } as const;
const organisation = 'TEST ONLY (demonstration)';

interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Writes a demonstration authority: root.pem, root.key, signer.pem, signer.key; gives their paths. Rejects with a UserError where one of them is there already. */
export async function writeAuthority(folder: string, now: Date): Promise<readonly string[]> {
  for (const name of names) await requireNone(join(folder, name));
  const library = await loadForge();
  const [root, signer] = await Promise.all([makeKeys(), makeKeys()]);
  const files: Readonly<Record<(typeof names)[number], string>> = {
    'root.pem': certify(library, 'root', root, root, now),
    'root.key': root.privateKey,
    'signer.pem': certify(library, 'signer', signer, root, now),
    'signer.key': signer.privateKey,
  };
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw notWritten(folder, error);
  });
  const written: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeNew(path, text, name.endsWith('.key') ? 0o600 : 0o644);
    written.push(path);
  }
  return written;
}

async function makeKeys(): Promise<KeyPair> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function certify(
  { pki, md }: Forge,
  role: keyof typeof years,
  own: KeyPair,
  issuer: KeyPair,
  now: Date,
): string {
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(own.publicKey);
  certificate.serialNumber = positiveSerial();
  // Another machine's clock may be behind.
  certificate.validity.notBefore = new Date(now.getTime() - 3_600_000);
  certificate.validity.notAfter = new Date(now.getTime() + years[role] * 365 * 86_400_000);
  certificate.setSubject(nameOf(role));
  certificate.setIssuer(nameOf('root'));
  certificate.setExtensions(extensionsOf(role));
  certificate.sign(pki.privateKeyFromPem(issuer.privateKey), md.sha256.create());
  return pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

/** The top bit would make it negative. */
function positiveSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

const nameOf = (role: keyof typeof years): forge.pki.CertificateField[] => [
  { name: 'organizationName', value: organisation },
  { name: 'commonName', value: `Demonstration ${role} (TEST ONLY)` },
];

function extensionsOf(role: keyof typeof years): object[] {
  const isRoot = role === 'root';
  return [
    { name: 'basicConstraints', cA: isRoot, critical: true },
    isRoot
      ? { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      : { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    ...(isRoot ? [] : [{ name: 'extKeyUsage', emailProtection: true }]),
    { name: 'subjectKeyIdentifier' },
  ];
}

/** Before anything is made, so that no half of an authority is left behind. */
async function requireNone(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  const hint = 'name an empty or a new folder; nothing is ever overwritten';
  throw new UserError('usage', 'authority-exists', `${path} is there already`, hint);
}

/** Fails where somebody else has written the file meanwhile. */
async function writeNew(path: string, text: string, mode: number): Promise<void> {
  try {
    await writeFile(path, text, { mode, flag: 'wx' });
  } catch (error) {
    throw notWritten(path, error);
  }
}

function notWritten(path: string, error: unknown): UserError {
  const why = error instanceof Error ? error.message : String(error);
  const hint = 'name a folder that can be written to';
  return new UserError('usage', 'authority-not-written', `${path} cannot be written: ${why}`, hint);
}
