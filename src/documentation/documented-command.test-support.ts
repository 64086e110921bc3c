import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder } from '../suite.ts';
import { wordsOf } from './fenced-block.test-support.ts';
import type { DocumentedSession, Outcome } from './documented-session.test-support.ts';

/** Commands that cannot be carried out in a test, each with the reason. */
export const exceptions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm (?:ci|install)\b/, 'asks the registry'],
  [/^npm run bench\b/, 'measures for a minute'],
  [/^npm sbom\b/, 'is a command of npm alone'],
  [/^node --test banks\.node-test\.js$/, 'is the test of a reader; the tests of the package carry it out'],
  [/^openssl pkcs12 /, 'needs a file and a passphrase of a reader'],
  [/ --ui\b/, 'opens a browser interface and stays'],
];

/** Ways to call the program, in front of its own words. */
const callers: readonly (readonly [pattern: RegExp, words: readonly string[]])[] = [
  [/^npm run -s cli -- /, []],
  [/^npm run conformance -- /, ['run']],
  [/^npm run conformance$/, ['run']],
  [/^(?:npx )?sbp-banks-conformance /, []],
];

/** All of it takes longer than a test may; what it does is the same. */
const narrowed: readonly (readonly [command: string, more: readonly string[]])[] = [
  ['selftest', ['--defect', 'a-bic-number']],
];

/** Carries out one documented command; null where it stands among the exceptions. */
export async function carryOut(command: string, session: DocumentedSession): Promise<Outcome | null> {
  if (exceptions.some(([pattern]) => pattern.test(command))) return null;
  const parts = command.split(' && ');
  if (parts.length > 1) return inTurn(parts, session);
  const caller = callers.find(([pattern]) => pattern.test(command));
  if (caller === undefined) return inShell(command, session.folder);
  const [pattern, first] = caller;
  const words = wordsOf(command.replace(pattern, ''));
  if (words === null) throw new Error(`only a shell can read it: ${command}`);
  return session.call(narrow([...first, ...(command === 'npm run conformance' ? [] : words)]));
}

/** The words of the program, fewer subjects where all of them take long. */
function narrow(words: readonly string[]): readonly string[] {
  const more = narrowed.find(([name]) => name === words[0] && !words.includes('--defect'))?.[1] ?? [];
  return [...words, ...more];
}

async function inTurn(parts: readonly string[], session: DocumentedSession): Promise<Outcome | null> {
  let last: Outcome | null = null;
  for (const part of parts) {
    last = (await carryOut(part, session)) ?? last;
    if (last !== null && last.code !== 0) return last;
  }
  return last;
}

/** Carries a command out by a shell in the folder; the runner of tests is pointed to this project. */
function inShell(command: string, cwd: string): Promise<Outcome> {
  const bin = join(packageFolder, 'node_modules', '.bin');
  const line = command.replace('npx vitest run', `vitest run --root '${packageFolder}'`);
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: cwd };
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', line], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    const said: string[] = [];
    child.stdout.on('data', (chunk) => said.push(String(chunk)));
    child.stderr.on('data', (chunk) => said.push(String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, text: said.join('') }));
  });
}
