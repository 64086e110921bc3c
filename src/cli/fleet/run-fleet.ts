import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createTargetRedactor } from '../../execution/target-redactor.ts';
import { notWritten, prepareFolder } from '../../report/report-folder.ts';
import { writeWhole } from '../../report/write-whole.ts';
import { readEnvironment } from '../../target/environment.ts';
import type { Invocation, LastWords } from '../invocation.ts';
import { leakExitCode, recordTerminal, stopLeaks } from '../leak-guard.ts';
import type { Outputs } from '../leak-guard.ts';
import type { Given } from '../option.ts';
import { readSuite } from '../package.ts';
import { stopping } from '../run-against.ts';
import { besideOutput, chosenManner } from '../run-manner.ts';
import { chosenFormats, chosenLanguage } from '../run-option.ts';
import { findTargets } from './find-targets.ts';
import { loadFleet } from './load-fleet.ts';
import type { FleetTarget } from './load-fleet.ts';
import { fleetMatrix } from './fleet-matrix.ts';
import { fleetExitCode } from './outcome.ts';
import type { TargetOutcome } from './outcome.ts';
import { fleetText } from './record.ts';
import { runOne } from './run-one.ts';
import { createSlots } from './slots.ts';
import { fleetTable, outcomeLine } from './table.ts';

const jobsPerCore = 4;

/** Runs the suite against many targets side by side, each into a folder of its own; gives the exit code of them all. Rejects with a UserError, and has sent nothing, where a profile is wrong. */
export async function runFleet(given: Given, invocation: Invocation): Promise<number> {
  const hasReports = chosenFormats(given).includes('html');
  const wished = chosenLanguage(given);
  const manner = chosenManner(given);
  const { cwd } = invocation;
  const own = manner.isJson ? besideOutput(invocation.terminal) : invocation.terminal;
  const { terminal, written } = recordTerminal(own);
  const env = await readEnvironment(cwd, invocation.env);
  const paths = await findTargets(given.texts('target'), given.texts('targets'), cwd);
  const targets = await loadFleet(paths, given, env, invocation);
  const folder = resolve(cwd, given.text('out') ?? 'reports');
  await prepareFolder(folder);
  const startedAt = new Date();
  const outcomes = await runAll(targets, given, { ...invocation, terminal }, folder, manner.isQuiet);
  const durationMs = Date.now() - startedAt.getTime();
  const { aborted } = invocation.signal;
  const record = fleetText({ suite: readSuite(), startedAt, durationMs, interrupted: aborted, outcomes });
  const language = wished ?? targets[0]?.target.language ?? 'en';
  const page = await fleetMatrix(outcomes, { folder, language, hasReports });
  const drafts = { 'fleet.json': record, 'matrix.html': page };
  const files = await writeAll(drafts, folder, terminal);
  if (!manner.isQuiet) {
    terminal.write(fleetTable(outcomes, terminal.width));
    if (files.length > 0) terminal.write(`\nReports:\n${listed(files, cwd)}`);
  }
  const printed = manner.isJson ? `${written()}\n${record}` : written();
  if (await isLeaking(targets, { files, terminal: printed }, invocation)) return leakExitCode;
  if (manner.isJson) invocation.terminal.write(`${JSON.stringify(JSON.parse(record))}\n`);
  const code = fleetExitCode(outcomes);
  return code === 0 && files.length < Object.keys(drafts).length ? 3 : code;
}

const listed = (files: readonly string[], cwd: string): string =>
  files.map((file) => `  ${relative(cwd, file)}\n`).join('');

async function runAll(
  targets: readonly FleetTarget[],
  given: Given,
  invocation: Invocation,
  folder: string,
  isQuiet: boolean,
): Promise<readonly TargetOutcome[]> {
  const { signal, terminal } = invocation;
  const lastWords = new Map<string, LastWords>();
  const fleet = { given, invocation, folder, lastWords };
  const slots = createSlots(given.integer('jobs') ?? jobsPerCore * availableParallelism());
  let ended = 0;
  const sayStopping = (): void => terminal.writeError(`! ${stopping}\n`);
  signal.addEventListener('abort', sayStopping, { once: true });
  invocation.onAbandon?.(() => [...lastWords.values()].flatMap((words) => words()));
  try {
    return await Promise.all(
      targets.map((one) =>
        slots.take(async (stir) => {
          const outcome = await runOne(fleet, one, stir);
          ended += 1;
          const line = outcomeLine(outcome, ended, targets.length, terminal.width);
          if (!isQuiet || outcome.problem !== null) terminal.writeError(`${line}\n`);
          return outcome;
        }),
      ),
    );
  } finally {
    signal.removeEventListener('abort', sayStopping);
  }
}

/** Writes what speaks of all targets; gives the paths of what could be written. */
async function writeAll(
  drafts: Readonly<Record<string, string>>,
  folder: string,
  terminal: Invocation['terminal'],
): Promise<readonly string[]> {
  const files: string[] = [];
  for (const [name, text] of Object.entries(drafts)) {
    try {
      await writeWhole(join(folder, name), text);
      files.push(join(folder, name));
    } catch (error) {
      const { message, hint, code } = notWritten(folder, error);
      terminal.writeError(`error: ${message}\n  ${hint} (${code})\n`);
    }
  }
  return files;
}

/** Whether a secret of any of the targets has reached what speaks of them all. */
async function isLeaking(
  targets: readonly FleetTarget[],
  outputs: Outputs,
  { cwd, terminal }: Invocation,
): Promise<boolean> {
  const leaks = new Set<string>();
  for (const { target } of targets) {
    for (const leak of await stopLeaks(outputs, target, createTargetRedactor(target), cwd)) leaks.add(leak);
  }
  for (const leak of leaks) terminal.writeError(`error: ${leak} (secret-in-output)\n`);
  return leaks.size > 0;
}
