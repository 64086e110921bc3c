// What explains the verdicts: one cause for all checks that one mistake of the service, or of the profile, decided.

import { variantIds } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Attempt } from '../plan/attempt.ts';
import { read } from '../judge/answer.ts';
import type { Check, Judgement, PlainResult, Reason } from '../judge/check.ts';
import { deviationOf, message, say, sayCheck, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { explainPlain } from './plain-cause.ts';
import { isFailure } from './totals.ts';
import type { Cause, RequirementResult, Said } from './results.ts';

/** What causes are found in. */
export interface Judged extends Judgement {
  readonly attempts: readonly Attempt[];
  readonly requirements: readonly RequirementResult[];
  readonly baseUrl: string;
}

/** Most important first: why a variant could not be judged, then failures, then what else is open. */
export function findCauses(judged: Judged): readonly Cause[] {
  const plain = merged(judged.plain.flatMap((one) => plainCauses(one, judged)));
  const explained = new Set(plain.flatMap(({ requirements }) => requirements));
  return [...plain, ...failureCauses(judged), ...openCauses(judged, explained)];
}

export const inEnglish = ({ code, params }: Message): Said => ({
  code,
  params,
  message: say({ code, params }, 'en'),
});

/** Reasons that a plain request which is not accepted explains. */
const ofPlain: readonly (Reason | null)[] = [
  'control-failed',
  'target-unavailable',
  'rate-limited',
  'too-long',
];

/** Why the plain request of a variant is refused, not answered, or not accepted any more. */
function plainCauses(
  { variant, state, exchange, servedPath }: PlainResult,
  judged: Judged,
): readonly Cause[] {
  const open = judged.requirements.filter(
    (one) => one.variant === variant && one.verdict === 'inconclusive' && ofPlain.includes(one.reason),
  );
  const last = exchangeOf(exchange, judged.attempts);
  if (last === null || state === 'failed' || open.length === 0) return [];
  const isAccepted = state === 'accepted';
  // What is open beside a plain request that is accepted to the last has another cause.
  if (isAccepted && read(last).list !== null) return [];
  const { why, advice } = explainPlain({ ...seenIn(judged, variant), state, servedPath, exchange: last });
  return [
    {
      variant,
      kind: state === 'not-served' && servedPath !== null ? 'failure' : 'open',
      found: inEnglish(why),
      advice: inEnglish(advice),
      requirements: open.map(({ id }) => id),
      case: `${variant}.success`,
      request: `${variant}.success`,
      exchange: last.id,
    },
  ];
}

/** What explains all variants alike is said once. */
function merged(causes: readonly Cause[]): readonly Cause[] {
  const [first, ...others] = causes;
  const isOne = first !== undefined && others.length === variantIds.length - 1;
  if (!isOne || others.some(({ found }) => found.message !== first.found.message)) return causes;
  return [{ ...first, variant: null, requirements: causes.flatMap(({ requirements }) => requirements) }];
}

/** Facts of a variant's other answers. */
function seenIn({ attempts, plain, baseUrl }: Judged, variant: VariantId) {
  const own = attempts.filter(({ row }) => row.startsWith(`${variant}.`));
  return {
    variant,
    baseUrl,
    wasAccepted: plain.some((one) => one.variant === variant && one.state === 'accepted'),
    areOthersDocumented: own.some(
      ({ row, exchange }) => row !== `${variant}.success` && exchange !== null && read(exchange).isDocumented,
    ),
  };
}

const exchangeOf = (id: string | null, attempts: readonly Attempt[]): Exchange | null =>
  attempts.find(({ exchange }) => exchange !== null && exchange.id === id)?.exchange ?? null;

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
    const own = judged.checks.filter(
      (check) => check.requirement === requirement.id && check.verdict === 'fail',
    );
    const [check] = own;
    if (check === undefined) return [];
    const key = keyOf(requirement, check);
    return [{ requirement, check, checks: own.filter((one) => keyOf(requirement, one) === key) }];
  });
  const groups = Map.groupBy(failures, (one) => {
    const { requirement, check } = leaderOf(one, failures);
    return keyOf(requirement, check);
  });
  return [...groups.values()].flatMap((group) => {
    const first = group.find((one) => leaderOf(one, failures) === one) ?? group[0];
    return first === undefined ? [] : [failureCause(first, group, judged)];
  });
}

