import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { obstacleOf } from '../target/file.ts';
import { startBuiltIn } from './built-in.ts';
import type { Invocation } from './invocation.ts';
import { commandHelp } from './help.ts';
import { readOptions } from './option.ts';
import type { Given, OptionTable } from './option.ts';

const options = {
  port: { type: 'integer', value: 'N', summary: 'port on 127.0.0.1, a free one for 0 or if left out' },
  language: { type: 'text', choices: ['ru', 'en'], summary: 'language of the texts, ru if left out' },
  latency: { type: 'integer', value: 'MS', summary: 'milliseconds before every answer' },
  defect: { type: 'text', value: 'ID', repeatable: true, summary: 'make this mistake' },
  tolerance: { type: 'text', value: 'ID', repeatable: true, summary: 'use this freedom' },
  banks: { type: 'text', value: 'FILE', summary: 'list of banks to serve (JSON)' },
  tls: { type: 'flag', summary: 'serve HTTPS with a certificate for loopback, and offer HTTP/2' },
  list: { type: 'flag', summary: 'list the defects and tolerances, and serve nothing' },
  json: { type: 'flag', summary: 'with --list: as JSON' },
  'write-target': { type: 'text', value: 'FILE', summary: 'write the target profile that fits' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Serves the reference implementation until it is interrupted. */
export async function mock({ args, cwd, terminal, signal }: Invocation): Promise<number> {
  const given = readOptions('mock', args, options);
  if (given.has('help')) {
    terminal.write(commandHelp('mock', options));
    return 0;
  }
  if (given.has('list')) {
    const { listChanges, listChangesAsJson } = await import('./mock-list.ts');
    terminal.write(given.has('json') ? listChangesAsJson() : listChanges(terminal.width));
    return 0;
  }
  const { reference, profile } = await startBuiltIn({
    port: portOf(given),
    language: languageOf(given),
    latencyMs: given.integer('latency') ?? 0,
    defects: given.texts('defect'),
    tolerances: given.texts('tolerance'),
    tls: given.has('tls'),
    banksFile: given.text('banks') === undefined ? null : resolve(cwd, given.text('banks') ?? ''),
  });
  try {
    const file = given.text('write-target');
    if (file !== undefined) await writeProfile(resolve(cwd, file), profile);
    terminal.write(`The reference implementation listens on ${reference.url}\n`);
    terminal.write(file === undefined ? '' : `The target profile that fits it (TEST ONLY): ${file}\n`);
    terminal.write('Stop it with Ctrl-C.\n');
    await ended(signal);
    return 0;
  } finally {
    await reference.close();
  }
}

function portOf(given: Given): number {
  const port = given.integer('port') ?? 0;
  if (port <= 65_535) return port;
  throw new UserError('usage', 'wrong-port', `--port: found ${port}, expected 0 to 65535`, 'choose another');
}

function languageOf(given: Given): 'ru' | 'en' {
  return given.text('language') === 'en' ? 'en' : 'ru';
}

async function writeProfile(file: string, profile: string): Promise<void> {
  await writeFile(file, profile).catch((error: unknown) => {
    const message = `--write-target: found ${obstacleOf(error)} at ${file}, expected a place for a file`;
    throw new UserError('usage', 'profile-not-written', message, 'name another file');
  });
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
