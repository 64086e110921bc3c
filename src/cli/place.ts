// The folder of the reports belongs to one run at a time.

import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, UserError } from '../base/errors.ts';
import { notWritten, prepareFolder } from '../base/file.ts';
import { shownFile } from '../base/path.ts';

/** A run says this often that it is there, to other machines too. One that was killed is gone after fifteen. */
const beat = 1000;

/** Resolves with what gives it back. Rejects with a UserError if another run is writing there. */
export async function claim(folder: string, shown: string): Promise<() => void> {
  await prepareFolder(folder);
  const file = join(folder, '.running');
  const last = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  try {
    if (Math.abs(Date.now() - last) > 15 * beat) rmSync(file, { force: true });
    writeFileSync(file, '', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw notWritten(shownFile(shown), error);
    const found = `${shownFile(shown)}: found another run that is writing there, expected a folder of its own`;
    const hint = 'wait for it, remove .running if it is gone, or name another by --out; nothing was sent';
    throw new UserError('usage', 'folder-in-use', found, hint);
  }
  const timer = setInterval(() => {
    if (existsSync(file)) utimesSync(file, new Date(), new Date());
  }, beat).unref();
  const release = (): void => {
    clearInterval(timer);
    process.off('exit', release);
    rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}
