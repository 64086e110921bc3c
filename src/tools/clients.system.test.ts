// The programs of docs/clients.md obtain the list from the sandbox of that page.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { execute } from '../cli/child.test-support.ts';
import type { Ended } from '../cli/child.test-support.ts';
import { askIn, fakeTerminal, inFolder } from '../cli/fake-terminal.test-support.ts';
import { findTool, need } from '../cli/integration/tools.test-support.ts';
import { packageFolder } from '../base/package.ts';
import { fencedBlocks } from './markdown.test-support.ts';

// Go compiles its libraries when it runs for the first time.
vi.setConfig({ testTimeout: 240_000 });

/** A program of the page. */
interface Program {
  /** Of its block. */
  readonly language: string;
  readonly file: string;
  /** The interpreter, found in PATH, and the words before the file. */
  readonly command: readonly [tool: string, ...words: readonly string[]];
  /** Words for the same tool that fail where its library is missing. */
  readonly probe: readonly string[];
  readonly library: string;
}

const programs: readonly Program[] = [
  {
    language: 'python',
    file: 'banks.py',
    command: ['python3'],
    probe: ['-c', 'import cryptography'],
    library: 'the package cryptography',
  },
  { language: 'java', file: 'Banks.java', command: ['java'], probe: ['--list-modules'], library: 'a JDK' },
  { language: 'go', file: 'banks.go', command: ['go', 'run'], probe: ['version'], library: 'Go' },
  {
    language: 'php',
    file: 'banks.php',
    command: ['php'],
    probe: ['-r', 'exit(@include "phpseclib3/autoload.php" ? 0 : 1);'],
    library: 'phpseclib 3',
  },
  { language: 'js', file: 'banks.mjs', command: ['node'], probe: ['--version'], library: 'Node' },
];

const page = await readFile(join(packageFolder, 'docs', 'clients.md'), 'utf8');
const textOf = (wanted: string): string =>
  fencedBlocks(page).findLast(({ language }) => language === wanted)?.text ?? '';

interface Sandbox {
  readonly folder: string;
  /** Everything that `mock` has printed. */
  readonly said: () => string;
  readonly run: (program: Program, text: string) => Promise<Ended>;
}

/** Runs `work` in a folder beside the sandbox of the page, on a free port. */
const inSandbox = (words: readonly string[], work: (sandbox: Sandbox) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const stop = new AbortController();
    const { terminal, out } = fakeTerminal();
    const given = { cwd: folder, signal: stop.signal, terminal };
    const serving = askIn(given, 'mock', '--write-target', 'sandbox.yaml', ...words);
    try {
      await expect.poll(out).toContain('Ctrl-C');
      const [port = ''] = /(?<=listens on http:\/\/127\.0\.0\.1:)\d+/.exec(out()) ?? [];
      await mkdir(join(folder, 'vendor'));
      // What Composer writes; Debian has the library beside PHP.
      await writeFile(join(folder, 'vendor', 'autoload.php'), "<?php require 'phpseclib3/autoload.php';\n");
      await work({
        folder,
        said: out,
        async run({ file, command: [tool, ...before] }, text) {
          await writeFile(join(folder, file), text.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`));
          return execute(tool, [...before, file], folder);
        },
      });
    } finally {
      stop.abort();
      await serving;
    }
  });

async function isThere({ command: [tool], probe }: Program): Promise<boolean> {
  return findTool(tool) !== null && (await execute(tool, probe, packageFolder)).code === 0;
}

const [bank] = JSON.parse(
  await readFile(join(packageFolder, 'fixtures', 'banks', 'banks.json'), 'utf8'),
) as readonly { readonly bic: string; readonly name: string }[];

it.for(programs)(
  '$language: the program of the page obtains the list, and nothing is refused (skipped without $library)',
  async (program, context) => {
    need(context, await isThere(program), program.library);
    await inSandbox([], async ({ run, said }) => {
      const ended = await run(program, textOf(program.language));
      expect(ended).toMatchObject({ code: 0, err: '' });
      expect(ended.out).toContain(bank?.bic);
      expect(ended.out).toContain(bank?.name);
      expect(said()).not.toMatch(/^\d\d:\d\d:\d\d /m);
    });
  },
);

it.for(programs.filter(({ language }) => language === 'java'))(
  '$language: without OAEPParameterSpec the sandbox names the default, and opens it with --mgf1 sha1 (skipped without $library)',
  async (program, context) => {
    need(context, await isThere(program), program.library);
    const text = textOf('java').replace(/, new OAEPParameterSpec\([^;]*;/, ');');
    expect(text).not.toBe(textOf('java'));
    await inSandbox([], async ({ run, said }) => {
      expect((await run(program, text)).out).toContain('description_status');
      await expect.poll(said).toContain("opens with MGF1 SHA-1 (Java's default), expected SHA-256");
    });
    await inSandbox(['--mgf1', 'sha1'], async ({ run, said }) => {
      expect((await run(program, text)).out).toContain(bank?.bic);
      expect(said()).toContain('RSA-OAEP, SHA-256, MGF1 SHA-1, base64');
    });
  },
);

it('the page has a program in each language, of at most 25 lines', () => {
  const languages = [...programs.map(({ language }) => language), 'csharp'];
  const long = languages.map(
    (language) => [language, textOf(language).trimEnd().split('\n').length] as const,
  );
  expect(long.filter(([, lines]) => lines > 25 || lines < 5)).toEqual([]);
});
