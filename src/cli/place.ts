// What `run` does first in the folder of its reports: it takes the place of an earlier run.

import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { removeReports } from '../report/files.ts';
import { codeOf, UserError } from '../base/errors.ts';
import { notWritten, prepareFolder } from '../base/file.ts';
import { shownFile } from '../base/path.ts';

/**
 * Claims the folder for this run, reads what the run needs of an earlier one, and deletes the reports of that.
 * Rejects with a UserError if another run is writing there. `release` gives the folder back.
 */
export async function takePlace<Needed>(
  folder: string,
  shown: string,
  read: () => Promise<Needed>,
): Promise<{ readonly needed: Needed; readonly release: () => void }> {
  const release = await claim(folder, shown);
  try {
    return { needed: await read().finally(() => removeReports(folder)), release };
  } catch (error) {
    release();
    throw error instanceof UserError ? error : notWritten(shownFile(shown), error);
  }
}

/** A run says this often that it is there, and is gone if it has not for three times as long. */
const beat = 5000;

async function claim(folder: string, shown: string): Promise<() => void> {
  await prepareFolder(folder);
  const file = join(folder, '.running');
  const inUse = (): UserError => {
    const found = `${shownFile(shown)}: found another run that is writing there, expected a folder of its own`;
    const hint = 'wait for it, or name another by --out; nothing was sent';
    return new UserError('usage', 'folder-in-use', found, hint);
  };
  if (isHeld(file)) throw inUse();
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' });
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? inUse() : notWritten(shownFile(shown), error);
  }
  const timer = setInterval(() => {
    if (statSync(file, { throwIfNoEntry: false })) utimesSync(file, new Date(), new Date());
  }, beat).unref();
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}

/** A process of another container or machine is known by its beat alone. What a dead one has left is removed. */
function isHeld(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (written === undefined) return false;
  try {
    const { pid, host } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (host === hostname()) process.kill(Number(pid), 0);
  } catch (error) {
    // A process of another person is there too, and one that is just writing.
    if (codeOf(error) === 'ESRCH') rmSync(file, { force: true });
  }
  if (Date.now() - written > 3 * beat) rmSync(file, { force: true });
  return existsSync(file);
}
