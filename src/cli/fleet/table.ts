import { disarm } from '../../report/disarm.ts';
import { displayWidth, padDisplay } from '../../report/text-width.ts';
import { glyphs } from '../../report/wording/wording.ts';
import type { Overall } from '../../result/results.ts';
import { classesOf, fleetExitCode } from './outcome.ts';
import type { TargetOutcome } from './outcome.ts';

const signs = {
  conforming: glyphs.pass,
  nonconforming: glyphs.fail,
  incomplete: glyphs.inconclusive,
} as const satisfies Record<Overall, string>;

type Cells = readonly [target: string, verdict: string, classes: string, code: string];

const head: Cells = ['target', 'verdict', 'class', 'exit'];
const gap = 2;

/** One line about a target that has come to its end, of at most `width` columns. */
export function outcomeLine(outcome: TargetOutcome, ended: number, total: number, width: number): string {
  const [target, verdict, classes] = cellsOf(outcome);
  const facts = [verdict, classes, factsOf(outcome)].filter((part) => part !== '').join(', ');
  const front = `[${ended}/${total}] `;
  return fitted(`${front}${target}: ${facts}`, width);
}

function factsOf({ requests, durationMs, problem }: TargetOutcome): string {
  return problem === null ? `${requests} requests, ${(durationMs / 1000).toFixed(1)} s` : disarm(problem);
}

/** All targets, one line each of at most `width` columns, and what they come to together. */
export function fleetTable(outcomes: readonly TargetOutcome[], width: number): string {
  const rows = [head, ...outcomes.map(cellsOf)];
  const widest = (place: 0 | 1 | 2 | 3): number => Math.max(...rows.map((row) => displayWidth(row[place])));
  const right = [widest(1), widest(2), widest(3)] as const;
  const room = width - 2 - right.reduce((sum, column) => sum + column + gap, 0);
  const left = Math.min(widest(0), Math.max(10, room));
  const lines = rows.map(([target, verdict, classes, code]) =>
    [
      `  ${padDisplay(fitted(target, left), left)}`,
      padDisplay(verdict, right[0]),
      padDisplay(classes, right[1]),
      code.padStart(right[2]),
    ]
      .join(' '.repeat(gap))
      .trimEnd(),
  );
  return `\nFLEET\n\n${lines.join('\n')}\n\n  ${totalsOf(outcomes)}\n`;
}

function totalsOf(outcomes: readonly TargetOutcome[]): string {
  const count = (wanted: Overall | null): number =>
    outcomes.filter(({ verdict }) => verdict === wanted).length;
  const parts = [
    `${outcomes.length} targets`,
    `${count('conforming')} conforming`,
    `${count('nonconforming')} nonconforming`,
    `${count('incomplete')} incomplete`,
    ...(count(null) === 0 ? [] : [`${count(null)} not run`]),
  ];
  return `${parts.join(', ')}; exit code ${fleetExitCode(outcomes)}`;
}

function cellsOf(outcome: TargetOutcome): Cells {
  const { verdict } = outcome;
  const sign = verdict === null ? '!' : signs[verdict];
  const reached = Object.entries(classesOf(outcome)).flatMap(([variant, name]) =>
    name === null ? [] : [`${variant} ${name}`],
  );
  return [
    `${sign} ${disarm(outcome.name)}`,
    verdict ?? 'not run',
    reached.join(', '),
    outcome.exitCode === null ? '–' : String(outcome.exitCode),
  ];
}

/** A text on at most that many columns, its end cut off where it is longer. */
function fitted(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (displayWidth(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
