// What became of the plain request of a variant, the positive control of everything else (rule 6).

import { variants } from '#banks/specification.ts';
import type { VariantId } from '#banks/specification.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Attempt, Obstacle } from '../plan/attempt.ts';
import type { Plan, PlannedRow } from '../plan/plan.ts';
import { factsOf, isOwn, isRefusing, isSent, kindOf, momentary, nothing, plainAttempts } from './answer.ts';
import { read, redirectOf } from './answer.ts';
import type { Facts, Sent } from './answer.ts';
import type { PlainResult, Reason } from './check.ts';

export type Rows = Pick<Plan, 'rows'>;

export interface Plain {
  readonly row: PlannedRow;
  readonly facts: Facts;
  /** `accepted` also where a 200 without the list came, while bad requests were refused: `facts.takes200`. */
  readonly state: PlainResult['state'];
  /** Of one that is refused or open. */
  readonly reason: Reason | null;
  /** The answer that decides, or the last one. */
  readonly last: Exchange | null;
  readonly servedPath: string | null;
}

export function plainOf(variant: VariantId, { rows }: Rows): PlannedRow {
  const row = rows.find(({ id }) => id === `${variant}.success`);
  if (row === undefined) throw new RangeError(`no plain request of ${variant}`);
  return row;
}

/** Statuses of a path that is not served. */
const unserved = [301, 302, 303, 307, 308, 404, 405, 410];

export function judgePlain(variant: VariantId, plan: Rows, attempts: readonly Attempt[]): Plain {
  const row = plainOf(variant, plan);
  const facts = factsOf(row, attempts);
  const own = attempts.filter((one) => one.row === row.id && one.role === 'try');
  const tries = own.filter(isSent);
  const last = tries.at(-1)?.exchange ?? null;
  const result = (state: Plain['state'], reason: Reason | null = null): Plain => ({
    row,
    facts,
    state,
    reason,
    last,
    servedPath: null,
  });
  if (facts.isAccepted)
    return { ...result('accepted'), last: plainAttempts(row, attempts).at(-1)?.exchange ?? null };
  if (last === null) return result('open', reasonOf(own.at(-1)?.why ?? null));
  const probes = probesOf(row, plan, attempts);
  const { status } = read(last);
  const kind = kindOf(row, last, nothing);
  const isSure = isOwn(row, kind);
  if (isRefusing(last)) return result('refused', 'control-failed');
  // One foreign answer is none.
  const isForeignOnce = !isSure && tries.length < 2;
  if (status !== null && unserved.includes(status) && isEverywhere(status, probes)) {
    const servedPath = isForeignOnce ? null : servedPathOf(last, probes);
    return servedPath === null
      ? result('open', 'target-unavailable')
      : { ...result('not-served'), servedPath };
  }
  if (isSure) return result('failed');
  if (status === 429) return result('open', 'rate-limited');
  if (kind === 'too-long') return result('open', 'too-long');
  const isOfMoment = kind === 'unavailable' || (status !== null && [503, ...momentary].includes(status));
  const isRefusedElsewhere = isBetween(tries.at(-1), probes, attempts) && probes.every(isRefusedAsUsual);
  if (isForeignOnce || isOfMoment || !isRefusedElsewhere) return result('open', 'target-unavailable');
  return status === 200 ? { ...result('accepted'), facts: factsOf(row, attempts, true) } : result('failed');
}

/** Why a request was not sent, as a reason of a check. */
export function reasonOf(why: Obstacle | null): Reason {
  switch (why?.kind) {
    case 'not-provisioned':
    case 'nothing-to-send':
      return 'not-provisioned';
    case 'refused':
      return 'control-failed';
    case 'setup-failed':
    case 'target-unavailable':
    case 'rate-limited':
      return why.kind;
    case 'no-place':
    case 'interrupted':
    case undefined:
      return 'not-selected';
  }
}

type Probed = Sent & { readonly probe: PlannedRow; readonly place: number };

/** Requests that must be refused, sent beside the plain one, those to see who refused it included. */
function probesOf(
  { id, variant }: PlannedRow,
  { rows }: Rows,
  attempts: readonly Attempt[],
): readonly Probed[] {
  return attempts.flatMap((one, place) => {
    const probe = rows.find((row) => row.id === one.row && row.variant === variant && row.id !== id);
    const isProbe = one.role === 'probe' || (one.role === 'witness' && one.step === 1);
    return probe !== undefined && isProbe && isSent(one) ? [{ ...one, probe, place }] : [];
  });
}

/** A last try that no probe follows, or that follows none, shows a moment alone. */
function isBetween(last: Sent | undefined, probes: readonly Probed[], attempts: readonly Attempt[]): boolean {
  const at = attempts.findIndex((one) => one === last);
  const places = probes.filter(({ role }) => role === 'probe').map(({ place }) => place);
  return places.some((place) => place < at) && places.some((place) => place > at);
}

const isEverywhere = (status: number, probes: readonly Probed[]): boolean => {
  const usual = probes.filter(({ probe }) => probe.hasOtherSlash !== true);
  return usual.length > 0 && usual.every(({ exchange }) => read(exchange).status === status);
};

/** As documented: what lacks a credential where nothing else is expected. */
function isRefused({ probe, exchange }: Probed): boolean {
  const status = probe.expect?.status ?? variants[probe.variant].conditions.missing?.status;
  return read(exchange).status === status && kindOf(probe, exchange, nothing) === 'refusal';
}

const isRefusedAsUsual = (one: Probed): boolean => one.probe.hasOtherSlash === true || isRefused(one);

/** The path with the other slash, if it refuses as documented or is where a redirect points; else null. */
function servedPathOf(last: Exchange, probes: readonly Probed[]): string | null {
  const there = probes.find((one) => one.probe.hasOtherSlash === true && isRefused(one));
  if (there !== undefined) return pathOf(there.exchange);
  const path = pathOf(last);
  const to = redirectOf(last);
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  return to === other ? to : null;
}

const pathOf = ({ request }: Exchange): string => URL.parse(request.url)?.pathname ?? '';
