import type { TestCase } from '../case/test-case.ts';
import { assemble } from '../result/assemble.ts';
import type { CaseResult, Results } from '../result/results.ts';
import type { Specification } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import { runCases } from './run-cases.ts';
import type { Session } from './session.ts';

/** What a run is, besides its cases. */
export interface RunIdentity {
  readonly spec: Specification;
  readonly suite: Results['suite'];
  readonly target: Target;
  readonly signal: AbortSignal;
}

/** What a driver of cases has gathered. */
export interface Gathered {
  readonly cases: readonly CaseResult[];
  readonly controls: ReturnType<Session['controls']>;
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
  const results = await runCases(session, cases, identity.target.limits.concurrency);
  const durationMs = Math.round(performance.now() - start);
  return assembleRun(identity, { cases: results, controls: session.controls(), startedAt, durationMs });
}

/** Results of whatever a driver has gathered; every driver ends here, so that none adds a meaning of its own. */
export function assembleRun({ spec, suite, target, signal }: RunIdentity, gathered: Gathered): Results {
  const { name, baseUrl, variants, language } = target;
  return assemble({
    spec,
    suite,
    target: { name, baseUrl, variants: Object.keys(variants), language },
    waivers: target.waivers,
    ...gathered,
    interrupted: signal.aborted,
  });
}
