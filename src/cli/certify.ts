// The command `certify`: signs what a run has left.

import type { KeyObject } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readResults } from '../api/read-results.ts';
import { readEnvironment, variable } from '../base/environment.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import { some } from '../base/visible.ts';
import { certify as sign } from '../certificate/certify.ts';
import { signWith } from '../certificate/command.ts';
import { writeFolder } from '../certificate/folder.ts';
import { readCertificate, readSigningKey } from '../certificate/sign.ts';
import { readKey } from '../certificate/verify-folder.ts';
import { exitCodeOf } from '../results/totals.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { quoteArgument } from '../base/shell.ts';
import { wrapped } from './terminal.ts';

/** Resolves with 0 for a certificate; for a record with the exit code of the run, 3 where that is 0. */
export async function certify(
  options: Options<'certify'>,
  [source = '']: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { cwd, terminal } = invocation;
  const { cert, out, reference: isReferenceAllowed } = options;
  const results = await readResults(source, cwd);
  const key = options.signWith === undefined ? await keyOf(options, invocation) : null;
  const certificate =
    cert === undefined ? null : await readKey(cert, cwd, (pem) => requireOwn(pem, key), '--cert');
  const signer = key ?? signWith(options.signWith ?? '', cwd);
  const now = new Date();
  const { statement, files } = await sign(results, {
    signer,
    certificate,
    isReferenceAllowed,
    now,
  });
  await writeFolder(resolve(cwd, out), files);
  const isCertificate = statement.kind === 'certificate';
  const title = isCertificate
    ? '✓ certificate'
    : '✗ no certificate, but a signed record of why there is none';
  terminal.write(`${title}\n`);
  for (const [id, { class: reached, prevents }] of Object.entries(statement.variants)) {
    const missed = reached === 'none' ? `no class, kept from it by ${some(prevents, 5)}` : `class ${reached}`;
    terminal.write(wrapped(`  variant ${id}: ${missed}`, terminal.width));
  }
  for (const { name } of files) terminal.write(`  ${shownFile(join(out, name))}\n`);
  const check = `${program} verify ${quoteArgument(out)} --key FILE`;
  terminal.write(`Check it with the public key or certificate of the signer:\n  ${check}\n`);
  return isCertificate ? 0 : exitCodeOf(results, false) || 3;
}

async function keyOf(
  { key, passphraseEnv: name }: Options<'certify'>,
  { cwd, env }: Invocation,
): Promise<KeyObject> {
  if (key === undefined) {
    const found = 'certify: found no signer, expected --key FILE or --sign-with COMMAND';
    const hint = 'openssl genpkey -algorithm ed25519 -out signer.key makes a key; nothing was signed';
    throw new UserError('usage', 'no-signer', found, hint);
  }
  const passphrase = name === undefined ? null : variable(await readEnvironment(cwd, env), name);
  if (name !== undefined && passphrase === null) {
    const found = `--passphrase-env: found ${name}, which is not set`;
    throw new UserError('usage', 'passphrase-unset', found, 'set it in the environment or .env');
  }
  return readKey(key, cwd, (pem) => readSigningKey(pem, passphrase ?? undefined));
}

/** What a reader is shown beside the signature belongs to it. Throws a RangeError. */
function requireOwn(pem: Uint8Array, key: KeyObject | null): Uint8Array {
  const certificate = readCertificate(Buffer.from(pem).toString());
  if (key === null || certificate.checkPrivateKey(key)) return pem;
  throw new RangeError('found the certificate of another key, expected that of --key');
}
