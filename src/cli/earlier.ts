// What `run` does first in the folder of its reports: it takes the place of an earlier run.
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { removeReports } from '../api/own-reports.ts';
import { UserError } from '../base/errors.ts';
import { shownFile } from '../base/path.ts';
import { notWritten, prepareFolder } from '../base/write-file.ts';
import type { Foreign, Since } from '../comparison/since.ts';
import { formats } from '../report/format.ts';
import type { Results } from '../results/results.ts';
import type { Invocation } from './invocation.ts';
import { wrapped } from './terminal.ts';

type Surroundings = Pick<Invocation, 'cwd' | 'terminal'>;

/**
 * Claims the folder for this run, reads what the run needs of an earlier one, and deletes the reports of that.
 * Rejects with a UserError if another run is writing there. `release` gives the folder back.
 */
export async function takePlace<Needed>(
  folder: string,
  read: () => Promise<Needed>,
  { cwd }: Pick<Surroundings, 'cwd'>,
): Promise<{ readonly needed: Needed; readonly release: () => void }> {
  const release = await claim(folder, shownFile(relative(cwd, folder) || '.'));
  try {
    const needed = await read().finally(() => removeReports(folder));
    return { needed, release };
  } catch (error) {
    release();
    throw error instanceof UserError ? error : notWritten(folder, error);
  }
}

/** A run says this often that it is there, and is gone if it has not for three times as long. */
const beat = 5000;

async function claim(folder: string, shown: string): Promise<() => void> {
  await prepareFolder(folder);
  const file = join(folder, '.running');
  if (isAlive(file)) {
    const message = `${shown}: found another run that is writing there, expected a folder of its own`;
    throw new UserError(
      'usage',
      'folder-in-use',
      message,
      'wait for it, or name another by --out; nothing was sent',
    );
  }
  rmSync(file, { force: true });
  const me = JSON.stringify({ pid: process.pid, host: hostname() });
  try {
    writeFileSync(file, me, { flag: 'wx' });
  } catch (error) {
    throw notWritten(folder, error);
  }
  const timer = setInterval(() => {
    if (existsSync(file)) utimesSync(file, new Date(), new Date());
  }, beat);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(file, { force: true });
  };
}

/** A process of another container or machine is known by its beat alone. */
function isAlive(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (written === undefined || Date.now() - written > 3 * beat) return false;
  try {
    const { pid, host } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (host === hostname()) process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    // A process of another person is there too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The results in a folder; null, and a line on the terminal if there are some that cannot be read. */
export async function readEarlier(folder: string, surroundings: Surroundings): Promise<Results | null> {
  const file = join(folder, formats.json.file);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const { readResultsFile } = await import('../results/read-results.ts');
  return readResultsFile(file, shownFile(relative(surroundings.cwd, file))).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    return unmarked(error.message.split('\n')[0] ?? '', surroundings);
  });
}

/** What the failures of a run are beside an earlier one; null, and a line, if the two differ in kind. */
export async function sinceEarlier(
  earlier: Results,
  results: Results,
  surroundings: Surroundings,
): Promise<Since | null> {
  const { sinceOf } = await import('../comparison/since.ts');
  const since = sinceOf(earlier, results);
  return typeof since === 'string' ? unmarked(`the earlier run had ${foreign[since]}`, surroundings) : since;
}

function unmarked(why: string, { terminal }: Surroundings): null {
  terminal.writeError(wrapped(`! ${why}; so failures are not marked as new or known`, terminal.width));
  return null;
}

const foreign = {
  target: 'a target of another name',
  variants: 'other variants',
  rules: 'other rules of judgement',
} as const satisfies Record<Foreign, string>;
