// Places (rule 8). A request that may be a failed login takes one when it is sent.

import { variants } from '#banks/specification.ts';
import type { Row } from '#banks/row.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Kind } from '../judge/answer.ts';

export type Budget = ReturnType<typeof createBudget>;

export function createBudget(limit: number) {
  const taken: Row[] = [];
  let beyond = 0;
  return {
    /** Takes a place, unless only `kept` are left. */
    take: (row: Row, kept: number): boolean => taken.length + kept < limit && taken.push(row) > 0,
    /** Something that was under way without a place may have failed. */
    goBeyond: (): void => void (beyond += 1),
    giveBack(row: Row): boolean {
      const at = taken.lastIndexOf(row);
      return at >= 0 && taken.splice(at, 1).length > 0;
    },
    holds: (row: Row): boolean => taken.includes(row),
    used: (): number => taken.length + beyond,
    left: (): number => limit - taken.length,
  };
}

/** Refusals of the form of a request. */
const formStatuses = [400, 413, 414, 422, 431];

/** True if no login can have failed: the list came, nobody was there, or the form or the condition was refused. */
export function returnsPlace(row: Row, exchange: Exchange, kind: Kind, isUsable: boolean): boolean {
  const { response, error } = exchange;
  if (response === null) return error?.kind === 'no-connection' || error?.kind === 'local-address';
  if (kind === 'list') return true;
  if (row.cost !== 'login' || !isUsable) return false;
  const own = row.condition && variants[row.variant].conditions[row.condition]?.status;
  return formStatuses.includes(response.status) || response.status === own;
}
