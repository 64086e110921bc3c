import { join, relative, resolve } from 'node:path';
import { attainedClasses } from '../../certificate/certificate.ts';
import { UserError } from '../../errors.ts';
import { createTargetRedactor } from '../../execution/target-redactor.ts';
import { disarm } from '../../report/visible.ts';
import { prepareFolder } from '../../report/format.ts';
import { glyphs } from '../../wording/report.ts';
import type { Overall, Results } from '../../result/results.ts';
import { readEnvironment } from '../../target/environment.ts';
import type { Environment } from '../../target/environment.ts';
import type { Target } from '../../target/target.ts';
import type { Invocation, LastWords } from '../invocation.ts';
import { withShownName } from '../leak-guard.ts';
import type { Given } from '../option.ts';
import { requireRunnable, runAgainst, stopping } from '../run-against.ts';
import { chosenManner } from '../run-manner.ts';
import { chosenFormats, chosenLanguage } from '../run-option.ts';
import { loadRunTarget } from '../run-target.ts';
import type { Terminal } from '../terminal.ts';
import { findTargets } from './find-targets.ts';
import { nameFolders } from './name-folders.ts';

/** What the runs of one call share. */
interface Fleet {
  readonly given: Given;
  readonly invocation: Invocation;
  /** Below it each target has a folder of its own. */
  readonly folder: string;
  /** What every run under way would leave undone, by folder. */
  readonly lastWords: Map<string, LastWords>;
}

/** A target whose profile is right, and its folder. */
interface Place {
  readonly target: Target;
  readonly folder: string;
}

/** What became of one target: its exit code, and the rest of its line. */
interface Outcome {
  readonly code: number;
  readonly isRun: boolean;
  readonly said: string;
}

/** The worst first. */
const ranking: readonly number[] = [4, 1, 3, 0];
const notRun = 3;

/** Runs the suite against several targets, each by a run of its own into a folder of its own, with a line for each; gives the worst exit code, in the order 4, 1, 3, 0. Rejects with a UserError, and has sent nothing, where a profile is wrong. */
export async function runFleet(given: Given, invocation: Invocation): Promise<number> {
  const other = ['ui', 'dry-run', 'base-url'].find((name) => given.has(name));
  if (other !== undefined) throw ofOneTarget(`--${other}`);
  chosenFormats(given);
  chosenLanguage(given);
  const { isQuiet, isJson } = chosenManner(given);
  const { cwd, signal, terminal } = invocation;
  const env = await readEnvironment(cwd, invocation.env);
  const places = await loadPlaces(await findTargets(given.texts('target'), cwd), given, env, cwd);
  const folder = resolve(cwd, given.text('out') ?? 'reports');
  await prepareFolder(folder);
  const lastWords = new Map<string, LastWords>();
  const fleet: Fleet = { given, invocation, folder, lastWords };
  const sayStopping = (): void => terminal.writeError(`! ${stopping}\n`);
  signal.addEventListener('abort', sayStopping, { once: true });
  invocation.onAbandon?.(() => [...lastWords.values()].flatMap((words) => words()));
  const codes: number[] = [];
  const queue = places.values();
  const worker = async (): Promise<void> => {
    for (const place of queue) {
      const { code, isRun, said } = await runOne(fleet, place);
      codes.push(code);
      const line = `[${codes.length}/${places.length}] ${said}\n`;
      if (isJson || (isQuiet && !isRun)) terminal.writeError(line);
      else if (!isQuiet) terminal.write(line);
    }
  };
  await Promise.all(Array.from({ length: given.integer('jobs') ?? 1 }, worker));
  signal.removeEventListener('abort', sayStopping);
  return ranking.find((code) => codes.includes(code)) ?? notRun;
}

const ofOneTarget = (option: string): UserError =>
  new UserError(
    'usage',
    'options-exclude-each-other',
    `found several targets and ${option}, expected one of them`,
    'leave one out; nothing was sent',
  );

