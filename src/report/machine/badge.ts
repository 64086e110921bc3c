import { outcomeOf } from '../../result/outcome.ts';
import type { Results, VariantResult } from '../../result/results.ts';
import { staleWaivers } from '../view.ts';
import { jsonText } from './json.ts';

/** What the endpoint badge of shields.io reads. */
interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'green' | 'yellow' | 'red';
}

/** The highest class that a variant reaches; null for none, and where nothing was there to reach it. */
function classOf({ classes: { full, core } }: VariantResult): 'full' | 'core' | null {
  if (full.reached && full.requirements > 0) return 'full';
  return core.reached && core.requirements > 0 ? 'core' : null;
}

function badgeOf(results: Results): Badge {
  const badge = standingBadge(results);
  if (staleWaivers(results).length === 0 || badge.color === 'red') return badge;
  return { ...badge, message: `${badge.message} · stale waiver`, color: 'yellow' };
}

function standingBadge({ verdict, variants, requirements }: Results): Badge {
  const label = 'SBP banks';
  if (verdict === 'nonconforming') return { schemaVersion: 1, label, message: 'nonconforming', color: 'red' };
  const reached = Object.entries(variants).map(([id, variant]) => [id, classOf(variant)] as const);
  if (reached.every(([, name]) => name === null))
    return { schemaVersion: 1, label, message: 'incomplete', color: 'yellow' };
  const message = reached.map(([id, name]) => `${id.toUpperCase()} ${name ?? 'incomplete'}`).join(' · ');
  const isDoubtful =
    reached.some(([, name]) => name === null) || requirements.some((one) => outcomeOf(one) === 'fail');
  const isFull = reached.every(([, name]) => name === 'full');
  return {
    schemaVersion: 1,
    label,
    message,
    color: isDoubtful ? 'yellow' : isFull ? 'brightgreen' : 'green',
  };
}

/** Renders the JSON of a shields.io endpoint badge: the class that each variant reaches (`A full · B core`), or that the target contradicts the specification, or that too little was seen; green only where every variant reaches a class, nothing failed and no waiver is stale. */
export function renderBadge(results: Results): string {
  return jsonText(badgeOf(results));
}
