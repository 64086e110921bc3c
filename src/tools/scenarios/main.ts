import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { readOptions } from '../../cli/option.ts';
import type { Given } from '../../cli/option.ts';
import { UserError } from '../../base/errors.ts';
import { packageFolder } from '../../base/package.ts';
import { createPlayer } from './play.ts';
import type { Played } from './play.ts';
import type { Scenario } from './scenario.ts';
import { inCi, named } from './scenarios.ts';
import { isOff, renderSummary, renderTable } from './table.ts';

const page = join(packageFolder, 'docs', 'gateways.md');

const options = {
  Options: {
    ci: { type: 'flag', help: '' },
    list: { type: 'flag', help: '' },
    write: { type: 'flag', help: '' },
  },
} as const;

const help = `npm run scenarios -- [options] [NAME…]

  NAME…      which scenarios; * matches anything (default: all)
  --ci       of them those that continuous integration plays
  --list     print their names and play none
  --write    writes the table into ${relative(packageFolder, page)}; only for all of them
`;

/** Scenarios in parallel. They mostly wait. */
const sideBySide = 16;

process.exitCode = await main();

/** Returns the exit code: 1 if a scenario had an unexpected result, 2 for wrong usage. */
async function main(): Promise<number> {
  try {
    const given = readOptions('scenarios', process.argv.slice(2), options, Infinity);
    if (given.has('help')) {
      process.stdout.write(help);
      return 0;
    }
    const chosen = choose(given);
    if (given.has('list')) {
      process.stdout.write(chosen.map(({ name }) => `${name}\n`).join(''));
      return 0;
    }
    const played = await playAll(chosen);
    const off = played.filter(isOff).length;
    process.stdout.write(`${renderTable(played)}\n\n${played.length} scenarios, ${off} not as expected\n`);
    if (given.has('write')) await write(played);
    return off > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return 2;
  }
}

function choose(given: Given): readonly Scenario[] {
  const unknown = given.words.find((word) => named([word]).length === 0);
  if (unknown !== undefined) {
    const message = `found ${JSON.stringify(unknown)}, expected names of scenarios, as --list prints them`;
    throw new UserError('usage', 'unknown-scenario', message, '');
  }
  if (given.has('write') && (given.has('ci') || given.has('list') || given.words.length > 0))
    throw new UserError('usage', 'options-exclude-each-other', '--write is for all scenarios', '');
  const chosen = new Set(given.has('ci') ? named(inCi) : named([]));
  return named(given.words).filter((scenario) => chosen.has(scenario));
}

async function playAll(chosen: readonly Scenario[]): Promise<readonly Played[]> {
  const play = createPlayer();
  const rows = new Map<Scenario, Played>();
  const queue = chosen.values();
  const work = async (): Promise<void> => {
    for (const scenario of queue) {
      const played = await play(scenario);
      rows.set(scenario, played);
      process.stderr.write(`${isOff(played) ? '✗' : '✓'} ${scenario.name}\n`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  return chosen.flatMap((scenario) => rows.get(scenario) ?? []);
}

async function write(played: readonly Played[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const said = `Played on ${availableParallelism()} cores with Node ${process.version}, ${date}.`;
  const block = /(?<=<!-- measured: scenarios -->\n)[^]*?(?=<!-- end -->)/;
  const text = await readFile(page, 'utf8');
  await writeFile(
    page,
    text.replace(block, () => `\n${renderSummary(played)}\n\n${said}\n\n`),
  );
  await promisify(execFile)(join(packageFolder, 'node_modules', '.bin', 'oxfmt'), [page]);
}
