// Writes a file that a user has named.

import { writeFile } from 'node:fs/promises';
import { UserError } from '../base/errors.ts';
import { obstacleOf } from '../base/file.ts';

/** `shown`: how the message names it. Rejects with a UserError, also for a file that is there, unless forced. */
export async function writeNew(
  file: string,
  content: string | Uint8Array,
  shown: string,
  isForced = false,
): Promise<void> {
  await writeFile(file, content, { flag: isForced ? 'w' : 'wx' }).catch((error: unknown) => {
    const found = `${shown}: found ${obstacleOf(error)}, expected a place for a new file`;
    const hint = 'name another file, or use --force where the command has it';
    throw new UserError('usage', 'not-written', found, hint);
  });
}
