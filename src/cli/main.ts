#!/usr/bin/env node
// The program: signals, exit codes, and what is said when it ends early.

import nodeModule from 'node:module';
import v8 from 'node:v8';
import { callerFolder, findOldNode } from '../base/package.ts';

// Older versions of Node cannot load the modules below. Those above load in every version.
const old = findOldNode();
if (old !== null) {
  process.stderr.write(`error: ${old.join('\n  ')}\n`);
  process.exit(2);
}

// Enabled before anything else is loaded, because it makes every later start much faster.
nodeModule.enableCompileCache();
// Else V8 holds 50 MB of what a run has long dropped.
v8.setFlagsFromString('--semi-space-growth-factor=1');
const { carryOut } = await import('./program.ts');
const { sayFailure } = await import('./failure.ts');
const { processTerminal } = await import('./terminal.ts');

const interrupts = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const interrupt = new AbortController();
const terminal = processTerminal();
const env = { ...process.env };
// The suite ignores this variable, but Node would warn about it at each start.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
const invocation = {
  env,
  cwd: callerFolder(process.cwd(), process.env),
  terminal,
  signal: interrupt.signal,
  masks: [],
  undone: new Map<string, string>(),
};
let [exitCode, hasFailed]: [number | null, boolean] = [null, false];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (exitCode !== null) {
      // The first interrupt lets teardowns run. The second ends the program.
      for (const [row, byHand] of invocation.undone)
        terminal.writeError(`! the teardown of ${row} has not ended; by hand: ${byHand}\n`);
      process.exit(exitCode);
    }
    exitCode = interrupts[signal];
    interrupt.abort();
  });

// Unhandled rejections arrive here as well. What was set up is torn down.
process.on('uncaughtException', (error) => {
  if (hasFailed) return;
  hasFailed = true;
  const status = sayFailure(error, invocation);
  exitCode ??= status;
  interrupt.abort();
});

process.on('exit', () => {
  // Kills programs that the suite has started, for example one that encrypts.
  interrupt.abort();
  // Without pending work, Node would exit with 13.
  if (exitCode !== null) process.exitCode = exitCode;
});

const code = await carryOut(process.argv.slice(2), invocation);
await terminal.flush();
const lost = terminal.lost();
if (lost !== null) {
  terminal.writeError(
    `error: standard output could not be written (${lost}): what was printed is cut off\n  send it elsewhere; files that are reported as written are whole (output-lost)\n`,
  );
  await terminal.flush();
}
process.exit(exitCode ?? (code === 0 && lost !== null ? 3 : code));
