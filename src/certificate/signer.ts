import { createPrivateKey } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { pemBlocks } from '../base/der.ts';
import { UserError } from '../base/errors.ts';
import { variable } from '../base/environment.ts';
import type { Environment } from '../base/environment.ts';
import { readBytes } from '../base/file.ts';
import { readFormats, readKeyBundle } from '../base/key-bundle.ts';
import { isEncryptedPem } from '../base/pem.ts';
import { publicKeyOf } from '../base/x509.ts';
import { keyProblem } from './algorithm.ts';
import { mostDays } from './certificate.ts';
import { readSignature, signDetached } from './cms.ts';
import { runInShell } from './shell.ts';
import { findChainProblems, isIssuedBy, longestChain, nameOf, openCertificates } from './chain.ts';
import type { Chain } from './chain.ts';

/** Options of `certify` for signing: either `key` or `signWith` is set. */
export interface SignerOptions {
  readonly key: string | undefined;
  /** A shell command that reads the content and prints a detached CMS signature. */
  readonly signWith: string | undefined;
  readonly cert: string;
  readonly chain: string | undefined;
  /** Name of a variable, plain or as `${NAME}`. */
  readonly passphraseEnv: string | undefined;
  readonly validDays: number | undefined;
}

export interface Signer {
  readonly chain: Chain;
  /** Rejects with a UserError if the program fails or signs wrongly. */
  readonly sign: (content: Uint8Array, moment: Date) => Promise<Uint8Array>;
  readonly validDays: number;
  /** Why `verify` cannot check this signer's signatures; null if it can. */
  readonly warning: string | null;
}

const subjectOf = (certificate: X509Certificate): string => nameOf(certificate);

const wrong = (code: string, problem: string, hint: string): UserError =>
  new UserError('usage', code, problem, `${hint}; nothing was sent`);

/**
 * Reads and checks everything that signing needs. Rejects with a UserError if `verify` would refuse the
 * signature.
 */
export async function readSigner(
  options: SignerOptions,
  env: Environment,
  cwd: string,
  now: Date,
): Promise<Signer> {
  const { validDays = 365, cert, chain: bundle, key: keyFile, signWith } = options;
  if (validDays > mostDays) {
    const problem = `--valid-days: found ${validDays}, expected at most ${mostDays}`;
    throw wrong('too-many-days', problem, 'give fewer');
  }
  const keyBytes = keyFile === undefined ? null : await readNamed(keyFile, 'key', cwd);
  const certBytes = await readNamed(cert, 'cert', cwd);
  const chainBytes = bundle === undefined ? null : await readNamed(bundle, 'chain', cwd);
  const passphrase = keyBytes === null ? null : passphraseOf(options.passphraseEnv, env);
  const key = keyBytes === null ? null : await readKey(keyFile ?? '', keyBytes, passphrase);
  const certificates = await certificatesOf(cert, certBytes, '--cert', passphrase);
  // An authority's certificate may stand before that of the key.
  const signer = certificates.find((one) => key !== null && one.checkPrivateKey(key)) ?? certificates[0];
  const beside = certificates.filter((one) => one !== signer);
  if (key !== null && !signer.checkPrivateKey(key)) {
    const problem = `${keyFile} is not the key of ${cert} (${subjectOf(signer)})`;
    throw wrong('key-mismatch', problem, 'name a key and the certificate of that key');
  }
  const given =
    chainBytes === null ? [] : await certificatesOf(bundle ?? '', chainBytes, '--chain', passphrase);
  if (chainBytes !== null && !given.some((one) => isIssuedBy(signer, one))) {
    const problem = `${bundle}: none of its ${given.length} certificates issued that of ${subjectOf(signer)}`;
    throw wrong(
      'chain-mismatch',
      problem,
      'name the certificates between the signer and the root with --chain',
    );
  }
  const chain = inOrder(signer, [...beside, ...given]);
  const problems = findChainProblems(chain, null, [{ name: 'now', at: now }]);
  const isForeign = signWith !== undefined && publicKeyOf(signer) === null;
  if (problems.length > 0 && !isForeign) {
    const problem = `${bundle ?? cert}: verify would refuse this chain: ${problems.join('; ')}`;
    throw wrong('chain-refused', problem, 'sign with a certificate and a chain without that');
  }
  return {
    chain,
    sign: async (content, moment) =>
      key === null
        ? signOutside(signWith ?? '', content, chain, cwd)
        : signDetached(content, key, chain, moment),
    validDays,
    warning: isForeign
      ? `verify cannot check a signature by ${subjectOf(signer)}, whose key is of a kind that it does not know: it needs --verify-with`
      : null,
  };
}

