// What the parts of a report of one run share: the results in the language of their reader, and what is found in them.

import type { Exchange } from '../client/exchange.ts';
import { worst } from '../judge/check.ts';
import type { Reason, Verdict } from '../judge/check.ts';
import { maskVolatile } from '../judge/lexicon/volatile.ts';
import { requirementOf } from '../messages/banks.ts';
import { wordsIn } from '../messages/message.ts';
import type { Words } from '../messages/message.ts';
import { textsToDecide } from '../results/decisions.ts';
import { exchangesIn } from '../results/record.ts';
import { isFailure, isUnjudged, outcomeOf } from '../results/totals.ts';
import type { CaseResult, CheckResult, RequirementResult, Results } from '../results/results.ts';
import { sendCommand } from './exchange-text.ts';
import { inLanguage } from './in-language.ts';
import type { Look, Place, Shown } from './document.ts';

/** What a run beside earlier results says of its failures. */
export interface Since {
  readonly startedAt: string;
  /** Requirements that failed then and pass now. */
  readonly fixed: readonly string[];
  /** `first`: it was not judged before. */
  readonly marks: ReadonlyMap<string, 'new' | 'known' | 'first'>;
}

/** What is known beside the results, for commands as a shell reads it. */
export interface ReportOptions {
  /** What failures are beside those of earlier results. */
  readonly since?: Since | null;
  /** The file of the profile, and the options that stand over it. */
  readonly profile?: string | null;
  /** The results, or their folder. */
  readonly results?: string;
}

export interface View {
  readonly results: Results;
  readonly words: Words;
  readonly since: Since | null;
  readonly profile: string;
  readonly source: string;
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly cases: ReadonlyMap<string, CaseResult>;
  /** Requirements that reports speak of: for a selection those that its cases check. */
  readonly requirements: readonly RequirementResult[];
  /** The plain request of each variant, the last one that was accepted, or else the last. */
  readonly plain: ReadonlyMap<string, Exchange>;
  readonly texts: ReturnType<typeof textsToDecide>;
  /** Ids of the exchanges that stand in a card. */
  readonly inCards: ReadonlySet<string>;
}

export function viewOf(recorded: Results, options: ReportOptions = {}): View {
  const { since = null, profile, results: source = 'FOLDER' } = options;
  const results = inLanguage(recorded);
  const exchanges = exchangesIn(results.record);
  const texts = textsToDecide(results);
  const { isSelection, requirements, causes } = results;
  return {
    results,
    words: wordsIn(results.target.language),
    since,
    profile: profile ?? 'FILE',
    source,
    exchanges,
    cases: new Map(results.cases.map((one) => [one.id, one])),
    requirements: isSelection ? requirements.filter(({ reason }) => reason !== 'not-selected') : requirements,
    plain: new Map(
      results.target.variants.flatMap((variant) => {
        const own = results.record.attempts
          .filter(({ request }) => request === `${variant}.success`)
          .flatMap(({ exchange }) => exchanges.get(exchange ?? '') ?? []);
        const plain = own.find(({ response }) => response?.status === 200) ?? own.at(-1);
        return plain === undefined ? [] : [[variant, plain] as const];
      }),
    ),
    texts,
    inCards: new Set([
      ...causes.flatMap(({ exchange }) => exchange ?? []),
      ...texts.flatMap(({ check }) => check.exchanges.slice(0, 1)),
    ]),
  };
}

/** A text for all that it decides. */
export const textGroups = ({ texts }: View): readonly View['texts'][] => [
  ...Map.groupBy(texts, ({ requirement, text: said }) => `${requirement[0]}${maskVolatile(said)}`).values(),
];

/** The part of an answer that a requirement is about. */
function placeOf(requirement: string): Place {
  const { group = 'success', aspect = 'status' } = requirementOf(requirement) ?? {};
  if (group === 'error') return 'text';
  if (group === 'authorization') return 'list';
  if (aspect === 'record') return 'records';
  if (group === 'success' && aspect === 'body') return 'members';
  return aspect === 'names' || aspect === 'meaning' ? 'text' : 'status';
}

