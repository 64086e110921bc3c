import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alternate } from '../alternate.ts';
import type { Contender } from '../alternate.ts';
import type { Bench } from '../bench.ts';
import { startMock } from '../mock-process.ts';
import type { MockProcess } from '../mock-process.ts';
import { startRecorder } from '../recorder.ts';
import { rowBeyond, rowOf, rowOfMemory } from '../row.ts';
import type { Row } from '../row.ts';

const floorScript = join(import.meta.dirname, '..', 'child', 'floor.mjs');
const latencyMs = 100;
const concurrency = 8;
const cases = 147;

/** A run over loopback beside the floor and the start of Node, and the vitest driver beside as many empty tests. */
export async function measureWire(bench: Bench): Promise<readonly Row[]> {
  return withMock(bench, 0, async (mock, requests) => {
    const contenders = [
      bare(bench),
      floor(bench, mock, requests),
      run(bench, mock),
      await emptyVitest(bench),
      underVitest(bench, mock),
    ];
    const [start, least, whole, empty, vitest] = await alternate(contenders, bench.runs, bench.measure);
    if (!start || !least || !whole || !empty || !vitest) return [];
    return [
      rowOf(start),
      rowOf(least),
      rowBeyond(whole, { of: least, unitMs: start.wallMs, unit: 'starts' }, 4),
      rowOfMemory(whole, 130),
      rowOf(empty),
      rowOf(vitest, { to: empty, target: 1.3 }),
    ];
  });
}

/** A run against answers that take their time, beside the floor. */
export async function measureLatency(bench: Bench): Promise<readonly Row[]> {
  return withMock(bench, latencyMs, async (mock, requests) => {
    const contenders = [floor(bench, mock, requests), run(bench, mock)].map((one) => ({
      ...one,
      name: `${one.name}, ${latencyMs} ms`,
    }));
    const [least, whole] = await alternate(contenders, bench.runs, bench.measure);
    if (!least || !whole) return [];
    return [rowOf(least), rowBeyond(whole, { of: least, unitMs: latencyMs, unit: 'round trips' }, 3)];
  });
}

async function withMock(
  bench: Bench,
  latency: number,
  work: (mock: MockProcess, requests: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const mock = await startMock(bench.program, bench.folder, latency);
  try {
    return await work(mock, await recordRequests(bench, mock));
  } finally {
    await mock.stop();
  }
}

/** Every request that the suite sends, in the order in which it sends them; gives the file. */
async function recordRequests({ measure, program, folder }: Bench, mock: MockProcess): Promise<string> {
  const recorder = await startRecorder(mock.url);
  try {
    const args = [program, 'run', '--target', mock.profile, '--base-url', recorder.url, '--quiet'];
    await measure({ args: [...args, '--out', join(folder, 'recorded')], cwd: folder });
  } finally {
    await recorder.close();
  }
  const file = join(folder, 'requests.json');
  await writeFile(file, JSON.stringify(recorder.requests()));
  return file;
}

const bare = ({ folder }: Bench): Contender => ({
  name: 'node -e 0',
  command: { args: ['-e', '0'], cwd: folder },
});

const floor = ({ folder }: Bench, { url }: MockProcess, requests: string): Contender => ({
  name: 'floor: bare undici',
  command: { args: [floorScript, requests, url, String(concurrency)], cwd: folder },
});

const run = ({ program, folder }: Bench, { profile }: MockProcess): Contender => ({
  name: 'run',
  command: {
    args: [program, 'run', '--target', profile, '--quiet', '--out', join(folder, 'reports')],
    cwd: folder,
  },
});

/** As many tests as the driver has, which do nothing. */
async function emptyVitest({ root, folder }: Bench): Promise<Contender> {
  const own = join(folder, 'empty');
  await mkdir(own, { recursive: true });
  const lines = Array.from({ length: cases }, (_, index) => `test('case ${index}', () => undefined);`);
  await writeFile(join(own, 'empty.test.ts'), `${lines.join('\n')}\n`);
  const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--globals', '--root', own];
  return { name: 'empty vitest', command: { args, cwd: own } };
}

const underVitest = ({ root, folder }: Bench, { profile }: MockProcess): Contender => ({
  name: 'vitest driver',
  command: {
    args: [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'suites'],
    cwd: root,
    env: { SBP_TARGET: profile, SBP_OUT: join(folder, 'reports-of-vitest') },
  },
});
