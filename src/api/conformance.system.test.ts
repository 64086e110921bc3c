// The driver in a project of its own, by vitest as a program.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { packageFolder } from '../base/package.ts';
import { testPartners } from '../reference/profile.ts';
import { startBuiltIn } from './built-in.ts';
import type { BuiltInOptions } from './built-in.ts';
import { readResults } from './read-results.ts';

const entry = fileURLToPath(new URL('../vitest.ts', import.meta.url));
const vitest = join(packageFolder, 'node_modules', 'vitest', 'vitest.mjs');
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const one of undo.splice(0).toReversed()) await one();
});

/** A project of which the only test file calls the driver; `profile`: in YAML, over that of the reference. */
async function openProject(options: BuiltInOptions = {}, profile = {}, setup = '') {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-vitest-'));
  undo.push(() => rm(folder, { recursive: true }));
  const served: string[] = [];
  const builtIn = await startBuiltIn({ ...options, onServed: ({ kind }) => void served.push(kind) });
  undo.push(builtIn.reference.close);
  const inFolder = (name: string): string => join(folder, name);
  await writeFile(inFolder('target.yaml'), stringify({ ...builtIn.profile, ...profile }));
  await writeFile(
    inFolder('banks.test.js'),
    `import { conformance } from ${JSON.stringify(entry)};\nawait conformance('target.yaml', { out: 'reports' });\n`,
  );
  await writeFile(inFolder('setup.js'), setup);
  await writeFile(
    inFolder('vitest.config.js'),
    "export default { test: { setupFiles: ['setup.js'], server: { deps: { external: [/\\/src\\//] } } } };\n",
  );
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [vitest, 'run', '--root', folder, ...args], {
      cwd: folder,
      detached: true,
      env: { ...process.env, NO_COLOR: '1', VITEST: undefined },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
    const ended = new Promise<{ readonly code: number | null; readonly said: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, said })),
    );
    return { ended, interrupt: () => process.kill(-(child.pid ?? 0), 'SIGINT') };
  };
  return { folder, inFolder, served, start, results: () => readResults(inFolder('reports')) };
}

test('a filter leaves one case, for which alone is asked; its project may fake time', async () => {
  const faked = "import { beforeAll, vi } from 'vitest';\nbeforeAll(() => void vi.useFakeTimers());\n";
  const { start, results, inFolder } = await openProject({}, {}, faked);
  const { code, said } = await start('-t', 'a.missing.partner\\w+:').ended;
  expect([code, said]).toEqual([0, expect.stringMatching(/Tests {2}2 passed \| \d+ skipped/)]);
  const { cases, isSelection, record } = await results();
  expect(cases.map(({ id }) => id)).toEqual(['a.missing.partnerName', 'a.missing.partnerPassword']);
  expect([isSelection, record.exchanges.every(({ request }) => request.method === 'POST')]).toEqual([
    true,
    true,
  ]);
  for (const file of ['report.html', 'junit.xml', 'summary.md'])
    expect(existsSync(inFolder(`reports/${file}`))).toBe(true);
});

test('a failure shows expected, actual, the exchange and the command; the rest stays green', async () => {
  const { start } = await openProject({ defects: ['a-missing-flag-400'] });
  const { code, said } = await start('-t', 'a.missing').ended;
  expect(code).toBe(1);
  for (const line of [
    'a.missing.useAuthByCert.status',
    '< 400 Bad Request',
    'npx sbp-banks-conformance send a.missing.useAuthByCert',
    'Expected: "a.missing.useAuthByCert.status: 422"',
    'Received: "a.missing.useAuthByCert.status: 400"',
  ])
    expect(said).toContain(line);
  expect(said).not.toContain(testPartners.valid.password);
  expect(said).toMatch(/Tests {2}1 failed \| \d+ passed/);
});

test('where the target is down, the last test alone is red', async () => {
  const { start, served } = await openProject(
    {},
    { baseUrl: 'http://127.0.0.1:9', limits: { recheck: 0, retries: 0 } },
  );
  const { code, said } = await start().ended;
  expect([code, served]).toEqual([1, []]);
  expect(said).toContain('everything that was provisioned could be judged');
  expect(said).toMatch(/Tests {2}1 failed \| \d+ skipped/);
});

test('Ctrl-C undoes a set-up and leaves the reports of what was answered', async () => {
  const teardown = { command: 'sleep 0.3; touch undone' };
  const unavailable = { setup: { command: 'touch done' }, teardown };
  const { start, inFolder, results } = await openProject({ latencyMs: 30 }, { conditions: { unavailable } });
  const child = start();
  await expect.poll(() => existsSync(inFolder('done'))).toBe(true);
  child.interrupt();
  await child.ended;
  await expect.poll(() => existsSync(inFolder('undone'))).toBe(true);
  await expect.poll(() => results().catch(() => null)).toMatchObject({ interrupted: true });
  expect(await readFile(inFolder('reports/report.html'), 'utf8')).toContain('interrupted');
});
