import type { Header } from '../http/exchange.ts';
import { countOutcomes, isDecided, nearestKnown, outcomeOf } from '../result/outcome.ts';
import type { CaseResult, RequirementResult, Results, WaiverResult } from '../result/results.ts';
import { isStanding } from '../spec/requirement.ts';
import type { ConditionName } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Reason, Verdict } from '../verdict/check.ts';
import { message, say } from '../wording/message.ts';
import type { Language, Message } from '../wording/message.ts';
import type { OutcomeCounts, VariantSummary, Wording } from '../wording/report.ts';
import { exchangesById } from './failures.ts';
import { clip } from './visible.ts';

/** Requirements that stayed open for one reason: what happened, and what to do about it. */
export interface OpenGroup {
  readonly reason: Reason;
  /** What the reason is called. */
  readonly name: string;
  /** Of the requirements. */
  readonly ids: readonly string[];
  readonly conditions: readonly ConditionName[];
  /** What the cases say about it, each sentence once. */
  readonly notes: readonly string[];
  readonly happened: string;
  readonly advice: string;
  /** Lines to add to the target profile; where there are some, `advice` asks for that. */
  readonly yaml: readonly string[];
}

/** The inconclusive requirements by reason, the reason of most of them first; of a selection, nothing that was not selected. */
export function openGroups(results: Results, words: Wording): readonly OpenGroup[] {
  const isPart = isSelection(results);
  const open = results.requirements.filter(
    ({ verdict, reason }) => verdict === 'inconclusive' && !(isPart && reason === 'not-selected'),
  );
  const groups = [...Map.groupBy(open, ({ reason }): Reason => reason ?? 'not-selected')];
  return groups
    .map(([reason, requirements]): OpenGroup => {
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
      const { happened, advice } = reasonWords(reason, requirements, words);
      const notes = [...new Set(concerned.map(({ note }) => note).filter((note) => note !== ''))];
      const { name } = words.reasons[reason];
      const hint = yaml.length > 0 ? words.labels.profileHint : advice;
      return { reason, name, ids, conditions, notes, happened, advice: hint, yaml };
    })
    .toSorted((one, other) => other.ids.length - one.ids.length);
}

/** How many requirements could not be tested. */
export const openCount = (groups: readonly OpenGroup[]): number =>
  groups.reduce((sum, { ids }) => sum + ids.length, 0);

/** What a reason means; if only requirements for every answer are left, no selection is the reason. */
export function reasonWords(
  reason: Reason,
  requirements: readonly { readonly group: string }[],
  words: Wording,
): Wording['unjudged'] {
  const isUnjudged = reason === 'not-selected' && requirements.every(({ group }) => isStanding(group));
  return isUnjudged ? words.unjudged : words.reasons[reason];
}

const partner = (variable: string): string => `credentials:
  partnerName: …
  partnerPassword: \${${variable}}`;

/** What to write below a condition of the profile, behind a comment where there is a choice. */
const snippets: Partial<Record<ConditionName, readonly [text: string, comment?: Message]>> = {
  unauthorized: ['unknownPartner: …', message('provide-unknown-partner')],
  'partner-blocked': [partner('BLOCKED_PASSWORD')],
  'ip-blocked': ['localAddress: 127.0.0.2', message('provide-address')],
  'reward-unavailable': [partner('NO_REWARD_PASSWORD')],
  unavailable: ['headers: { X-Fault: … }', message('provide-outage')],
};

/** The lines of YAML to add to a target profile so that these conditions can be provisioned; empty if none can. */
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

/** The result of each variant, in the order of the target; what persons decided counts as they decided it. */
export function variantSummaries({ variants, requirements }: Results): readonly VariantSummary[] {
  return Object.entries(variants).map(([variant, { verdict }]) => {
    const own = requirements.filter((one) => one.variant === variant);
    const waived = own.filter((one) => one.waived).length;
    return { variant, verdict, counts: countOutcomes(own), waived, decided: own.filter(isDecided).length };
  });
}

/** The same for the head of a report; of selected cases, which say nothing about a whole variant, none. */
export const headSummaries = (results: Results): readonly VariantSummary[] =>
  isSelection(results) ? [] : variantSummaries(results);

/** What is said beside an outcome: that it is waived, that a person decided it; empty for neither. */
export const additionOf = (
  found: Pick<RequirementResult, 'waived' | 'verdict' | 'decided'>,
  { labels }: Wording,
): string =>
  [...(found.waived ? [labels.waived] : []), ...(isDecided(found) ? [labels.byPerson] : [])].join(', ');

/** Requirements by their group in the order of the table of words, so that the variants are side by side. */
export function byGroup<Of extends { readonly group: string }>(
  requirements: readonly Of[],
  { topics }: Wording,
): readonly (readonly [title: string, requirements: readonly Of[]])[] {
  const known = Object.keys(topics);
  const place = (group: string): number => (known.includes(group) ? known.indexOf(group) : known.length);
  return [...Map.groupBy(requirements, ({ group }) => group)]
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([group, members]) => [known.includes(group) ? (topics[group] ?? group) : group, members]);
}

/** The waivers that fail a run: their requirement passed, or there is none of that id. */
export const staleWaivers = ({ waivers }: Pick<Results, 'waivers'>): readonly WaiverResult[] =>
  waivers.filter(({ state }) => state === 'stale');

