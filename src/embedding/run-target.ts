import { claimsOf, deriveCases } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { UserError } from '../errors.ts';
import { createAsker } from '../execution/ask.ts';
import type { Asker, AskerOptions, RunEvent } from '../execution/ask.ts';
import { recordRun } from '../execution/run.ts';
import type { Repetition } from '../execution/run.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Redactor } from '../http/masking.ts';
import { judgeRecorded } from '../result/case-result.ts';
import { judge } from '../result/judge.ts';
import type { Review } from '../result/review.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { readSuite } from '../suite.ts';
import type { Target } from '../target/target.ts';
import { say } from '../wording/message.ts';

/** What a case is, before it is run. */
export interface CaseSummary {
  readonly id: string;
  readonly variant: string;
  readonly title: string;
}

/** What happens during a run; holds no secret. */
export type ConformanceEvent =
  /** Once, before the first request: the cases that will be run. */
  | { readonly kind: 'planned'; readonly cases: readonly CaseSummary[] }
  | { readonly kind: 'case-started'; readonly case: CaseSummary }
  | { readonly kind: 'case-ended'; readonly result: CaseResult }
  /** A request of that case, or of a control, has ended. */
  | { readonly kind: 'exchanged'; readonly case: string; readonly exchange: Exchange }
  /** A set-up of the profile begins; `byHand` repeats its teardown, null where there is none. */
  | { readonly kind: 'setup-started'; readonly case: string; readonly byHand: string | null }
  /** `problem`: why the teardown failed, null where it went well. */
  | { readonly kind: 'teardown-ended'; readonly case: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly message: string };

/** One run: against whom, which cases, and who follows it. */
export interface RunRequest extends Partial<
  Pick<AskerOptions, 'earlierLogins' | 'redactor' | 'signal' | 'abandoned'>
> {
  readonly target: Target;
  /** The cases to run; the Results list the others of the target as excluded. */
  readonly cases: readonly TestCase[];
  /** Requests that may be a burden to the target are among the cases. */
  readonly thorough?: boolean;
  /** Once, in the order of derivation, by default. */
  readonly repetition?: Repetition;
  readonly reviews?: readonly Review[];
  /** Called when all is prepared; the first request waits for it, and is not sent where it rejects. */
  readonly onReady?: () => void | Promise<void>;
  readonly onEvent?: (event: ConformanceEvent) => void;
}

/** Runs cases against a target: the one way in which command line, vitest and API get Results. Rejects with a UserError, and has sent nothing, where the profile's encryption cannot work. */
export async function runTarget(request: RunRequest): Promise<Results> {
  const { target, cases, reviews = [], thorough = false, repetition = { times: 1, seed: null } } = request;
  const claims = claimsOf(target, specification);
  const asker = await prepare(request);
  try {
    await request.onReady?.();
    const plan = { suite: readSuite(), claims, thorough, cases, repetition };
    return judge(await recordRun(asker, plan), specification, reviews, target.waivers);
  } finally {
    await asker.close();
  }
}

/** All cases of a target. */
export const casesOf = (target: Target, thorough = false): readonly TestCase[] =>
  deriveCases(specification, claimsOf(target, specification), thorough);

/** Rejects with the UserError by which a run would refuse to begin; sends nothing. */
export async function requireRunnable(target: Target): Promise<void> {
  const asker = await prepare({ target, signal: AbortSignal.abort() });
  await asker.close();
}

/** Does work that the profile's settings may make impossible; what is wrong with them is reported with the file that asks for it. */
export async function inProfile<Value>({ source }: Target, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError) || error.fault !== 'profile' || source === null) throw error;
    throw error.message.startsWith(`${source}: `) ? error : error.at(source);
  }
}

/** A summary of a case for users of the package. */
export const summaryOf = ({ id, variant, title }: TestCase): CaseSummary => ({
  id,
  variant,
  title: say(title, 'en'),
});

function prepare(request: Omit<RunRequest, 'cases'>): Promise<Asker> {
  const { name, version } = readSuite();
  const never = new AbortController().signal;
  const { target, earlierLogins = 0, signal = never, abandoned = never, onEvent } = request;
  const { redactor = createTargetRedactor(target) } = request;
  return inProfile(target, () =>
    createAsker({
      spec: specification,
      target,
      product: `${name}/${version}`,
      now: () => new Date(),
      random: Math.random,
      earlierLogins,
      redactor,
      signal,
      abandoned,
      onEvent: (event) => onEvent?.(publicEvent(event, redactor)),
    }),
  );
}

/** An event of the kernel as users see it, its texts masked. */
function publicEvent(event: RunEvent, redactor: Redactor): ConformanceEvent {
  const masked = (text: string | null): string | null => (text === null ? null : redactor.mask(text));
  switch (event.kind) {
    case 'case-started':
      return { kind: event.kind, case: summaryOf(event.testCase) };
    case 'case-ended': {
      const { kind, testCase, record, baseline, exchanges } = event;
      return { kind, result: judgeRecorded(testCase, record, baseline, exchanges, specification) };
    }
    case 'exchanged':
      return { kind: event.kind, case: event.owner, exchange: event.exchange };
    case 'setup-started':
      return { kind: event.kind, case: event.owner, byHand: masked(event.byHand) };
    case 'teardown-ended':
      return { kind: event.kind, case: event.owner, problem: masked(event.problem) };
    case 'warning':
      return { kind: event.kind, message: redactor.mask(say(event.words, 'en')) };
  }
}
