// Texts beside one another: one text for different things tells neither (rule 2).

import { idOf } from '#banks/requirements.ts';
import type { Exchange } from '../client/exchange.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { isMasked, read } from './answer.ts';
import { finding } from './check.ts';
import type { Finding } from './check.ts';
import { judgeMeaning, judgeNames } from './findings.ts';
import { maskVolatile } from './lexicon/volatile.ts';
import { namesAlone } from './texts.ts';
import { clipped, placeOf, quoted, requestOf } from './words.ts';

export interface Given {
  readonly row: PlannedRow;
  readonly exchange: Exchange;
}

/** The text without its digits and identifiers. */
export const essenceOf = (exchange: Exchange): string => maskVolatile(read(exchange).text ?? '');

/** Rows that got the same text. A text that differs from all others must still be right by itself. */
function twinsOf(own: Given, all: readonly Given[]): readonly PlannedRow[] {
  const essence = essenceOf(own.exchange);
  if (essence === '' || isMasked(essence)) return [];
  const twins = all.filter(({ row, exchange }) => row !== own.row && essenceOf(exchange) === essence);
  return twins.map(({ row }) => row);
}

/** If several missing parameters get one text, it distinguishes them only if it names one alone. */
export function compareNames(own: Given, all: readonly Given[]): Finding {
  const { row, exchange } = own;
  const twins = twinsOf(own, all);
  const text = read(exchange).text ?? '';
  const missing = [row, ...twins].flatMap(({ expect }) => expect?.names ?? []);
  if (twins.length === 0 || namesAlone(text, row.expect?.names ?? [], missing))
    return judgeNames(row, exchange);
  const params = { text: clipped(text), requests: twins.map(requestOf), missing: quoted(missing) };
  return finding(idOf(row, 'names'), 'fail', 'names-same-text', { ...params, variant: row.variant });
}

/** One text for conditions of different meaning: a person decides whether it fits both. */
export function compareMeaning(own: Given, all: readonly Given[]): Finding {
  const { row, exchange } = own;
  const twins = twinsOf(own, all).filter(({ expect }) => expect?.meaning !== row.expect?.meaning);
  if (twins.length === 0) return judgeMeaning(row, exchange);
  const quote = { text: clipped(read(exchange).text ?? ''), requests: twins.map(requestOf) };
  return finding(idOf(row, 'meaning'), 'review', 'meaning-same-text', { ...quote, ...placeOf(row) });
}
