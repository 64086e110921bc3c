// The record of a run as it stands in a results file: each exchange once, each body once.

import { createHash } from 'node:crypto';
import type { Attempt } from '../plan/attempt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { RecordedExchange, Results } from './results.ts';

type Packed = Pick<Results['record'], 'attempts' | 'exchanges'>;

/** Shorter bodies are repeated: a reference to another exchange would be no shorter. */
const shortest = 80;

/** A body that an earlier exchange has is named by the id of that one. */
export function packAttempts(attempts: readonly Attempt[]): Packed {
  const first = new Map<string, string>();
  const pack = ({ id, response, ...rest }: Exchange): RecordedExchange => {
    if (response === null || response.body === null || response.body.length < shortest)
      return { id, ...rest, response };
    const { body, bodyEncoding = 'utf8' } = response;
    const digest = createHash('sha256').update(`${bodyEncoding}\n${body}`).digest('hex');
    const bodyOf = first.get(digest);
    if (bodyOf !== undefined) return { id, ...rest, response: { ...response, body: null, bodyOf } };
    first.set(digest, id);
    return { id, ...rest, response };
  };
  return {
    attempts: attempts.map(({ row: request, exchange, ...rest }) => {
      return { request, ...rest, exchange: exchange?.id ?? null };
    }),
    exchanges: attempts.flatMap(({ exchange }) => (exchange === null ? [] : [pack(exchange)])),
  };
}

/** The exchanges of a record with their bodies, by id. */
export function exchangesIn({ exchanges }: Pick<Packed, 'exchanges'>): ReadonlyMap<string, Exchange> {
  const bodies = new Map(exchanges.map(({ id, response }) => [id, response?.body ?? null]));
  return new Map(
    exchanges.map(({ response, ...rest }): readonly [string, Exchange] => {
      if (response === null) return [rest.id, { ...rest, response }];
      const { bodyOf, ...own } = response;
      const body = bodyOf === undefined ? own.body : (bodies.get(bodyOf) ?? null);
      return [rest.id, { ...rest, response: { ...own, body } }];
    }),
  );
}

/** Throws a RangeError for an attempt whose exchange is not there. */
export function unpackAttempts(packed: Packed): readonly Attempt[] {
  const exchanges = exchangesIn(packed);
  return packed.attempts.map(({ request, exchange: id, ...rest }): Attempt => {
    const exchange = id === null ? null : exchanges.get(id);
    if (exchange === undefined) throw new RangeError(`the record has no exchange ${id}`);
    return { row: request, ...rest, exchange };
  });
}
