import { exec } from 'node:child_process';
import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type forge from 'node-forge';
import { UserError } from '../errors.ts';
import { variable } from '../target/environment.ts';
import type { Environment } from '../target/environment.ts';
import { readBytes } from '../target/file.ts';
import { isEncryptedPem } from '../target/key-format.ts';
import { mostBytes, mostDays } from './certificate.ts';
import { readSignature, signDetached } from './cms.ts';
import {
  findChainProblems,
  isIssuedBy,
  keyProblem,
  loadForge,
  longestChain,
  nameOf,
  publicKeyOf,
  readCertificates,
} from './x509.ts';
import type { Forge } from './x509.ts';

/** What the options of `certify` name; either `key` or `signWith`. */
export interface SignerOptions {
  readonly key: string | undefined;
  /** A command for the shell: it reads what is to be signed and prints a detached CMS signature. */
  readonly signWith: string | undefined;
  readonly cert: string;
  readonly chain: string | undefined;
  /** Name of a variable, as it is or as `${NAME}`. */
  readonly passphraseEnv: string | undefined;
  readonly validDays: number | undefined;
}

/** Who signs, and for how long. */
export interface Signer {
  /** From the signer towards the root. */
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
  /** Rejects with a UserError where a program does not sign as it should. */
  readonly sign: (content: Uint8Array, moment: Date) => Promise<Uint8Array>;
  readonly validDays: number;
  /** Why `verify` cannot check what this signer signs, or null. */
  readonly warning: string | null;
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

const wrong = (code: string, said: string, hint: string): UserError =>
  new UserError('usage', code, said, `${hint}; nothing was sent`);

/** Reads and checks all that a certificate is signed with, before anything is sent; rejects with a UserError for each thing that would make the signature worthless. */
export async function readSigner(
  options: SignerOptions,
  env: Environment,
  cwd: string,
  now: Date,
): Promise<Signer> {
  const { validDays = 365, key, signWith } = options;
  if (validDays > mostDays) {
    const said = `--valid-days: found ${validDays}, expected at most ${mostDays}`;
    throw wrong('too-many-days', said, 'give fewer');
  }
  const named = key === undefined ? null : await readNamed(key, 'key', cwd);
  const certificate = await readNamed(options.cert, 'cert', cwd);
  const others = options.chain === undefined ? null : await readNamed(options.chain, 'chain', cwd);
  const own = named === null ? null : readKey(named, passphraseOf(options.passphraseEnv, env));
  const [signer, ...beside] = certificatesOf(certificate, '--cert');
  if (signer === undefined) throw notCertificate(certificate.name, '--cert');
  if (own !== null && !signer.checkPrivateKey(own)) {
    const said = `${named?.name} is not the key of ${certificate.name} (${nameOf(signer)})`;
    throw wrong('key-mismatch', said, 'name a key and the certificate of that key');
  }
  const given = others === null ? [] : certificatesOf(others, '--chain');
  if (others !== null && !given.some((one) => isIssuedBy(signer, one))) {
    const said = `${others.name}: none of its ${given.length} certificates issued that of ${nameOf(signer)}`;
    throw wrong('chain-mismatch', said, 'name the certificates between the signer and the root with --chain');
  }
  const chain = inOrder(signer, [...beside, ...given]);
  const problems = await findChainProblems(chain, null, [{ name: 'now', at: now }]);
  const isForeign = signWith !== undefined && publicKeyOf(signer) === null;
  if (problems.length > 0 && !isForeign) {
    const said = `${(others ?? certificate).name}: verify would refuse this chain: ${problems.join('; ')}`;
    throw wrong('chain-refused', said, 'sign with a certificate and a chain without that');
  }
  return {
    chain,
    sign:
      own === null
        ? (content) => signOutside(signWith ?? '', content, chain, cwd)
        : (content, moment) => signDetached(content, own, chain, moment),
    validDays,
    warning: isForeign
      ? `verify cannot check a signature by ${nameOf(signer)}, whose key is of a kind that it does not know: check it with OpenSSL`
      : null,
  };
}

/** From one issuer to the next; what does not lead on is ignored. */
function inOrder(signer: X509Certificate, pool: readonly X509Certificate[]): Signer['chain'] {
  const chain: [X509Certificate, ...X509Certificate[]] = [signer];
  for (let last = signer; chain.length <= longestChain;) {
    const next = pool.find(
      (one) => !chain.some((taken) => taken.raw.equals(one.raw)) && isIssuedBy(last, one),
    );
    if (next === undefined) break;
    chain.push(next);
    last = next;
  }
  return chain;
}

async function readNamed(path: string, option: string, cwd: string): Promise<NamedText> {
  const file = await readBytes(resolve(cwd, path));
  if (file.kind === 'read') return { name: path, text: Buffer.from(file.content).toString('latin1') };
  const said = `--${option}: ${path}: found ${file.found}, expected a PEM file`;
  throw wrong('file-unreadable', said, 'name a file that is there');
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

function passphraseOf(given: string | undefined, env: Environment): string | null {
  if (given === undefined) return null;
  const name = /^\$\{(.+)\}$/.exec(given)?.[1] ?? given;
  const value = variable(env, name);
  if (value !== null) return value;
  // What was given may be the passphrase itself.
  const said = '--passphrase-env: the variable that it names is not set';
  throw wrong('passphrase-unset', said, 'set it, or put it into .env');
}

function readKey({ name, text }: NamedText, passphrase: string | null): KeyObject {
  const isEncrypted = isEncryptedPem(text);
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
  const problem = keyProblem(key);
  if (problem === null) return key;
  throw wrong('key-too-short', `${name}: found ${problem}`, 'use another key');
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

/** Milliseconds for a program: a person may have to touch a key. */
const patience = 300_000;

async function signOutside(
  command: string,
  content: Uint8Array,
  chain: Signer['chain'],
  cwd: string,
): Promise<Uint8Array> {
  const fail = (said: string): UserError =>
    new UserError(
      'usage',
      'sign-with-failed',
      `--sign-with: ${said}`,
      'the command has to print a detached CMS signature of its standard input, in DER or PEM',
    );
  const printed = await new Promise<Buffer>((done, reject) => {
    const limits = { cwd, encoding: 'buffer', maxBuffer: mostBytes.small, timeout: patience } as const;
    const child = exec(command, limits, (error, output, said) => {
      if (error === null) done(output);
      else reject(fail(`the command failed (${codeOf(error)}): ${said.toString('utf8').slice(0, 1000)}`));
    });
    // A program that does not read its input says why by itself.
    child.stdin?.on('error', () => undefined).end(content);
  });
  const text = printed.toString('latin1');
  const [, body] = /-----BEGIN (?:CMS|PKCS7)-----([^-]+)-----END/.exec(text) ?? [];
  const signature = body === undefined ? printed : Buffer.from(body, 'base64');
  const read = await readSignature(content, signature, chain);
  if (typeof read === 'string') throw fail(`its output cannot be used: ${read}`);
  return signature;
}

const names = ['root.pem', 'root.key', 'signer.pem', 'signer.key'] as const;
const years = { root: 10, signer: 2 } as const;

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
  try {
    await mkdir(folder, { recursive: true });
    for (const name of names) {
      // Fails where somebody else has written the file meanwhile.
      const mode = name.endsWith('.key') ? 0o600 : 0o644;
      await writeFile(join(folder, name), files[name], { mode, flag: 'wx' });
    }
  } catch (error) {
    const said = `${folder} cannot be written to: ${error instanceof Error ? error.message : String(error)}`;
    throw new UserError('usage', 'authority-not-written', said, 'name a folder that can be written to');
  }
  return names.map((name) => join(folder, name));
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

const makeKeys = (): Promise<KeyPair> =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

function certify(
  { pki, md }: Forge,
  role: keyof typeof years,
  own: KeyPair,
  issuer: KeyPair,
  now: Date,
): string {
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(own.publicKey);
  // The top bit would make it negative.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = serial.toString('hex');
  // Another machine's clock may be behind.
  certificate.validity.notBefore = new Date(now.getTime() - 3_600_000);
  certificate.validity.notAfter = new Date(now.getTime() + years[role] * 365 * 86_400_000);
  const subject = (name: string): forge.pki.CertificateField[] => [
    { name: 'organizationName', value: 'TEST ONLY (demonstration)' },
    { name: 'commonName', value: `Demonstration ${name} (TEST ONLY)` },
  ];
  certificate.setSubject(subject(role));
  certificate.setIssuer(subject('root'));
  const isRoot = role === 'root';
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isRoot, critical: true },
    isRoot
      ? { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      : { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    ...(isRoot ? [] : [{ name: 'extKeyUsage', emailProtection: true }]),
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(pki.privateKeyFromPem(issuer.privateKey), md.sha256.create());
  return pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}
