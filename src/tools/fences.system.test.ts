// Every command on the pages for readers exits with the code that its page states: 0, or that of the comment
// `<!-- exits with code N -->` in front of its block.

import { globSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { startBuiltIn } from '../api/built-in.ts';
import type { BuiltIn } from '../api/built-in.ts';
import { packageFolder } from '../base/package.ts';
import { cleanEnvironment, execute, start } from '../cli/child.test-support.ts';
import type { Child } from '../cli/child.test-support.ts';
import { inFolder } from '../cli/fake-terminal.test-support.ts';
import { fencedBlocks } from './markdown.test-support.ts';

interface Command {
  readonly line: string;
  readonly exitCode: number;
  /** The line on which its block begins. */
  readonly block: number;
}

/** Of `console`: lines that begin with `$ `, with their continuations; of `sh`: the block as a whole. */
const commandsIn = (markdown: string): readonly Command[] =>
  fencedBlocks(markdown).flatMap(({ language, text, exitCode, line: block }) => {
    const lines = [...text.replaceAll(/\\\n\s*/g, '').matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);
    const commands = language === 'sh' ? [text.trim()] : language === 'console' ? lines : [];
    return commands.map((line) => ({ line, exitCode, block }));
  });

/** What a test cannot carry out. */
const exceptions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^npm (?:ci|install)\b/, 'asks the registry'],
  [/^npm (?:test|run test:all)\b/, 'runs this test'],
  [/^npm pack\b|^docker /, 'needs an engine'],
  [/npm run ui$|^npx vitest --ui$/, 'stays open'],
  [/openssl pkcs12/, 'needs a file and a passphrase of a reader'],
];

const isException = ({ line }: Command): boolean => exceptions.some(([pattern]) => pattern.test(line));

const pages = globSync(['*.md', 'docs/**/*.md'], {
  cwd: packageFolder,
  exclude: ['docs/reference/**', 'CHANGELOG.md'],
}).toSorted();
const textOf = (file: string): Promise<string> => readFile(join(packageFolder, file), 'utf8');
const all = await Promise.all(
  pages.map(async (file) => ({ file, commands: commandsIn(await textOf(file)) })),
);
const documented = all.filter(({ commands }) => commands.some((one) => !isException(one)));

/** What a reader has: `npx` and `npm run` call this checkout, staging.yaml names a running service, and a run was made. */
let home: string;
let builtIn: BuiltIn;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'sbp-reader-'));
  builtIn = await startBuiltIn({ key: 'short' });
  const [bin, profile] = [join(home, '.bin'), stringify(builtIn.profile)];
  for (const name of ['.bin', 'targets']) await mkdir(join(home, name));
  const cli = `exec '${process.execPath}' '${join(packageFolder, 'src/cli/start.mjs')}'`;
  const script = `[ "$1" = conformance ] && { shift; [ "$1" != -- ] || shift; ${cli} run "$@"; }`;
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift\n${cli} "$@"\n`);
  await writeFile(join(bin, 'npm'), `#!/bin/sh\nshift\n${script}\nshift 3\n${cli} "$@"\n`);
  for (const name of ['npx', 'npm']) await chmod(join(bin, name), 0o755);
  for (const name of ['staging.yaml', 'targets/staging.yaml']) await writeFile(join(home, name), profile);
  await copyFile(join(packageFolder, 'fixtures/keys/short.pem'), join(home, 'service.pem'));
  const signer = 'req -x509 -newkey rsa:2048 -noenc -keyout signer.key -out signer.crt -subj /CN=A -days 2';
  await execute('openssl', signer.split(' '), home);
  await copyFile(join(home, 'signer.crt'), join(home, 'root.crt'));
  const { code, said } = await call('npx x run --target staging.yaml --quiet', home).ended;
  if (code !== 0) throw new Error(said);
  for (const name of ['yesterday', 'accepted'])
    await cp(join(home, 'reports'), join(home, name), { recursive: true });
});
afterAll(async () => {
  await builtIn.reference.close();
  await rm(home, { recursive: true });
});

function call(line: string, folder: string): Child {
  const { PATH = '', ...env } = cleanEnvironment();
  const path = [join(folder, '.bin'), PATH].join(':');
  return start('bash', ['-c', line], folder, { timeout: 120_000, env: { ...env, PATH: path } });
}

/** What exits with another code, and what it said. */
async function follow(commands: readonly Command[], folder: string): Promise<readonly string[]> {
  await cp(home, folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  const restore = (name: string): Promise<void> => cp(join(home, name), at(name), { recursive: true });
  const servers: Child[] = [];
  const found: string[] = [];
  let last = commands[0]?.block;
  for (const one of commands.filter((each) => !isException(each))) {
    // Each block is followed by somebody who has not followed the others.
    if (one.block !== last) await rm(at('reports'), { recursive: true });
    if (one.block !== last) await restore('reports');
    last = one.block;
    const line = one.line.replaceAll(/--port \d+/g, '--port 0');
    if (/ mock (?!.*--list)/.test(line)) {
      const server = call(line, folder);
      servers.push(server);
      await vi.waitUntil(() => server.said().includes('listens on'), 60_000);
      continue;
    }
    // CMS takes another kind of key than pages make for the rest.
    if (line.includes('openssl cms')) await restore('signer.key');
    if (line.includes(' init ')) await rm(at('staging.yaml'));
    const { code, said } = await call(line, folder).ended;
    if (line.includes(' init ')) await restore('staging.yaml');
    if (code !== one.exitCode)
      found.push(`${line}: exit code ${code}, not ${one.exitCode}\n${said.slice(-1500)}`);
  }
  for (const server of servers) server.signal('SIGINT', 'group');
  await Promise.all(servers.map(({ ended }) => ended));
  return found;
}

test.concurrent.for(documented)('$file', async ({ commands }, { expect }) => {
  expect(await inFolder((folder) => follow(commands, folder))).toEqual([]);
});

test('every exception is needed by a page', () => {
  const lines = all.flatMap(({ commands }) => commands);
  const unused = exceptions.filter(([pattern]) => !lines.some(({ line }) => pattern.test(line)));
  expect(unused).toEqual([]);
});
