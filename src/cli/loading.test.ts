import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../base/package.ts';
import { execute } from './child.test-support.ts';
import { openFolder } from './fake-terminal.test-support.ts';
import { openSite } from './small-profile.test-support.ts';

/** Writes the name of every loaded module, in order, to the file in the variable LOADED. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  registerHooks({
    load(url, context, next) {
      appendFileSync(process.env.LOADED, url + '\\n');
      return next(url, context);
    },
  });
`)}`;

/** The modules that a command loads, in order. Packages by name, modules of the suite by path. */
async function loadedBy(folder: string, ...args: readonly string[]): Promise<readonly string[]> {
  const LOADED = join(folder, 'loaded.txt');
  const start = join(packageFolder, 'src/cli/start.mjs');
  await execute(process.execPath, ['--import', recorder, start, ...args], folder, { LOADED });
  const urls = (await readFile(LOADED, 'utf8')).trim().split('\n');
  return urls.map((url) => {
    const path = url.startsWith('file:') ? relative(packageFolder, fileURLToPath(url)) : url;
    return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
  });
}

const heavy = ['undici', 'zod', 'node-forge', 'yaml', 'jose', 'vitest', 'dotenv'];

describe('what is loaded', () => {
  it('by --help is none of the packages and hardly anything else', async () => {
    const folder = await openFolder();
    const loaded = await loadedBy(folder, '--help');
    expect(loaded).toContain('src/cli/program.ts');
    expect(loaded.filter((name) => heavy.includes(name))).toEqual([]);
    expect(loaded.length).toBeLessThan(40);
  });

  it('by the list of requirements is nothing that sends, encrypts or reads profiles', async () => {
    const folder = await openFolder();
    const loaded = await loadedBy(folder, 'requirements');
    expect(heavy.filter((name) => loaded.includes(name))).toEqual([]);
    const foreign = /^src\/(http|encryption|execution|report\/html)\//;
    expect(loaded.filter((name) => foreign.test(name))).toEqual([]);
  });

  it('by a run is no test runner, no package of another scheme, not the reference, and reports only after the first request', async () => {
    const { folder, target } = await openSite();
    const loaded = await loadedBy(folder, 'run', '--target', target, '--quiet');
    const packages = new Set(loaded.filter((name) => heavy.includes(name)));
    expect([...packages].toSorted()).toEqual(['undici', 'yaml', 'zod']);
    const foreign = /^src\/(reference|selftest|doctor|comparison)\//;
    expect(loaded.filter((name) => foreign.test(name))).toEqual([]);
    const renderer = loaded.findIndex((name) => name.startsWith('src/report/html/'));
    expect(renderer).toBeGreaterThan(loaded.indexOf('src/run/run.ts'));
    // The whole package would also include fetch, caches and mocks.
    expect(loaded.filter((name) => name === 'undici').length).toBeLessThan(50);
  });
});