/** Orders certificates from each one to its issuer. Drops unrelated ones. */
function inOrder(signer: X509Certificate, pool: readonly X509Certificate[]): Chain {
  const chain: [X509Certificate, ...X509Certificate[]] = [signer];
  while (chain.length <= longestChain) {
    const last = chain.at(-1) ?? signer;
    const next = pool.find(
      (one) => !chain.some((taken) => taken.raw.equals(one.raw)) && isIssuedBy(last, one),
    );
    if (next === undefined) break;
    chain.push(next);
  }
  return chain;
}

async function readNamed(path: string, option: string, cwd: string): Promise<Uint8Array> {
  const file = await readBytes(resolve(cwd, path));
  if (file.kind === 'read') return file.content;
  const problem = `--${option}: ${path}: found ${file.found}, expected a file in ${readFormats}`;
  throw wrong('file-unreadable', problem, 'name a file that is there');
}

async function certificatesOf(
  name: string,
  bytes: Uint8Array,
  option: string,
  passphrase: string | null,
): Promise<Chain> {
  const certificates = await openCertificates(bytes, passphrase ?? undefined);
  if (typeof certificates !== 'string') return certificates;
  const problem = `${option}: ${name}: found ${certificates}, expected a certificate in ${readFormats}`;
  throw wrong('certificate-unreadable', problem, `name a certificate with ${option}`);
}

function passphraseOf(given: string | undefined, env: Environment): string | null {
  if (given === undefined) return null;
  const value = variable(env, /^\$\{(.+)\}$/.exec(given)?.[1] ?? given);
  if (value !== null) return value;
  // Do not quote the value: it may be the passphrase itself.
  const problem = '--passphrase-env: the variable that it names is not set';
  throw wrong('passphrase-unset', problem, 'set it, or put it into .env');
}

async function readKey(name: string, bytes: Uint8Array, passphrase: string | null): Promise<KeyObject> {
  const bundle = await readKeyBundle(bytes, passphrase ?? undefined);
  const [pem] = bundle.kind === 'bundle' ? bundle.privateKeys : [];
  const isEncrypted = bundle.kind === 'locked' || (pem !== undefined && isEncryptedPem(pem));
  if (isEncrypted && passphrase === null) {
    const hint = 'put the passphrase into an environment variable and name it with --passphrase-env';
    throw wrong('key-needs-passphrase', `${name}: found an encrypted private key and no passphrase`, hint);
  }
  const key = pem === undefined ? null : parseKey(pem, isEncrypted ? passphrase : null);
  if (key === null) {
    const found = bundle.kind === 'unreadable' ? bundle.found : 'no private key';
    throw isEncrypted
      ? wrong(
          'key-passphrase',
          `${name}: the passphrase does not open this private key`,
          'correct the variable that --passphrase-env names',
        )
      : wrong(
          'key-unreadable',
          `--key: ${name}: found ${found}, expected a private key in ${readFormats}`,
          'name the private key with --key',
        );
  }
  const kind = key.asymmetricKeyType ?? 'unknown';
  const problem =
    kind === 'rsa' || kind === 'ec' ? keyProblem(key) : `a key of type ${kind}, expected RSA or EC`;
  if (problem !== null) throw wrong('key-refused', `${name}: found ${problem}`, 'use another key');
  return key;
}

/** Null if the key is unreadable. Node's message is dropped because it may quote the file. */
function parseKey(key: string, passphrase: string | null): KeyObject | null {
  try {
    return createPrivateKey({ key, format: 'pem', ...(passphrase === null ? {} : { passphrase }) });
  } catch {
    return null;
  }
}

async function signOutside(
  command: string,
  content: Uint8Array,
  chain: Chain,
  cwd: string,
): Promise<Uint8Array> {
  const fail = (problem: string): UserError =>
    new UserError(
      'usage',
      'sign-with-failed',
      `--sign-with: ${problem}`,
      'the command has to print a detached CMS signature of its standard input, in DER or PEM',
    );
  const printed = await runInShell(command, content, { cwd });
  if (typeof printed === 'string') throw fail(printed);
  const blocks = pemBlocks(printed.toString('latin1'));
  const signature = blocks.find(({ label }) => label === 'CMS' || label === 'PKCS7')?.bytes ?? printed;
  const read = readSignature(content, signature, chain);
  if (typeof read === 'string') throw fail(`its output cannot be used: ${read}`);
  return signature;
}
