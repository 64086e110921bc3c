import { leftOutByLimit } from '../results/guesses.ts';
import { nearMiss } from '../base/near-miss.ts';
import { countOutcomes, outcomeOf } from '../results/totals.ts';
import { suspicionsIn, suspicionsOf } from './suspect.ts';
import { exchangesById } from '../results/results.ts';
import type { RequirementResult, Results, WaiverResult } from '../results/results.ts';
import { openReviews, textOfCheck } from '../results/review.ts';
import type { OpenCheck } from '../results/review.ts';
import { provisioningYaml } from '../operation/provisioning.ts';
import { isStanding } from '../operation/requirement.ts';
import type { Verdict } from '../judge/check.ts';
import type { Reason } from '../judge/evidence.ts';
import { isCode, message, say, sayWhy, wordsIn } from '../messages/message.ts';
import type { Message, Words } from '../messages/message.ts';
import { answerTimes, quantile } from './exchange-text.ts';
import { failuresOf, findingsOf } from './failures.ts';
import { inLanguage } from './in-language.ts';
import { durationOf, nameOf } from './sentences.ts';
import type { VariantView } from './sentences.ts';
import type { Since } from '../comparison/since.ts';

/** A run as reports for people show it, in the language of its target. Everything is derived once. */
export type View = Readonly<ReturnType<typeof viewOf>>;

export function viewOf(recorded: Results, since: Since | null = null) {
  const results = inLanguage(recorded, recorded.target.language);
  const words = wordsIn(results.target.language);
  const exchanges = exchangesById(results);
  const findings = findingsOf(results, exchanges);
  const reviews = reviewTexts(results, exchanges, words);
  const groups = openGroups(results, words);
  const waivers = saidWaivers(results, words);
  const isMissing = results.requirements.some(({ reason }) => reason === 'not-selected');
  const times = answerTimes([...exchanges.values()]);
  const shares = times.length === 0 ? [] : [0.5, 0.95, 1];
  return {
    results,
    words,
    /** What the failures are beside those of an earlier run; null if there is none to compare with. */
    since,
    exchanges,
    findings,
    failures: failuresOf(results, findings, exchanges, words, since),
    reviews,
    reviewCount: results.requirements.filter((one) => !one.waived && outcomeOf(one) === 'review').length,
    /** Untested requirements by reason, and their number. */
    groups,
    openCount: groups.reduce((sum, { ids }) => sum + ids.length, 0),
    /** True if only some cases were chosen. */
    isSelection: isSelection(results),
    /** Empty for a selection of cases, which says nothing about a whole variant. */
    variants: isSelection(results) ? [] : variantViews(results),
    waivers,
    advisories: advisoriesIn(results),
    stale: waivers.filter(({ state }) => state === 'stale'),
    /** Says that the run was interrupted, and whether something is missing; null if it was not. */
    interrupted: results.interrupted ? words(isMissing ? 'run-interrupted-early' : 'run-interrupted') : null,
    /** Median, 95th percentile and maximum of the answer times; '' if nothing was answered. */
    latency: shares.map((share) => durationOf(quantile(times, share), words)).join(' / '),
    /** Number of requests that the limit of failed logins left out. */
    leftOut: results.attempts.filter(({ unsent }) => unsent?.kind === 'limit').length,
    /** Effect of a rate limiter on the run; null if there was none. */
    pace: results.pace === null ? null : words('pace-kept', results.pace),
    /** Warning that TLS was not verified; null if it was. */
    unverified: unverifiedIn(results, words),
    /** Settings of the profile that may be wrong as well as the service. */
    suspicions: suspicionsOf(results),
    outcome: outcomeIn(results, words).text,
    /** What was tried besides the plain request; null if no answer shows it. */
    tried: triedIn(results, words),
    /** What no run can show, a sentence each. */
    unshown: (['list', 'moment', 'profile', 'security'] as const).map((name) => words(`not-said-${name}`)),
  };
}

