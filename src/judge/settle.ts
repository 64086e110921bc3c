// What is known of a request: the service's own words, foreign words that came again, or nothing (rules 4 to 8).

import { variants } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Attempt, Obstacle } from '../plan/attempt.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { isAccepting, isOutage, isOwn, isRefusing, isSent, kindOf, plainAttempts, read } from './answer.ts';
import type { Facts, Kind, Sent } from './answer.ts';
import type { Reason } from './check.ts';
import { deviates, meaningsOf } from './findings.ts';
import { judgeMeaning } from './meaning.ts';
import { plainOf, reasonOf } from './plain.ts';
import type { Rows } from './plain.ts';
import { cameBack, conditionOf } from './words.ts';

export type Settled =
  | {
      /** `own` also where foreign words do not deviate. */
      readonly kind: 'own' | 'repeated';
      readonly exchanges: readonly Exchange[];
      readonly controls: readonly Exchange[];
    }
  | {
      readonly kind: 'open';
      readonly reason: Reason;
      readonly note: Message;
      /** Null: nothing was sent. */
      readonly exchange: Exchange | null;
    };

/** A plain request beside the one that is settled. */
interface Control {
  readonly sent: Sent;
  readonly kind: Kind;
  readonly isGood: boolean;
}

/** `attempts` in the order of sending; those so far during a run. */
export function settle(row: PlannedRow, plan: Rows, attempts: readonly Attempt[], facts: Facts): Settled {
  const tries = attempts.filter((one) => one.row === row.id && one.role === 'try');
  const sent = tries.filter(isSent);
  const last = sent.at(-1);
  const why = tries.at(-1)?.why ?? null;
  if (last === undefined) return unsent(row, why);
  const controls = controlsOf(plainOf(row.variant, plan), attempts, facts);
  const kind = ({ exchange }: Sent): Kind => kindOf(row, exchange, facts);
  const own = sent.filter((one) => isOwn(row, kind(one)));
  const others = sent.filter((one) => kind(one) !== 'length' && kind(one) !== 'too-long');
  const settling = own.length > 0 ? own : others.filter(({ exchange }) => !deviates(row, exchange, facts));
  if (row.way.hasSetup && !isOwn(row, kind(last)))
    return settleWithin(row, kind(last), last, attempts, controls);
  if (settling.length === 0)
    return why?.kind === 'interrupted'
      ? open(reasonOf(why), message('unsent-interrupted'), last.exchange)
      : settleForeign(row, kind(last), last, controls, facts);
  const wasAccepted = facts.isAccepted || facts.takes200;
  const ownPartner = plan.rows.find(({ id }) => id === `${row.variant}.own-partner`);
  const isOfOwn = row.cost === 'wrong' && row.way.hasOwnPartner && ownPartner !== undefined;
  const partner = isOfOwn ? controlsOf(ownPartner, attempts, facts) : controls;
  const behind = (one: Sent): readonly Exchange[] | null =>
    wasAccepted && mayBeLocked(row, kind(one), one.exchange) ? controlBehind(one, attempts, partner) : [];
  // With a set-up only the last one counts: until then the condition did not hold.
  const counted = row.way.hasSetup ? [last] : settling;
  const sure = counted
    .map((one) => ({ one, controls: behind(one) }))
    .filter((each) => each.controls !== null);
  if (sure.length === 0)
    return open('control-failed', message('locked', { answer: cameBack(last.exchange) }), last.exchange);
  const atFault = sure.flatMap(({ one }) => faultOfSetup(row, kind(one), one.exchange, facts) ?? [])[0];
  if (atFault !== undefined) return open('setup-failed', atFault, last.exchange);
  return {
    kind: 'own',
    exchanges: sure.map(({ one }) => one.exchange),
    controls: sure.flatMap((each) => each.controls ?? []),
  };
}

function controlsOf(plain: PlannedRow, attempts: readonly Attempt[], facts: Facts): readonly Control[] {
  return plainAttempts(plain, attempts).map((sent) => {
    const kind = kindOf(plain, sent.exchange, facts);
    return { sent, kind, isGood: isAccepting(sent.exchange, kind, facts) };
  });
}

const open = (reason: Reason, note: Message, exchange: Exchange | null): Settled => {
  return { kind: 'open', reason, note, exchange };
};

function unsent(row: PlannedRow, why: Obstacle | null): Settled {
  const { kind, detail }: Obstacle = row.isProvisioned
    ? (why ?? { kind: 'interrupted', detail: '' })
    : { kind: 'not-provisioned', detail: '' };
  const params = { condition: conditionOf(row), detail };
  return open(reasonOf({ kind, detail }), { code: `unsent-${kind}`, params }, null);
}

