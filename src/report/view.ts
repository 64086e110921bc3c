import { leftOutByLimit } from '../results/guesses.ts';
import { countOutcomes, isDecided, isStale, nearestKnown, outcomeOf } from '../results/totals.ts';
import { suspicionsIn, suspicionsOf } from '../results/suspect.ts';
import { exchangesById } from '../results/results.ts';
import type { RequirementResult, Results, WaiverResult } from '../results/results.ts';
import { openReviews, textOfCheck } from '../results/review.ts';
import type { OpenCheck } from '../results/review.ts';
import { isStanding } from '../operation/requirement.ts';
import type { ConditionName } from '../operation/specification.ts';
import type { Verdict } from '../judge/check.ts';
import type { Reason } from '../judge/reason.ts';
import { isCode, message, say, sayWhy } from '../messages/message.ts';
import type { Language, Message } from '../messages/message.ts';
import { answerTimes, quantile } from './exchange-text.ts';
import { failuresOf, findingsOf } from './failures.ts';
import { inLanguage } from './in-language.ts';
import { durationOf, nameOf } from './sentences.ts';
import type { VariantView } from './sentences.ts';
import { wordsIn } from '../messages/message.ts';
import type { Words } from '../messages/message.ts';

/** A run as reports for people show it, in the language of its target, with everything derived once. */
export type View = Readonly<ReturnType<typeof viewOf>>;

/** Works out what reports for people show. */
export function viewOf(recorded: Results) {
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
    exchanges,
    findings,
    failures: failuresOf(results, findings, words),
    reviews,
    /** A pattern of the profile decides what a text means, and nothing else. */
    mayPatternHelp: reviews.some(
      ({ requirements, isDecidable }) => isDecidable && requirements.some((one) => one.aspect === 'meaning'),
    ),
    /** How many requirements wait for a person. */
    reviewCount: results.requirements.filter((one) => !one.waived && outcomeOf(one) === 'review').length,
    /** What could not be tested, by reason, and how many requirements that concerns. */
    groups,
    openCount: groups.reduce((sum, { ids }) => sum + ids.length, 0),
    /** Only some cases were chosen to be run. */
    isSelection: isSelection(results),
    /** Empty for selected cases, which say nothing about a whole variant. */
    variants: isSelection(results) ? [] : variantViews(results),
    waivers,
    advisories: advisoriesIn(results),
    /** Those that fail the run. */
    stale: waivers.filter(isStale),
    /** That the run was interrupted, and whether this left something out; null if it was not. */
    interrupted: results.interrupted ? words(isMissing ? 'run-interrupted-early' : 'run-interrupted') : null,
    /** Median, 95th percentile and maximum of the answer times; empty where nothing was answered. */
    latency: shares.map((share) => durationOf(quantile(times, share), words)).join(' / '),
    /** How many requests the limit of failed logins left out. */
    leftOut: results.attempts.filter(({ unsent }) => unsent?.kind === 'limit').length,
    /** What a rate limiter did to the run; null: nothing. */
    pace: results.pace === null ? null : words('pace-kept', results.pace),
    /** That whoever answered was taken for the target; null: TLS was verified. */
    unverified: unverifiedIn(results, words),
    /** The settings of the profile that may be wrong as well as the service. */
    suspicions: suspicionsOf(results),
    /** The outcome on one line. */
    outcome: outcomeIn(results, words).text,
  };
}

/** Each advisory once, with the ids and the exchanges that it has in the variants. */
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

/** Whether the same text failed for another condition: what is under review here follows from that. */
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

/** The inconclusive requirements by reason, the most frequent first. Of a selection, only what was selected. */
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
      // Lines to add to the profile are the better advice.
      const hint = yaml.length > 0 ? words('profile-hint') : advice;
      return { reason, name, ids, conditions, notes, happened, advice: hint, yaml };
    })
    .toSorted((one, other) => other.ids.length - one.ids.length);
}

/** What to do about a reason; other advice if the plain requests of these variants passed in the whole run. */
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

/** What a reason means. Requirements on every answer are rather not judged than not selected. */
export function reasonWords(
  reason: Reason,
  requirements: readonly { readonly group: string }[],
  words: Words,
): { readonly happened: string; readonly advice: string } {
  const isUnjudged = reason === 'not-selected' && requirements.every(({ group }) => isStanding(group));
  const code = isUnjudged ? ('reason-unjudged' as const) : (`reason-${reason}` as const);
  return { happened: words(`${code}.happened`), advice: words(`${code}.advice`) };
}

const partner = (variable: string): string => `credentials:
  partnerName: …
  partnerPassword: \${${variable}}`;

