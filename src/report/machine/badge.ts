import { outcomeOf } from '../../result/outcome.ts';
import type { Results, VariantResult } from '../../result/results.ts';
import { staleWaivers } from '../view.ts';
import { jsonText } from './json.ts';

/** The highest class that a variant reaches; `incomplete` for none, and where nothing was there to reach it. */
function classOf({ classes: { full, core } }: VariantResult): 'full' | 'core' | 'incomplete' {
  if (full.reached && full.requirements > 0) return 'full';
  return core.reached && core.requirements > 0 ? 'core' : 'incomplete';
}

/** What the badge says, and in which colour, as far as no waiver is stale. */
function standingOf({ verdict, variants, requirements }: Results): readonly [message: string, color: string] {
  if (verdict === 'nonconforming') return ['nonconforming', 'red'];
  const reached = Object.values(variants).map(classOf);
  if (reached.every((name) => name === 'incomplete')) return ['incomplete', 'yellow'];
  const message = Object.keys(variants).map((id, index) => `${id.toUpperCase()} ${reached[index] ?? ''}`);
  const isDoubtful = reached.includes('incomplete') || requirements.some((one) => outcomeOf(one) === 'fail');
  const isFull = reached.every((name) => name === 'full');
  return [message.join(' · '), isDoubtful ? 'yellow' : isFull ? 'brightgreen' : 'green'];
}

/** Renders the JSON of a shields.io endpoint badge: the class that each variant reaches (`A full · B core`), or that the target contradicts the specification, or that too little was seen; green only where every variant reaches a class, nothing failed and no waiver is stale. */
export function renderBadge(results: Results): string {
  const [message, color] = standingOf(results);
  const isStale = color !== 'red' && staleWaivers(results).length > 0;
  const shown = isStale ? { message: `${message} · stale waiver`, color: 'yellow' } : { message, color };
  return jsonText({ schemaVersion: 1, label: 'SBP banks', ...shown });
}
