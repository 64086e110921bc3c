import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageFolder } from '../suite.ts';
import { renderTable } from './bench.ts';
import type { Row } from './bench.ts';
import { createMeasure } from './measure.ts';
import { isScenarioName, scenarios } from './scenarios.ts';
import type { ScenarioName } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    runs: { type: 'string', default: '7' },
    out: { type: 'string' },
    program: { type: 'string', default: join(packageFolder, 'src', 'cli', 'start.mjs') },
  },
});

const names = values.only.split(',').map(scenarioName);
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs: found ${values.runs}, expected 1 or more`);

const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
};
process.stdout.write(
  `${machine.cores} cores, ${machine.processor}, Node ${machine.node}, ${machine.date}\n\n`,
);

const folder = await mkdtemp(join(tmpdir(), 'sbp-bench-'));
const rows: Row[] = [];
try {
  const measure = await createMeasure(folder);
  for (const name of names) {
    process.stderr.write(`${name} …\n`);
    const own = join(folder, name);
    await mkdir(own);
    const program = resolve(values.program);
    rows.push(...(await scenarios[name]({ measure, runs, program, root: packageFolder, folder: own })));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(renderTable(rows));
if (values.out !== undefined) {
  await writeFile(values.out, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}

function scenarioName(word: string): ScenarioName {
  if (isScenarioName(word)) return word;
  throw new Error(
    `--only: found ${JSON.stringify(word)}, expected some of ${Object.keys(scenarios).join(',')}`,
  );
}
