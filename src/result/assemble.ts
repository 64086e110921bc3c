import { createHash } from 'node:crypto';
import { deriveRequirements } from '../spec/requirement.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Specification } from '../spec/specification.ts';
import type { Waiver } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { worst } from '../verdict/verdict.ts';
import type { Check, Reason } from '../verdict/verdict.ts';
import { advise } from './advise.ts';
import { observe } from './observe.ts';
import type { Review } from './decision.ts';
import { findRootCauses } from './root-cause.ts';
import type { CaseResult, RequirementResult, Results, ShardRecord } from './results.ts';
import { tally } from './tally.ts';

/** What a run leaves behind, before it is counted. */
export interface Run {
  readonly spec: Specification;
  readonly suite: Results['suite'];
  readonly target: Results['target'];
  readonly waivers: readonly Waiver[];
  readonly cases: readonly CaseResult[];
  readonly reviews: readonly Review[];
  readonly leftOut: Results['leftOut'];
  readonly baselines: Results['baselines'];
  /** Baselines and controls; those that stand in a case already are left out. */
  readonly controls: readonly Evidence[];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly requests: number;
  readonly failedLogins: number;
  readonly profile: Results['profile'];
  readonly environment: Results['environment'];
  /** What went wrong with the provisioning; it explains more than anything that was seen afterwards. */
  readonly warnings: readonly string[];
  readonly repeat: number;
  readonly seed: number | null;
  readonly shard?: ShardRecord;
}

/** What is said beside a warning of the provisioning; by it such a root cause is known. */
export const warningHint = 'mend the target, then run again';

/** Counts a run: verdicts of requirements and variants, root causes, observations, advisories. Throws a UserError where decisions of persons contradict one another. */
export function assemble(run: Run): Results {
  const catalogue = deriveRequirements(run.spec);
  const claimed = catalogue.filter(({ variant }) => run.target.variants.includes(variant));
  const notApplicable = catalogue.filter((row) => !claimed.includes(row)).map(({ id }) => id);
  const own = new Set(run.cases.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)));
  const controls = run.controls.filter(({ id }) => !own.has(id));
  const startedAt = run.startedAt.toISOString();
  const judged = claimed.map((requirement) => resultOf(requirement, run));
  const counted = tally(
    { ...run, controls, notApplicable, startedAt, requirements: judged },
    run.waivers,
    run.reviews,
  );
  return {
    schemaVersion: 1,
    suite: run.suite,
    spec: { title: run.spec.title, sha256: digestOf(run.spec, catalogue) },
    target: run.target,
    profile: run.profile,
    environment: run.environment,
    startedAt,
    durationMs: run.durationMs,
    failedLogins: run.failedLogins,
    requests: run.requests,
    repeat: run.repeat,
    seed: run.seed,
    interrupted: run.interrupted,
    ...(run.shard === undefined ? {} : { shard: run.shard }),
    leftOut: run.leftOut,
    verdict: counted.verdict,
    variants: counted.variants,
    notApplicable,
    rootCauses: [
      ...run.warnings.map((message) => ({ variant: null, message, hint: warningHint })),
      ...findRootCauses(run.cases, controls, run.target),
    ],
    requirements: counted.requirements,
    waivers: counted.waivers,
    reviews: counted.reviews,
    cases: run.cases,
    baselines: run.baselines,
    controls,
    observations: observe(run.cases, run.target.variants),
    advisories: advise(run.cases, run.target),
  };
}

function resultOf({ id, variant, section, statement }: Requirement, run: Run): RequirementResult {
  const cases = run.cases.filter(({ checks }) => checks.some(({ requirement }) => requirement === id));
  const checks = cases.flatMap((found) => found.checks.filter(({ requirement }) => requirement === id));
  const seen = worst(checks.map((check) => check.verdict)) ?? 'inconclusive';
  // What was seen only in part has not passed.
  const verdict = seen === 'pass' && run.leftOut.requirements.includes(id) ? 'inconclusive' : seen;
  return {
    id,
    variant,
    section,
    statement,
    verdict,
    reason: verdict === 'inconclusive' ? reasonOf(checks) : null,
    waived: false,
    decided: null,
    cases: cases.map((found) => found.id),
  };
}

/** The reason to name where there are several: what a person has to mend comes first. */
const precedence: readonly Reason[] = [
  'suite-error',
  'setup-failed',
  'target-unavailable',
  'rate-limited',
  'control-failed',
  'not-provisioned',
  'vacuous',
  'not-selected',
];

function reasonOf(checks: readonly Check[]): Reason {
  const found = new Set(checks.map((check) => check.reason));
  return precedence.find((reason) => found.has(reason)) ?? 'not-selected';
}

/** Digest of what the specification says as this version of the suite has it. */
function digestOf(spec: Specification, catalogue: readonly Requirement[]): string {
  const said = JSON.stringify([spec.title, spec.variants, catalogue]);
  return createHash('sha256').update(said).digest('hex');
}