/** Counts the kinds of requests that were answered, in any variant. */
function triedIn({ cases }: Results, words: Words): string | null {
  const answered = cases.filter(({ exchanges }) => exchanges.some(({ response }) => response !== null));
  const numberOf = (names: readonly string[]): number => new Set(names).size;
  const ofKind = (pattern: RegExp): number =>
    numberOf(answered.flatMap(({ id }) => pattern.exec(id)?.[1] ?? []));
  const passwords = numberOf(answered.flatMap(({ guess }) => guess?.kind ?? []));
  const counts = {
    passwords,
    partners: ofKind(/^\w+\.(?:unauthorized|observed)\.((?:unknown-)?partner\b.*)/),
    methods: ofKind(/\.observed\.method\.(.*)/),
    spellings: ofKind(/^\w+\.request\.(.*)/),
  };
  return passwords === 0 ? null : words('tried', counts);
}

/** Each advisory once, with its ids and exchanges in all variants. */
const advisoriesIn = ({ advisories, target }: Results) =>
  [...Map.groupBy(advisories, ({ words }) => words.code)].map(([code, same]) => {
    const lists = same.flatMap(({ words }) => Object.entries(words.params));
    const params = [...Map.groupBy(lists, ([name]) => name)].map(([name, values]) => {
      const all = values.flatMap(([, value]) => (Array.isArray(value) ? value.map(String) : []));
      return [name, [...new Set(all)]] as const;
    });
    return {
      ids: same.map(({ id }) => id),
      variants: same.map(({ variant }) => variant),
      message: say({ code, params: Object.fromEntries(params) }, target.language),
      exchanges: same.flatMap(({ exchanges }) => exchanges),
    };
  });

const reviewTexts = (results: Results, exchanges: ReturnType<typeof exchangesById>, { language }: Words) =>
  openReviews(results).flatMap(({ checks, ...draft }) => {
    const requirements = results.requirements.filter(({ id }) => draft.requirements.includes(id));
    const hanging = checks.filter((one) => hangsOnFailure(one, results, exchanges));
    const whys = checks.map(({ check }) => {
      const isHanging = hanging.some((one) => one.check === check);
      return sayWhy(isHanging ? { ...check, code: 'meaning-same-text-failed' } : check, language);
    });
    return checks.slice(0, 1).map(({ testCase, check, text }) => {
      const exchange = exchanges.get(check.exchange ?? '') ?? null;
      const isDecidable = hanging.length < checks.length;
      return { text, draft, testCase, exchange, requirements, whys: [...new Set(whys)], isDecidable };
    });
  });

/**
 * True if the same text failed for another condition. What is under review here then follows from that failure.
 */
const hangsOnFailure = (
  { check: open, text, testCase }: OpenCheck,
  { cases, requirements }: Results,
  exchanges: ReturnType<typeof exchangesById>,
): boolean => {
  const topicOf = (wanted: string): RequirementResult | undefined =>
    requirements.find(({ id }) => id === wanted);
  const own = topicOf(open.requirement)?.group;
  return (
    open.code === 'meaning-same-text' &&
    cases.some(({ variant, checks }) =>
      checks.some((check) => {
        const { verdict, requirement } = check;
        if (variant !== testCase.variant || verdict !== 'fail') return false;
        const topic = topicOf(requirement);
        const isOfText = topic?.aspect === 'meaning' || topic?.aspect === 'names';
        return isOfText && topic.group !== own && textOfCheck(check, exchanges) === text;
      }),
    )
  );
};

