import {
  classifyConnect,
  classifyExchange,
  readCode,
  readMessage,
  type Destination,
  type Progress,
} from './error-kind.ts';
import type { TransportError, TransportErrorKind } from './exchange.ts';
import { explainBytes, explainLookUp, explainTls, type Explanation } from './failure-words.ts';

/** Carries a classified connection failure through the HTTP library. */
export class ConnectFailure extends Error {
  readonly failure: TransportError;

  constructor(failure: TransportError) {
    super(failure.message);
    this.name = 'ConnectFailure';
    this.failure = failure;
  }
}

/** Says why a connection could not be made; nothing has reached the target then. */
export function describeConnectError(cause: unknown, destination: Destination): TransportError {
  if (cause instanceof ConnectFailure) return cause.failure;
  const code = readCode(cause);
  const kind = classifyConnect(code, destination);
  return { kind, stage: 'connect', code, message: wordConnect(kind, code, cause) };
}

/** Says why an exchange on a standing connection did not end in a whole answer. */
export function describeExchangeError(cause: unknown, progress: Progress): TransportError {
  if (cause instanceof ConnectFailure) return cause.failure;
  const code = readCode(cause);
  const kind = classifyExchange(cause, progress);
  // TLS 1.3 lets a client send before the server has refused its certificate; it is the handshake all the same.
  const stage = kind === 'tls' && !progress.answered ? 'connect' : progress.stage;
  return { kind, stage, code, message: explain(kind, cause, progress) };
}

/** Says that the time for the whole answer, `timeout` ms, ran out. */
export function describeTimeout(timeout: number, progress: Progress): TransportError {
  return progress.stage === 'connect'
    ? failure('connect-timeout', progress, 'ETIMEDOUT', `no connection within ${timeout} ms`)
    : failure('timeout', progress, 'ETIMEDOUT', `no whole answer within ${timeout} ms: ${arrived(progress)}`);
}

/** Says that the body is larger than `limit` bytes. */
export function describeTooLarge(limit: number, progress: Progress): TransportError {
  return failure('too-large', progress, 'ERR_BUFFER_TOO_LARGE', `the body is larger than ${limit} bytes`);
}

/** Says that the caller or the end of the run broke the exchange off. */
export function describeInterruption(progress: Progress): TransportError {
  return failure('interrupted', progress, 'ABORT_ERR', 'the exchange was interrupted');
}

function failure(
  kind: TransportErrorKind,
  progress: Progress,
  code: string,
  message: string,
): TransportError {
  return { kind, stage: progress.stage, code, message };
}

function wordConnect(kind: TransportErrorKind, code: string, cause: unknown): string {
  const message = readMessage(cause);
  if (kind === 'tls') return word(explainTls(code), message, namesOf(cause));
  if (kind === 'dns') return word(explainLookUp(code), message, hostOf(cause));
  // What helps with baseUrl and tls does not help with a proxy.
  return (kind === 'proxy' && (explainTls(code) ?? explainLookUp(code))?.found) || message;
}

const word = (known: Explanation | null, message: string, detail = ''): string =>
  known === null ? message : `${known.found}${detail}; ${known.mend}`;

/** The names that a certificate is made out for, where they are why it is refused. */
function namesOf(cause: unknown): string {
  if (!(cause instanceof Error && 'cert' in cause)) return '';
  const names: unknown = Object(cause.cert).subjectaltname;
  return typeof names === 'string' ? ` (it has ${clip(names)})` : '';
}

function hostOf(cause: unknown): string {
  const host = cause instanceof Error && 'hostname' in cause ? cause.hostname : null;
  return typeof host === 'string' ? `: ${clip(host)}` : '';
}

const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function explain(kind: TransportErrorKind, cause: unknown, progress: Progress): string {
  const message = readMessage(cause);
  if (kind === 'cut' || kind === 'reset') return `${message}: ${arrived(progress)}`;
  if (kind === 'tls') return word(explainTls(readCode(cause)), message);
  if (kind !== 'malformed') return message;
  const known = progress.answered ? null : explainBytes(dataOf(cause));
  return `${word(known, message)}${readExcerpt(cause)}`;
}

function arrived(progress: Progress): string {
  if (!progress.answered) return 'no headers came';
  return `headers and ${progress.bytes} bytes of the body came`;
}

/** The parser keeps what it could not read; hostile text, so written as a JSON string of a few dozen characters. */
function readExcerpt(cause: unknown): string {
  const data = dataOf(cause);
  return data === '' ? '' : `, at ${JSON.stringify(data.slice(0, 80))}`;
}

const dataOf = (cause: unknown): string =>
  cause instanceof Error && 'data' in cause && typeof cause.data === 'string' ? cause.data : '';
