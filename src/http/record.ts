import { createHash } from 'node:crypto';
import { toCurl } from './curl.ts';
import type {
  Exchange,
  Header,
  HttpOutcome,
  HttpRequest,
  HttpResponse,
  RecordedRequest,
  RecordedResponse,
  Route,
  TransportError,
} from './exchange.ts';
import type { Redactor } from './redactor.ts';

/** What is known of one exchange at the moment it is written down. */
export interface RecordInput {
  readonly id: string;
  readonly request: HttpRequest;
  readonly outcome: HttpOutcome;
  readonly startedAt: Date;
  readonly route: Route;
  readonly redactor: Redactor;
  /** Names of the request's headers whose values are private. */
  readonly privateHeaders: readonly string[];
  /** Bytes of a body that are kept, 64 KiB if left out. */
  readonly maxRecordedBody?: number;
}

const defaultMaxBody = 64 * 1024;
const maxHeaders = 200;
const maxHeaderLength = 8 * 1024;

/** Writes one exchange down with every secret masked; nothing of the input is needed afterwards. */
export function recordExchange(input: RecordInput): Exchange {
  const { id, outcome, startedAt, redactor, route } = input;
  const names = new Set(input.privateHeaders.map((name) => name.toLowerCase()));
  const privates = input.request.headers.filter(([name]) => names.has(name.toLowerCase()));
  const maxBody = input.maxRecordedBody ?? defaultMaxBody;
  const request = recordRequest(input.request, redactor, privates, maxBody);
  return {
    id,
    request,
    response:
      outcome.kind === 'answered' ? recordResponse(outcome.response, redactor, privates, maxBody) : null,
    error: outcome.kind === 'failed' ? recordError(outcome.error, redactor) : null,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(outcome.durationMs * 1000) / 1000,
    curl: toCurl(request, route),
  };
}

function recordRequest(
  { method, url, headers, body }: HttpRequest,
  redactor: Redactor,
  privates: readonly Header[],
  maxBody: number,
): RecordedRequest {
  return {
    method,
    // User information in a URL is not sent.
    url: redactor.mask(url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')),
    headers: redactor.maskSentHeaders(headers, privates),
    body: body === null ? null : redactor.mask(cut(body, maxBody)),
  };
}

function recordResponse(
  { status, headers, httpVersion, body }: HttpResponse,
  redactor: Redactor,
  privates: readonly Header[],
  maxBody: number,
): RecordedResponse {
  const bounded = headers
    .slice(0, maxHeaders)
    .map(([name, value]): Header => [cut(name, maxHeaderLength), cut(value, maxHeaderLength)]);
  return {
    status,
    headers: redactor.maskHeaders(bounded, privates),
    httpVersion,
    body: redactor.mask(decodeText(body, maxBody)),
    bodyLength: body.length,
    bodySha256: createHash('sha256').update(body).digest('hex'),
    bodyTruncated: body.length > maxBody,
  };
}

function recordError(error: TransportError, redactor: Redactor): TransportError {
  return { ...error, message: redactor.mask(cut(error.message, maxHeaderLength)) };
}

/** Decodes leniently, for display; a character that the limit cuts through is left out, a byte order mark is kept. */
function decodeText(body: Uint8Array, limit: number): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(body.subarray(0, limit), { stream: body.length > limit });
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
