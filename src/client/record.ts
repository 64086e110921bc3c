import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { message, say, type Message, type Param } from '../messages/message.ts';
import { toCurl } from './curl.ts';
import type {
  Exchange,
  Header,
  HttpOutcome,
  HttpResponse,
  HttpRequest,
  RecordedResponse,
  Route,
  TransportError,
} from './exchange.ts';
import type { Redactor } from './masking.ts';

export interface RecordInput {
  readonly id: string;
  /** With placeholders for secrets. */
  readonly request: HttpRequest;
  /** The request's private headers, as sent. */
  readonly privateHeaders: readonly Header[];
  readonly outcome: HttpOutcome;
  readonly startedAt: Date;
  readonly route: Route;
  readonly redactor: Redactor;
  /** Most bytes of a recorded body; default: 64 KiB. */
  readonly maxRecordedBody?: number;
}

const defaultMaxBody = 64 * 1024;
const maxHeaders = 200;
const maxTextLength = 8 * 1024;

/** Records an exchange: masks every secret, then cuts long bodies. Keeps no reference to the input. */
export function recordExchange(input: RecordInput): Exchange {
  const { id, outcome, startedAt, redactor, route, maxRecordedBody = defaultMaxBody } = input;
  const { body } = input.request;
  const request = { ...input.request, body: body === null ? null : cut(body, maxRecordedBody) };
  return {
    id,
    request,
    response: outcome.kind === 'answered' ? recordResponse(outcome.response, input) : null,
    error: outcome.kind === 'failed' ? recordError(outcome.error, redactor) : null,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(outcome.durationMs * 1000) / 1000,
    curl: toCurl(request, route),
  };
}

function recordResponse(
  response: HttpResponse,
  { redactor, privateHeaders, maxRecordedBody = defaultMaxBody }: RecordInput,
): RecordedResponse {
  const { status, headers, httpVersion } = response;
  const masked = redactor.maskHeaders(headers.slice(0, maxHeaders), privateHeaders);
  const { isMasked, ...recorded } = recordBody(response, redactor, maxRecordedBody);
  return {
    status,
    headers: masked.map(([name, value]) => [
      cut(name, maxTextLength),
      isMasked && headersOfBody.has(name.toLowerCase()) ? '<masked>' : cut(value, maxTextLength),
    ]),
    httpVersion,
    ...recorded,
  };
}

/**
 * Digests and lengths of a body (RFC 9110, 9530, 3230, 1864). They are removed: passwords could be tested with
 * them.
 */
const headersOfBody: ReadonlySet<string> = new Set([
  'content-digest',
  'content-length',
  'content-md5',
  'digest',
  'etag',
  'repr-digest',
]);

type RecordedBody = Omit<RecordedResponse, 'status' | 'headers' | 'httpVersion'> & {
  readonly isMasked: boolean;
};

/** A body that is not text is masked byte by byte and recorded in base64. */
function recordBody({ body, undecoded }: HttpResponse, redactor: Redactor, limit: number): RecordedBody {
  if (undecoded === null && isUtf8(body)) {
    const { beginning, ...recorded } = maskBody(body, 'utf8', redactor, limit);
    return { body: decoded(beginning, recorded.bodyTruncated), ...recorded };
  }
  const problem = undecoded?.problem ?? message('body-not-utf8');
  const shown = undecoded === null ? null : maskBody(undecoded.beginning, 'latin1', redactor, limit);
  // Anyone can decompress the part before the error, so if it contains a secret, masked text replaces the
  // bytes.
  const isTelling = shown?.isMasked === true;
  const masked = isTelling && shown !== null ? shown : maskBody(body, 'latin1', redactor, limit);
  const { beginning, ...recorded } = masked;
  return {
    ...recorded,
    isMasked: recorded.isMasked || isTelling,
    body: beginning.toString('base64'),
    bodyEncoding: 'base64',
    bodyProblem: problem,
  };
}

/** The masked beginning of a body up to the limit, with length and digest of the whole body. */
function maskBody(bytes: Uint8Array, encoding: 'utf8' | 'latin1', redactor: Redactor, limit: number) {
  const text = encoding === 'utf8' ? decoded(bytes) : Buffer.from(bytes).toString('latin1');
  const masked = Buffer.from(redactor.mask(text), encoding);
  const bodySha256 = createHash('sha256').update(masked).digest('hex');
  return {
    isMasked: bodySha256 !== createHash('sha256').update(bytes).digest('hex'),
    beginning: masked.subarray(0, limit),
    bodyLength: masked.length,
    bodySha256,
    bodyTruncated: masked.length > limit,
  };
}

/** Keeps a byte order mark; if the bytes are cut, drops a character that is split. */
const decoded = (bytes: Uint8Array, isCut = false): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });

function recordError(error: TransportError, redactor: Redactor): TransportError {
  const words = maskMessage(error.words, (text) => cut(redactor.mask(text), maxTextLength));
  return { ...error, message: say(words, 'en'), words };
}

/** Masks the secrets in quoted texts of a message. */
export function maskMessage({ code, params }: Message, mask: (text: string) => string): Message {
  const masked = (param: Param): Param => {
    if (typeof param === 'string') return mask(param);
    if (typeof param === 'number') return param;
    return 'code' in param ? maskMessage(param, mask) : param.map(masked);
  };
  return { code, params: Object.fromEntries(Object.entries(params).map(([key, one]) => [key, masked(one)])) };
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
