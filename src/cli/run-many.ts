import { glob } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import { prepareFolder } from '../base/write-file.ts';
import { disarm } from '../base/visible.ts';
import { findFile } from '../base/file.ts';
import { shownFile } from '../base/path.ts';
import type { Target } from '../profile/target.ts';
import { wordsIn } from '../messages/message.ts';
import type { Invocation } from './invocation.ts';
import { excluding } from './option.ts';
import type { Given } from './option.ts';
import { isPattern, requireRunnable, runAgainst } from './run.ts';
import { loadTarget, settingsOf } from './settings.ts';
import type { RunSettings } from './settings.ts';
import type { Terminal } from './terminal.ts';

/** Exit codes, worst first. */
const ranking: readonly number[] = [4, 1, 3, 0];
const notRun = 3;

/**
 * Runs the suite against each target, with a folder and a line for each. Returns the worst exit code, in the
 * order 4, 1, 3, 0. Rejects with a UserError before anything is sent if a profile is wrong.
 */
export async function runMany(given: Given, invocation: Invocation): Promise<number> {
  const ofOne = ['dry-run', 'base-url', 'last-failed', 'last-open', 'against', 'open'].find((name) =>
    given.has(name),
  );
  if (ofOne !== undefined) throw excluding('several targets', `--${ofOne}`);
  const { signal, terminal, cwd } = invocation;
  const { settings, targets } = await prepareAll(given, invocation);
  const folders = nameFolders(targets);
  await prepareFolder(settings.folder);
  const words = wordsIn(targets[0]?.language ?? 'en');
  const sayStopping = (): void => terminal.writeError(`! ${words('run-stopping')}\n`);
  signal.addEventListener('abort', sayStopping, { once: true });
  const codes: number[] = [];
  const queue = targets.entries();
  const worker = async (): Promise<void> => {
    for (const [index, target] of queue) {
      const name = folders[index] ?? 'target';
      const folder = join(settings.folder, name);
      const own = { folder, label: targets.length > 1 ? name : null };
      const { code, isRun, said } = await runOne(target, { ...settings, ...own }, invocation);
      codes.push(code);
      const line = `[${codes.length}/${targets.length}] ${said}\n`;
      if (settings.isJson || (settings.isQuiet && !isRun)) terminal.writeError(line);
      else if (!settings.isQuiet || code !== 0) terminal.write(line);
    }
  };
  await Promise.all(Array.from({ length: Number(given.value('jobs')) }, worker));
  signal.removeEventListener('abort', sayStopping);
  const worst = ranking.find((code) => codes.includes(code)) ?? notRun;
  if (settings.isQuiet && !settings.isJson) {
    const each = [...Map.groupBy(codes, (code) => code)].map(([code, same]) =>
      words('targets-with-code', { count: same.length, code }),
    );
    const folder = shownFile(relative(cwd, settings.folder) || '.');
    const said = words('targets-codes', { count: targets.length, codes: each.toSorted() });
    terminal.write(`${said} · ${folder}\n`);
  }
  return worst;
}

/** Reads the options and all profiles. */
async function prepareAll(given: Given, invocation: Invocation) {
  const settings = await settingsOf(given, invocation.cwd);
  const { targets, error } = await loadAll(given, settings, invocation);
  if (error === null) return { settings, targets };
  throw error;
}

