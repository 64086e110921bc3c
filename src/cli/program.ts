import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import type { Redactor } from '../http/masking.ts';
import { clip, disarm } from '../report/visible.ts';
import { packageFolder, program as called, readSuite } from '../suite.ts';
import { commands, isCommandName } from './command.ts';
import type { CommandName } from './command.ts';
import type { Guard, Invocation } from './invocation.ts';
import { commandHelp, programHelp, readOptions, wrongWord } from './option.ts';

const helpWords: readonly (string | undefined)[] = ['help', '--help', '-h'];
const versionWords: readonly (string | undefined)[] = ['version', '--version', '-v', '-V'];
/** Characters of a line of an error that are shown. */
const longest = 2000;

/** Carries out what the words ask for and gives the exit code; an error is reported on standard error. */
export async function program(words: readonly string[], invocation: Invocation): Promise<number> {
  try {
    return await dispatch(words, invocation);
  } catch (error) {
    return explain(error, invocation);
  }
}

async function dispatch([word, ...args]: readonly string[], invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  if (versionWords.includes(word)) {
    terminal.write(`${readSuite().version}\n`);
    return 0;
  }
  const [about] = args;
  if (helpWords.includes(word) && about !== undefined) return dispatch([about, '--help'], invocation);
  if (word === undefined || helpWords.includes(word)) {
    terminal.write(programHelp(readSuite(), commands, called));
    return word === undefined ? 2 : 0;
  }
  if (!isCommandName(word)) {
    const message = `unknown command: ${wrongWord(word, Object.keys(commands))}`;
    throw new UserError('usage', 'unknown-command', message, 'see --help');
  }
  const command: (typeof commands)[CommandName] = commands[word];
  const mostWords = 'mostWords' in command ? command.mostWords : 0;
  const spelled = args.map((arg) => (arg === '-h' ? '--help' : arg));
  const given = readOptions(word, spelled, command.options, mostWords);
  if (given.has('help')) {
    terminal.write(commandHelp(word, command, called));
    return 0;
  }
  const carryOut = await command.load();
  return carryOut(given, invocation);
}

/** Reports an error and gives the exit code; only a defect of the suite itself shows where it happened. */
export function explain(error: unknown, { terminal, guard }: Pick<Invocation, 'terminal' | 'guard'>): number {
  if (error instanceof UserError) {
    const { message, hint, code, fault } = error;
    terminal.writeError(`error: ${safeLines(message, guard)}\n  ${safeLines(hint, guard)} (${code})\n`);
    return fault === 'suite' ? 3 : 2;
  }
  terminal.writeError(
    `This is a defect of the suite, not of the target; please report it:\n${safeLines(textOf(error), guard)}\n`,
  );
  return 3;
}

/** Reports an exception that nobody caught: of a module of the profile, or of the suite. */
export function explainUncaught(
  error: unknown,
  { terminal, guard }: Pick<Invocation, 'terminal' | 'guard'>,
): void {
  terminal.writeError(
    `error: nobody caught this exception of a module of the profile, or of the suite itself:\n${safeLines(textOf(error), guard)}\n` +
      '  what was set up is torn down, and the run ends (uncaught-exception)\n',
  );
}

/** What foreign code throws is foreign code too: to read it may throw again. */
function textOf(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } catch {
    return 'an error that cannot be read';
  }
}

/** Without secrets; a file or a key that is named may hold what steers a terminal, or begin a line with a command of a CI server. */
const safeLines = (text: string, guard: Guard): string =>
  guard
    .mask(text)
    .split('\n')
    .map((line) => clip(disarm(line), longest).replace(/^(\s*):(?=:)/, '$1\\x3a'))
    .join('\n');

/** The folder that relative paths start from: where the caller called npm, whose scripts of a checkout run at its top. */
export function callerFolder(cwd: string, env: Invocation['env']): string {
  const isScript =
    ['cli', 'conformance'].includes(env['npm_lifecycle_event'] ?? '') &&
    env['npm_package_json'] === join(packageFolder, 'package.json') &&
    cwd === dirname(env['npm_package_json']);
  return isScript ? (env['INIT_CWD'] ?? cwd) : cwd;
}

/** A guard that knows nothing yet; `lastWords` says what would be left undone at this moment. */
export function createGuard(): Guard & { readonly lastWords: () => readonly string[] } {
  const redactors: Pick<Redactor, 'mask'>[] = [];
  const underWay = new Set<() => readonly string[]>();
  return {
    add: (redactor) => void redactors.push(redactor),
    mask: (text) => redactors.reduce((masked, redactor) => redactor.mask(masked), text),
    onAbandon(words) {
      underWay.add(words);
      return () => underWay.delete(words);
    },
    lastWords: () => [...underWay].flatMap((words) => words()),
  };
}