/** Inconclusive requirements by reason, most frequent first. For a selection, only those selected. */
function openGroups(results: Results, words: Words) {
  const open = shownRequirements(results).filter(({ verdict }) => verdict === 'inconclusive');
  const groups = [...Map.groupBy(open, ({ reason }): Reason => reason ?? 'not-selected')];
  return groups
    .map(([reason, requirements]) => {
      const ids = requirements.map(({ id }) => id);
      const named = new Set(requirements.flatMap(({ cases }) => cases));
      const concerned = results.cases.filter(
        (one) =>
          named.has(one.id) &&
          (one.reason === reason ||
            one.checks.some((check) => check.reason === reason && ids.includes(check.requirement))),
      );
      const conditions = [...new Set(concerned.map(({ condition }) => condition))];
      const yaml = reason === 'not-provisioned' ? provisioningYaml(conditions, words.language) : [];
      const { happened } = reasonWords(reason, requirements, words);
      const advice = adviceOn(reason, requirements, results, words);
      const notes = [...new Set(concerned.map(({ note }) => note).filter((note) => note !== ''))];
      const name = words(`reason-${reason}`);
      // Lines to add to the profile are better advice.
      const hint = yaml.length > 0 ? words('profile-hint') : advice;
      return { reason, name, ids, conditions, notes, happened, advice: hint, yaml };
    })
    .toSorted((one, other) => other.ids.length - one.ids.length);
}

/**
 * What to do about a reason. The advice differs if the plain requests of these variants passed in the whole
 * run.
 */
export function adviceOn(
  reason: Reason,
  open: readonly Pick<RequirementResult, 'variant' | 'group'>[],
  { requirements, rootCauses }: Pick<Results, 'requirements' | 'rootCauses'>,
  words: Words,
): string {
  const { advice } = reasonWords(reason, open, words);
  const isAccepted = open.every(
    ({ variant: own }) =>
      requirements.some(({ id, verdict }) => id === `${own}.success.status` && verdict === 'pass') &&
      rootCauses.every(({ variant }) => variant !== null && variant !== own),
  );
  const alone = `reason-${reason}.alone`;
  return isAccepted && isCode(alone) ? say({ code: alone, params: {} }, words.language) : advice;
}

/** The meaning of a reason. Requirements on every answer are called not judged rather than not selected. */
export function reasonWords(
  reason: Reason,
  requirements: readonly { readonly group: string }[],
  words: Words,
): { readonly happened: string; readonly advice: string } {
  const isUnjudged = reason === 'not-selected' && requirements.every(({ group }) => isStanding(group));
  const code = isUnjudged ? ('reason-unjudged' as const) : (`reason-${reason}` as const);
  return { happened: words(`${code}.happened`), advice: words(`${code}.advice`) };
}

/** Kinds of wrong passwords that the limit of failed logins excluded; null if there are none. */
function kindsUntried(results: Results, variants: readonly string[]): Message | null {
  const { length: count } = leftOutByLimit(results, variants);
  const limit = results.profile.limits['failedLogins'] ?? '';
  return count === 0 ? null : message('kinds-untried', { count, limit });
}

/** In the order of the target. */
function variantViews(results: Results): readonly VariantView[] {
  const { variants, requirements } = results;
  const suspected = suspicionsIn(results);
  return Object.entries(variants).map(([variant, { verdict, classes }]) => {
    const own = requirements.filter((one) => one.variant === variant);
    const waived = own.filter((one) => one.waived).length;
    const decided = own.filter((one) => one.decided !== null).length;
    const suspicions = suspected.get(variant) ?? [];
    const untried = kindsUntried(results, [variant]);
    return { variant, verdict, suspicions, classes, untried, counts: countOutcomes(own), waived, decided };
  });
}

/** Says that an outcome is waived or decided by a person; '' for neither. */
export const additionOf = (
  found: Pick<RequirementResult, 'waived' | 'verdict' | 'decided'>,
  words: Words,
): string =>
  [...(found.waived ? [words('waived')] : []), ...(found.decided === null ? [] : [words('by-person')])].join(
    ', ',
  );

/** In the order of the reports. */
const topics: readonly string[] = [
  'success',
  'request',
  'missing',
  'unencrypted',
  'unauthorized',
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unavailable',
  'error',
  'status',
  'authorization',
];

