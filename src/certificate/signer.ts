import { createPrivateKey } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { UserError } from '../errors.ts';
import { findGivenProblems, isIssuedBy, nameOf } from './chain.ts';
import type { Signer } from './cms-sign.ts';
import { loadForge } from './der.ts';
import { readCertificates } from './pem.ts';
import { readUse, signingProblem } from './x509.ts';

/** A file's path as the user gave it, and its text. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** What a signer is made of. */
export interface SignerFiles {
  readonly key: NamedText;
  readonly certificate: NamedText;
  readonly chain: NamedText | null;
  /** Null: none is known. */
  readonly passphrase: string | null;
}

const leastBits = 2048;

/** Reads and checks who is to sign; throws a UserError for each thing that would make the signature worthless. */
export async function readSigner(files: SignerFiles, now: Date): Promise<Signer> {
  const key = readKey(files.key, files.passphrase);
  const [certificate, ...others] = certificatesOf(files.certificate, '--cert');
  if (certificate === undefined) throw notCertificate(files.certificate.name, '--cert');
  requireMatch(certificate, key, files);
  requireValid(certificate, files.certificate.name, now);
  await requireUsage(certificate, files.certificate.name);
  const chain = files.chain === null ? [] : certificatesOf(files.chain, '--chain');
  if (files.chain !== null) requireIssuer(certificate, chain, files.chain.name);
  const intermediates = [...others, ...chain].filter((one) => !one.raw.equals(certificate.raw));
  const from = (files.chain ?? files.certificate).name;
  for (const one of intermediates) requireValid(one, from, now);
  await requireChain(certificate, intermediates, from, now);
  return { key, certificate, intermediates };
}

const nothingSent = 'nothing was sent';

const wrong = (code: string, message: string, hint: string): UserError =>
  new UserError('usage', code, message, `${hint}; ${nothingSent}`);

function readKey({ name, text }: NamedText, passphrase: string | null): KeyObject {
  const isEncrypted = /BEGIN ENCRYPTED PRIVATE KEY|^Proc-Type: 4,ENCRYPTED/m.test(text);
  if (isEncrypted && passphrase === null) {
    throw wrong(
      'key-needs-passphrase',
      `${name}: found an encrypted private key and no passphrase`,
      'put the passphrase into an environment variable and name it with --passphrase-env',
    );
  }
  const key = parseKey(name, text, isEncrypted ? passphrase : null);
  const kind = key.asymmetricKeyType ?? 'unknown';
  if (kind !== 'rsa' && kind !== 'ec') {
    throw wrong('key-kind', `${name}: found a key of type ${kind}, expected RSA or EC`, 'use such a key');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? leastBits;
  if (bits >= leastBits) return key;
  throw wrong(
    'key-too-short',
    `${name}: found an RSA key of ${bits} bits, expected ${leastBits} or more`,
    'use a longer key',
  );
}

function parseKey(name: string, text: string, passphrase: string | null): KeyObject {
  try {
    return createPrivateKey({ key: text, format: 'pem', ...(passphrase === null ? {} : { passphrase }) });
  } catch {
    // What the platform says may quote the file.
    throw passphrase === null
      ? wrong('key-unreadable', `${name}: found no private key in PEM`, 'name the private key with --key')
      : wrong(
          'key-passphrase',
          `${name}: the passphrase does not open this private key`,
          'correct the variable that --passphrase-env names',
        );
  }
}

function certificatesOf({ name, text }: NamedText, option: string): readonly X509Certificate[] {
  const found = readCertificates(text);
  if (found === null) throw notCertificate(name, option);
  return found;
}

const notCertificate = (name: string, option: string): UserError =>
  wrong(
    'certificate-unreadable',
    `${name}: found no certificate in PEM`,
    `name a certificate with ${option}`,
  );

function requireMatch(certificate: X509Certificate, key: KeyObject, files: SignerFiles): void {
  if (certificate.checkPrivateKey(key)) return;
  throw wrong(
    'key-mismatch',
    `${files.key.name} is not the key of ${files.certificate.name} (${nameOf(certificate)})`,
    'name a key and the certificate of that key',
  );
}

function requireValid(certificate: X509Certificate, file: string, now: Date): void {
  const { validFromDate: from, validToDate: to } = certificate;
  if (now >= from && now <= to) return;
  const [state, when] = now < from ? ['not valid before', from] : ['no longer valid since', to];
  throw wrong(
    now < from ? 'signer-not-yet-valid' : 'signer-expired',
    `${file}: the certificate of ${nameOf(certificate)} is ${state} ${when.toISOString()}`,
    'use a certificate that is valid now, or set the clock',
  );
}

async function requireUsage(certificate: X509Certificate, file: string): Promise<void> {
  const problem = signingProblem(readUse(await loadForge(), certificate));
  if (problem === null) return;
  throw wrong('signer-usage', `${file}: this certificate may not sign: ${problem}`, 'use one that may');
}

function requireIssuer(certificate: X509Certificate, chain: readonly X509Certificate[], file: string): void {
  if (chain.some((one) => isIssuedBy(certificate, one))) return;
  throw wrong(
    'chain-mismatch',
    `${file}: none of its ${chain.length} certificates issued that of ${nameOf(certificate)}`,
    'name the certificates between the signer and the root with --chain',
  );
}

/** As whoever verifies the signature will look at it, as far as the chain is at hand. */
async function requireChain(
  signer: X509Certificate,
  intermediates: readonly X509Certificate[],
  file: string,
  now: Date,
): Promise<void> {
  const moments = [{ name: 'now', at: now }];
  const problems = await findGivenProblems({ signer, intermediates, moments });
  if (problems.length === 0) return;
  throw wrong(
    'chain-refused',
    `${file}: whoever verifies the signature would refuse this chain: ${problems.join('; ')}`,
    'sign with a certificate and a chain without that',
  );
}
