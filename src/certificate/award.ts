import type { Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import { findObstacles } from './attain.ts';
import type { FileContent } from './digest.ts';
import { examineEvidence } from './examine-evidence.ts';
import { issue } from './issue.ts';
import { findKey } from './key-guard.ts';
import type { Order } from './order.ts';

/** A run that asks for a certificate. */
export interface Candidate {
  readonly results: Results;
  readonly spec: Specification;
  readonly target: Pick<Target, 'variants'>;
  /** The reports as they were written. */
  readonly reports: readonly FileContent[];
  readonly id: string;
  readonly now: Date;
}

/** What becomes of it. */
export type Award =
  | { readonly kind: 'withheld'; readonly reasons: readonly string[] }
  /** Files of these names would hold the private key. */
  | { readonly kind: 'leaking'; readonly names: readonly string[] }
  | { readonly kind: 'issued'; readonly files: readonly FileContent[] };

/** Makes a certificate where the Results earn one and their evidence bears them out, as whoever verifies it will judge. */
export async function award(candidate: Candidate, order: Order): Promise<Award> {
  const reasons = reasonsAgainst(candidate);
  if (reasons.length > 0) return { kind: 'withheld', reasons };
  const { results, spec, target, reports, id, now } = candidate;
  const files = await issue({
    results,
    spec,
    target,
    reports,
    signer: order.signer,
    id,
    issuedAt: now,
    validDays: order.validDays,
  });
  const names = findKey([...reports, ...files], order);
  return names.length > 0 ? { kind: 'leaking', names } : { kind: 'issued', files };
}

function reasonsAgainst({ results, spec, target }: Candidate): readonly string[] {
  const obstacles = findObstacles(results);
  if (obstacles.length > 0) return obstacles;
  const texts = Object.fromEntries(
    Object.entries(target.variants).map(([variant, settings]) => [variant, { ...settings.texts }]),
  );
  // As it will be read from the file.
  const read = JSON.parse(JSON.stringify(results)) as Results;
  const { refusals } = examineEvidence(read, spec, results.suite.version, texts);
  return refusals.map((line) => `the evidence does not bear it out, a defect of the suite: ${line}`);
}