/** Groups requirements in the order of `topics`, so that the variants are side by side. */
export function byGroup<Of extends { readonly group: string }>(
  requirements: readonly Of[],
  words: Words,
): readonly (readonly [title: string, requirements: readonly Of[]])[] {
  const place = (group: string): number => (topics.includes(group) ? topics.indexOf(group) : topics.length);
  return [...Map.groupBy(requirements, ({ group }) => group)]
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([group, members]) => [nameOf('topic', group, words), members]);
}

/** A waiver in words: its state, what to do about it, reason, owner, and expiry. */
export interface SaidWaiver extends WaiverResult {
  readonly text: string;
  readonly note: string;
}

/** All waivers of a run in words. For an unknown id, the most similar known one is suggested. */
export const saidWaivers = (results: Results, words: Words): readonly SaidWaiver[] =>
  results.waivers.map((waiver) => {
    const { requirement, state, reason, owner, until } = waiver;
    const near = nearestKnown(requirement, results);
    const text =
      near === undefined
        ? words(`waiver-${state}`)
        : near === null
          ? words('waiver-unknown')
          : words('waiver-misspelled', { near });
    const note = `${reason}; ${words('owner')} ${owner}; ${words('until')} ${until}`;
    return { ...waiver, text, note };
  });

/** The known id most similar to an unknown one, null if none is; undefined for a known id. */
function nearestKnown(wanted: string, { requirements, notApplicable }: Results): string | null | undefined {
  const known = [...requirements.map(({ id }) => id), ...notApplicable];
  return known.includes(wanted) ? undefined : nearMiss(wanted, known);
}

const isSelection = ({ interrupted, leftOut }: Results): boolean => !interrupted && leftOut.cases.length > 0;

/**
 * The requirements that reports mention. For a selection of cases: those that the cases check, and those that
 * the limit of failed logins prevented from being shown.
 */
function shownRequirements(results: Results): readonly RequirementResult[] {
  if (!isSelection(results)) return results.requirements;
  const limited = new Set(
    results.cases.flatMap(({ checks }) =>
      checks.flatMap(({ reason, requirement }) => (reason === 'not-selected' ? [requirement] : [])),
    ),
  );
  return results.requirements.filter(({ id, reason }) => reason !== 'not-selected' || limited.has(id));
}

/** Warns that TLS was not verified, because no other result can then be trusted; null if it was. */
const unverifiedIn = ({ target }: Pick<Results, 'target'>, words: Words): string | null =>
  target.tls === undefined ? null : words('tls-unverified');

type Counted = 'failed' | 'review' | 'open' | 'waived' | 'stale' | 'passed';

/**
 * The outcome of a run on one line with the worst sign in it: what needs attention, else the number of passed
 * requirements, or of cases of a selection. Also says what the limit of failed logins excluded.
 */
export function outcomeIn(results: Results, words: Words): { readonly text: string; readonly sign: Verdict } {
  const isPart = isSelection(results);
  const requirements = shownRequirements(results);
  const count = (verdict: Verdict): number =>
    requirements.filter((one) => !one.waived && outcomeOf(one) === verdict).length;
  const [failed, review, open] = [count('fail'), count('review'), count('inconclusive')];
  const waived = requirements.filter((one) => one.waived).length;
  const stale = results.waivers.filter(({ state }) => state === 'stale').length;
  const isClean = review + open + waived === 0;
  const sign = failed + stale > 0 ? 'fail' : review > 0 ? 'review' : isClean ? 'pass' : 'inconclusive';
  const held = isPart ? results.cases.filter(({ verdict }) => verdict === 'pass').length : count('pass');
  const passed = sign === 'pass' ? held : 0;
  const counts = Object.entries({ failed, review, open, waived, stale, passed }) as [Counted, number][];
  const said = counts.flatMap(([name, count]) => (count === 0 ? [] : [words(`count-${name}`, { count })]));
  const untried = kindsUntried(results, results.target.variants);
  const notes = [untried === null ? null : say(untried, words.language), unverifiedIn(results, words)];
  return { text: [...said, ...notes.filter((note) => note !== null)].join(' · '), sign };
}
