#!/usr/bin/env node
import { UserError } from '../errors.ts';
import { nearMiss } from '../target/near-miss.ts';
import { commands, isCommandName } from './command.ts';
import { programHelp } from './help.ts';
import { readSuite } from './package.ts';
import { processTerminal } from './terminal.ts';

const interrupts = { SIGINT: 130, SIGTERM: 143 } as const;

const interrupt = new AbortController();
let exitCode: number | null = null;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The first one lets teardowns run; who asks again does not want to wait.
    if (exitCode !== null) process.exit(exitCode);
    exitCode = interrupts[signal];
    interrupt.abort();
  });
}

const terminal = processTerminal();
const code = await dispatch(process.argv.slice(2)).catch(explain);
process.exitCode = exitCode ?? code;
process.stdout.write('', () => process.exit());

async function dispatch([word, ...args]: readonly string[]): Promise<number> {
  if (word === undefined || word === 'help' || word === '--help' || word === '-h') {
    terminal.write(programHelp(readSuite()));
    return word === undefined ? 2 : 0;
  }
  if (word === '--version') {
    terminal.write(`${readSuite().version}\n`);
    return 0;
  }
  if (!isCommandName(word)) throw unknownCommand(word);
  const command = await commands[word].load();
  return command({ args, env: process.env, cwd: process.cwd(), terminal, signal: interrupt.signal });
}

function unknownCommand(word: string): UserError {
  const names = Object.keys(commands);
  const near = nearMiss(word, names);
  const question = near === null ? '' : `; did you mean ${near}?`;
  const message = `unknown command ${JSON.stringify(word)}, expected one of ${names.join(', ')}${question}`;
  return new UserError('usage', 'unknown-command', message, 'see --help');
}

/** One message for whoever can mend it; only a mistake of the suite itself shows where it happened. */
function explain(error: unknown): number {
  if (error instanceof UserError) {
    terminal.writeError(`error: ${error.message}\n  ${error.hint} (${error.code})\n`);
    return error.fault === 'suite' ? 3 : 2;
  }
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.writeError(`This is a defect of the suite, not of the target; please report it:\n${said}\n`);
  return 3;
}
