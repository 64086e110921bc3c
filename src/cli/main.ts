#!/usr/bin/env node
import nodeModule from 'node:module';
import { findOldNode } from '../base/node-version.ts';
import { callerFolder } from '../base/package.ts';

// Older versions of Node cannot load the modules below. Those above load in every version.
const old = findOldNode();
if (old !== null) {
  process.stderr.write(`error: ${old.join('\n  ')}\n`);
  process.exit(2);
}

// Enabled before anything else is loaded, because it makes every later start much faster.
nodeModule.enableCompileCache();
const { createGuard, program } = await import('./program.ts');
const { explainUncaught } = await import('./failure.ts');
const { processTerminal } = await import('./terminal.ts');

const interrupts = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const interrupt = new AbortController();
const terminal = processTerminal();
const guard = createGuard();
let exitCode: number | null = null;
let hasFailed = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The first interrupt lets teardowns run. The second ends the program.
    if (exitCode !== null) abandon(exitCode);
    exitCode = interrupts[signal];
    interrupt.abort();
  });
}

// Unhandled rejections arrive here as well.
process.on('uncaughtException', (error) => {
  if (hasFailed) return;
  hasFailed = true;
  exitCode ??= 3;
  explainUncaught(error, { terminal, guard });
  interrupt.abort();
});

process.on('exit', () => {
  // Kills programs that the suite has started, for example one that encrypts.
  interrupt.abort();
  // Without pending work, Node would exit with 13.
  if (exitCode !== null) process.exitCode = exitCode;
});

const env = { ...process.env };
// The suite ignores this variable, but Node would warn about it at each start.
delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
const code = await program(process.argv.slice(2), {
  env,
  cwd: callerFolder(process.cwd(), process.env),
  terminal,
  signal: interrupt.signal,
  guard,
});
await terminal.flush();
const lost = terminal.lost();
if (lost !== null) {
  const why = lost === 'ENOSPC' ? 'the disk is full, ENOSPC' : lost;
  terminal.writeError(
    `error: standard output could not be written (${why}): what was printed is cut off\n  → make room, or send the output elsewhere; files that are reported as written are whole\n`,
  );
  await terminal.flush();
}
const shown = code === 0 && lost !== null ? 3 : code;
process.exit(exitCode ?? shown);

function abandon(status: number): never {
  for (const line of guard.lastWords()) terminal.writeError(`! ${line}\n`);
  process.exit(status);
}
