import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readOptions } from '../../cli/option.ts';
import type { Given } from '../../cli/option.ts';
import { UserError } from '../../base/errors.ts';
import { packageFolder } from '../../base/package.ts';
import { createMeter, renderTable } from './measure.ts';
import type { Row } from './measure.ts';
import { withMeasured } from './page.ts';
import { quickSize, scenarios, wholeSize } from './scenarios.ts';

const page = join(packageFolder, 'docs', 'performance.md');
const all = Object.keys(scenarios);

const options = {
  Options: {
    only: { type: 'list', choices: all, default: all.join(','), help: '' },
    runs: { type: 'integer', least: 1, default: '7', help: '' },
    program: { type: 'text', default: join(packageFolder, 'src', 'cli', 'start.mjs'), help: '' },
    quick: { type: 'flag', help: '' },
    write: { type: 'flag', help: '' },
  },
} as const;

const help = `npm run bench -- [options]

  --only ${all.join(',')}
                 what to measure (default: all)
  --runs N       how often; the table has the medians (default: 7)
  --program FILE the program to measure (default: src/cli/start.mjs)
  --quick        everything small and once, without a warm-up: shows that each row can be measured
  --write        writes the tables into ${relative(packageFolder, page)}
`;

process.exitCode = await main();

/** The exit code: 1 if something could not be measured, 2 for wrong usage. */
async function main(): Promise<number> {
  try {
    const given = readOptions('bench', process.argv.slice(2), options);
    if (given.has('quick') && given.has('write'))
      throw new UserError('usage', 'options-exclude-each-other', '--quick measures nothing to --write', '');
    if (!given.has('help')) return await bench(given);
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return 2;
  }
}

async function bench(given: Given): Promise<number> {
  const isQuick = given.has('quick');
  const names = given.texts('only');
  const runs = isQuick ? 1 : Number(given.value('runs'));
  const program = resolve(given.value('program'));
  const said = `${machine()}, ${relative(packageFolder, program)}, ${runs} ${runs === 1 ? 'run' : 'runs'}`;
  process.stdout.write(`${said}\n\n`);
  const found = new Map<string, readonly Row[]>();
  const folder = await mkdtemp(join(tmpdir(), 'sbp-bench-'));
  try {
    const meter = await createMeter(folder, isQuick ? 0 : 1);
    const common = { meter, runs, size: isQuick ? quickSize : wholeSize, program, root: packageFolder };
    for (const name of names) {
      process.stderr.write(`${name} …\n`);
      const own = join(folder, name);
      await mkdir(own);
      try {
        const rows = (await scenarios[name]?.({ ...common, folder: own })) ?? [];
        renderTable(rows);
        found.set(name, rows);
      } catch (error) {
        process.stderr.write(`${name} failed: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const tableOf = (some: readonly string[]): string =>
    renderTable(some.flatMap((name) => found.get(name) ?? []));
  process.stdout.write(`${tableOf(names)}\n`);
  if (given.has('write')) {
    const contentOf = (some: readonly string[]): string => `${tableOf(some)}\n\nMeasured on ${said}.\n`;
    await writeFile(page, withMeasured(await readFile(page, 'utf8'), [...found.keys()], contentOf));
    await promisify(execFile)(join(packageFolder, 'node_modules', '.bin', 'oxfmt'), [page]);
  }
  return found.size === names.length ? 0 : 1;
}

function machine(): string {
  const date = new Date().toISOString().slice(0, 10);
  const processor = cpus()[0]?.model ?? 'unknown processor';
  return `${availableParallelism()} cores (${processor}), Node ${process.version}, ${date}`;
}
