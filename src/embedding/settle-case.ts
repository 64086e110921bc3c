import { checksUnderReview, decisionOn } from '../result/decision.ts';
import type { Review } from '../result/decision.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { isWaived } from '../result/waiver.ts';
import type { Waiver } from '../target/target.ts';
import type { Check } from '../verdict/verdict.ts';
import { visible } from '../report/visible.ts';
import { explainFailure, failure } from './explain-failure.ts';

/** What a case is to a test runner. `doubt`: a person has to decide, or nothing could be seen. */
export type Settled =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'waived'; readonly note: string }
  /** It only observes, and there was nothing to see. */
  | { readonly kind: 'unseen'; readonly note: string }
  | {
      readonly kind: 'doubt';
      readonly verdict: 'review' | 'inconclusive';
      readonly note: string;
      readonly texts: readonly string[];
    };

/** What the verdict of a case depends on besides its checks. */
export interface Settlement {
  readonly waivers: readonly Waiver[];
  readonly reviews: readonly Review[];
  readonly controls: Results['controls'];
  readonly today: Date;
}

/** Puts a case into the words of a test runner; waivers and decisions of persons count as they count in the Results. */
export function settleCase(result: CaseResult, settlement: Settlement): Settled {
  switch (result.verdict) {
    case 'pass':
      return { kind: 'passed' };
    case null:
      return settleObservation(result);
    case 'fail':
      return settleFailure(result, settlement);
    case 'review':
      return settleReview(result, settlement);
    case 'inconclusive':
      return inconclusive(result);
  }
}

function settleObservation({ exchanges, note }: CaseResult): Settled {
  if (exchanges.some(({ response }) => response !== null)) return { kind: 'passed' };
  const why = note === '' ? (exchanges.at(-1)?.error?.message ?? 'nothing was sent') : note;
  return { kind: 'unseen', note: `nothing was observed: ${why}` };
}

function settleFailure(result: CaseResult, settlement: Settlement): Settled {
  const { waivers, today } = settlement;
  const isExcused = (check: Check): boolean =>
    isWaived({ id: check.requirement, verdict: check.verdict }, waivers, today);
  const failed = result.checks.filter(({ verdict }) => verdict === 'fail');
  const standing = failed.filter((check) => !isExcused(check));
  if (standing.length > 0) return { kind: 'failed', error: explainFailure({ ...result, checks: standing }) };
  // A waiver excuses its own requirement, not a text that a person has refused beside it.
  const refusal = refusalAmong(decisionsOn(result, settlement));
  if (refusal !== null) return refusal;
  const ids = new Set(failed.map(({ requirement }) => requirement));
  const used = waivers.filter(({ requirement }) => ids.has(requirement));
  const notes = used.map(
    ({ requirement, reason, owner, until }) => `${requirement}: ${reason} (${owner}, until ${until})`,
  );
  return { kind: 'waived', note: `waived: ${notes.join('; ')}` };
}

function settleReview(result: CaseResult, settlement: Settlement): Settled {
  const decided = decisionsOn(result, settlement);
  const refusal = refusalAmong(decided);
  if (refusal !== null) return refusal;
  const waiting = decided.filter(({ decision }) => decision === null);
  if (waiting.length > 0) {
    const texts = waiting.map(({ check }) => `${check.requirement}: ${check.message}`);
    return { kind: 'doubt', verdict: 'review', note: 'review: a person has to decide', texts };
  }
  return result.checks.some(({ verdict }) => verdict === 'inconclusive')
    ? inconclusive(result)
    : { kind: 'passed' };
}

function inconclusive({ checks, note, reason }: CaseResult): Settled {
  const why = reason ?? checks.find((check) => check.reason !== null)?.reason ?? 'inconclusive';
  return { kind: 'doubt', verdict: 'inconclusive', note: `${why}: ${note}`, texts: [] };
}

interface DecidedCheck {
  readonly check: Check;
  readonly decision: Review | null;
}

/** The checks of a case that no program can decide, each with what a person made of it. */
const decisionsOn = (result: CaseResult, { reviews, controls }: Settlement): readonly DecidedCheck[] =>
  checksUnderReview({ cases: [result], controls }).map((open) => ({
    check: open.check,
    decision: decisionOn(open, reviews),
  }));

function refusalAmong(decided: readonly DecidedCheck[]): Settled | null {
  const refused = decided.find(({ decision }) => decision?.decision === 'fail');
  if (refused === undefined) return null;
  const { requirement, message } = refused.check;
  const name = refused.decision?.name ?? 'a person';
  const said = `${requirement}: ${visible(name)} refused the text: ${visible(message)}`;
  return { kind: 'failed', error: failure(said) };
}