/** Loads and checks all profiles. Sends nothing. Rejects with one UserError that names every wrong profile. */
async function loadAll(
  given: Given,
  settings: RunSettings,
  invocation: Invocation,
): Promise<{ readonly targets: readonly Target[]; readonly error: UserError | null }> {
  const { cwd } = invocation;
  const paths = await findTargets(given.texts('target'), cwd);
  const targets: Target[] = [];
  const wrong: UserError[] = [];
  for (const path of paths) {
    try {
      const target = await loadTarget(given, invocation, path);
      await requireRunnable(target, settings, cwd);
      // The name of a target may contain a secret.
      targets.push({ ...target, name: createTargetRedactor(target).mask(target.name) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      wrong.push(error.message.includes(shownFile(path)) ? error : error.at(shownFile(path)));
    }
  }
  const [first] = wrong;
  if (first === undefined) return { targets, error: null };
  if (wrong.length === 1) return { targets, error: first };
  const lines = wrong.map(({ message, code }) => `  ${message.replaceAll('\n', '\n  ')} (${code})`);
  const message = [`${wrong.length} of ${paths.length} profiles are wrong:`, ...lines].join('\n');
  const hint = 'correct them and run again; nothing was sent to any target';
  return { targets, error: new UserError('profile', 'profiles-invalid', message, hint) };
}

/** The profiles that are named or match a pattern, without duplicates. Matches of a pattern are sorted. */
async function findTargets(values: readonly string[], cwd: string): Promise<readonly string[]> {
  const found = new Map<string, string>();
  for (const value of values) {
    const isNamed = !isPattern(value) || (await isFile(resolve(cwd, value)));
    const files = isNamed ? [value] : [];
    if (!isNamed) {
      for await (const path of glob(value, { cwd })) if (await isFile(resolve(cwd, path))) files.push(path);
    }
    if (files.length === 0) {
      const message = `--target ${JSON.stringify(value)}: found no file, expected one profile at least`;
      const hint =
        'a pattern is relative to the current folder, * matches anything except a slash, ** any folders; nothing was sent';
      throw new UserError('usage', 'no-targets', message, hint);
    }
    for (const path of files.toSorted())
      if (!found.has(resolve(cwd, path))) found.set(resolve(cwd, path), path);
  }
  return [...found.values()];
}

const isFile = async (path: string): Promise<boolean> => (await findFile(path)).kind === 'read';

/** Runs the suite against one target. Resolves with the exit code and its line; never rejects. */
async function runOne(
  target: Target,
  settings: RunSettings,
  invocation: Invocation,
): Promise<{ readonly code: number; readonly isRun: boolean; readonly said: string }> {
  const { signal, terminal } = invocation;
  const words = wordsIn(target.language);
  const name = disarm(target.name);
  const failed = (why: string) => {
    const said = `! ${name}: ${words('target-not-run', { why: disarm(createTargetRedactor(target).mask(why)) })}`;
    return { code: notRun, isRun: false, said };
  };
  if (signal.aborted) return failed(words('target-interrupted'));
  // Annotations and step outputs describe a single target.
  const { GITHUB_ACTIONS: _actions, ...env } = invocation.env;
  const outcome: string[] = [];
  const write = settings.isJson ? terminal.write : (text: string) => void outcome.push(text.trim());
  const own = {
    ...invocation,
    env,
    terminal: { ...terminalOf(name, terminal, words('run-stopping')), write },
  };
  try {
    const { code } = await runAgainst(target, { ...settings, isQuiet: true, isVerbose: false }, own);
    return {
      code,
      isRun: true,
      said: `${name}: ${[...outcome, words('target-code', { code })].join(' · ')}`,
    };
  } catch (error) {
    if (error instanceof UserError) {
      return failed(`${error.message}; ${error.hint} (${error.code})`);
    }
    return failed(words('target-suite-error', { error: String(error) }));
  }
}

/** The terminal of one target. Adds its name to each error. */
const terminalOf = (name: string, terminal: Terminal, stopping: string): Terminal => ({
  ...terminal,
  isLive: false,
  // Lines are joined with the name in front of each.
  width: Number.MAX_SAFE_INTEGER,
  writeError(text) {
    const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.includes(stopping));
    for (const line of lines) terminal.writeError(`${name}: ${line}\n`);
  },
});

const longestName = 60;
/** Names that Windows reserves for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Unique folder names for targets, valid on every file system. The same targets always get the same names. */
export function nameFolders(
  targets: readonly Pick<Target, 'name' | 'baseUrl' | 'source'>[],
): readonly string[] {
  const taken = new Set<string>();
  return targets.map(({ name: given, baseUrl, source }) => {
    // A profile without a name is called by its host, which several targets may share.
    const isUnnamed = given === new URL(baseUrl).host && source !== null;
    const wished = safeName(isUnnamed ? basename(source, extname(source)) : given);
    let name = wished;
    // Some file systems do not distinguish upper and lower case.
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wished}-${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function safeName(name: string): string {
  const kept = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.');
  const cut = Array.from(kept).slice(0, longestName).join('');
  const trimmed = cut.replaceAll(/^[-.]+|[-.]+$/g, '');
  if (trimmed === '') return 'target';
  return device.test(trimmed.split('.')[0] ?? '') ? `target-${trimmed}` : trimmed;
}
