// The command `verify`: checks a certificate offline.

import { UserError } from '../base/errors.ts';
import { jsonText } from '../base/json-text.ts';
import { linesOf } from '../certificate/lines.ts';
import { verify as check } from '../certificate/verify-folder.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { tell } from './terminal.ts';

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-rules': 3 } as const;

export async function verify(
  { key, verifyWith = '', json }: Options<'verify'>,
  [folder = '']: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  if (key === undefined && verifyWith === '') {
    const found = 'verify: found no key of the signer, expected --key FILE or --verify-with COMMAND';
    throw new UserError('usage', 'no-key', found, 'name the key that the signer has published');
  }
  const found = await check(folder, key === undefined ? { cwd, verifyWith } : { cwd, key });
  const exitCode = exitCodes[found.kind];
  if (json) terminal.write(jsonText({ valid: found.kind === 'valid', exitCode, ...found }));
  else tell(terminal, ...linesOf(found));
  return exitCode;
}