/** Lines for a condition of the profile, with a comment if there is a choice. */
const snippets: Partial<Record<ConditionName, readonly [text: string, comment?: Message]>> = {
  unauthorized: ['unknownPartner: …', message('provide-unknown-partner')],
  'partner-blocked': [partner('BLOCKED_PASSWORD')],
  'ip-blocked': ['localAddress: 127.0.0.2', message('provide-address')],
  'reward-unavailable': [partner('NO_REWARD_PASSWORD')],
  unavailable: ['headers: { X-Fault: … }', message('provide-outage')],
};

/** Lines of YAML that make these conditions testable in a target profile; empty if no lines can. */
export function provisioningYaml(
  conditions: readonly ConditionName[],
  language: Language = 'en',
): readonly string[] {
  const entries = conditions.flatMap((condition) => {
    const [text, comment] = snippets[condition] ?? [];
    if (text === undefined) return [];
    const said = comment === undefined ? [] : [`# ${say(comment, language)}`];
    return [`  ${condition}:`, ...[...said, ...text.split('\n')].map((line) => `    ${line}`)];
  });
  return entries.length === 0 ? [] : ['conditions:', ...entries];
}

/** What the limit of failed logins left out of the kinds of wrong passwords; null: nothing. */
function kindsUntried(results: Results, variants: readonly string[]): Message | null {
  const { length: count } = leftOutByLimit(results, variants);
  const limit = results.profile.limits['failedLogins'] ?? '';
  return count === 0 ? null : message('kinds-untried', { count, limit });
}

/** The result of each variant, in the order of the target. */
export function variantViews(results: Results): readonly VariantView[] {
  const { variants, requirements } = results;
  const suspected = suspicionsIn(results);
  return Object.entries(variants).map(([variant, { verdict, classes }]) => {
    const own = requirements.filter((one) => one.variant === variant);
    const waived = own.filter((one) => one.waived).length;
    const decided = own.filter(isDecided).length;
    const suspicions = suspected.get(variant) ?? [];
    const untried = kindsUntried(results, [variant]);
    return { variant, verdict, suspicions, classes, untried, counts: countOutcomes(own), waived, decided };
  });
}

/** What is said beside an outcome: that it is waived or decided by a person; empty for neither. */
export const additionOf = (
  found: Pick<RequirementResult, 'waived' | 'verdict' | 'decided'>,
  words: Words,
): string =>
  [...(found.waived ? [words('waived')] : []), ...(isDecided(found) ? [words('by-person')] : [])].join(', ');

/** Groups of requirements, in the order in which reports have them. */
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

/** Requirements by their group in the order of the table of words, so that the variants are side by side. */
export function byGroup<Of extends { readonly group: string }>(
  requirements: readonly Of[],
  words: Words,
): readonly (readonly [title: string, requirements: readonly Of[]])[] {
  const place = (group: string): number => (topics.includes(group) ? topics.indexOf(group) : topics.length);
  return [...Map.groupBy(requirements, ({ group }) => group)]
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([group, members]) => [nameOf('topic', group, words), members]);
}

/** A waiver in words: its state, what to do about it, why it exists, whose it is, until when it holds. */
export interface SaidWaiver extends WaiverResult {
  readonly text: string;
  readonly note: string;
}

/** All waivers of a run in words; for an unknown id the nearest known one is named. */
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

const isSelection = ({ interrupted, leftOut }: Results): boolean => !interrupted && leftOut.cases.length > 0;

/**
 * The requirements that reports speak of. Of selected cases: what they check, and what the limit of failed
 * logins kept them from showing.
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

/** That TLS was not verified, if so: it says how far anything else can be trusted. */
const unverifiedIn = ({ target }: Pick<Results, 'target'>, words: Words): string | null =>
  target.tls === undefined ? null : words('tls-unverified');

type Counted = 'failed' | 'review' | 'open' | 'waived' | 'stale' | 'passed';

/**
 * The outcome of a run on one line with the worst sign in it: what needs a reader, else how many requirements
 * passed, or cases of a selection. Beside it, what the limit of failed logins kept from being tried.
 */
export function outcomeIn(results: Results, words: Words): { readonly text: string; readonly sign: Verdict } {
  const isPart = isSelection(results);
  const requirements = shownRequirements(results);
  const count = (verdict: Verdict): number =>
    requirements.filter((one) => !one.waived && outcomeOf(one) === verdict).length;
  const [failed, review, open] = [count('fail'), count('review'), count('inconclusive')];
  const waived = requirements.filter((one) => one.waived).length;
  const stale = results.waivers.filter(isStale).length;
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
