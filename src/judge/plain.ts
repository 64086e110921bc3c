// What became of the plain request of a variant, the positive control of everything else (rule 6).

import { variants } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import { headerIn } from '../client/exchange.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Attempt, Obstacle } from '../plan/attempt.ts';
import type { Plan, PlannedRow } from '../plan/plan.ts';
import { factsOf, isOwn, isLockout, isSent, kindOf, momentary, nothing, read } from './answer.ts';
import type { Facts, Sent } from './answer.ts';
import type { PlainResult, Reason } from './check.ts';

export interface Plain {
  readonly row: PlannedRow;
  readonly facts: Facts;
  /** `accepted` also where a 200 is taken for the list (`facts.takes200`); reports call that one failed. */
  readonly state: PlainResult['state'];
  /** Of one that is refused or open. */
  readonly reason: Reason | null;
  /** The last try. */
  readonly last: Exchange | null;
  readonly servedPath: string | null;
}

export function plainOf(variant: VariantId, { rows }: Plan): PlannedRow {
  const row = rows.find(({ id }) => id === `${variant}.success`);
  if (row === undefined) throw new RangeError(`no plain request of ${variant}`);
  return row;
}

export const unserved = [301, 302, 303, 307, 308, 404, 405, 410];

export function judgePlain(variant: VariantId, plan: Plan, attempts: readonly Attempt[]): Plain {
  const row = plainOf(variant, plan);
  const own = attempts.filter((one) => one.row === row.id && one.role === 'try');
  const tries = own.filter(isSent);
  const last = tries.at(-1);
  const result = (state: Plain['state'], reason: Reason | null = null, takes200 = false): Plain => {
    const facts = factsOf(row, attempts, takes200);
    return { row, facts, state, reason, last: last?.exchange ?? null, servedPath: null };
  };
  if (factsOf(row, attempts).isAccepted) return result('accepted');
  if (last === undefined) return result('open', reasonOf(own.at(-1)?.why ?? null));
  const [exchange, { status }] = [last.exchange, read(last.exchange)];
  const kind = kindOf(row, exchange, nothing);
  const isSure = isOwn(row, kind);
  const probes = probesOf(row, plan, attempts);
  const usual = probes.filter(({ probe }) => probe.hasOtherSlash !== true);
  if (isLockout(exchange)) return result('refused', 'control-failed');
  if (kind === 'too-long') return result('open', 'too-long');
  if (status === 429) return result('open', 'rate-limited');
  // One foreign answer is none; one refusal is enough, since asking again may lock the partner.
  if (!isSure && tries.length < 2) return result('open', 'target-unavailable');
  const isEverywhere = usual.length > 0 && usual.every((one) => read(one.exchange).status === status);
  if (isEverywhere && unserved.includes(status ?? 0)) {
    const servedPath = servedPathOf(exchange, probes);
    if (servedPath === null) return result('open', 'target-unavailable');
    return { ...result('not-served'), servedPath };
  }
  if (isSure) return result('failed');
  const isOfMoment = kind === 'unavailable' || [503, ...momentary].includes(status ?? 0);
  // Without probes on both sides the last try shows a moment alone.
  const at = attempts.indexOf(last);
  const asked = usual.filter(({ role }) => role === 'probe');
  const isBetween = asked.some(({ place }) => place < at) && asked.some(({ place }) => place > at);
  if (isOfMoment || !isBetween || !usual.every(isAsDocumented)) return result('open', 'target-unavailable');
  return status === 200 ? result('accepted', null, true) : result('failed');
}

const reasonsOf = {
  'not-provisioned': 'not-provisioned',
  'nothing-to-send': 'not-provisioned',
  'no-place': 'not-selected',
  refused: 'control-failed',
  'setup-failed': 'setup-failed',
  'target-unavailable': 'target-unavailable',
  'rate-limited': 'rate-limited',
  interrupted: 'not-selected',
} as const satisfies Readonly<Record<Obstacle['kind'], Reason>>;

/** Why a request was not sent, as a reason of a check. */
export const reasonOf = (why: Obstacle | null): Reason => reasonsOf[why?.kind ?? 'interrupted'];

type Probed = Sent & { readonly probe: PlannedRow; readonly place: number };

/** Requests that must be refused, asked beside the plain one in step 1, witnesses too, but what a limiter refused. */
const probesOf = (plain: PlannedRow, { rows }: Plan, attempts: readonly Attempt[]): readonly Probed[] =>
  attempts.flatMap((one, place) => {
    const probe = rows.find((row) => row.id === one.row && row.variant === plain.variant && row !== plain);
    const isProbe = one.role === 'probe' || (one.role === 'witness' && one.step === 1);
    if (probe === undefined || !isProbe || !isSent(one) || one.again) return [];
    return one.role === 'witness' && read(one.exchange).status === 429 ? [] : [{ ...one, probe, place }];
  });

/** As documented: like a request that lacks something where nothing else is expected. */
function isAsDocumented({ probe, exchange }: Probed): boolean {
  const status = probe.expect?.status ?? variants[probe.variant].conditions.missing?.status;
  return read(exchange).status === status && kindOf(probe, exchange, nothing) === 'refusal';
}

/** The path with the other slash, if it refuses as documented or is where a redirect points; else null. */
function servedPathOf({ request, response }: Exchange, probes: readonly Probed[]): string | null {
  const at = URL.parse(request.url);
  const path = at?.pathname ?? '';
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  const to = URL.parse(headerIn(response?.headers ?? [], 'location') ?? '', request.url);
  const isThere = probes.some((one) => one.probe.hasOtherSlash === true && isAsDocumented(one));
  return isThere || (to?.pathname === other && to.origin === at?.origin) ? other : null;
}
