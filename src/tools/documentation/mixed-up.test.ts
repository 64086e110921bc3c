import { expect, it } from 'vitest';
import { withBuiltIn } from '../../api/built-in.ts';
import { readTarget } from '../../api/options.ts';
import { casesOf, runTarget } from '../../api/run-target.ts';
import type { Results } from '../../results/results.ts';
import { requireCodes } from '../../results/warning.test-support.ts';
import { computedIn } from './block.test-support.ts';

const defects = ['a-partners-mixed-up', 'b-partners-mixed-up'] as const;
const latencies = [0, 20] as const;
const runsOfEach = 30;
const head = [
  'latency in ms',
  'runs',
  'a requirement fails',
  'nothing fails, something stays open',
  'nothing seen',
] as const;

type Outcome = 'failed' | 'open' | 'unseen';

function outcomeOf({ requirements }: Results): Outcome {
  const has = (sought: string): boolean => requirements.some(({ verdict }) => verdict === sought);
  return has('fail') ? 'failed' : has('inconclusive') ? 'open' : 'unseen';
}

/** One run after the other: what overlaps is to be the run's own requests. */
const outcomesOf = (defect: string, latencyMs: number): Promise<Outcome[]> =>
  withBuiltIn({ defects: [defect], latencyMs }, async ({ profile }) => {
    const loaded = await readTarget(profile, { env: {} });
    const target = { ...loaded, limits: { ...loaded.limits, failedLogins: 3 } };
    const found: Outcome[] = [];
    for (let count = 0; count < runsOfEach; count += 1) {
      const ran = requireCodes(await runTarget({ target, cases: casesOf(target) }));
      found.push(outcomeOf(ran));
    }
    return found;
  });

it.runIf(process.env['SBP_SLOW_TESTS'] === '1')(
  'a race that mixes partners up is seldom unseen; UPDATE_GOLDEN=1 writes docs/detection.md',
  { timeout: 3_600_000 },
  async () => {
    const rows: string[][] = [];
    for (const latencyMs of latencies) {
      const outcomes: Outcome[] = [];
      for (const defect of defects) outcomes.push(...(await outcomesOf(defect, latencyMs)));
      const count = (sought: Outcome): number => outcomes.filter((outcome) => outcome === sought).length;
      expect(count('failed')).toBeGreaterThan(outcomes.length / 2);
      expect(count('unseen')).toBeLessThanOrEqual(outcomes.length / 5);
      const counts = [count('failed'), count('open'), count('unseen')];
      rows.push([latencyMs, outcomes.length, ...counts].map(String));
    }
    const by = 'src/tools/documentation/mixed-up.test.ts';
    const [written, ...others] = await computedIn('docs/detection.md', by, [[...head], ...rows]);
    expect(written).toEqual(head);
    expect(others.map((row) => row.slice(0, 2))).toEqual(rows.map((row) => row.slice(0, 2)));
  },
);
