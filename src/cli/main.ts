#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import type { LastWords } from './invocation.ts';

// Before anything else is loaded: it saves a good part of the start of every later run.
enableCompileCache();
const { program } = await import('./program.ts');
const { processTerminal } = await import('./terminal.ts');

const interrupts = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const interrupt = new AbortController();
const terminal = processTerminal();
let exitCode: number | null = null;
let lastWords: LastWords = () => [];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The first one lets teardowns run; who asks again does not want to wait.
    if (exitCode !== null) abandon(exitCode);
    exitCode = interrupts[signal];
    interrupt.abort();
  });
}

// Whatever still runs for the suite, a program that encrypts for example, is ended with it.
process.on('exit', () => interrupt.abort());

// What is thrown while nobody waits for it comes from a module of the profile as a rule, and what it says may hold the password.
process.on('uncaughtException', (error) => {
  const places = (error?.stack ?? '').split('\n').filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line));
  const said = 'an error was thrown outside of the run; its message may hold a secret and is not shown';
  terminal.writeError(`${[`error: ${said} (uncaught-error)`, ...places].join('\n')}\n`);
  abandon(3);
});

const code = await program(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  terminal,
  signal: interrupt.signal,
  onAbandon: (words) => {
    lastWords = words;
  },
});
await terminal.flush();
const shown = code === 0 && terminal.hasLost() ? 3 : code;
process.exit(exitCode ?? shown);

function abandon(status: number): never {
  for (const line of lastWords()) terminal.writeError(`! ${line}\n`);
  process.exit(status);
}
