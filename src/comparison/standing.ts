import type { RequirementResult } from '../result/results.ts';
import type { Direction, Standing } from './comparison.ts';

/** From good to bad; null: it was not tried, so it is neither better nor worse than anything. */
const ranks = {
  pass: 0,
  // A person has read the text: it holds, though no program can see it.
  settled: 0,
  inconclusive: 1,
  review: 2,
  waived: 3,
  rejected: 4,
  fail: 4,
  'not-run': null,
  absent: null,
} as const satisfies Record<Standing, number | null>;

/** What a requirement came to; `absent` where the run does not know it. */
export function standingOf(requirement: RequirementResult | undefined): Standing {
  if (requirement === undefined) return 'absent';
  const { verdict, reason, waived, decided } = requirement;
  switch (verdict) {
    case 'pass':
      return 'pass';
    case 'fail':
      return waived ? 'waived' : 'fail';
    case 'review':
      if (decided === null) return 'review';
      return decided === 'pass' ? 'settled' : 'rejected';
    case 'inconclusive':
      return reason === 'not-selected' ? 'not-run' : 'inconclusive';
  }
}

/** Where a change leads. A requirement that held and is claimed no more is a loss; one that was not tried is not, and one that is new is compared with nothing. */
export function directionOf(from: Standing, to: Standing): Direction {
  if (to === 'absent') return ranks[from] === 0 ? 'worse' : 'other';
  if (from === 'not-run') return to === 'fail' || to === 'rejected' ? 'worse' : 'other';
  const before = ranks[from];
  const after = ranks[to];
  if (before === null || after === null || before === after) return 'other';
  return after > before ? 'worse' : 'better';
}
