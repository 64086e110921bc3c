import { clip, visible } from '../report/visible.ts';
import { acceptedReasons, exitCodeOf, outcomeOf } from '../result/outcome.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { checksUnderReview, decisionOn } from '../result/review.ts';
import type { Review } from '../result/review.ts';
import { isWaived } from '../result/waiver.ts';
import type { Waiver } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { kinds } from './options.ts';
import type { OptionKinds } from './options.ts';

/** What turns a test red that is skipped otherwise. */
export interface OutcomeOptions {
  /** `fail`: a text that no program can decide turns its case red; `skip`, the default: the case is skipped. */
  readonly review: 'skip' | 'fail';
  /** Whatever is inconclusive or under review turns its case red. */
  readonly complete: boolean;
}

/** What these options take. */
export const outcomeOptionKinds = {
  review: kinds.choice(['skip', 'fail']),
  complete: kinds.flag,
} as const satisfies OptionKinds<OutcomeOptions>;

/** How the test of a case ends; `note` says on one line why it is skipped, `annotations` say more. */
export type TestOutcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly error: Error }
  | {
      readonly kind: 'skip';
      readonly note: string;
      readonly annotations: readonly { readonly type: 'waived' | 'review'; readonly text: string }[];
    };

/** What the outcome of a case depends on besides its checks. */
interface Settlement {
  readonly waivers: readonly Waiver[];
  readonly reviews: readonly Review[];
  readonly controls: readonly Evidence[];
  readonly today: Date;
}

/** What a case is to a test runner; waivers and decisions of persons count as they do in the Results, and no text of it steers a terminal. */
export function testOutcome(
  result: CaseResult,
  settlement: Settlement,
  options: OutcomeOptions,
): TestOutcome {
  switch (result.verdict) {
    case 'pass':
      return { kind: 'pass' };
    case null: {
      const { exchanges, note } = result;
      if (exchanges.some(({ response }) => response !== null)) return { kind: 'pass' };
      const why = note === '' ? (exchanges.at(-1)?.error?.message ?? 'nothing was sent') : note;
      return skip(`nothing was observed: ${why}`);
    }
    case 'fail':
      return ofFailure(result, settlement);
    case 'review':
      return ofReview(result, settlement, options);
    case 'inconclusive':
      return ofInconclusive(result, options);
  }
}

const skip = (
  note: string,
  type: 'waived' | 'review' = 'review',
  texts: readonly string[] = [],
): TestOutcome => ({
  kind: 'skip',
  note: visible(note),
  annotations: texts.map((text) => ({ type, text: visible(text) })),
});

function ofFailure(result: CaseResult, settlement: Settlement): TestOutcome {
  const { waivers, today } = settlement;
  const failed = result.checks.filter(({ verdict }) => verdict === 'fail');
  const standing = failed.filter(
    ({ requirement, verdict }) => !isWaived({ id: requirement, verdict }, waivers, today),
  );
  if (standing.length > 0) return { kind: 'fail', error: explainFailure({ ...result, checks: standing }) };
  // A waiver excuses its own requirement, not a text that a person has refused beside it.
  const refusal = refusalAmong(decisionsOn(result, settlement));
  if (refusal !== null) return refusal;
  const ids = new Set(failed.map(({ requirement }) => requirement));
  const notes = waivers
    .filter(({ requirement }) => ids.has(requirement))
    .map(({ requirement, reason, owner, until }) => `${requirement}: ${reason} (${owner}, until ${until})`);
  const note = `waived: ${notes.join('; ')}`;
  return skip(note, 'waived', [note]);
}

function ofReview(result: CaseResult, settlement: Settlement, options: OutcomeOptions): TestOutcome {
  const decided = decisionsOn(result, settlement);
  const refusal = refusalAmong(decided);
  if (refusal !== null) return refusal;
  const waiting = decided.filter(({ decision }) => decision === null);
  if (waiting.length > 0) {
    const note = 'review: a person has to decide';
    const texts = waiting.map(({ check }) => `${check.requirement}: ${check.message}`);
    const isRed = options.complete || options.review === 'fail';
    return isRed ? red([note, ...texts].map(visible).join('\n')) : skip(note, 'review', texts);
  }
  const isOpen = result.checks.some(({ verdict }) => verdict === 'inconclusive');
  return isOpen ? ofInconclusive(result, options) : { kind: 'pass' };
}

