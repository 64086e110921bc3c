import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeProfile } from '../cli/small-profile.test-support.ts';
import type { Results } from '../result/results.ts';
import { makeBomb } from './hostile-attacks.test-support.ts';
import { startHostile, whole } from './hostile-server.test-support.ts';
import type { Prey } from './hostile-server.test-support.ts';

const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
/** Prints the largest memory that the process ever held, in KiB, when it ends. */
const meter = `data:text/javascript,process.on('exit',()=>process.stderr.write('maxRSS='+process.resourceUsage().maxRSS+'\\n'))`;
const most = 1_000_000_000;

interface Measured {
  readonly code: number | null;
  readonly bytes: number;
  readonly results: Results;
}

/** A run of the command line in a process of its own, with the limits that hold where nothing is said. */
async function measure(prey: Prey, answer: () => Buffer, ...options: readonly string[]): Promise<Measured> {
  const reply = answer();
  const server = await startHostile({ prey, attack: (socket) => void socket.write(reply) });
  const folder = await mkdtemp(join(tmpdir(), 'sbp-memory-'));
  try {
    const profile = await writeProfile(folder, server.url);
    const [nodeOptions, ownOptions] = [options.filter(isOfNode), options.filter((one) => !isOfNode(one))];
    const run = [main, 'run', '--target', profile, '--out', folder, '--quiet', ...ownOptions];
    const args = [...nodeOptions, '--import', meter, ...run];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    const bytes = Number(/maxRSS=(\d+)/.exec(said)?.[1] ?? Number.NaN) * 1024;
    const results = JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;
    return { code, bytes, results };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const isOfNode = (option: string): boolean => option.startsWith('--max-');

const bomb = (): Buffer => whole(200, makeBomb(), 'Content-Encoding: gzip\r\n');
const deep = (): Buffer => whole(200, `{"banks":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
const banks = (count: number): string => {
  const bank = (index: number): string =>
    `{"name":"Банк «Надёжный» ${index}","bic":"${String(40_000_000 + index).padStart(9, '0')}"}`;
  return `{"banks":[${Array.from({ length: count }, (_, index) => bank(index)).join(',')}]}`;
};
const million = (): Buffer => whole(200, banks(1_000_000));
/** 127 MiB. */
const largest = (): Buffer => whole(200, banks(2_000_000));
const elsewhere = (): Buffer => whole(200, `{"data":${banks(2_000_000)}}`);

/** Where one letter is Cyrillic, each takes two bytes once it is decoded. */
const immense = (): Buffer => whole(422, `{"description_status":"я${'x'.repeat(63 << 20)}"}`);

/** A million records, one in ten thousand with a number for a BIC, from the hundredth on. */
const partlyWrong = (): Buffer => {
  const banks = Array.from({ length: 1_000_000 }, (_, index) => {
    const bic = 40_000_000 + index;
    const isWrong = index % 10_000 === 99;
    return { name: `Банк «Надёжный» ${index}`, bic: isWrong ? bic : String(bic).padStart(9, '0') };
  });
  return whole(200, JSON.stringify({ banks }));
};

describe('a million banks', () => {
  test('are judged record by record in less memory than they would take, and are in no report', async () => {
    const options = ['--max-old-space-size=100', '--variant=a', '--case=a.success', '--format=json'];
    const { code, bytes, results } = await measure('good', partlyWrong, ...options);
    expect(code).toBe(1);
    const [record] = results.requirements.filter(({ id }) => id === 'a.success.record');
    expect(record?.verdict).toBe('fail');
    const facts = results.cases.flatMap(({ exchanges }) => exchanges.flatMap((one) => one.facts ?? []));
    expect(facts.length).toBeGreaterThan(0);
    for (const one of facts) {
      const list = one.kind === 'json' ? one.list : null;
      expect([list?.count, list?.problemCount]).toEqual([1_000_000, 100]);
      expect(list?.problems).toHaveLength(10);
      expect(list?.problems[0]).toMatchObject({ index: 99, problem: 'bic: expected string, got number' });
    }
    expect(bytes).toBeLessThan(500_000_000);
    expect(JSON.stringify(results).length).toBeLessThan(500_000);
  }, 60_000);
});

describe.skipIf(process.env['SBP_SLOW_TESTS'] !== '1')('the whole process stays under 1 GB', () => {
  test.each<[string, Prey, () => Buffer]>([
    ['a gzip bomb for every request', 'every', bomb],
    ['a gzip bomb for good requests', 'good', bomb],
    ['a gzip bomb for the unknown partner', 'unknown-partner', bomb],
    ['a million banks', 'good', million],
    ['a million banks for the unknown partner', 'unknown-partner', million],
    ['two million banks', 'good', largest],
    ['two million banks elsewhere in the body', 'good', elsewhere],
    ['two million brackets for every request', 'every', () => whole(200, '['.repeat(2_000_000))],
    ['a hundred thousand arrays deep', 'good', deep],
    ['a text of 63 MiB', 'bad', immense],
    ['a body of zero bytes as large as the limit', 'good', () => whole(200, Buffer.alloc(128 << 20))],
  ])('with %s', { timeout: 600_000 }, async (_name, prey, answer) => {
    const { bytes, code, results } = await measure(prey, answer);
    expect(bytes).toBeLessThan(most);
    expect([0, 1, 3]).toContain(code);
    const success = results.requirements.find(({ id }) => id === 'a.success.record');
    expect(success?.verdict === 'pass').toBe(
      answer === million || answer === largest || (prey !== 'good' && prey !== 'every'),
    );
  });
});
