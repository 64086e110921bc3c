// What is known of a request: the service's own words, foreign words that came in every round, or nothing (rules 4 to 8).

import { meaningsOf, variants } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Attempt, Obstacle } from '../plan/attempt.ts';
import type { Plan, PlannedRow } from '../plan/plan.ts';
import { isAccepting, isOfLength, isOutage, isOwn, isLockout, isSent, kindOf } from './answer.ts';
import { plainAttempts, read } from './answer.ts';
import type { Facts, Kind, Sent } from './answer.ts';
import type { Reason } from './check.ts';
import { deviations } from './findings.ts';
import { judgeMeaning } from './texts.ts';
import { plainOf, reasonOf } from './plain.ts';
import { cameBack, conditionOf } from './words.ts';

/**
 * `own`: by own words, or foreign ones that fail nothing; `repeated`: by foreign ones that failed in each round. `exchange`
 * is null where nothing was sent.
 */
export type Settled =
  | { readonly kind: 'own' | 'repeated'; readonly exchanges: Exchanges; readonly controls: Exchanges }
  | {
      readonly kind: 'open';
      readonly reason: Reason;
      readonly note: Message;
      readonly exchange: Exchange | null;
    };
type Exchanges = readonly Exchange[];

function open(reason: Reason, note: Message, exchange: Exchange | null): Settled {
  return { kind: 'open', reason, note, exchange };
}

/** `attempts` in the order of sending; those so far during a run. */
export function settle(row: PlannedRow, plan: Plan, attempts: readonly Attempt[], facts: Facts): Settled {
  const tries = attempts.filter((one) => one.row === row.id && one.role === 'try' && !one.again);
  const sent = tries.filter(isSent);
  const last = sent.at(-1);
  const why = tries.at(-1)?.why ?? null;
  if (last === undefined) return unsent(row, why);
  const controlsOfPlain = (plain: PlannedRow): readonly Control[] => controlsOf(plain, attempts, facts);
  const controls = (): readonly Control[] => controlsOfPlain(plainOf(row.variant, plan));
  const kind = ({ exchange }: Sent): Kind => kindOf(row, exchange, facts);
  const said = (one: Sent): boolean => isOwn(row, kind(one));
  // Until a set-up holds, answers show nothing: the last one counts.
  if (row.way.hasSetup && !said(last)) return settleWithin(row, kind(last), last, attempts, controls());
  const counted = row.way.hasSetup ? [last] : sent;
  const isCalm = (one: Sent): boolean =>
    !isOfLength(kind(one)) && deviations(row, one.exchange, facts).length === 0;
  const settling = counted.filter((one) => said(one) || isCalm(one));
  if (settling.length === 0)
    return why?.kind === 'interrupted'
      ? open(reasonOf(why), message('unsent-interrupted'), last.exchange)
      : settleForeign(row, kind(last), last, controls(), facts, why?.kind === 'no-place');
  // Another partner for wrong passwords has a control of its own.
  const isOfPartner = row.condition === 'unauthorized' && row.cost !== 'free';
  const partner = isOfPartner && plan.rows.find(({ id }) => id === `${row.variant}.own-partner`);
  const ofBoth = plan.rows.filter(({ id }) => id.endsWith('.success'));
  // Who is locked may get any answer: one to a login counts if the next control that tells something is accepted. Of all
  // else a deviating refusal counts unless that control, of this variant or else of the other, is refused.
  const sure = settling.flatMap((one) => {
    const isRefused = isLockout(one.exchange);
    const isLogin = row.cost !== 'free' && (row.cost !== 'plain' || isRefused);
    const isClear = !isLogin && (!isRefused || isCalm(one));
    if (isClear || kind(one) === 'list' || !(facts.isAccepted || facts.takes200))
      return [{ one, behind: [] }];
    const place = attempts.indexOf(one);
    const next = controlBehind(place, partner ? controlsOfPlain(partner) : controls());
    if (isLogin) return next?.isGood === true ? [{ one, behind: [next.sent.exchange] }] : [];
    const ofEither = next ?? controlBehind(place, ofBoth.flatMap(controlsOfPlain));
    return ofEither?.isGood === false ? [] : [{ one, behind: [] }];
  });
  if (sure.length === 0)
    return open('control-failed', message('locked', { answer: cameBack(last.exchange) }), last.exchange);
  const [fault] = sure.flatMap(({ one }) => faultOf(row, kind(one), one.exchange, facts) ?? []);
  if (fault !== undefined) return open('setup-failed', fault, last.exchange);
  const exchanges = sure.map(({ one }) => one.exchange);
  return { kind: 'own', exchanges, controls: sure.flatMap(({ behind }) => behind) };
}

function unsent(row: PlannedRow, why: Obstacle | null): Settled {
  const none = { kind: 'interrupted', detail: '' } as const;
  const obstacle = row.isProvisioned ? (why ?? none) : ({ ...none, kind: 'not-provisioned' } as const);
  const params = { condition: conditionOf(row), detail: obstacle.detail };
  return open(reasonOf(obstacle), { code: `unsent-${obstacle.kind}`, params }, null);
}

