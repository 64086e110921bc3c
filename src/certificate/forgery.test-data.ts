import { createHash } from 'node:crypto';
import type { CaseResult, Results } from '../result/results.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Certificate } from './certificate.ts';
import type { Draft } from './forge.test-data.ts';

/** Results that are edited by hand. */
export type Edited = Draft<Results>;

/** What has to be there. */
export function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('the record is another than expected');
  return value;
}

/** A case by its id. */
export const caseOf = (results: Edited, id: string): Draft<CaseResult> =>
  must(results.cases.find((found) => found.id === id));

/** The first exchange of a case. */
export const exchangeOf = (results: Edited, id: string): Draft<Evidence> =>
  must(caseOf(results, id).exchanges[0]);

/** The recorded answer is another one, with a digest to fit. */
export function answer(exchange: Draft<Evidence>, status: number, body: string): void {
  const { response } = exchange;
  if (response === null) throw new RangeError('no answer');
  response.status = status;
  response.body = body;
  response.bodyLength = Buffer.byteLength(body);
  response.headers = response.headers.map(([name, value]) => [
    name,
    name.toLowerCase() === 'content-length' ? String(response.bodyLength) : value,
  ]);
  response.bodySha256 = createHash('sha256').update(body).digest('hex');
}

/** Removes whatever begins so. */
export function drop(results: Edited, prefix: string): void {
  results.cases = results.cases.filter(({ id }) => !id.startsWith(prefix));
  results.controls = results.controls.filter(({ id }) => !id.startsWith(prefix));
}

/** A forgery, and the reason for which it is refused; `restate` edits the statement as well. */
export type Forgery = readonly [
  name: string,
  edit: (results: Edited) => void,
  reason: RegExp,
  restate?: (certificate: Draft<Certificate>) => void,
];
