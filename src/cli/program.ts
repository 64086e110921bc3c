import { UserError } from '../errors.ts';
import { nearMiss } from '../target/near-miss.ts';
import { disarm } from '../report/visible.ts';
import { commands, isCommandName } from './command.ts';
import type { Invocation } from './invocation.ts';
import { readSuite } from './package.ts';
import type { Terminal } from './terminal.ts';

const helpWords: readonly (string | undefined)[] = ['help', '--help', '-h'];
const versionWords: readonly (string | undefined)[] = ['version', '--version', '-v', '-V'];

/** Carries out what the words ask for and gives the exit code; an error is told to whoever can mend it. */
export async function program(
  words: readonly string[],
  invocation: Omit<Invocation, 'args'>,
): Promise<number> {
  try {
    return await dispatch(words, invocation);
  } catch (error) {
    return explain(error, invocation.terminal);
  }
}

async function dispatch(
  [word, ...args]: readonly string[],
  invocation: Omit<Invocation, 'args'>,
): Promise<number> {
  const { terminal } = invocation;
  if (versionWords.includes(word)) {
    terminal.write(`${readSuite().version}\n`);
    return 0;
  }
  const [about] = args;
  if (helpWords.includes(word) && about !== undefined) return dispatch([about, '--help'], invocation);
  if (word === undefined || helpWords.includes(word)) {
    const { programHelp } = await import('./program-help.ts');
    terminal.write(programHelp(readSuite()));
    return word === undefined ? 2 : 0;
  }
  if (!isCommandName(word)) throw unknownCommand(word);
  const command = await commands[word].load();
  return command({ ...invocation, args: args.map((arg) => (arg === '-h' ? '--help' : arg)) });
}

function unknownCommand(word: string): UserError {
  const names = Object.keys(commands);
  const near = nearMiss(word, names);
  const question = near === null ? '' : `; did you mean ${near}?`;
  const message = `unknown command ${JSON.stringify(word)}, expected one of ${names.join(', ')}${question}`;
  return new UserError('usage', 'unknown-command', message, 'see --help');
}

/** One message for whoever can mend it; only a mistake of the suite itself shows where it happened. */
function explain(error: unknown, terminal: Terminal): number {
  if (error instanceof UserError) {
    // A file or a key that is named may hold what steers a terminal, or begin a line with a command of a CI server.
    const lines = error.message.split('\n').map((line) => disarm(line).replace(/^(\s*):(?=:)/, '$1\\x3a'));
    terminal.writeError(`error: ${lines.join('\n')}\n  ${error.hint} (${error.code})\n`);
    return error.fault === 'suite' ? 3 : 2;
  }
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.writeError(`This is a defect of the suite, not of the target; please report it:\n${said}\n`);
  return 3;
}
