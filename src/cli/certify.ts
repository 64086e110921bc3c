// The command `certify`: signs what a run has left.

import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readResults } from '../api/read-results.ts';
import { runChild } from '../base/child.ts';
import { readEnvironment, variable } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { notWritten, prepareFolder, readBytes, writeWhole } from '../base/file.ts';
import { program } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import { certify as sign } from '../certificate/certify.ts';
import { readCertificate, readSigningKey } from '../certificate/sign.ts';
import { fileNames, statementNames } from '../certificate/statement.ts';
import { exitCodeOf } from '../results/totals.ts';
import type { Invocation } from './invocation.ts';

export interface CertifyWords {
  readonly key?: string;
  readonly signWith?: string;
  readonly passphraseEnv?: string;
  readonly cert?: string;
  readonly out: string;
  readonly reference?: boolean;
}

/** Milliseconds for a person with a card reader, and bytes of a signature with its chain. */
const limits = { time: 300_000, output: 1024 ** 2, complaint: 4096 } as const;

export async function certify(
  options: CertifyWords,
  [source = '']: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { cwd, terminal } = invocation;
  const results = await readResults(source, cwd);
  const signer = await signerOf(options, invocation);
  const certificate = options.cert === undefined ? null : await readNamed('--cert', options.cert, cwd);
  if (certificate !== null) requireOwn(certificate, signer);
  const folder = resolve(cwd, options.out);
  const shown = shownFile(options.out);
  await requireOwnFolder(folder, shown);
  const isReferenceAllowed = options.reference === true;
  const { statement, files } = await sign(results, {
    signer,
    certificate,
    isReferenceAllowed,
    now: new Date(),
  });
  await prepareFolder(folder);
  for (const name of ownNames) await rm(join(folder, name), { force: true });
  for (const { name, content } of files)
    await writeWhole(join(folder, name), content).catch((error: unknown) => {
      throw notWritten(shown, error);
    });
  const isCertificate = statement.kind === 'certificate';
  const reached = Object.entries(statement.variants).map(
    ([id, one]) =>
      [`variant ${id}: ${one.class === 'none' ? 'no class' : `class ${one.class}`}`, one.prevents] as const,
  );
  terminal.write(
    [
      `${isCertificate ? '✓ certificate' : '✗ no certificate, but a signed record'}: ${reached.map(([said]) => said).join(', ')}\n`,
      ...reached.flatMap(([said, prevents]) =>
        isCertificate || !said.includes('no class')
          ? []
          : [`  ${said}: ${prevents.slice(0, 8).join(', ')}\n`],
      ),
      ...files.map(({ name }) => `  ${shownFile(join(options.out, name))}\n`),
      `Check it with: ${program} verify ${shown} --key FILE, the public key or certificate of the signer\n`,
    ].join(''),
  );
  return isCertificate ? 0 : exitCodeOf(results, false) || 3;
}

const ownNames: readonly string[] = [
  ...Object.values(fileNames),
  ...Object.values(statementNames).flatMap((names) => Object.values(names)),
];

const wrong = (option: string, found: string, hint = 'nothing was signed'): UserError =>
  new UserError('usage', 'signer-unusable', `${option}: ${found}`, hint);

async function readNamed(option: string, file: string, cwd: string): Promise<Uint8Array> {
  const read = await readBytes(resolve(cwd, file));
  if (read.kind === 'read') return read.content;
  throw wrong(option, `found ${read.found} at ${shownFile(file)}, expected a file in PEM`);
}

async function signerOf({ key, signWith, passphraseEnv }: CertifyWords, { cwd, env, signal }: Invocation) {
  if (key !== undefined) {
    const name = passphraseEnv ?? '';
    const passphrase = variable(await readEnvironment(cwd, env), name) ?? undefined;
    if (passphraseEnv !== undefined && passphrase === undefined)
      throw wrong('--passphrase-env', `found ${name}, which is not set`);
    try {
      return readSigningKey(await readNamed('--key', key, cwd), passphrase);
    } catch (error) {
      throw error instanceof RangeError ? wrong('--key', error.message) : error;
    }
  }
  if (signWith === undefined) {
    const hint = 'openssl genpkey -algorithm ed25519 -out signer.key makes a key; nothing was signed';
    throw wrong('certify', 'found no signer, expected --key FILE or --sign-with COMMAND', hint);
  }
  return async (sums: Uint8Array): Promise<Uint8Array> => {
    const child = { command: signWith, cwd, input: sums, limits, signal, keepsTerminal: true } as const;
    const { failure, output, complaint } = await runChild(child);
    if (failure === null && output.length > 0) return output;
    const said = complaint.toString().trim().split('\n')[0] ?? '';
    throw wrong(
      '--sign-with',
      `the command ${failure ?? 'printed no signature'}${said === '' ? '' : `: ${said}`}`,
    );
  };
}

/** What a reader is shown beside the signature must belong to it. */
function requireOwn(pem: Uint8Array, signer: KeyObject | object): void {
  try {
    const certificate: X509Certificate = readCertificate(Buffer.from(pem).toString());
    if (!('type' in signer) || certificate.checkPrivateKey(signer)) return;
  } catch (error) {
    throw error instanceof RangeError ? wrong('--cert', error.message) : error;
  }
  throw wrong('--cert', 'found the certificate of another key, expected that of --key');
}

/** A folder that holds anything else is not touched. */
async function requireOwnFolder(folder: string, shown: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = await readdir(folder).catch((error: unknown) => {
    throw notWritten(shown, error);
  });
  const isFormer = names.includes(fileNames.sums);
  const other = names.find((name) => !isFormer || !ownNames.includes(name));
  if (other === undefined) return;
  const found = `${shown}: found ${shownFile(other)}, expected a new folder or one of a former certificate`;
  throw new UserError('usage', 'foreign-folder', found, 'name another folder by --out; nothing was signed');
}
