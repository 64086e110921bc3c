import { claimsOf } from '../../case/plan.ts';
import { finding } from '../../doctor/finding.ts';
import type { Finding } from '../../doctor/finding.ts';
import { inspectCondition, inspectSetUpFailure, missingProvision } from '../../doctor/inspect-condition.ts';
import { provisionOf } from '../../execution/ask.ts';
import { variantById } from '../../spec/specification.ts';
import type { ConditionName, Variant } from '../../spec/specification.ts';
import { specification } from '../../spec/variant.ts';
import type { Provision, Target } from '../../target/target.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import type { Probe } from './probe.ts';

/** What is known before conditions are tried. */
export interface Ground {
  readonly target: Target;
  readonly probe: Probe;
  /** The good answer to the plain request, without which a refusal shows nothing; null: there is none. */
  readonly first: Evidence | null;
  readonly isSetUpAllowed: boolean;
  /** Proxies that are of no use, by their URL. */
  readonly lostProxies: ReadonlySet<string>;
}

/** These come about by the request alone, and need nothing of the profile. */
const selfMade: readonly ConditionName[] = ['success', 'missing', 'unencrypted'];

/** Tries every special condition of a variant, one finding each. */
export async function* checkConditions(id: string, ground: Ground): AsyncGenerator<Finding> {
  const variant = variantById(specification, id);
  const settings = ground.target.variants[id];
  if (settings === undefined) return;
  const names = variant.conditions.map(({ name }) => name).filter((name) => !selfMade.includes(name));
  const provisioned = claimsOf(ground.target, specification)[id]?.provisioned ?? [];
  for (const name of names) {
    const provision = provisionOf(settings, name);
    const obstacle = obstacleOf(provision, ground);
    if (!provisioned.includes(name)) yield missingProvision(variant, name);
    else if (obstacle !== null) yield untried(variant, name, obstacle);
    else yield await tryCondition(variant, name, provision, ground);
  }
}

function obstacleOf(provision: Provision, { first, isSetUpAllowed, lostProxies }: Ground): string | null {
  if (first === null) return 'the plain request has to succeed first';
  if (provision.setup !== undefined && !isSetUpAllowed) {
    return 'it has a `setup` that changes the target: add --setup';
  }
  const isLost = provision.proxy !== undefined && lostProxies.has(provision.proxy);
  return isLost ? 'its proxy has to work first' : null;
}

async function tryCondition(
  variant: Variant,
  name: ConditionName,
  provision: Provision,
  { probe, first }: Ground,
): Promise<Finding> {
  const probed = first === null ? null : await probe.sendSetUp(variant.id, name, first);
  switch (probed?.kind) {
    case 'sent':
      return inspectCondition(variant, name, provision, probed.evidence);
    case 'not-set-up':
      return inspectSetUpFailure(variant, name, probed);
    case 'halted':
      return untried(variant, name, probed.note);
    case undefined:
      return untried(variant, name, 'the plain request has to succeed first');
  }
}

const untried = (variant: Variant, name: ConditionName, why: string): Finding =>
  finding('untried', `variant ${variant.id}, ${name}: not tried, ${why}`);
