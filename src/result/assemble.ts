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
import { classesOf } from './class.ts';
import { overallOf } from './overall.ts';
import { findRootCauses } from './root-cause.ts';
import type { CaseResult, RequirementResult, Results, VariantResult } from './results.ts';
import { isWaived, settleWaivers } from './waiver.ts';

/** What a run leaves behind, before it is counted. */
export interface Run {
  readonly spec: Specification;
  readonly suite: Results['suite'];
  readonly target: Results['target'];
  readonly waivers: readonly Waiver[];
  readonly cases: readonly CaseResult[];
  /** Requirements that a case would have checked that was left out of the run. */
  readonly leftOut: ReadonlySet<string>;
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
}

/** Counts a run: verdicts of requirements and variants, root causes, observations, advisories. */
export function assemble(run: Run): Results {
  const catalogue = deriveRequirements(run.spec);
  const claimed = catalogue.filter(({ variant }) => run.target.variants.includes(variant));
  const requirements = claimed.map((requirement) => resultOf(requirement, run));
  const known = new Set(catalogue.map(({ id }) => id));
  const own = new Set(run.cases.flatMap(({ exchanges }) => exchanges.map(({ id }) => id)));
  const controls = run.controls.filter(({ id }) => !own.has(id));
  return {
    schemaVersion: 1,
    suite: run.suite,
    spec: { title: run.spec.title, sha256: digestOf(run.spec, catalogue) },
    target: run.target,
    profile: run.profile,
    environment: run.environment,
    startedAt: run.startedAt.toISOString(),
    durationMs: run.durationMs,
    failedLogins: run.failedLogins,
    requests: run.requests,
    repeat: run.repeat,
    seed: run.seed,
    interrupted: run.interrupted,
    verdict: overallOf(requirements),
    variants: Object.fromEntries(
      run.target.variants.map((variant) => [variant, variantResult(requirements, variant, catalogue)]),
    ),
    notApplicable: catalogue.filter((row) => !claimed.includes(row)).map(({ id }) => id),
    rootCauses: [
      ...run.warnings.map((message) => ({ variant: null, message, hint: 'mend the target, then run again' })),
      ...findRootCauses(run.cases, controls, run.target),
    ],
    requirements,
    waivers: settleWaivers(run.waivers, known, requirements, run.startedAt),
    reviews: [],
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
  const verdict = seen === 'pass' && run.leftOut.has(id) ? 'inconclusive' : seen;
  return {
    id,
    variant,
    section,
    statement,
    verdict,
    reason: verdict === 'inconclusive' ? reasonOf(checks) : null,
    waived: isWaived({ id, verdict }, run.waivers, run.startedAt),
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

function variantResult(
  requirements: readonly RequirementResult[],
  variant: string,
  catalogue: readonly Requirement[],
): VariantResult {
  const own = requirements.filter((requirement) => requirement.variant === variant);
  const count = (verdict: string): number => own.filter((found) => found.verdict === verdict).length;
  return {
    verdict: overallOf(own),
    counts: {
      pass: count('pass'),
      fail: count('fail'),
      review: count('review'),
      inconclusive: count('inconclusive'),
    },
    classes: classesOf(own, catalogue),
  };
}

/** Digest of what the specification says as this version of the suite has it. */
function digestOf(spec: Specification, catalogue: readonly Requirement[]): string {
  const said = JSON.stringify([spec.title, spec.variants, catalogue]);
  return createHash('sha256').update(said).digest('hex');
}
