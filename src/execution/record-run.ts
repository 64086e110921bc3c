import type { TestCase } from '../case/test-case.ts';
import { assemble } from '../result/assemble.ts';
import type { CaseResult, Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import { digestOfProfile } from '../target/digest.ts';
import type { Target } from '../target/target.ts';
import type { Repetition } from './order.ts';
import { runCases } from './run-cases.ts';
import type { Session } from './session.ts';

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
  const results = await runCases(session, cases, repetition, target.limits.concurrency);
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
  const { spec, suite, target, signal, derived, repetition = once } = identity;
  const { name, baseUrl, variants, language } = target;
  return assemble({
    spec,
    suite,
    target: { name, baseUrl, variants: Object.keys(variants), language },
    profile: { sha256: digestOfProfile(target) },
    environment: { node: process.version, platform: `${process.platform} ${process.arch}` },
    waivers: target.waivers,
    ...gathered,
    leftOut: leftOut(derived, gathered.cases),
    interrupted: signal.aborted,
    repeat: repetition.times,
    seed: repetition.seed,
  });
}

function leftOut(derived: readonly TestCase[], carriedOut: readonly CaseResult[]): ReadonlySet<string> {
  const ids = new Set(carriedOut.map(({ id }) => id));
  const missing = derived.filter(({ id }) => !ids.has(id));
  return new Set(missing.flatMap(({ aims }) => aims.map(({ requirement }) => requirement)));
}