/** A plain request beside the one that is settled. */
interface Control {
  readonly sent: Sent;
  readonly place: number;
  readonly kind: Kind;
  readonly isGood: boolean;
}

const controlsOf = (plain: PlannedRow, attempts: readonly Attempt[], facts: Facts): readonly Control[] =>
  plainAttempts(plain, attempts).map((sent) => {
    const kind = kindOf(plain, sent.exchange, facts);
    return { sent, kind, place: attempts.indexOf(sent), isGood: isAccepting(sent.exchange, kind, facts) };
  });

/** The next control that shows something about a lock. */
function controlBehind(place: number, controls: readonly Control[]): Control | null {
  const telling = controls.filter(({ isGood, sent }) => isGood || isLockout(sent.exchange));
  const [first, second] = telling.filter((control) => control.place > place);
  // One page that refuses may be a gateway's.
  return (first?.kind === 'page' && !first.isGood ? second : first) ?? null;
}

/** What shows that the profile did not bring a condition about; null: nothing does. */
function faultOf(row: PlannedRow, kind: Kind, exchange: Exchange, facts: Facts): Message | null {
  const { variant, condition, way } = row;
  if (way.hasSetup && isAccepting(exchange, kind, facts)) return message('no-effect');
  if (!way.hasOwnPartner || condition === undefined || condition === 'unauthorized') return null;
  // Its own credentials are refused as wrong ones are: the password in the profile may be.
  const { status, text } = read(exchange);
  const isUnauthorized = status === variants[variant].conditions.unauthorized?.status;
  const { verdict } = judgeMeaning(text ?? '', 'not-authorized', meaningsOf(variant));
  return isUnauthorized && verdict === 'pass' ? message('own-refused') : null;
}

/** Foreign words that deviated in every round count if every control was accepted, and none was answered alike. */
function settleForeign(
  row: PlannedRow,
  kind: Kind,
  { exchange, step, round }: Sent,
  controls: readonly Control[],
  facts: Facts,
  isPlaceless: boolean,
): Settled {
  const answer = cameBack(exchange);
  const { status, isDocumented } = read(exchange);
  if (kind === 'too-long') return open('too-long', message('body-too-long'), exchange);
  if (kind === 'length') return open('vacuous', message('too-long', { answer }), exchange);
  if (facts.isAccepted && isOfWay(row, exchange))
    return open('setup-failed', message('way-failed', { answer }), exchange);
  if (status === 429) return open('rate-limited', message('limited-again'), exchange);
  // The target has not seen it, whatever comes over other connections.
  const isUnseen = exchange.error?.kind === 'no-connection';
  if (isUnseen) return open('target-unavailable', message('plain-unsettled', { answer }), exchange);
  const inStep = controls.filter(({ sent }) => sent.step === step);
  const isAlike = inStep.some((one) => one.kind === kind && read(one.sent.exchange).status === status);
  // Controls stand before each round and behind it.
  const around = inStep.filter(({ sent }) => !sent.again && sent.round > 0 && sent.round <= round + 1);
  // What is only observed fails nothing after fewer rounds than others.
  const isShort = round === 0 || (isPlaceless && row.expect === null);
  const isEnclosed = !isShort && new Set(around.map(({ sent }) => sent.round)).size === round + 1;
  if (isEnclosed && !isAlike && around.every(({ isGood }) => isGood))
    return { kind: 'repeated', exchanges: [exchange], controls: around.map(({ sent }) => sent.exchange) };
  const once = isPlaceless ? 'no-place-again' : isDocumented ? 'other-status' : 'no-control';
  const code = isAlike ? 'control-alike' : isEnclosed ? 'not-every-control' : once;
  const note = message(code, { answer, expected: row.expect?.status ?? '' });
  return open('target-unavailable', note, exchange);
}

/** Nobody is at the condition's own address, or this machine does not have it. */
function isOfWay(row: PlannedRow, { error, response }: Exchange): boolean {
  if (error?.kind === 'local-address') return true;
  const isGateway = response === null || (!isOutage(row) && [502, 503, 504].includes(response.status));
  return row.way.route === 'own-base-url' && isGateway;
}

/** While a set-up holds no control can be asked: of foreign words only a page with the expected status counts. */
function settleWithin(
  { expect }: PlannedRow,
  kind: Kind,
  one: Sent,
  attempts: readonly Attempt[],
  controls: readonly Control[],
): Settled {
  const { exchange } = one;
  const at = attempts.indexOf(one);
  const around = [controls.findLast(({ place }) => place < at), controls.find(({ place }) => place > at)];
  const good = around.flatMap((control) => (control?.isGood === true ? [control.sent.exchange] : []));
  if (kind === 'page' && read(exchange).status === expect?.status && good.length === 2)
    return { kind: 'repeated', exchanges: [exchange], controls: good };
  return open('setup-failed', message('setup-foreign', { answer: cameBack(exchange) }), exchange);
}