/** Loads and tries out all profiles, and sends nothing. Rejects with one UserError that names every profile that is wrong. */
async function loadPlaces(
  paths: readonly string[],
  given: Given,
  env: Environment,
  cwd: string,
): Promise<readonly Place[]> {
  const targets: Target[] = [];
  const wrong: UserError[] = [];
  for (const path of paths) {
    try {
      const target = await loadRunTarget(given, env, cwd, path);
      await requireRunnable(target, given, cwd);
      targets.push(target);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const message = error.message.includes(path) ? error.message : `${path}: ${error.message}`;
      wrong.push(new UserError(error.fault, error.code, message, error.hint));
    }
  }
  const [first] = wrong;
  if (first !== undefined) throw wrong.length === 1 ? first : together(wrong, paths.length);
  const folders = nameFolders(targets.map(withShownName));
  return targets.map((target, index) => ({ target, folder: folders[index] ?? 'target' }));
}

function together(wrong: readonly UserError[], count: number): UserError {
  const lines = wrong.map(({ message, code }) => `  ${message.replaceAll('\n', '\n  ')} (${code})`);
  const message = [`${wrong.length} of ${count} profiles are wrong:`, ...lines].join('\n');
  const hint = 'correct them and run again; nothing was sent to any target';
  return new UserError('profile', 'profiles-invalid', message, hint);
}

/** Runs the suite against one target; never rejects. */
async function runOne({ given, invocation, folder, lastWords }: Fleet, place: Place): Promise<Outcome> {
  const { signal, cwd, terminal } = invocation;
  const name = disarm(withShownName(place.target).name);
  const failed = (why: string): Outcome => ({
    code: notRun,
    isRun: false,
    said: `! ${name}: not run, ${disarm(why)}`,
  });
  if (signal.aborted) return failed('interrupted before its turn');
  const out = join(folder, place.folder);
  const { GITHUB_ACTIONS: _actions, ...env } = invocation.env;
  const own: Invocation = {
    ...invocation,
    // Annotations and outputs of a step speak of one target.
    env,
    terminal: voiceOf(name, terminal, given.has('json')),
    onAbandon: (words) => void lastWords.set(place.folder, words),
  };
  const options: Given = {
    ...given,
    has: (option) => option === 'quiet' || (option !== 'verbose' && given.has(option)),
    text: (option) => (option === 'out' ? out : given.text(option)),
  };
  const ended: Results[] = [];
  try {
    const code = await runAgainst(place.target, options, own, {
      clear: () => Promise.resolve(),
      finish: ({ results, code: concluded }) => {
        ended.push(results);
        return Promise.resolve({ code: concluded, files: [] });
      },
    });
    const [results] = ended;
    if (results === undefined) return failed('a defect of the suite, not of the target');
    const said = `${sumUp(results, name)}, exit code ${code}, ${relative(cwd, out)}`;
    return { code, isRun: true, said };
  } catch (error) {
    const why =
      error instanceof UserError
        ? `${error.message}; ${error.hint} (${error.code})`
        : `a defect of the suite, not of the target: ${String(error)}`;
    return failed(createTargetRedactor(place.target).mask(why));
  } finally {
    lastWords.delete(place.folder);
  }
}

const signs = {
  conforming: glyphs.pass,
  nonconforming: glyphs.fail,
  incomplete: glyphs.inconclusive,
} as const satisfies Record<Overall, string>;

function sumUp(results: Results, name: string): string {
  const { verdict, requests, durationMs } = results;
  const classes = Object.entries(attainedClasses(results)).map(([variant, one]) => `${variant} ${one.class}`);
  const facts = [verdict, ...classes, `${requests} requests`, `${(durationMs / 1000).toFixed(1)} s`];
  return `${signs[verdict]} ${name}: ${facts.join(', ')}`;
}

/** The terminal of one target: warnings and errors get through, each line with the name in front, and lines of JSON where they are asked for. */
function voiceOf(name: string, terminal: Terminal, isJson: boolean): Terminal {
  return {
    ...terminal,
    isLive: false,
    write: isJson ? terminal.write : () => undefined,
    writeError(text) {
      const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.includes(stopping));
      for (const line of lines) terminal.writeError(`${name}: ${line}\n`);
    },
  };
}
