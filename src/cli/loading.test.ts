import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inFolder } from './fake-terminal.test-support.ts';
import { onSite } from './small-profile.test-support.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const program = fileURLToPath(new URL('start.mjs', import.meta.url));

/** Writes every module that is loaded, and when, into the file that `LOADED` names. */
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

/** What a command loads: packages by name, own modules by path, in the order of loading. */
async function loadedBy(folder: string, ...args: readonly string[]): Promise<readonly string[]> {
  const file = join(folder, 'loaded.txt');
  const env = { ...process.env, LOADED: file };
  await execute(process.execPath, ['--import', recorder, program, ...args], { cwd: folder, env });
  const urls = (await readFile(file, 'utf8')).split('\n').filter((url) => url !== '');
  return urls.map((url) => {
    const path = url.startsWith('file:') ? fileURLToPath(url).slice(root.length) : url;
    return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path;
  });
}

const heavy = ['undici', 'zod', 'node-forge', 'yaml', 'jose', 'vitest', 'dotenv'];

describe('what is loaded', () => {
  it.each(['--help', '--version'])(
    'by %s is none of the packages and hardly anything else',
    async (option) => {
      await inFolder(async (folder) => {
        const loaded = await loadedBy(folder, option);
        expect(loaded).toContain('src/cli/program.ts');
        expect(loaded.filter((name) => heavy.includes(name))).toEqual([]);
        expect(loaded.length).toBeLessThan(40);
      });
    },
  );

  it('by the list of requirements is nothing that sends, encrypts or reads profiles', async () => {
    await inFolder(async (folder) => {
      const loaded = new Set(await loadedBy(folder, 'requirements'));
      expect(heavy.filter((name) => loaded.has(name))).toEqual([]);
      expect(
        [...loaded].filter((name) => /^src\/(http|encryption|execution|report\/html)\//.test(name)),
      ).toEqual([]);
    });
  });

  it('by a run is no test runner, no package of another scheme, not the reference, and reports only after the first request', async () => {
    await onSite(async ({ folder, target }) => {
      const loaded = await loadedBy(folder, 'run', '--target', target, '--quiet');
      const packages = new Set(loaded.filter((name) => heavy.includes(name)));
      expect([...packages].toSorted()).toEqual(['undici', 'yaml', 'zod']);
      const foreign = /^src\/(reference|selftest|doctor|openapi|comparison)\//;
      expect(loaded.filter((name) => foreign.test(name))).toEqual([]);
      const renderer = loaded.findIndex((name) => name.startsWith('src/report/html/'));
      expect(renderer).toBeGreaterThan(loaded.indexOf('src/execution/run.ts'));
      // The whole of it has fetch, caches and mocks as well.
      expect(loaded.filter((name) => name === 'undici').length).toBeLessThan(50);
    });
  });
});