function failureCause({ requirement, check }: Failure, group: readonly Failure[], judged: Judged): Cause {
  const { variant } = requirement;
  const same = group.flatMap(({ checks }) => checks).filter(({ code }) => code === check.code);
  const found = deviationOf(same) ?? verbatim(sayCheck(check, 'en').message);
  const members = [requirement, ...group.map((one) => one.requirement).filter((one) => one !== requirement)];
  const [exchange = null] = check.exchanges;
  const attempt = judged.attempts.find((one) => one.exchange !== null && one.exchange.id === exchange);
  return {
    variant,
    kind: 'failure',
    found: inEnglish(found),
    advice: adviceOn(check, judged, variant),
    requirements: members.map(({ id }) => id),
    case: check.case,
    request: attempt?.row ?? null,
    exchange,
  };
}

/** What to do where the record shows more than the deviation itself. */
function adviceOn(check: Check, judged: Judged, variant: VariantId): Said | null {
  const plain = judged.plain.find((one) => one.variant === variant);
  const isPlain = check.case === `${variant}.success`;
  const last = exchangeOf(check.exchanges[0] ?? null, judged.attempts);
  if (last === null) return null;
  if (isPlain && plain !== undefined && plain.state !== 'accepted') {
    const { state, servedPath } = plain;
    const { advice } = explainPlain({ ...seenIn(judged, variant), state, servedPath, exchange: last });
    return inEnglish(advice);
  }
  const condition = check.case.slice(2);
  const isCondition = /^(?:unavailable|partner-blocked|ip-blocked|reward-unavailable)$/.test(condition);
  const isLikePlain = read(last).list !== null;
  return isCondition && isLikePlain ? inEnglish(message('hint-not-created', { condition })) : null;
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
function keyOf({ variant, id }: RequirementResult, check: Check): string {
  const group = id.split('.')[1];
  const { code, params } = check;
  if (code === 'names' || code === 'names-same-text') return JSON.stringify([variant, code, group]);
  if (code === 'meaning-contradicted') return JSON.stringify([variant, code, group, params['others']]);
  const { expected, actual } = sayCheck(check, 'en');
  return JSON.stringify([variant, code, expected, actual]);
}

/** Requirements that are open for other reasons, by reason and what was said of it. */
function openCauses(judged: Judged, explained: ReadonlySet<string>): readonly Cause[] {
  const open = judged.requirements.filter(
    ({ id, verdict, reason }) =>
      verdict === 'inconclusive' &&
      !explained.has(id) &&
      reason !== 'not-provisioned' &&
      reason !== 'not-selected' &&
      reason !== 'vacuous',
  );
  const rows = open.flatMap((requirement) => {
    const check = judged.checks.find(
      (one) => one.requirement === requirement.id && one.reason === requirement.reason,
    );
    return check === undefined ? [] : [{ requirement, check }];
  });
  const keyOfOpen = ({ requirement, check }: (typeof rows)[number]): string =>
    JSON.stringify([requirement.variant, requirement.reason, sayCheck(check, 'en').actual]);
  return [...Map.groupBy(rows, keyOfOpen).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { check, requirement } = first;
    const [exchange = null] = check.exchanges;
    const note = check.params['note'];
    const attempt = judged.attempts.find((one) => one.exchange !== null && one.exchange.id === exchange);
    return [
      {
        variant: requirement.variant,
        kind: 'open' as const,
        found: inEnglish(isMessage(note) ? note : verbatim(sayCheck(check, 'en').message)),
        advice: inEnglish(message(`reason-${requirement.reason ?? 'suite-error'}.advice`)),
        requirements: group.map((one) => one.requirement.id),
        case: check.case,
        request: attempt?.row ?? null,
        exchange,
      },
    ];
  });
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'code' in value;
