// Places (rule 8). A request that may be a failed login takes one when it is sent.

import { variants } from '#banks/specification.ts';
import type { Row } from '#banks/row.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Kind } from '../judge/answer.ts';

export interface Budget {
  /** Takes a place, unless only `kept` are left. */
  readonly take: (row: Row, kept: number) => boolean;
  readonly giveBack: (row: Row) => void;
  /** Those of earlier tries as well: it is no login. */
  readonly giveAllBack: (row: Row) => void;
  /** True if it took a place that did not come back. */
  readonly holds: (row: Row) => boolean;
  readonly used: () => number;
  readonly left: () => number;
}

export function createBudget(limit: number): Budget {
  /** Who took a place. */
  let taken: readonly Row[] = [];
  return {
    take(row, kept) {
      if (taken.length + kept >= limit) return false;
      taken = [...taken, row];
      return true;
    },
    giveBack(row) {
      const at = taken.lastIndexOf(row);
      if (at >= 0) taken = taken.toSpliced(at, 1);
    },
    giveAllBack: (row) => void (taken = taken.filter((one) => one !== row)),
    holds: (row) => taken.includes(row),
    used: () => taken.length,
    left: () => limit - taken.length,
  };
}

/** Refusals of the form of a request. */
const formStatuses = [400, 413, 414, 422, 431];

/** True if no login can have failed: the list came, nobody was there, or the form or the condition was refused. */
export function returnsPlace(
  row: Row,
  { response, error }: Exchange,
  kind: Kind,
  isUsable: boolean,
): boolean {
  if (response === null) return error?.kind === 'no-connection' || error?.kind === 'local-address';
  if (kind === 'list') return true;
  if (row.cost !== 'login' || !isUsable) return false;
  const own = row.condition && variants[row.variant].conditions[row.condition]?.status;
  return formStatuses.includes(response.status) || response.status === own;
}
