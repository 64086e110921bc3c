// What explains the verdicts: one cause for all checks that one mistake of the service, or of the profile, decided.

import { variantIds } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Attempt } from '../plan/attempt.ts';
import { isLockout, read } from '../judge/answer.ts';
import type { Answer } from '../judge/answer.ts';
import type { Check, Judgement, PlainResult } from '../judge/check.ts';
import { deviationOf, isCode, isMessage, message, say, sayCheck, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { explainPlain } from './plain-cause.ts';
import { accepted, isFailure, isUnjudged } from './totals.ts';
import type { Cause, RequirementResult, Results, Said } from './results.ts';

/** What causes are found in. */
export interface Judged extends Judgement, Pick<Results, 'isSelection' | 'interrupted'> {
  readonly attempts: readonly Attempt[];
  readonly requirements: readonly RequirementResult[];
  readonly baseUrl: string;
}

/** Most important first: why a variant could not be judged, then failures, then what else is open. */
export function findCauses(judged: Judged): readonly Cause[] {
  const failures = failureCauses(judged);
  const known = new Set(failures.flatMap(({ requirements }) => requirements));
  const plain = merged(judged.plain.flatMap((one) => plainCauses(one, judged, known)));
  const explained = new Set([...known, ...plain.flatMap(({ requirements }) => requirements)]);
  return [...plain, ...failures, ...openCauses(judged, explained)];
}

export const inEnglish = (given: Message): Said => ({ ...given, message: say(given, 'en') });

/** What is open where the plain request of a variant is not accepted. */
function openBehind({ variant, state }: PlainResult, judged: Judged): readonly RequirementResult[] {
  const isAnswered = state === 'failed' || state === 'accepted';
  const others = isAnswered ? [] : ['target-unavailable', 'rate-limited', 'too-long'];
  const reasons: readonly unknown[] = ['control-failed', ...others];
  return judged.requirements.filter(
    (one) => one.variant === variant && (reasons.includes(one.reason) || isUnjudged(one, judged)),
  );
}

/** Why the plain request of a variant is refused, not answered, or not accepted any more. */
function plainCauses(plain: PlainResult, judged: Judged, known: ReadonlySet<string>): readonly Cause[] {
  const isAccepted = plain.state === 'accepted';
  const shown = (isAccepted && lockOf(plain, judged)) || attemptOf(plain.exchange, judged);
  const { row, exchange: last } = shown ?? { exchange: null };
  const open = openBehind(plain, judged).filter(({ id }) => !known.has(id));
  if (last === null || open.length === 0) return [];
  // Beside one that is accepted to the last, what is open has another cause.
  if (isAccepted && read(last).list !== null) return [];
  const { why, advice } = explain(plain, last, judged);
  return [causeOf({ case: row, exchanges: [last.id] }, ['open', why, advice], open, judged)];
}

/** The last plain request of the variant, or of both, if it was refused. */
function lockOf({ variant }: PlainResult, { attempts }: Judged): Attempt | undefined {
  const plains = attempts.filter(({ row, role }) => row.endsWith('.success') && role !== 'witness');
  const lasts = [plains.findLast(({ row }) => row.startsWith(variant)), plains.at(-1)];
  return lasts.find((one) => one?.exchange && isLockout(one.exchange));
}

/** What explains all variants alike is said once. */
function merged(causes: readonly Cause[]): readonly Cause[] {
  const [first, ...others] = causes;
  const isOne = first !== undefined && others.length === variantIds.length - 1;
  if (!isOne || others.some(({ found }) => found.message !== first.found.message)) return causes;
  return [{ ...first, variant: null, requirements: causes.flatMap(({ requirements }) => requirements) }];
}

function explain(plain: PlainResult, exchange: Exchange, { attempts, plain: all, baseUrl }: Judged) {
  const { variant } = plain;
  const [own, [path]] = [read(exchange), exchange.request.url.split('?')];
  const answers = attempts
    .filter(({ row }) => row.startsWith(`${variant}.`) && row !== `${variant}.success`)
    .flatMap((one) => one.exchange ?? [])
    .filter(({ request: { method, url } }) => method === 'POST' && url.split('?')[0] === path);
  const lengthsOf = (fits: (answer: Answer) => boolean) =>
    answers.flatMap((one) => (fits(read(one)) ? one.request.length : []));
  const isAlike = ({ status }: Answer) => status === own.status;
  // What the plain request gets too tells nothing.
  const documented = lengthsOf((one) => one.isDocumented && !(own.isDocumented && isAlike(one)));
  const least = Math.min(...lengthsOf(isAlike));
  const areOthersDocumented = documented.length > 0;
  const isByLength = areOthersDocumented && Math.max(...documented) < least && least < Infinity;
  const length = isByLength ? least : null;
  const isOtherServed = all.some((one) => one.variant !== variant && one.state === 'accepted');
  return explainPlain({ ...plain, exchange, baseUrl, areOthersDocumented, isOtherServed, length });
}

const attemptOf = (id: string | null, { attempts }: Judged): Attempt | undefined =>
  attempts.find(({ exchange }) => exchange?.id === id);

/** What one check shows of several requirements. */
function causeOf(
  check: Pick<Check, 'case' | 'exchanges'>,
  [kind, found, advice]: readonly [Cause['kind'], found: Message, advice: Message | null],
  members: readonly RequirementResult[],
  judged: Judged,
): Cause {
  const [exchange = null] = check.exchanges;
  return {
    variant: members[0]?.variant ?? null,
    kind,
    found: inEnglish(found),
    advice: advice && inEnglish(advice),
    requirements: [...new Set(members.map(({ id }) => id))],
    case: check.case,
    request: attemptOf(exchange, judged)?.row ?? null,
    exchange,
  };
}

/** By code of a failed check: codes of failures of the same answer from which it follows, most important first. */
const leaders: Readonly<Record<string, readonly string[]>> = {
  'unused-status': ['success-status', 'status'],
  'error-body': ['success-status'],
  status: ['list-disclosed'],
  names: ['meaning-contradicted'],
  'text-missing': ['list-disclosed', 'error-body', 'status'],
};

/** The failed check that represents a requirement. */
interface Failure {
  readonly requirement: RequirementResult;
  readonly check: Check;
  /** All that failed for the same reason. */
  readonly checks: readonly Check[];
}

function failureCauses(judged: Judged): readonly Cause[] {
  const failures = judged.requirements.filter(isFailure).flatMap((requirement): readonly Failure[] => {
    const own = judged.checks.filter((one) => one.requirement === requirement.id && one.verdict === 'fail');
    const [check] = own;
    if (check === undefined) return [];
    const key = keyOf({ requirement, check });
    return [{ requirement, check, checks: own.filter((one) => keyOf({ requirement, check: one }) === key) }];
  });
  const groups = Map.groupBy(failures, (one) => keyOf(leaderOf(one, failures)));
  return [...groups.values()].flatMap((group) => {
    const first = group.find((one) => leaderOf(one, failures) === one) ?? group[0];
    return first === undefined ? [] : [failureCause(first, group, judged)];
  });
}

function failureCause({ requirement, check }: Failure, group: readonly Failure[], judged: Judged): Cause {
  const same = group.flatMap(({ checks }) => checks).filter(({ code }) => code === check.code);
  const text = deviationOf(same) ?? verbatim(sayCheck(check, 'en').message);
  const last = attemptOf(check.exchanges[0] ?? null, judged)?.exchange ?? null;
  const plain = judged.plain.find(
    ({ variant, state }) => check.case === `${variant}.success` && state !== 'accepted',
  );
  const explained = plain === undefined || last === null ? null : explain(plain, last, judged);
  const why = check.code === 'success-status' ? explained?.because : undefined;
  const found = why === undefined ? text : message('cause-because', { text, why });
  const isUnreadable = last?.response?.bodyProblem !== undefined;
  const advice = explained?.advice ?? (isUnreadable ? message('hint-unreadable') : null);
  const isFirst = ['success-status', 'success-body'].includes(check.code);
  // What could not be tested because of it.
  const behind = plain === undefined || !isFirst ? [] : openBehind(plain, judged);
  const members = [requirement, ...group.map((one) => one.requirement), ...behind];
  return causeOf(check, ['failure', found, advice], members, judged);
}

/** The failure from which this one follows; itself if there is none. */
function leaderOf(failure: Failure, failures: readonly Failure[]): Failure {
  const exchanges = new Set(failure.checks.map((one) => one.exchanges[0]));
  for (const code of leaders[failure.check.code] ?? []) {
    const leader = failures.find(
      ({ check, checks }) =>
        check.code === code && checks.some(({ exchanges: [judged] }) => exchanges.has(judged)),
    );
    if (leader !== undefined && leader !== failure) return leaderOf(leader, failures);
  }
  return failure;
}

/** What tells failures apart: the answers to several conditions or parameters may have one cause. */
function keyOf({ requirement: { variant, id }, check }: Omit<Failure, 'checks'>): string {
  const group = id.split('.')[1];
  const { code, params } = check;
  if (code === 'names' || code === 'names-same-text') return JSON.stringify([variant, code, group]);
  if (code === 'meaning-contradicted') return JSON.stringify([variant, code, group, params['others']]);
  const { expected, actual } = sayCheck(check, 'en');
  return JSON.stringify([variant, code, expected, actual]);
}

/** Requirements that are open for other reasons, by reason and what was said of it. */
function openCauses(judged: Judged, explained: ReadonlySet<string>): readonly Cause[] {
  const rows = judged.requirements.flatMap((requirement) => {
    const { id, verdict, reason } = requirement;
    if (verdict !== 'inconclusive' || explained.has(id) || accepted.includes(reason)) return [];
    const check = judged.checks.find((one) => one.requirement === id && one.reason === reason);
    return check === undefined ? [] : [{ requirement, check }];
  });
  const groups = Map.groupBy(rows, ({ requirement: { variant, reason }, check }) =>
    JSON.stringify([variant, reason, sayCheck(check, 'en').actual]),
  );
  return [...groups.values()].map((group) => {
    const [{ check, requirement }] = group as [(typeof rows)[number]];
    const { note } = check.params;
    const found = isMessage(note) ? note : verbatim(sayCheck(check, 'en').message);
    const own = `${found.code}.advice`;
    const code = isCode(own) ? own : `reason-${requirement.reason ?? 'suite-error'}.advice`;
    const advice = { code, params: found.params };
    const members = group.map((one) => one.requirement);
    return causeOf(check, ['open', found, advice], members, judged);
  });
}
