import {
  classifyConnect,
  classifyExchange,
  readCode,
  readMessage,
  type Destination,
  type Progress,
} from './error-kind.ts';
import type { TransportError, TransportErrorKind } from './exchange.ts';

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
  return { kind: classifyConnect(code, destination), stage: 'connect', code, message: readMessage(cause) };
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

function explain(kind: TransportErrorKind, cause: unknown, progress: Progress): string {
  const message = readMessage(cause);
  if (kind === 'cut' || kind === 'reset') return `${message}: ${arrived(progress)}`;
  return kind === 'malformed' ? message + readExcerpt(cause) : message;
}

function arrived(progress: Progress): string {
  if (!progress.answered) return 'no headers came';
  return `headers and ${progress.bytes} bytes of the body came`;
}

/** The parser keeps what it could not read; hostile text, so written as a JSON string of a few dozen characters. */
function readExcerpt(cause: unknown): string {
  if (!(cause instanceof Error && 'data' in cause && typeof cause.data === 'string')) return '';
  return cause.data === '' ? '' : `, at ${JSON.stringify(cause.data.slice(0, 80))}`;
}
