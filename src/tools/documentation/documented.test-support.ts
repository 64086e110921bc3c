import { access, copyFile, cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { withBuiltIn } from '../../api/built-in.ts';
import { start } from '../../cli/child.test-support.ts';
import { askIn, fakeTerminal, inFolder } from '../../cli/fake-terminal.test-support.ts';
import { publicKey } from '../../cli/small-profile.test-support.ts';
import { packageFolder } from '../../base/package.ts';
import { wordsOf } from './markdown.test-support.ts';

export interface Outcome {
  readonly code: number | null;
  readonly text: string;
}

/** A reader's folder, with profiles of a running service. */
export interface DocumentedSession {
  readonly folder: string;
  /** Runs the program with these words. A server stops when the session ends. */
  readonly call: (words: readonly string[]) => Promise<Outcome>;
}

/** Runs `work` in a reader's session. The service has these defects. */
export const inSession = <Value>(
  defects: readonly string[],
  work: (session: DocumentedSession) => Promise<Value>,
): Promise<Value> =>
  withBuiltIn({ defects }, ({ profile }) =>
    inFolder(async (folder) => {
      const text = stringify(profile);
      const service = new AbortController();
      const serving: Promise<unknown>[] = [];
      const given = { env: { PATH: process.env['PATH'] }, cwd: folder, signal: service.signal };
      const plain = async (words: readonly string[]): Promise<Outcome> => {
        const { code, out, err } = await askIn(given, ...words);
        return { code, text: `${out}${err}` };
      };
      const serve = async (words: readonly string[]): Promise<Outcome> => {
        const { terminal, out } = fakeTerminal();
        const free = words.map((word, index) => (words[index - 1] === '--port' ? '0' : word));
        serving.push(askIn({ ...given, terminal }, ...free));
        await expect.poll(out).toContain('listens on');
        return { code: 0, text: out() };
      };
      await copyFile(publicKey, join(folder, 'service.pem'));
      try {
        return await work({
          folder,
          async call(words) {
            await provide(words, folder, text, plain);
            if (words[0] === 'mock' && !words.includes('--list')) return serve(words);
            const outcome = await plain(words);
            await fillIn(folder, optionOf(words, '--draft-reviews'));
            return outcome;
          },
        });
      } finally {
        service.abort();
        await Promise.all(serving);
      }
    }),
  );

/** Creates the files that a command needs and a reader would have. */
async function provide(
  words: readonly string[],
  folder: string,
  profile: string,
  call: (words: readonly string[]) => Promise<Outcome>,
): Promise<void> {
  const at = (file: string): string => join(folder, file);
  const run = (out: string): Promise<Outcome> =>
    call(['run', '--target', 'staging.yaml', '--quiet', '--format', 'json', '--out', out]);
  if (words[0] === 'init') return rm(at(optionOf(words, '--out') ?? 'target.yaml'), { force: true });
  await writeFile(at('staging.yaml'), profile);
  if (words.includes('production.yaml')) await writeFile(at('production.yaml'), profile);
  const isAboutCertificate =
    words[0] === 'verify' || (words[0] === 'compare' && words.includes('certificate'));
  if (isAboutCertificate && (await readdir(at('certificate')).catch(() => [])).length === 0) {
    await call(['certify', '--init-authority', 'demo']);
    const signer = '--key demo/signer.key --cert demo/signer.pem';
    await call(`certify --target staging.yaml --quiet ${signer} --out certificate`.split(' '));
  }
  for (const word of words.slice(1)) {
    if (/^(?:yesterday|mon|tue|wed)$/.test(word)) await run(word);
    if (/^(?:old|new)\.json$/.test(word)) {
      await run(`${word}.d`);
      await cp(at(`${word}.d/results.json`), at(word));
    }
    const isRead = words[0] !== 'run' && !words.includes('--key') && optionOf(words, '--out') !== word;
    if (isRead && /^reports(?:\/results\.json)?$/.test(word)) {
      await access(at('reports/results.json')).catch(() => run('reports'));
    }
  }
}

/** Fills in the blanks of a drafted reviews file, as a reader does. */
async function fillIn(folder: string, drafted: string | undefined): Promise<void> {
  if (drafted === undefined) return;
  const file = join(folder, drafted);
  const text = await readFile(file, 'utf8').catch(() => null);
  const filled = text
    ?.replaceAll('decision: ""', 'decision: pass')
    .replaceAll('name: ""', 'name: A. Reader')
    .replaceAll('date: ""', 'date: 2026-11-20');
  if (filled !== undefined) await writeFile(file, filled);
}

function optionOf(words: readonly string[], name: string): string | undefined {
  const index = words.indexOf(name);
  return index === -1 ? undefined : words[index + 1];
}

/** Commands that a test cannot execute, with the reasons. */
export const exceptions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm (?:ci|install)\b/, 'asks the registry'],
  [/^npm run (?:scenarios|mutate)\b/, 'takes minutes'],
  [/^npm pack$/, 'is done by the tests of the package'],
  [/^npm pack && |^docker /, 'needs a registry and an engine'],
  [/^node --test banks\.node-test\.js$/, 'is the test of a reader; the tests of the package execute it'],
  [/^openssl pkcs12 /, 'needs a file and a passphrase of a reader'],
  [/^npm run ui$|^npx vitest --ui$|^SBP_TARGET=\S+ npm run ui$/, 'opens a browser interface and stays'],
  [/ --verify-with\b/, 'needs a signature by GOST; the tests of certify make one'],
  [/^toxiproxy-cli /, 'needs a program that is not installed with the suite'],
];

/** Ways to call the program. */
const caller = /^(?:npm run -s cli --|npm run (conformance)(?: --)?|(?:npx )?sbp-banks-conformance)(?: |$)/;

/** Executes one documented command, or several joined by `&&`. Null for an exception. */
export async function carryOut(command: string, session: DocumentedSession): Promise<Outcome | null> {
  if (exceptions.some(([pattern]) => pattern.test(command))) return null;
  const parts = command.split(' && ');
  if (parts.length > 1) {
    let last: Outcome | null = null;
    for (const part of parts) {
      last = (await carryOut(part, session)) ?? last;
      if (last !== null && last.code !== 0) break;
    }
    return last;
  }
  const [called, conformance] = caller.exec(command) ?? [];
  if (called === undefined) return inShell(command, session.folder);
  const words = wordsOf(command.slice(called.length));
  return session.call(narrow([...(conformance === undefined ? [] : ['run']), ...words]));
}

/** Adds options that shorten a long command: a single defect. */
function narrow(given: readonly string[]): readonly string[] {
  const words = given.map((word, index) =>
    given[index - 1] === '--defect' ? word.replace('*', '2*') : word,
  );
  const isWhole = words[0] === 'selftest' && !words.includes('--defect');
  return isWhole ? [...words, '--defect', 'a-bic-number'] : words;
}

/** Executes a command with a shell in the folder. Gives vitest the root of this project. */
async function inShell(command: string, folder: string): Promise<Outcome> {
  const bin = join(packageFolder, 'node_modules', '.bin');
  const line = command.replace('npx vitest run', `vitest run --root '${packageFolder}'`);
  const env = { PATH: [bin, process.env['PATH'] ?? ''].join(delimiter), HOME: folder };
  const { code, said } = await start('bash', ['-c', line], folder, { env }).ended;
  return { code, text: said };
}
