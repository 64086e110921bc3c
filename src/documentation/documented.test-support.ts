import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { fakeTerminal } from '../cli/fake-terminal.test-support.ts';
import { createGuard, program } from '../cli/program.ts';
import { startReference } from '../embedding/api.ts';
import { packageFolder } from '../suite.ts';
import { wordsOf } from './markdown.test-support.ts';

/** Exit code of a command, with all that it wrote. */
export interface Outcome {
  readonly code: number;
  readonly text: string;
}

/** A folder in which a reader of the documentation works: profiles of a running service are there. */
export interface DocumentedSession {
  readonly folder: string;
  /** Runs the program with these words; a server runs until the session is closed. */
  readonly call: (words: readonly string[]) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Opens a session in an empty folder, its service with these defects. */
export async function openDocumentedSession(
  folder: string,
  defects: readonly string[],
): Promise<DocumentedSession> {
  const reference = await startReference({ defects });
  const profile = stringify(reference.profile);
  const service = new AbortController();
  const serving: Promise<number>[] = [];
  const plain = (words: readonly string[]): Promise<Outcome> => callProgram(words, folder, service.signal);
  await writeFile(
    join(folder, 'service.pem'),
    await readFile(keyOf(reference.profile.encryption?.key), 'utf8'),
  );
  return {
    folder,
    call: async (words) => {
      await provide(words, folder, profile, plain);
      if (words[0] !== 'mock' || words.includes('--list')) return followUp(words, folder, await plain(words));
      return serve(words, folder, service.signal, serving);
    },
    close: async () => {
      service.abort();
      await Promise.all(serving);
      await reference.close();
    },
  };
}

const keyOf = (key: string | undefined): string => key ?? '';

/** Creates the files that a reader has, before a command that names them. */
async function provide(
  words: readonly string[],
  folder: string,
  profile: string,
  call: (words: readonly string[]) => Promise<Outcome>,
): Promise<void> {
  const at = (file: string): string => join(folder, file);
  const run = (...args: readonly string[]): Promise<Outcome> =>
    call(['run', '--target', 'staging.yaml', '--quiet', '--format', 'json', ...args]);
  if (words[0] === 'init') return rm(at(optionOf(words, '--out') ?? 'target.yaml'), { force: true });
  await writeFile(at('staging.yaml'), profile);
  if (words.some((word) => word.startsWith('targets/'))) {
    await mkdir(at('targets'), { recursive: true });
    for (const name of ['one', 'two']) {
      await writeFile(at(`targets/${name}.yaml`), profile.replace(/^name: .*$/m, `name: ${name}`));
    }
  }
  if (words[0] === 'verify') await certify(call, at('certificate'));
  for (const word of words.slice(1)) {
    if (/^(?:yesterday|mon|tue|wed)$/.test(word)) await run('--out', word);
    if (/^(?:old|new)\.json$/.test(word)) {
      await run('--out', `${word}.d`);
      await cp(at(`${word}.d/results.json`), at(word));
    }
    if (/^reports(?:\/results\.json)?$/.test(word) && words[0] !== 'run' && !words.includes('--key')) {
      const isThere = await readFile(at('reports/results.json'), 'utf8').then(
        () => true,
        () => false,
      );
      if (!isThere && optionOf(words, '--out') !== word) await run('--out', 'reports');
    }
  }
}

/** Creates a certificate of the service if there is none. */
async function certify(call: (words: readonly string[]) => Promise<Outcome>, folder: string): Promise<void> {
  if ((await readdir(folder).catch(() => [])).length > 0) return;
  await call(['certify', '--init-authority', 'demo']);
  const signer = ['--key', 'demo/signer.key', '--cert', 'demo/signer.pem'];
  await call(['certify', '--target', 'staging.yaml', '--quiet', ...signer, '--out', 'certificate']);
}

/** Does what a reader does after a command: fills in the blanks of drafted decisions. */
async function followUp(words: readonly string[], folder: string, outcome: Outcome): Promise<Outcome> {
  const drafted = optionOf(words, '--draft-reviews');
  if (drafted === undefined) return outcome;
  const file = join(folder, drafted);
  const text = await readFile(file, 'utf8').catch(() => null);
  const filled = text
    ?.replaceAll('decision: ""', 'decision: pass')
    .replaceAll('name: ""', 'name: A. Reader')
    .replaceAll('date: ""', 'date: 2026-11-20');
  if (filled !== undefined) await writeFile(file, filled);
  return outcome;
}

function optionOf(words: readonly string[], name: string): string | undefined {
  const index = words.indexOf(name);
  return index === -1 ? undefined : words[index + 1];
}

async function serve(
  words: readonly string[],
  folder: string,
  signal: AbortSignal,
  serving: Promise<number>[],
): Promise<Outcome> {
  const said: string[] = [];
  const free = words.map((word, index) => (words[index - 1] === '--port' ? '0' : word));
  const running = start(free, folder, signal, said);
  const listens = new Promise<null>((resolve) => {
    const timer = setInterval(() => {
      if (!said.join('').includes('listens on')) return;
      clearInterval(timer);
      resolve(null);
    }, 10);
    void running.finally(() => clearInterval(timer));
  });
  const code = await Promise.race([running, listens]);
  if (code === null) serving.push(running);
  return { code: code ?? 0, text: said.join('') };
}

async function callProgram(words: readonly string[], folder: string, signal: AbortSignal): Promise<Outcome> {
  const said: string[] = [];
  const code = await start(words, folder, signal, said);
  return { code, text: said.join('') };
}

function start(words: readonly string[], cwd: string, signal: AbortSignal, said: string[]): Promise<number> {
  const write = (text: string): void => void said.push(text);
  const { terminal } = fakeTerminal({ write, writeError: write });
  const env = { PATH: process.env['PATH'] };
  return program(words, { env, cwd, signal, terminal, guard: createGuard() });
}

/** Commands that a test cannot execute, each with the reason. */
export const exceptions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm (?:ci|install)\b/, 'asks the registry'],
  [/^npm run bench\b/, 'measures for a minute'],
  [/^npm sbom\b/, 'is a command of npm alone'],
  [/^node --test banks\.node-test\.js$/, 'is the test of a reader; the tests of the package execute it'],
  [/^openssl pkcs12 /, 'needs a file and a passphrase of a reader'],
  [/ --ui\b/, 'opens a browser interface and stays'],
  [/^toxiproxy-cli /, 'needs a program that is not installed with the suite'],
];

/** Ways to call the program, in front of its own words. */
const callers: readonly (readonly [pattern: RegExp, words: readonly string[]])[] = [
  [/^npm run -s cli -- /, []],
  [/^npm run conformance -- /, ['run']],
  [/^npm run conformance$/, ['run']],
  [/^(?:npx )?sbp-banks-conformance /, []],
];

/** Commands that take too long in full, with the options that make them shorter. */
const narrowed: readonly (readonly [command: string, more: readonly string[]])[] = [
  ['selftest', ['--defect', 'a-bic-number']],
];

/** Executes one documented command; null for an exception. */
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

/** The words of the program, with the options that make a long command shorter; two rounds are as good as twenty. */
function narrow(given: readonly string[]): readonly string[] {
  const words = given.map((word, index) => (given[index - 1] === '--repeat' ? '2' : word));
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

/** Executes a command with a shell in the folder; vitest gets the root of this project. */
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
