// The command line: reads it by the table of commands, and carries the command out, which is loaded when it is called.

import { Command, CommanderError } from 'commander';
import { UserError } from '../base/errors.ts';
import { program as called, readSuite } from '../base/package.ts';
import { commands } from './commands.ts';
import type { CommandName, Row } from './commands.ts';
import { sayFailure } from './failure.ts';
import type { Carry, Invocation } from './invocation.ts';
import { kebab, optionsOf } from './options.ts';

const loads: { readonly [Name in CommandName]: () => Promise<Carry<Name>> } = {
  run: async () => (await import('./run.ts')).run,
  doctor: async () => (await import('./doctor.ts')).doctor,
  send: async () => (await import('./send.ts')).send,
  init: async () => (await import('./init.ts')).init,
  mock: async () => (await import('./mock.ts')).mock,
  report: async () => (await import('./report.ts')).report,
  explain: async () => (await import('./explain.ts')).explain,
  compare: async () => (await import('./compare.ts')).compare,
  certify: async () => (await import('./certify.ts')).certify,
  verify: async () => (await import('./verify.ts')).verify,
  requirements: async () => (await import('./requirements.ts')).requirements,
};

const examples = (...rows: readonly string[]): string =>
  `Examples:\n${rows.map((row) => `  $ ${called} ${row}`).join('\n')}`;

/** Carries a command out and resolves with the exit code. Errors are said on standard error. */
export async function carryOut(words: readonly string[], invocation: Invocation): Promise<number> {
  const { write, writeError } = invocation.terminal;
  let code = 0;
  const main = new Command(called)
    .description('Tests the operation `banks` of a partner API against its specification.')
    .version(readSuite().version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this')
    .configureOutput({ writeOut: write, writeErr: writeError, outputError: () => {} })
    .exitOverride()
    .addHelpText('after', `\n${examples('run', 'init', 'run --target staging.yaml')}\n\n${exitCodes}`);
  const add = <Name extends CommandName>(name: Name): void => {
    const row: Row = commands[name];
    main.commandsGroup(row.heading ?? main.commandsGroup());
    const command = main.command(`${name} ${row.words ?? ''}`).description(row.does);
    for (const one of optionsOf(row.options)) {
      command.optionsGroup(row.headings?.[one.attributeName()] ?? command.optionsGroup());
      command.addOption(one);
      if (one.isBoolean()) command.setOptionValueWithSource(one.attributeName(), false, 'default');
    }
    const note = row.note === undefined ? '' : `${row.note}\n\n`;
    command.addHelpText('after', `\n${note}${examples(...row.examples)}`);
    command.action(async () => {
      const carry = await loads[name]();
      code = await carry(command.opts(), command.args, invocation);
    });
  };
  for (const name of Object.keys(loads) as CommandName[]) add(name);
  main.helpCommand('help [command]', 'show the options of a command');
  try {
    await main.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return sayFailure(error, invocation);
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') return 2;
    return sayFailure(usageError(error, words), invocation);
  }
}

function usageError({ code, message }: CommanderError, [word = '']: readonly string[]): UserError {
  const said = message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/s, '; did you mean $1?')
    .replace(/got 1: (\S+\.ya?ml)\.$/, 'got 1: $1; did you mean --target $1?');
  const command = Object.hasOwn(commands, word) ? ` ${word}` : '';
  const hint = `see \`${called}${command} --help\`; nothing was sent`;
  return new UserError('usage', kebab(code.replace('commander.', '')), said.replaceAll('\n', ' '), hint);
}

const exitCodes = `Exit codes: 0 nothing failed · 1 a requirement failed, or a decision is stale ·
2 wrong usage or profile, nothing was sent · 3 something could not be judged ·
4 an output would have held a secret: none written · 129, 130, 143 interrupted`;