/** A partner that is locked meanwhile is refused whatever is sent. */
function mayBeLocked({ cost }: PlannedRow, kind: Kind, exchange: Exchange): boolean {
  if (kind === 'list' || cost === 'free') return false;
  return cost !== 'plain' || isRefusing(exchange);
}

/** The next control that shows something about a lock; null if none shows that there is none. */
function controlBehind(
  one: Sent,
  attempts: readonly Attempt[],
  controls: readonly Control[],
): readonly Exchange[] | null {
  const place = attempts.indexOf(one);
  const next = controls
    .filter(({ sent }) => attempts.indexOf(sent) > place)
    .find(({ isGood, sent }) => isGood || isRefusing(sent.exchange));
  return next?.isGood === true ? [next.sent.exchange] : null;
}

/** What shows that the profile did not bring a condition about; null: nothing does. */
function faultOfSetup(row: PlannedRow, kind: Kind, exchange: Exchange, facts: Facts): Message | null {
  const { variant, condition, way } = row;
  if (way.hasSetup && isAccepting(exchange, kind, facts)) return message('no-effect');
  if (!way.hasOwnPartner || condition === undefined || condition === 'unauthorized') return null;
  // Its own credentials are refused as wrong ones are: the password in the profile may be.
  const { status, text } = read(exchange);
  const isUnauthorized = status === variants[variant].conditions.unauthorized?.status && text !== null;
  return isUnauthorized && judgeMeaning(text, 'not-authorized', meaningsOf(variant)).verdict === 'pass'
    ? message('own-refused')
    : null;
}

/** Foreign words count if they come again while every control is answered as before, and none alike. */
function settleForeign(
  row: PlannedRow,
  kind: Kind,
  { exchange, step, round }: Sent,
  controls: readonly Control[],
  facts: Facts,
): Settled {
  const answer = cameBack(exchange);
  const { status } = read(exchange);
  if (kind === 'too-long') return open('too-long', message('body-too-long'), exchange);
  if (kind === 'length') return open('vacuous', message('too-long', { answer }), exchange);
  if (facts.isAccepted && isOfWay(row, exchange))
    return open('setup-failed', message('way-failed', { answer }), exchange);
  if (status === 429) return open('rate-limited', message('limited-again'), exchange);
  const inStep = controls.filter(({ sent }) => sent.step === step && sent.role === 'control');
  const isAlike = inStep.some((one) => one.kind === kind && read(one.sent.exchange).status === status);
  const around = inStep.filter(({ sent }) => !sent.again && sent.round > 0 && sent.round <= round + 1);
  // Controls stand before each round and behind it.
  const enclosed = new Set(around.map(({ sent }) => sent.round)).size === round + 1 && round > 0;
  if (enclosed && !isAlike && around.every(({ isGood }) => isGood))
    return { kind: 'repeated', exchanges: [exchange], controls: around.map(({ sent }) => sent.exchange) };
  const code = isAlike ? 'control-alike' : enclosed ? 'not-every-control' : 'no-control';
  return open('target-unavailable', message(code, { answer }), exchange);
}

/** Nobody is at the condition's own address, or this machine does not have it. */
function isOfWay(row: PlannedRow, { error, response }: Exchange): boolean {
  if (error?.kind === 'local-address') return true;
  if (row.way.route !== 'own-base-url') return false;
  return response === null || (!isOutage(row) && [502, 503, 504].includes(response.status));
}

/** While a condition with a set-up holds no control can be asked: of foreign words a page as expected counts. */
function settleWithin(
  { expect }: PlannedRow,
  kind: Kind,
  one: Sent,
  attempts: readonly Attempt[],
  controls: readonly Control[],
): Settled {
  const { exchange } = one;
  const place = attempts.indexOf(one);
  const before = controls.findLast(({ sent }) => attempts.indexOf(sent) < place);
  const after = controls.find(({ sent }) => attempts.indexOf(sent) > place);
  const isAsExpected = kind === 'page' && read(exchange).status === expect?.status;
  if (!isAsExpected || before?.isGood !== true || after?.isGood !== true)
    return open('setup-failed', message('setup-foreign', { answer: cameBack(exchange) }), exchange);
  return { kind: 'repeated', exchanges: [exchange], controls: [before.sent.exchange, after.sent.exchange] };
}
