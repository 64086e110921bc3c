import type { Results } from '../result/results.ts';
import { classChanges } from './class-change.ts';
import type { Comparison, Side } from './comparison.ts';
import { contextChanges } from './context-change.ts';
import { latencyChanges, noteChanges } from './note-change.ts';
import { requirementChanges } from './requirement-change.ts';

/** Compares two runs, of one target or of two: what got worse, what got better, what else differs. */
export function compareResults(before: Results, after: Results): Comparison {
  const requirements = requirementChanges(before, after);
  const classes = classChanges(before, after);
  return {
    schemaVersion: 1,
    before: sideOf(before),
    after: sideOf(after),
    isWorse: [...requirements, ...classes].some(({ direction }) => direction === 'worse'),
    requirements,
    classes,
    notes: noteChanges(before, after),
    latency: latencyChanges(before, after),
    context: contextChanges(before, after),
  };
}

const sideOf = ({ target, startedAt, verdict, variants }: Results): Side => ({
  target: target.name,
  baseUrl: target.baseUrl,
  startedAt,
  verdict,
  variants,
});

/** Whether the runs came out alike; another address, machine or time is no difference. */
export function isAlike({ requirements, classes, notes }: Comparison): boolean {
  return requirements.length === 0 && classes.length === 0 && notes.length === 0;
}
