import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alternate } from '../alternate.ts';
import type { Contender } from '../alternate.ts';
import type { Bench } from '../bench.ts';
import { startMock } from '../mock-process.ts';
import type { MockProcess } from '../mock-process.ts';
import { startRecorder } from '../recorder.ts';
import { rowOf } from '../row.ts';
import type { Row } from '../row.ts';

const floorScript = join(import.meta.dirname, '..', 'child', 'floor.mjs');
const latencyMs = 100;
const concurrency = 8;

/** A run over loopback beside the floor, and the same under vitest. */
export async function measureWire(bench: Bench): Promise<readonly Row[]> {
  return withMock(bench, 0, async (mock, requests) => {
    const contenders = [floor(bench, mock, requests), run(bench, mock), underVitest(bench, mock)];
    const [least, whole, vitest] = await alternate(contenders, bench.runs, bench.measure);
    if (least === undefined || whole === undefined || vitest === undefined) return [];
    return [rowOf(least), rowOf(whole, { to: least, target: 1.6 }), rowOf(vitest, { to: least, target: 4 })];
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
    if (least === undefined || whole === undefined) return [];
    return [rowOf(least), rowOf(whole, { to: least, target: 1.15 })];
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

const underVitest = ({ root, folder }: Bench, { profile }: MockProcess): Contender => ({
  name: 'vitest driver',
  command: {
    args: [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'suites'],
    cwd: root,
    env: { SBP_TARGET: profile, SBP_OUT: join(folder, 'reports-of-vitest') },
  },
});
