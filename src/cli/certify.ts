// The command `certify`: signs what a run has left.

import type { KeyObject } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readResults } from '../api/read-results.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import { quoteArgument } from '../base/shell.ts';
import { certify as sign } from '../certificate/certify.ts';
import { signWith } from '../certificate/command.ts';
import { requireEmpty, writeFolder } from '../certificate/folder.ts';
import { classesIn } from '../certificate/lines.ts';
import { readCertificate, readSigningKey, requireCurrent } from '../certificate/sign.ts';
import { readKey } from '../certificate/verify-folder.ts';
import { exitCodeOf } from '../results/totals.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { tell } from './terminal.ts';

/** Resolves with 0 for a certificate; for a record with the exit code of the run, 3 where that is 0. */
export async function certify(
  { key: file, signWith: command = '', cert, out, reference: isReferenceAllowed }: Options<'certify'>,
  [source = '']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const results = await readResults(source, cwd);
  await requireEmpty(resolve(cwd, out));
  if (file === undefined && command === '') {
    const found = 'certify: found no signer, expected --key FILE or --sign-with COMMAND';
    const hint = 'openssl genpkey -algorithm ed25519 -out signer.key makes a key; nothing was signed';
    throw new UserError('usage', 'no-signer', found, hint);
  }
  const key = file === undefined ? null : await readKey(file, cwd, readSigningKey);
  const [signer, now] = [key ?? signWith(command, cwd), new Date()];
  const certificate =
    cert === undefined ? null : await readKey(cert, cwd, (pem) => requireOwn(pem, key, now), '--cert');
  const { statement, files } = await sign(results, { signer, certificate, isReferenceAllowed, now });
  await writeFolder(resolve(cwd, out), files);
  const isCertificate = statement.kind === 'certificate';
  tell(
    terminal,
    isCertificate ? '✓ certificate' : '✗ no certificate, but a signed record of why there is none',
    ...classesIn(statement),
    ...files.map(({ name }) => `  ${shownFile(join(out, name))}`),
    'Check it by the public key, certificate or authority of the signer:',
  );
  const by = key === null ? '--verify-with COMMAND' : '--key FILE';
  terminal.write(`  ${program} verify ${quoteArgument(out)} ${by}\n`);
  return isCertificate ? 0 : exitCodeOf(results, false) || 3;
}

/** What a reader is shown beside the signature belongs to it. Throws a RangeError. */
function requireOwn(pem: Uint8Array, key: KeyObject | null, now: Date): Uint8Array {
  const certificate = readCertificate(Buffer.from(pem).toString());
  requireCurrent(certificate, now, 'name one that is valid now, or leave --cert out');
  if (key === null || certificate.checkPrivateKey(key)) return pem;
  throw new RangeError('found the certificate of another key, expected that of --key');
}
