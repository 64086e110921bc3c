import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageFolder } from '../suite.ts';
import { createMeter, renderTable } from './measure.ts';
import type { Row } from './measure.ts';
import { scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    runs: { type: 'string', default: '7' },
    program: { type: 'string', default: join(packageFolder, 'src', 'cli', 'start.mjs') },
  },
});

const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs: found ${values.runs}, expected 1 or more`);
const chosen = values.only.split(',').map((name) => {
  const scenario = scenarios[name];
  if (scenario !== undefined) return { name, scenario };
  throw new Error(
    `--only: found ${JSON.stringify(name)}, expected some of ${Object.keys(scenarios).join(',')}`,
  );
});

const processor = cpus()[0]?.model ?? 'unknown';
const date = new Date().toISOString().slice(0, 10);
process.stdout.write(`${availableParallelism()} cores, ${processor}, Node ${process.version}, ${date}\n\n`);

const folder = await mkdtemp(join(tmpdir(), 'sbp-bench-'));
const rows: Row[] = [];
try {
  const meter = await createMeter(folder);
  const program = resolve(values.program);
  for (const { name, scenario } of chosen) {
    process.stderr.write(`${name} …\n`);
    const own = join(folder, name);
    await mkdir(own);
    rows.push(...(await scenario({ meter, runs, program, root: packageFolder, folder: own })));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(renderTable(rows));
