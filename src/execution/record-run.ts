import type { TestCase } from '../case/test-case.ts';
import { assemble } from '../result/assemble.ts';
import type { Review } from '../result/decision.ts';
import type { CaseResult, Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import { digestOfProfile } from '../target/digest.ts';
import type { Target } from '../target/target.ts';
import type { Repetition } from './order.ts';
import { runCases } from './run-cases.ts';
import type { Session } from './session.ts';
import { leftOut, recordShard } from './shard-run.ts';
import type { ShardRun } from './shard-run.ts';

const once: Repetition = { times: 1, seed: null };

/** What a run is, besides its cases. */
export interface RunIdentity {
  readonly spec: Specification;
  readonly suite: Results['suite'];
  readonly target: Target;
  readonly signal: AbortSignal;
  /** All cases of the target, those that were not selected included. */
  readonly derived: readonly TestCase[];
  /** Once, in the order of derivation, if left out. */
  readonly repetition?: Repetition;
  /** Decisions of persons on texts under review; none if left out. */
  readonly reviews?: readonly Review[];
  /** Which part of the cases is carried out; the whole if left out. */
  readonly shard?: ShardRun | null;
}

/** What a driver of cases has gathered. */
export interface Gathered {
  readonly cases: readonly CaseResult[];
  readonly baselines: Results['baselines'];
  readonly controls: ReturnType<Session['controls']>;
  readonly requests: number;
  readonly failedLogins: number;
  readonly warnings: readonly string[];
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** Runs the cases and gathers what they leave behind into Results. */
export async function recordRun(
  session: Session,
  cases: readonly TestCase[],
  identity: RunIdentity,
): Promise<Results> {
  const startedAt = new Date();
  const start = performance.now();
  const { repetition = once, target } = identity;
  const results = await runCases(session, cases, repetition, target.limits);
  const durationMs = Math.round(performance.now() - start);
  return assembleRun(identity, {
    cases: results,
    baselines: session.baselines(),
    controls: session.controls(),
    requests: session.requests(),
    failedLogins: session.failedLogins(),
    warnings: session.warnings(),
    startedAt,
    durationMs,
  });
}

/** Results of whatever a driver has gathered; every driver ends here, so that none adds a meaning of its own. */
export function assembleRun(identity: RunIdentity, gathered: Gathered): Results {
  const { spec, suite, target, signal, derived, repetition = once, reviews = [], shard = null } = identity;
  const { name, baseUrl, variants, language } = target;
  return assemble({
    spec,
    suite,
    target: { name, baseUrl, variants: Object.keys(variants), language },
    profile: { sha256: digestOfProfile(target) },
    environment: { node: process.version, platform: `${process.platform} ${process.arch}` },
    waivers: target.waivers,
    reviews,
    ...gathered,
    ...(shard === null ? {} : { shard: recordShard(shard, derived) }),
    leftOut: leftOut(derived, gathered.cases, shard),
    interrupted: signal.aborted,
    repeat: repetition.times,
    seed: repetition.seed,
  });
}
