import { UserError } from '../base/errors.ts';
import type { Redactor } from '../client/masking.ts';
import { program as called, readSuite } from '../base/package.ts';
import { commands, isCommandName } from './command.ts';
import type { CommandName } from './command.ts';
import type { Guard, Invocation } from './invocation.ts';
import { commandHelp, programHelp, readOptions, wrongWord } from './option.ts';
import { explain } from './failure.ts';

const helpWords: readonly (string | undefined)[] = ['help', '--help', '-h'];
const versionWords: readonly (string | undefined)[] = ['version', '--version', '-v', '-V'];

/** Executes the command and returns the exit code. Errors are reported on standard error. */
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

/** An empty guard. `lastWords` returns the lines about what an end at this moment would leave undone. */
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
