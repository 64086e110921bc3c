import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inFolder } from '../cli/fake-terminal.test-support.ts';
import { writeProfile } from '../cli/small-profile.test-support.ts';
import type { Results } from '../results/results.ts';
import { bomb, bytes, preys } from './hostile-attacks.test-support.ts';
import type { Prey } from './hostile-attacks.test-support.ts';
import { whole, withService } from './small-service.test-support.ts';

const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
/** Prints the largest memory that the process ever held, in KiB, when it ends. */
const meter = `data:text/javascript,process.on('exit',()=>process.stderr.write('maxRSS='+process.resourceUsage().maxRSS+'\\n'))`;

/** Runs the command line in a separate process with the default limits. */
const measure = (prey: Prey, body: string | Buffer, options: readonly string[] = []) => {
  const attack = bytes(() => (typeof body === 'string' ? whole(200, body) : body));
  return withService(
    (call) => (preys[prey](call) ? attack : 'documented'),
    ({ url }) =>
      inFolder(async (folder) => {
        const profile = await writeProfile(folder, url);
        const run = [main, 'run', '--target', profile, '--out', folder, '--quiet', ...options];
        const args = ['--import', meter, ...run];
        const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
        let said = '';
        child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
        const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
        const most = Number(/maxRSS=(\d+)/.exec(said)?.[1] ?? Number.NaN) * 1024;
        const results = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
        return { code, most, results };
      }),
  );
};

/** A list of `count` banks. Wrong ones have a number as BIC. */
function banks(count: number, isWrong: (index: number) => boolean = () => false): string {
  const records = Array.from({ length: count }, (_, index) => {
    const bic = 40_000_000 + index;
    const written = isWrong(index) ? bic : `"${String(bic).padStart(9, '0')}"`;
    return `{"name":"Банк «Надёжный» ${index}","bic":${written}}`;
  });
  return `{"banks":[${records.join(',')}]}`;
}

describe('a list of nearly 4 MiB', () => {
  test('is judged record by record, and is in no report', async () => {
    const body = banks(60_000, (index) => index % 600 === 99);
    expect(Buffer.byteLength(body)).toBeGreaterThan(3 << 20);
    const options = ['--variant=a', '--case=a.success', '--format=json'];
    const { code, most, results } = await measure('good', body, options);
    expect(code).toBe(1);
    const [record] = results.requirements.filter(({ id }) => id === 'a.success.record');
    expect(record?.verdict).toBe('fail');
    const facts = results.cases.flatMap(({ exchanges }) => exchanges.flatMap((one) => one.facts ?? []));
    expect(facts.length).toBeGreaterThan(0);
    for (const one of facts) {
      const list = one.kind === 'json' ? one.list : null;
      expect([list?.count, list?.problemCount]).toEqual([60_000, 100]);
      expect(list?.problems).toHaveLength(10);
      expect(list?.problems[0]).toMatchObject({
        index: 99,
        problem: '`bic` is a number instead of a string',
      });
    }
    expect(most).toBeLessThan(500_000_000);
    expect(JSON.stringify(results).length).toBeLessThan(500_000);
  }, 60_000);
});

describe.skipIf(process.env['SBP_SLOW_TESTS'] !== '1')('the whole process stays under 1 GB', () => {
  test.each<[string, Prey, () => string | Buffer, isList?: true]>([
    ['a gzip bomb for every request', 'every', bomb],
    ['a gzip bomb for good requests', 'good', bomb],
    ['a gzip bomb for the unknown partner', 'unknown-partner', bomb],
    ['nearly 4 MiB of banks', 'good', () => banks(60_000), true],
    ['nearly 4 MiB of banks for the unknown partner', 'unknown-partner', () => banks(60_000)],
    ['more banks than are read for the unknown partner', 'unknown-partner', () => banks(80_000)],
    ['nearly 4 MiB of banks elsewhere in the body', 'good', () => `{"data":${banks(60_000)}}`],
    ['two million brackets for every request', 'every', () => '['.repeat(2_000_000)],
    ['a hundred thousand arrays deep', 'good', () => `{"banks":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
    // One Cyrillic letter makes each decoded character take two bytes.
    [
      'a text of nearly 4 MiB',
      'bad',
      () => whole(422, `{"description_status":"я${'x'.repeat((4 << 20) - 100)}"}`),
    ],
    ['a body of zero bytes as large as the limit', 'good', () => whole(200, Buffer.alloc(4 << 20))],
  ])('with %s', { timeout: 600_000 }, async (_name, prey, body, isList) => {
    const { most, code, results } = await measure(prey, body());
    expect(most).toBeLessThan(1_000_000_000);
    expect([0, 1, 3]).toContain(code);
    const success = results.requirements.find(({ id }) => id === 'a.success.record');
    expect(success?.verdict === 'pass').toBe(isList ?? ['bad', 'unknown-partner'].includes(prey));
  });
});
