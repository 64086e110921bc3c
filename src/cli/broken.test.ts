import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withService } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { brokenEnvironments, brokenOptions, brokenProfiles, password, profile } from './broken.test-data.ts';
import type { BrokenCall, Files } from './broken.test-data.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import type { Outcome } from './fake-terminal.test-support.ts';
import { program } from './program.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

interface Called extends Outcome {
  readonly connections: number;
}

/** Calls the program in a folder with these files, beside a server that counts who comes. */
async function callBroken({
  words,
  files = {},
  env = {},
}: Omit<BrokenCall, 'title' | 'says'>): Promise<Called> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const filled = (text: string): string => text.replaceAll('{{url}}', url);
  try {
    return await inFolder(async (folder) => {
      await put(folder, files, filled);
      const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
      const outcome = await call(({ args, ...rest }) => program(args, rest), words, {
        cwd: folder,
        env: variables,
      });
      return { ...outcome, connections };
    });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

async function put(folder: string, files: Files, filled: (text: string) => string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if (content === null) await mkdir(path);
    else await writeFile(path, typeof content === 'string' ? filled(content) : content);
  }
}

describe.each([
  ['profile', brokenProfiles],
  ['option', brokenOptions],
  ['environment', brokenEnvironments],
] as const)('a wrong %s is one message and exit code 2, and nothing is sent', (_kind, rows) => {
  it.each(rows)('$title', async ({ says, ...row }) => {
    const { code, out, err, connections } = await callBroken(row);
    expect(err.match(/^error: /gm)).toHaveLength(1);
    for (const part of says) expect(err).toContain(part);
    expect(err.split('\n').slice(0, -1).at(-1)).toMatch(/^ {2}.+ \([a-z0-9]+(-[a-z0-9]+)*\)$/);
    expect({ code, out, connections }).toEqual({ code: 2, out: '', connections: 0 });
    expect(out + err).not.toMatch(/^\s+at |node:internal|ENOENT:|EISDIR:/m);
    expect(out + err).not.toContain(password);
  });
});

it('the good profile that the rows break comes as far as sending', async () => {
  const files = { 'target.yaml': profile() };
  const words = [
    'run',
    '--target',
    'target.yaml',
    '--retries',
    '0',
    '--case',
    'a.success',
    '--format',
    'json',
  ];
  const { code, connections } = await callBroken({ words, files });
  expect(code).toBe(3);
  expect(connections).toBeGreaterThan(0);
});

it('a pattern that would backtrack for years neither hangs a run nor convicts the target', async () => {
  const endless = JSON.stringify({ description_status: `partnerName ${'a'.repeat(60)}!` });
  await withService(
    ({ kind }) => (kind === 'missing' ? { status: 422, body: endless } : 'documented'),
    ({ url }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url, { variants: { a: {} }, texts: { missing: '(a+)+$' } });
        const start = performance.now();
        const options = ['--target', target, '--out', folder, '--format', 'json', '--quiet'];
        await call(run, [...options, '--case', 'a.missing.partnerName'], { cwd: folder });
        expect(performance.now() - start).toBeLessThan(5000);
        const results = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
        const found = results.requirements.find(({ id }) => id === 'a.missing.partnerName.meaning');
        expect(found?.verdict).toBe('review');
        expect(JSON.stringify(results.cases)).toContain('the pattern takes too long for this text');
      }),
  );
});
