import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { alternate } from '../alternate.ts';
import type { Contender } from '../alternate.ts';
import type { Bench } from '../bench.ts';
import { startMock } from '../mock-process.ts';
import type { MockProcess } from '../mock-process.ts';
import { rowOf } from '../row.ts';
import type { Row } from '../row.ts';

const sizes = { few: 10, many: 50 } as const;
/** Seconds of processor time that one target more may take. */
const target = 0.11;
/** References that share the targets among them. */
const processes = 2;

/** A few targets beside many: what one more takes, without the start. */
export async function measureFleet(bench: Bench): Promise<readonly Row[]> {
  const mocks: MockProcess[] = [];
  try {
    for (let index = 0; index < processes; index += 1) {
      const folder = join(bench.folder, `reference-${index}`);
      await mkdir(folder);
      mocks.push(await startMock(bench.program, folder, 0));
    }
    const contenders = await Promise.all(Object.values(sizes).map((size) => fleet(bench, mocks, size)));
    const [few, many] = await alternate(contenders, bench.runs, bench.measure);
    if (few === undefined || many === undefined) return [];
    const found = (many.cpuMs - few.cpuMs) / 1000 / (sizes.many - sizes.few);
    const comparison = { found, target, unit: 'seconds', of: 'cpu a target more' } as const;
    return [rowOf(few), { ...rowOf(many), comparison }];
  } finally {
    for (const mock of mocks) await mock.stop();
  }
}

async function fleet(
  { program, folder }: Bench,
  mocks: readonly MockProcess[],
  size: number,
): Promise<Contender> {
  const profiles = await Promise.all(mocks.map(({ profile }) => readFile(profile, 'utf8')));
  const own = join(folder, `fleet-of-${size}`);
  await mkdir(own);
  for (let index = 0; index < size; index += 1) {
    const profile = profiles[index % profiles.length] ?? '';
    await writeFile(join(own, `${index}.yaml`), profile.replace(/^name: .*/m, `name: target ${index}`));
  }
  const out = ['--quiet', '--out', join(folder, `reports-of-${size}`)];
  const args = [program, 'run', '--target', join(own, '*.yaml'), ...out];
  return { name: `fleet of ${size} targets`, command: { args, cwd: folder } };
}
