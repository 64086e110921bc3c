// Every command on the pages for readers exits with the code that its page states: 0, or that of the comment
// `<!-- exits with code N -->` in front of its block.

import { globSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { withBuiltIn } from '../api/built-in.ts';
import { packageFolder } from '../base/package.ts';
import { execute, start } from '../cli/child.test-support.ts';
import type { Child } from '../cli/child.test-support.ts';
import { openFolder } from '../cli/fake-terminal.test-support.ts';

interface Command {
  readonly line: string;
  readonly exitCode: number;
}

/** Of `console`: lines that begin with `$ `, with their continuations; of `sh`: the block as a whole. */
function commandsIn(markdown: string): readonly Command[] {
  const fences = /^([ \t]*)```(console|sh)\n(.*?)^\1```[ \t]*$/gms;
  return [...markdown.matchAll(fences)].flatMap((match) => {
    const [, indent = '', language, written = ''] = match;
    const [, stated = '0'] = /<!-- exits with code (\d+) -->\s*$/.exec(markdown.slice(0, match.index)) ?? [];
    const text = written.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const lines =
      language === 'sh'
        ? [text.trim()]
        : [...text.replaceAll(/\\\n\s*/g, '').matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line);
    return lines.map((line) => ({ line, exitCode: Number(stated) }));
  });
}

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

/** A reader's folder: `npx` and `npm run` call this checkout, and staging.yaml names a running service. */
async function openReader(profile: object) {
  const folder = await openFolder();
  const [bin, keys] = [join(folder, '.bin'), join(packageFolder, 'fixtures', 'keys')];
  const cli = `exec '${process.execPath}' '${join(packageFolder, 'src/cli/start.mjs')}'`;
  await mkdir(bin);
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift\n${cli} "$@"\n`);
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\ncase "$2" in conformance) shift 2; [ "$1" = -- ] && shift; ${cli} run "$@";; *) shift 4; ${cli} "$@";; esac\n`,
  );
  for (const name of ['npx', 'npm']) await chmod(join(bin, name), 0o755);
  const call = (line: string): Child =>
    start('bash', ['-c', line], folder, {
      timeout: 120_000,
      env: { ...environment, PATH: `${bin}:${path}` },
    });
  const write = async (): Promise<void> => {
    await writeFile(join(folder, 'staging.yaml'), stringify(profile));
    await copyFile(join(keys, 'service.pem'), join(folder, 'service.pem'));
  };
  await write();
  await mkdir(join(folder, 'targets'));
  await writeFile(join(folder, 'targets', 'staging.yaml'), stringify(profile));
  const signer = '-newkey rsa:2048 -noenc -keyout signer.key -out signer.crt -subj /CN=signer -days 2';
  await execute('openssl', ['req', '-x509', ...signer.split(' ')], folder);
  await copyFile(join(folder, 'signer.crt'), join(folder, 'root.crt'));
  const { code, said } = await call('npx x run --target staging.yaml --quiet').ended;
  expect([code, said]).toEqual([0, expect.anything()]);
  for (const name of ['yesterday', 'accepted'])
    await cp(join(folder, 'reports'), join(folder, name), { recursive: true });
  return { folder, call, write };
}

const { PATH: path = '', ...environment } = process.env;

test.for(documented)('$file', async ({ commands }) => {
  const servers: Child[] = [];
  await withBuiltIn({}, async ({ profile }) => {
    const { folder, call, write } = await openReader(profile);
    const found: string[] = [];
    for (const one of commands.filter((each) => !isException(each))) {
      const line = one.line.replaceAll(/--port \d+/g, '--port 0');
      if (/ mock (?!.*--list)/.test(line)) {
        const server = call(line);
        servers.push(server);
        await expect.poll(server.said).toContain('listens on');
        continue;
      }
      if (line.includes(' init ')) await rm(join(folder, 'staging.yaml'));
      const { code, said } = await call(line).ended;
      if (line.includes(' init ')) await write();
      if (code !== one.exitCode)
        found.push(`${line}: exit code ${code}, not ${one.exitCode}\n${said.slice(-1500)}`);
    }
    for (const server of servers) server.signal('SIGINT', 'group');
    await Promise.all(servers.map(({ ended }) => ended));
    expect(found).toEqual([]);
  });
});

test('every exception is needed by a page', () => {
  const lines = all.flatMap(({ commands }) => commands);
  const unused = exceptions.filter(([pattern]) => !lines.some(({ line }) => pattern.test(line)));
  expect(unused).toEqual([]);
});
