import { readOptions } from '../cli/option.ts';
import type { Given } from '../cli/option.ts';
import { UserError } from '../errors.ts';
import { createPlayer } from './play.ts';
import type { Played } from './play.ts';
import type { Scenario } from './scenario.ts';
import { inCi, named } from './scenarios.ts';
import { isOff, renderTable } from './table.ts';

const options = {
  Options: {
    ci: { type: 'flag', help: '' },
    list: { type: 'flag', help: '' },
  },
} as const;

const help = `npm run scenarios -- [options] [NAME…]

  NAME…      which scenarios; * matches anything (default: all)
  --ci       of them those that continuous integration plays
  --list     print their names and play none
`;

/** They mostly wait, so that several go side by side. */
const sideBySide = 16;

process.exitCode = await main();

/** The exit code: 1 if a scenario did not come to what is expected, 2 for wrong usage. */
async function main(): Promise<number> {
  try {
    const given = readOptions('scenarios', process.argv.slice(2), options, Infinity);
    if (given.has('help')) {
      process.stdout.write(help);
      return 0;
    }
    const chosen = choose(given);
    if (!given.has('list')) return await playAll(chosen);
    process.stdout.write(chosen.map(({ name }) => `${name}\n`).join(''));
    return 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return 2;
  }
}

function choose(given: Given): readonly Scenario[] {
  for (const word of given.words.filter((each) => named([each]).length === 0)) {
    const message = `found ${JSON.stringify(word)}, expected names of scenarios, as --list prints them`;
    throw new UserError('usage', 'unknown-scenario', message, '');
  }
  const chosen = new Set(given.has('ci') ? named(inCi) : named([]));
  return named(given.words).filter((scenario) => chosen.has(scenario));
}

async function playAll(chosen: readonly Scenario[]): Promise<number> {
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
  const played = chosen.flatMap((scenario) => rows.get(scenario) ?? []);
  const off = played.filter(isOff).length;
  process.stdout.write(`${renderTable(played)}\n\n${played.length} scenarios, ${off} not as expected\n`);
  return off > 0 ? 1 : 0;
}
