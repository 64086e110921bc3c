// The command `verify`: checks a certificate offline.

import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runChild } from '../base/child.ts';
import { UserError } from '../base/errors.ts';
import { readBytes } from '../base/file.ts';
import { jsonText } from '../base/json-text.ts';
import { readSuite } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import { clip, disarm } from '../base/visible.ts';
import { readTrustedKey } from '../certificate/sign.ts';
import { fileNames } from '../certificate/statement.ts';
import type { Statement } from '../certificate/statement.ts';
import { checkerFor, verifyFiles } from '../certificate/verify.ts';
import type { Checker, Verification } from '../certificate/verify.ts';
import type { Invocation } from './invocation.ts';
import { wrapped } from './terminal.ts';

export interface VerifyWords {
  readonly key?: string;
  readonly verifyWith?: string;
  readonly json?: boolean;
}

const exitCodes = { valid: 0, record: 1, refused: 1, 'other-rules': 3 } as const;

export async function verify(
  options: VerifyWords,
  [name = '']: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { cwd, terminal } = invocation;
  const folder = resolve(cwd, name);
  const check = await checkerOf(options, folder, invocation);
  const found = await verifyFiles(await filesIn(folder, shownFile(name)), check, readSuite().version);
  const code = exitCodes[found.kind];
  if (options.json === true) {
    const { kind, ...rest } = found;
    terminal.write(jsonText({ valid: kind === 'valid', exitCode: code, kind, ...rest }));
    return code;
  }
  const lines = [sentenceOf(found), ...('statement' in found ? factsOf(found.statement) : [])];
  for (const line of lines) terminal.write(wrapped(disarm(line), terminal.width));
  return code;
}

const holds = 'signature and digests are right, and the evidence gives the same verdicts again';

function sentenceOf(found: Verification): string {
  switch (found.kind) {
    case 'valid':
      return `VALID: ${holds}.`;
    case 'record':
      return `NO CERTIFICATE, but a record of a run that holds: ${holds}.`;
    case 'other-rules':
      return `NOT JUDGED: signature and digests are right, but the evidence was judged by rules ${found.rules}: verify it with ${readSuite().name} ${found.version}.`;
    case 'refused':
      return `NOT VALID, ${found.topic}: ${found.found}`;
  }
}

function factsOf({ target, variants, suite, rules, run, issuedAt, decisions, untried }: Statement) {
  const classes = Object.entries(variants).map(([id, one]) => {
    const missed = one.class === 'none' ? ` (kept from it by ${one.prevents.slice(0, 5).join(', ')})` : '';
    return `  variant ${id}: ${one.class === 'none' ? 'no class' : `class ${one.class}`}${missed}`;
  });
  return [
    `  target: ${clip(target.name, 200)}, ${clip(target.baseUrl, 300)}${target.isReference ? ' (the built-in reference)' : ''}`,
    ...classes,
    `  run: ${run.startedAt} to ${run.endedAt}, signed ${issuedAt}`,
    `  ${suite.name} ${suite.version}, rules ${rules}, ${run.requests} requests, ${run.failedLogins} failed logins`,
    ...(decisions.length === 0 ? [] : [`  decisions of persons: ${decisions.length}`]),
    ...(untried.length === 0 ? [] : [`  requests that were not tried: ${untried.length}`]),
  ];
}

const wrong = (option: string, found: string): UserError =>
  new UserError('usage', 'key-unusable', `${option}: ${found}`, 'nothing was verified');

async function checkerOf(
  { key, verifyWith }: VerifyWords,
  folder: string,
  { cwd, signal }: Invocation,
): Promise<Checker> {
  if (key !== undefined) {
    const file = await readBytes(resolve(cwd, key));
    if (file.kind !== 'read')
      throw wrong('--key', `found ${file.found} at ${shownFile(key)}, expected a key or certificate in PEM`);
    try {
      return checkerFor(readTrustedKey(file.content, new Date()));
    } catch (error) {
      throw error instanceof RangeError ? wrong('--key', error.message) : error;
    }
  }
  if (verifyWith === undefined)
    throw wrong('verify', 'found no key of the signer, expected --key FILE or --verify-with COMMAND');
  return async () => {
    const { failure, complaint } = await runChild({
      command: verifyWith,
      cwd,
      env: { CONTENT: join(folder, fileNames.sums), SIGNATURE: join(folder, fileNames.signature) },
      limits: { time: 60_000, complaint: 4096 },
      signal,
      keepsTerminal: true,
    });
    const said = complaint.toString().trim().split('\n')[0] ?? '';
    return failure === null || `the command ${failure}${said === '' ? '' : `: ${said}`}`;
  };
}

const mostBytes = 256 * 1024 ** 2;

async function filesIn(folder: string, shown: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await readdir(folder).catch(() => {
    throw wrong('verify', `found no folder at ${shown}, expected that of a certificate`);
  });
  const files = new Map<string, Uint8Array>();
  for (const name of names) {
    const file = await readBytes(join(folder, name), mostBytes);
    if (file.kind !== 'read')
      throw wrong('verify', `found ${file.found} at ${shownFile(join(shown, name))}, expected a file`);
    files.set(name, file.content);
  }
  return files;
}
