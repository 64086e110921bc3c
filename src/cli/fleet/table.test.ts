import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../report/text-width.ts';
import { sampleResults } from '../../report/sample-results.test-data.ts';
import type { Results } from '../../result/results.ts';
import { fleetExitCode, summarize, withoutResults } from './outcome.ts';
import type { TargetOutcome } from './outcome.ts';
import { fleetTable, outcomeLine } from './table.ts';

const sample = sampleResults();
const variantWith = (core: boolean, full: boolean): Results['variants'][string] => ({
  verdict: 'conforming',
  counts: { pass: 1, fail: 0, review: 0, inconclusive: 0 },
  classes: {
    core: { reached: core, requirements: 1, prevents: [] },
    full: { reached: full, requirements: 1, prevents: [] },
  },
});
const variants = { a: variantWith(true, true), b: variantWith(true, false) };
const place = { name: 'Staging', profile: 'staging.yaml', baseUrl: 'http://host.test', folder: 'Staging' };
const outcome = (
  changes: Partial<TargetOutcome>,
  verdict: Results['verdict'] = 'conforming',
): TargetOutcome => ({
  ...place,
  ...summarize({ ...sample, verdict, ...(verdict === 'conforming' ? { variants } : {}) }),
  exitCode: 0,
  problem: null,
  ...changes,
});

const outcomes = [
  outcome({}),
  outcome({ name: 'Очень длинное имя '.repeat(8), exitCode: 1 }, 'nonconforming'),
  outcome({ name: 'x\u001b[31m\n::error::\u202e', exitCode: 3 }, 'incomplete'),
  withoutResults({ ...place, name: '银行'.repeat(40) }, 'no folder\u0007', 3),
  withoutResults({ ...place, name: 'late' }, 'interrupted', null),
];

describe('the table of a fleet', () => {
  const table = fleetTable(outcomes, 80);

  it('has one line for each target, of 80 columns at most, without anything that commands a terminal', () => {
    const lines = table.split('\n');
    expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(lines.filter((line) => /^ {2}[✓✗–!] /.test(line))).toHaveLength(outcomes.length);
    expect(table.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u);
  });

  it('says verdict, classes and exit code, and what all come to', () => {
    expect(table).toMatch(/✓ Staging +conforming +a full, b core +0\n/);
    expect(table).toMatch(/! late +not run +–\n/);
    expect(table).toContain('5 targets, 1 conforming, 1 nonconforming, 1 incomplete, 2 not run; exit code 1');
  });

  it.each(outcomes.map((one, index) => [index + 1, one] as const))(
    'and the line of target %i fit into 80 columns',
    (ended, one) => {
      const line = outcomeLine(one, ended, 5, 80);
      expect(displayWidth(line)).toBeLessThanOrEqual(80);
      expect(line).toMatch(/^\[\d\/5\] [✓✗–!] /);
      expect(line).not.toMatch(/\p{Cc}|\p{Cf}/u);
    },
  );
});

describe('the exit code of a fleet', () => {
  it.each([
    [[0, 0], 0],
    [[0, 3, 0], 3],
    [[3, 1, 0], 1],
    [[1, 4, 3], 4],
    [[0, null], 3],
    [[1, null], 1],
  ] as const)('of %j is %i', (codes, expected) => {
    expect(fleetExitCode(codes.map((exitCode) => outcome({ exitCode })))).toBe(expected);
  });
});

it('what is kept of a target holds no exchange', () => {
  const kept = JSON.stringify(outcome({}), (_key, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  );
  expect(kept).not.toMatch(/"(?:curl|bodySha256|exchanges)"/);
  expect(kept).toContain(sample.requirements[0]?.id);
});
