import { randomInt } from 'node:crypto';
import { claimsOf, deriveCases, isHarmlessCase, planOf, selectCases } from '../plan/plan.ts';
import type { Selection } from '../plan/plan.ts';
import type { TestCase } from '../plan/test-case.ts';
import { UserError } from '../base/errors.ts';
import { createRandom } from '../run/credentials.ts';
import { createSender } from '../run/send-within-limits.ts';
import type { RunEvent, Sender, SenderOptions } from '../run/send-within-limits.ts';
import { recordRun } from '../run/run.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import type { Exchange } from '../client/exchange.ts';
import { judge, judgeCases, rules } from '../results/judge.ts';
import type { Review } from '../results/review.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { readSuite } from '../base/package.ts';
import type { Target } from '../profile/target.ts';
import { say } from '../messages/message.ts';
import { readDecisions } from './options.ts';

/** A case before it is run. */
export interface CaseSummary {
  readonly id: string;
  readonly variant: string;
  readonly title: string;
}

/** What happens during a run; holds no secret. */
export type ConformanceEvent =
  /** Once, before the first request: the chosen cases. */
  | { readonly kind: 'planned'; readonly cases: readonly CaseSummary[] }
  | { readonly kind: 'case-started'; readonly case: CaseSummary }
  | { readonly kind: 'case-ended'; readonly result: CaseResult }
  /** A request of that case, or a control, has ended. */
  | { readonly kind: 'exchanged'; readonly case: string; readonly exchange: Exchange }
  /** A set-up of the profile begins; `byHand` is the command that repeats its teardown, null without one. */
  | { readonly kind: 'setup-started'; readonly case: string; readonly byHand: string | null }
  /** `problem`: why the teardown failed; null if it went well. */
  | { readonly kind: 'teardown-ended'; readonly case: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly message: string };

/** One run: its target, its cases and its observers. */
export interface RunRequest extends Partial<
  Pick<SenderOptions, 'redactor' | 'view' | 'signal' | 'abandoned' | 'clock'>
> {
  readonly target: Target;
  /** The cases to run; the Results list the others of the target as excluded. */
  readonly cases: readonly TestCase[];
  /** Seed of the order of the cases; random by default. */
  readonly seed?: number | undefined;
  readonly reviews?: readonly Review[];
  /** A plain request that is refused is not repeated: no variant costs more than one failed login. */
  readonly isHarmless?: boolean;
  /** Called before the first request, which waits for it. If it rejects, nothing is sent. */
  readonly onReady?: () => void | Promise<void>;
  readonly onEvent?: (event: ConformanceEvent) => void;
}

const mostSeeds = 1_000_000_000;

/**
 * Runs cases against a target, for the command line, vitest and the API alike. Rejects with a UserError before
 * anything is sent if the profile's encryption cannot work.
 */
export async function runTarget(request: RunRequest): Promise<Results> {
  const { target, cases, reviews = [] } = request;
  const { sender, plan, claims, seed } = await openSender(request);
  try {
    await request.onReady?.();
    for (const message of saidDoubts(sender)) request.onEvent?.({ kind: 'warning', message });
    const runPlan = { suite: readSuite(), rules, claims, plan, cases, seed };
    return judge(await recordRun(sender, runPlan), specification, reviews, target.waivers, plan);
  } finally {
    await sender.close();
  }
}

/** What is odd about the first ciphertexts, in words. */
export const saidDoubts = ({ doubts }: Pick<Sender, 'doubts'>): readonly string[] =>
  doubts.map(({ words }) => say(words, 'en'));

export const casesOf = (target: Target): readonly TestCase[] =>
  deriveCases(specification, claimsOf(target, specification));

/** The cases and reviews of a run. Rejects with a UserError for an empty selection or a wrong file. */
export async function planRun(
  target: Target,
  selection: Selection,
  { reviews, folder = process.cwd() }: PlanOptions,
) {
  const { isHarmless = false } = selection;
  const plan = planOf(specification, claimsOf(target, specification));
  const all = isHarmless ? plan.cases.filter((one) => isHarmlessCase(one, plan)) : plan.cases;
  const cases = selectCases(all, selection);
  const decided = (await readDecisions(reviews, folder, target.reviewsFile)) ?? [];
  return { target, cases, reviews: decided, isHarmless };
}

interface PlanOptions {
  readonly reviews?: string | undefined;
  readonly folder?: string | undefined;
}

/** Runs `work`, which wrong settings can make fail; adds the name of the profile to such an error. */
export async function inProfile<Value>({ source }: Target, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError) || error.fault !== 'profile' || source === null) throw error;
    throw error.message.startsWith(`${source}: `) ? error : error.at(source);
  }
}

export const summaryOf = ({ id, variant, title }: TestCase): CaseSummary => ({
  id,
  variant,
  title: say(title, 'en'),
});

/** Plans the cases of a target and opens a sender. Sends nothing. UserError if the encryption cannot work. */
export async function openSender(request: Omit<RunRequest, 'cases'>) {
  const { name, version } = readSuite();
  const never = new AbortController().signal;
  const { target, signal = never, abandoned = never, view, clock, isHarmless = false, onEvent } = request;
  const { redactor = createTargetRedactor(target) } = request;
  const { seed = randomInt(mostSeeds) } = request;
  const claims = claimsOf(target, specification);
  const plan = planOf(specification, claims);
  const cases = new Map(plan.cases.map((testCase) => [testCase.id, testCase]));
  const publish = (event: RunEvent): readonly ConformanceEvent[] => {
    const masked = (text: string | null): string | null => (text === null ? null : redactor.mask(text));
    switch (event.kind) {
      case 'case-started': {
        const started = cases.get(event.id);
        return started === undefined ? [] : [{ kind: event.kind, case: summaryOf(started) }];
      }
      case 'cases-ended': {
        const { ids, attempts } = event;
        const record = {
          profile: { claims },
          attempts,
          cases: ids,
          interrupted: signal.aborted,
        };
        return judgeCases(record, plan, specification).map((result) => ({ kind: 'case-ended', result }));
      }
      case 'exchanged':
        return [{ kind: event.kind, case: event.owner, exchange: event.exchange }];
      case 'setup-started':
        return [{ kind: event.kind, case: event.owner, byHand: masked(event.byHand) }];
      case 'teardown-ended':
        return [{ kind: event.kind, case: event.owner, problem: masked(event.problem) }];
      case 'warning':
        return [{ kind: event.kind, message: redactor.mask(say(event.words, 'en')) }];
    }
  };
  const sender = await inProfile(target, () =>
    createSender({
      spec: specification,
      target,
      requests: plan.requests,
      product: `${name}/${version}`,
      now: () => new Date(),
      random: createRandom(seed),
      seed,
      clock,
      isHarmless,
      redactor,
      view,
      signal,
      abandoned,
      onEvent: (event) => {
        if (onEvent !== undefined) for (const published of publish(event)) onEvent(published);
      },
    }),
  );
  return { sender, plan, claims, seed };
}