function ofInconclusive({ checks, note, reason }: CaseResult, { complete }: OutcomeOptions): TestOutcome {
  const why = reason ?? checks.find((check) => check.reason !== null)?.reason ?? 'inconclusive';
  return complete ? red(visible(`${why}: ${note}`)) : skip(`${why}: ${note}`);
}

/** The checks of a case that no program can decide, each with what a person has decided. */
const decisionsOn = (result: CaseResult, { reviews, controls }: Settlement) =>
  checksUnderReview({ cases: [result], controls }).map((open) => ({
    check: open.check,
    decision: decisionOn(open, reviews),
  }));

function refusalAmong(decided: ReturnType<typeof decisionsOn>): TestOutcome | null {
  const refused = decided.find(({ decision }) => decision?.decision === 'fail');
  if (refused === undefined) return null;
  const { requirement, message } = refused.check;
  const name = refused.decision?.name ?? 'a person';
  return red(`${requirement}: ${visible(name)} refused the text: ${visible(message)}`);
}

const shownBody = 500;

/** The error by which a test runner shows a failed case: every deviation among the checks, what was expected and seen, and the exchange; holds no secret and nothing that steers a terminal. */
export function explainFailure({ checks, exchanges }: Pick<CaseResult, 'checks' | 'exchanges'>): Error {
  const failed = checks.filter((check) => check.verdict === 'fail');
  const shown = new Set(failed.map((check) => check.exchange));
  const sent = exchanges.filter(({ id }) => shown.has(id));
  const message = [
    ...failed.map((check) => `${check.requirement}: ${visible(check.message)}`),
    ...sent.flatMap((exchange) => ['', ...exchangeLines(exchange)]),
  ].join('\n');
  const listOf = (side: 'expected' | 'actual'): string =>
    failed.map((check) => `${check.requirement}: ${visible(check[side])}`).join('\n');
  return Object.assign(new Error(message), {
    name: 'AssertionError',
    // Where in the suite it was made says nothing about the target.
    stack: `AssertionError: ${message}`,
    expected: listOf('expected'),
    actual: listOf('actual'),
    showDiff: true,
  });
}

/** A recorded exchange on three lines: the request, what came back, and the command that repeats it. */
export function exchangeLines({ request, response, error, curl }: Evidence): readonly string[] {
  const answer =
    response === null
      ? `no answer: ${visible(error?.message ?? '')}`
      : `${response.status} ${visible(clip(response.body, shownBody))}`;
  return [`${request.method} ${visible(request.url)}`, answer, visible(curl)];
}

/** An error without a stack: where in the suite it was made says nothing about the target. */
export const failure = (message: string): Error =>
  Object.assign(new Error(message), { stack: `Error: ${message}` });

const red = (message: string): TestOutcome => ({ kind: 'fail', error: failure(message) });

/** Why a run that shows no failure is no good news either, in some lines; null where it is. A failure is reported by its own case. */
export function unjudged(results: Results, complete: boolean): string | null {
  if (results.interrupted) return 'the run was interrupted before its end';
  const stale = results.waivers
    .filter(({ state }) => state === 'stale')
    .map(({ requirement }) => requirement);
  if (stale.length > 0) {
    return `stale waivers, whose requirements pass or are unknown: ${stale.map(visible).join(', ')}`;
  }
  if (exitCodeOf(results, complete) !== 3) return null;
  const open = results.requirements
    .filter((found) => ['inconclusive', 'review'].includes(outcomeOf(found)))
    .filter(({ reason }) => complete || !acceptedReasons.includes(reason));
  return [
    `${open.length} requirements could not be judged`,
    ...results.rootCauses.map(({ message, hint }) => `${visible(message)}; ${visible(hint)}`),
    ...open.map(({ id, verdict, reason }) => `${id}: ${verdict}${reason === null ? '' : ` (${reason})`}`),
  ].join('\n');
}
