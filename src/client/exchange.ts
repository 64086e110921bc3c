// One request and what came back, as it is recorded: secrets are masked in all of it.

/** Name as spelled, value. */
export type Header = readonly [name: string, value: string];

/** What is sent, with its secrets. */
export interface Wire {
  readonly method: string;
  /** Absolute, with the query. */
  readonly url: string;
  readonly headers: readonly Header[];
  /** Null: no body. */
  readonly body: string | null;
  readonly route: Route;
  /** True: on a connection of its own, which cannot have been closed meanwhile. */
  readonly isFresh: boolean;
}

/** How a request reaches the target, where it differs from the target's own way. */
export interface Route {
  /** Source address of the connection; null: any. */
  readonly localAddress: string | null;
  /** URL of an HTTP proxy, `environment` for HTTP_PROXY, HTTPS_PROXY and NO_PROXY; null: none. */
  readonly proxy: string | null;
}

/** Why there is no whole answer. */
export const failureKinds = [
  /** Nobody could have read the request: no address, no route, no connection, no TLS. */
  'no-connection',
  /** This machine does not have the source address. */
  'local-address',
  'timeout',
  /** The connection ended, or what came is not HTTP. */
  'cut',
  /** The body is longer than 4 MiB. */
  'too-long',
  'interrupted',
] as const;

export interface Failure {
  readonly kind: (typeof failureKinds)[number];
  /** Of node, undici or OpenSSL: `ECONNREFUSED`; '' where there is none. */
  readonly code: string;
  /** One sentence in English, secrets masked. */
  readonly message: string;
  /** Of a body that is too long: its first 4 KiB as text, masked. */
  readonly beginning?: string;
}

/** Why a body is no text: a wrong or unknown content encoding, or other bytes than UTF-8. */
export const bodyProblems = ['not-utf8', 'not-decodable', 'many-encodings'] as const;

export interface Response {
  readonly status: number;
  readonly headers: readonly Header[];
  /** Decoded and masked. Null: it is not kept, since parts of a secret may stand in it. */
  readonly body: string | null;
  /** It is no text: its bytes in base64 stand in `body`. */
  readonly bodyEncoding?: 'base64';
  readonly bodyProblem?: (typeof bodyProblems)[number];
}

export interface Exchange {
  /** Unique within a run, `x1` for the first that was sent. */
  readonly id: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly Header[];
    readonly body: string | null;
    /** Characters of path, query and body as they were sent. */
    readonly length: number;
  };
  readonly response: Response | null;
  readonly error: Failure | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
}

/** The value of the first header with this name, which must be in lower case. */
export const headerIn = (headers: readonly Header[], name: string): string | undefined =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1];

/** Time (UTC), name, method, path, status or error. Without the query, which contains credentials. */
export function logLine(name: string, { request, response, error, startedAt, durationMs }: Exchange): string {
  const result = response === null ? (error?.kind ?? 'no answer') : String(response.status);
  const parts = [startedAt.slice(11, 23), name, `${request.method} ${new URL(request.url).pathname}`, result];
  return `${parts.join('  ')}  ${Math.round(durationMs)} ms`;
}

/** Sends requests, without redirects or retries, and reuses connections by route. */
export interface Client {
  /** Resolves with an error if the target fails; never rejects. */
  readonly exchange: (wire: Wire, signal?: AbortSignal) => Promise<Exchange>;
  /** Closes every connection. Exchanges in progress end as `interrupted`. */
  readonly close: () => Promise<void>;
}