function marksOf(checks: readonly CheckResult[]): Shown['marks'] {
  const byPlace = Map.groupBy(checks, ({ requirement }) => placeOf(requirement));
  return Object.fromEntries(
    [...byPlace].map(([place, same]): readonly [Place, Look] => {
      const verdict = worst(same.map((one) => one.verdict));
      return [place, verdict === null || verdict === 'inconclusive' ? 'observed' : verdict];
    }),
  );
}

/** An exchange of a case, with what the checks of the case found in it. Null: the record lacks it. */
export function shownIn(
  testCase: CaseResult,
  id: string,
  view: View,
  { isBrief = false, hasCommand = true } = {},
): Shown | null {
  const exchange = view.exchanges.get(id);
  if (exchange === undefined) return null;
  const plain = view.plain.get(testCase.variant) ?? null;
  const request = view.results.record.attempts.find((one) => one.exchange === id)?.request;
  return {
    exchange,
    plain: plain === exchange ? null : plain,
    marks: marksOf(testCase.checks.filter(({ exchanges }) => exchanges[0] === id)),
    command:
      hasCommand && request !== undefined ? sendCommand(request, testCase, view.results, view.profile) : null,
    isBrief,
  };
}

/** Why a requirement is open. */
export function reasonOf(found: RequirementResult, results: Results): Reason | 'unjudged' | 'limited' {
  if (isUnjudged(found, results)) return 'unjudged';
  const { reason, cases } = found;
  // Where a case was selected and nobody ended the run, only a limit can have left it out.
  const isLimited = reason === 'not-selected' && cases.length > 0 && !results.interrupted;
  return isLimited ? 'limited' : (reason ?? 'not-selected');
}

/** The verdict of a case; of one that only observes what deviates in it, else null. */
export const verdictOf = ({ verdict, checks }: CaseResult): Verdict | null =>
  verdict ?? worst(checks.map((one) => one.verdict).filter((one) => one === 'fail' || one === 'review'));

/** The checks that decided a requirement, with their cases. */
export const decidingChecks = (
  { id, verdict }: RequirementResult,
  { cases }: Pick<Results, 'cases'>,
): readonly { readonly testCase: CaseResult; readonly check: CheckResult }[] =>
  cases.flatMap((testCase) =>
    testCase.checks
      .filter((check) => check.requirement === id && check.verdict === verdict)
      .map((check) => ({ testCase, check })),
  );

type Counted = 'failed' | 'review' | 'open' | 'waived' | 'stale' | 'passed' | 'untried';

/** The outcome of a run on one line, with the worst sign in it. */
export function outcomeIn({ results, requirements, words }: View): {
  readonly text: string;
  readonly sign: Look;
} {
  const { decisions, untried, target } = results;
  const count = (holds: (one: RequirementResult) => boolean): number => requirements.filter(holds).length;
  const counts: Readonly<Record<Counted, number>> = {
    failed: count(isFailure),
    review: count((one) => outcomeOf(one) === 'review'),
    open: count((one) => outcomeOf(one) === 'inconclusive'),
    waived: count(({ waived }) => waived),
    stale: decisions.filter(({ state }) => state === 'stale').length,
    passed: count((one) => outcomeOf(one) === 'pass'),
    untried: untried.length,
  };
  const { failed, review, open, waived, stale } = counts;
  const isClean = review + open + waived === 0;
  const sign = failed + stale > 0 ? 'fail' : review > 0 ? 'review' : isClean ? 'pass' : 'inconclusive';
  const said = Object.entries(counts) as [Counted, number][];
  return {
    sign,
    text: [
      ...said.flatMap(([name, number]) => (number === 0 ? [] : [words(`count-${name}`, { count: number })])),
      ...(target.isTlsVerified ? [] : [words('tls-unverified')]),
    ].join(' · '),
  };
}