/** The state of a waiver and what to do about it; for an unknown id the nearest known one is named. */
export function waiverText(waiver: WaiverResult, results: Results, words: Wording): string {
  const near = nearestKnown(waiver.requirement, results);
  return near === undefined ? words.waiverStates[waiver.state] : words.unknownWaiver(near);
}

/** Why a waiver is there, whose it is, and until when it holds. */
export const waiverNote = ({ reason, owner, until }: WaiverResult, { labels }: Wording): string =>
  `${reason}; ${labels.owner} ${owner}; ${labels.until} ${until}`;

/** Whether only some cases were chosen to be run. */
export const isSelection = ({ interrupted, leftOut }: Pick<Results, 'interrupted' | 'leftOut'>): boolean =>
  !interrupted && leftOut.cases.length > 0;

/** What the outcome of a run is made of: of a selection, nothing that was not selected. */
function outcomeCounts(results: Results): OutcomeCounts {
  const isPart = isSelection(results);
  const requirements = results.requirements.filter(({ reason }) => !isPart || reason !== 'not-selected');
  const count = (verdict: Verdict): number =>
    requirements.filter((one) => !one.waived && outcomeOf(one) === verdict).length;
  const found = {
    failed: count('fail'),
    review: count('review'),
    open: count('inconclusive'),
    waived: requirements.filter(({ waived }) => waived).length,
    stale: staleWaivers(results).length,
  };
  const isClean = Object.values(found).every((number) => number === 0);
  const passed = isPart ? results.cases.filter(({ verdict }) => verdict === 'pass').length : count('pass');
  return { ...found, passed: isClean ? passed : 0 };
}

/** The outcome of a run on one line: what needs a reader, else how many requirements passed, or cases of a selection. */
export const outcomeText = (results: Results, words: Wording): string =>
  words.outcome(outcomeCounts(results));

/** The sign of that line: of the worst that stands in it. */
export function outcomeSign(results: Results): Verdict {
  const { failed, stale, review, open, waived } = outcomeCounts(results);
  if (failed + stale > 0) return 'fail';
  return review > 0 ? 'review' : open + waived > 0 ? 'inconclusive' : 'pass';
}

/** That the run was interrupted, and whether anything is missing because of it; null where it was not. */
export function interruption({ interrupted, requirements }: Results, { labels }: Wording): string | null {
  if (!interrupted) return null;
  const isMissing = requirements.some(({ reason }) => reason === 'not-selected');
  return isMissing ? labels.interruptedEarly : labels.interrupted;
}

/** The time within which this share of the answers came, in ms; `times` in ascending order. */
export const quantile = (times: readonly number[], share: number): number =>
  times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0;

/** Times to a whole answer in ms, in ascending order. */
export const answerTimes = (exchanges: readonly Evidence[]): readonly number[] =>
  exchanges
    .filter(({ response }) => response !== null)
    .map(({ durationMs }) => durationMs)
    .toSorted((one, other) => one - other);

/** Median, 95th percentile and maximum of the answer times in words; null where nothing was answered. */
export function latencyText(results: Results, words: Wording): string | null {
  const times = answerTimes([...exchangesById(results).values()]);
  if (times.length === 0) return null;
  return [0.5, 0.95, 1].map((share) => words.duration(quantile(times, share))).join(' / ');
}

// Imported as a module it would load fetch and all that belongs to it, ten times what the rest takes.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The usual reason phrase of a status (RFC 9110, section 15); empty for an unknown one. */
export const reasonPhrase = (status: number): string => STATUS_CODES[status] ?? '';

/** Method and address of a recorded request, the address cut where it is enormous. */
export const requestLine = ({ request }: Evidence): string => `${request.method} ${clip(request.url, 1000)}`;

/** The value of the first header of that name, which is given in lower case. */
export const headerIn = (headers: readonly Header[], wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** The answer on one line: status and content type, or why there is no answer; the time that it took. */
export function answerLine({ response, error, durationMs }: Evidence, words: Wording): string {
  const time = words.duration(durationMs);
  if (response !== null) {
    const type = headerIn(response.headers, 'content-type');
    const status = [response.status, reasonPhrase(response.status)].filter(Boolean).join(' ');
    return [status, type, time].filter((part) => part !== undefined).join(', ');
  }
  const why = error === null ? '' : `: ${words.transport[error.kind]} (${error.code})`;
  return `${words.labels.noAnswer}${why}, ${time}`;
}

/** Which encrypted password the placeholder of a curl command is; null for the usual one, or where there is none. */
export function passwordNote(
  { condition }: Pick<CaseResult, 'condition'>,
  { curl, words: request }: Pick<Evidence, 'curl' | 'words'>,
  words: Wording,
): string | null {
  if (!curl.includes('<ciphertext>') || request.code === 'request-baseline') return null;
  const wrong: readonly string[] = ['request-wrong-password', 'request-blocked-wrong-password'];
  if (wrong.includes(request.code)) return words.wrongPassword;
  // Those that the profile may give other credentials for.
  const own: readonly string[] = ['partner-blocked', 'ip-blocked', 'reward-unavailable', 'unavailable'];
  return own.includes(condition) ? words.conditionPassword(condition) : null;
}

/** The command that runs one case again; null if the settings of the target are in no file. */
export const rerunCommand = ({ target }: Pick<Results, 'target'>, id: string): string | null =>
  target.command === undefined ? null : `${target.command} --case ${id}`;
