// Makes the record of an exchange: everything in it is masked, and a body that may tell a secret is not kept.

import { isUtf8 } from 'node:buffer';
import { beginningOf, decode } from './decode.ts';
import type { Decoded } from './decode.ts';
import type { Exchange, Failure, Header, Response, Wire } from './exchange.ts';
import type { Masker } from './mask.ts';

/** What came of a request: an answer as received, or why there is none. */
export type Outcome =
  | { readonly failure: Failure }
  | {
      readonly status: number;
      readonly headers: readonly Header[];
      readonly body: Buffer;
      /** The body is longer than the limit; its beginning was read. */
      readonly isTooLong: boolean;
    };

export function recordExchange(
  { method, url, headers, body }: Wire,
  outcome: Outcome,
  facts: Pick<Exchange, 'id' | 'startedAt' | 'durationMs'>,
  masker: Masker,
): Exchange {
  const path = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
  const answer = 'failure' in outcome ? { error: outcome.failure } : answerOf(outcome, masker);
  return {
    ...facts,
    request: {
      method,
      url: maskText(url, masker) ?? '<masked>',
      headers: masker.maskHeaders(headers),
      body: body === null ? null : (maskText(body, masker) ?? '<masked>'),
      length: path.length + (body?.length ?? 0),
    },
    response: 'response' in answer ? answer.response : null,
    error: 'error' in answer ? answer.error : null,
  };
}

type Answered = Exclude<Outcome, { readonly failure: Failure }>;

function answerOf(outcome: Answered, masker: Masker): { response: Response } | { error: Failure } {
  const { status, headers, body, isTooLong } = outcome;
  const decoded = isTooLong ? ({ kind: 'too-long' } as const) : decode(body, headers);
  if (decoded.kind === 'too-long') return { error: tooLong(outcome, masker) };
  const { isMasked, ...rest } = recordBody(decoded, masker);
  const shown = masker
    .maskHeaders(headers)
    .map(([name, value]): Header => [name, isMasked && ofBody.test(name) ? '<masked>' : value]);
  return { response: { status, headers: shown, ...rest } };
}

/** Digests and lengths of a body (RFC 9110, 9530, 3230, 1864): a password could be tried on them. */
const ofBody = /^(?:content-digest|content-length|content-md5|digest|etag|repr-digest)$/i;

type Body = Pick<Response, 'body' | 'bodyEncoding' | 'bodyProblem'> & { readonly isMasked: boolean };

const notKept = { body: null, isMasked: true } as const;

function recordBody(decoded: Exclude<Decoded, { readonly kind: 'too-long' }>, masker: Masker): Body {
  const { bytes } = decoded;
  const isText = decoded.kind === 'whole' && isUtf8(bytes);
  const readings = [...readingsOf(bytes), ...(decoded.kind === 'broken' ? readingsOf(decoded.part) : [])];
  if (!isText) {
    // Bytes cannot be masked, so they are kept only if nothing in any of their readings has to be.
    if (readings.some((one) => isTelling(one, masker))) return notKept;
    const bodyProblem = decoded.kind === 'broken' ? decoded.problem : 'not-utf8';
    return { body: bytes.toString('base64'), bodyEncoding: 'base64', bodyProblem, isMasked: false };
  }
  const text = textOf(bytes);
  const shown = maskText(text, masker);
  // UTF-16 without a byte order mark may look like UTF-8 with control characters.
  const isWide = /(?!\s)\p{Cc}/u.test(text) && readings.some((one) => isTelling(one, masker));
  return shown === null || (isWide && shown === text) ? notKept : { body: shown, isMasked: shown !== text };
}

const isTelling = (text: string, masker: Masker): boolean => maskText(text, masker) !== text;

/** Null: something of a secret is left after masking. */
function maskText(text: string, masker: Masker): string | null {
  const shown = masker.mask(text);
  return masker.findSecrets(shown).length === 0 ? shown : null;
}

/** A byte order mark stays in it: what begins with one is no JSON. */
const textOf = (bytes: Buffer): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What bytes may mean: UTF-8, Latin-1, or UTF-16 in both orders, with and without a byte in front. */
function readingsOf(bytes: Buffer): readonly string[] {
  const wide = [0, 1].map((from) => bytes.subarray(from, bytes.length - ((bytes.length - from) % 2)));
  return [textOf(bytes), bytes.toString('latin1'), ...wide.map((one) => one.toString('utf16le'))];
}

/** Characters of a too long body that are kept, and more of them for what stands across that edge. */
const mostOfBeginning = 4096;
const edge = 65_536;

function tooLong({ headers, body }: Answered, masker: Masker): Failure {
  const failure = { kind: 'too-long', code: '', message: 'the body is longer than 4 MiB' } as const;
  const start = textOf(beginningOf(body, headers).subarray(0, mostOfBeginning + edge));
  const shown = maskText(start, masker)?.slice(0, mostOfBeginning);
  return shown === undefined || shown === '' ? failure : { ...failure, beginning: shown };
}
