import { parseArgs } from 'node:util';
import { globMatcher } from '../case/plan.ts';
import { createPlayer } from './play.ts';
import type { Played } from './play.ts';
import { scenarios } from './scenarios.ts';
import { isOff, renderTable } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ci: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});

const isNamed = globMatcher(positionals);
for (const glob of positionals) {
  if (!scenarios.some(({ name }) => globMatcher([glob])([name])))
    throw new Error(`found ${JSON.stringify(glob)}, expected names that --list prints, or patterns of them`);
}
const chosen = scenarios.filter(
  ({ name, where }) => (positionals.length === 0 || isNamed([name])) && (!values.ci || where === 'ci'),
);

/** They mostly wait, so that several run side by side. */
const sideBySide = 10;

async function playAll(): Promise<number> {
  const play = createPlayer();
  const rows: Played[] = [];
  const queue = chosen.values();
  const work = async (): Promise<void> => {
    for (const scenario of queue) {
      const played = await play(scenario);
      rows.push(played);
      process.stderr.write(`${played.scenario.name} ${isOff(played) ? '✗' : '✓'}\n`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, work));
  const order = chosen.map(({ name }) => name);
  const placeOf = ({ scenario }: Played): number => order.indexOf(scenario.name);
  process.stdout.write(renderTable(rows.toSorted((one, other) => placeOf(one) - placeOf(other))));
  const off = rows.filter(isOff).length;
  process.stdout.write(`\n${rows.length} scenarios, ${off} not as expected\n`);
  return off > 0 ? 1 : 0;
}

if (values.list) {
  for (const { name, where } of chosen) process.stdout.write(`${name}${where === 'ci' ? '  ci' : ''}\n`);
} else process.exitCode = await playAll();
