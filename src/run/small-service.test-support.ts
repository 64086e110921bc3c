import { constants, createPrivateKey, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { bind, onRequest } from '../client/raw-server.test-support.ts';
import type { RawRequest } from '../client/raw-server.test-support.ts';

type Kind = 'success' | 'missing' | 'unencrypted' | 'unauthorized' | 'blocked' | 'unavailable' | 'elsewhere';

/** A request as the service received it. */
export interface Call extends Omit<RawRequest, 'text'> {
  readonly variant: 'a' | 'b';
  readonly kind: Kind;
  /** Counted from 0 among all requests, and among those of this variant and kind. */
  readonly index: number;
  readonly indexOfKind: number;
  readonly params: Readonly<Record<string, string>>;
  /** The decrypted password; null if it cannot be decrypted. */
  readonly password: string | null;
  /** Number of open requests at its arrival, itself included. */
  readonly open: number;
  /** Milliseconds of the run's clock. */
  readonly at: number;
}

interface WholeReply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the service answers: as documented, reset, closed, never, byte by byte without end, or as given. */
export type Reply = 'documented' | 'reset' | 'ended' | 'silent' | 'dripping' | WholeReply;

/** Writes anything on a connection. */
export type Attack = (socket: net.Socket) => void;

export interface SmallService {
  readonly port: number;
  readonly url: string;
  readonly calls: readonly Call[];
  /** Requests to `/down` and `/up`, which switch the service off and on. */
  readonly switches: readonly {
    readonly to: string;
    readonly open: number;
    readonly at: number;
    /** Number of calls at that time. */
    readonly calls: number;
  }[];
  readonly isUnavailable: () => boolean;
  /** Number of connections made so far. */
  readonly connections: () => number;
  /** Refuses connections from now on. */
  readonly stop: () => Promise<void>;
  /** Listens again on the same port. */
  readonly start: () => Promise<void>;
}

/** The partner with access. B blocks another one. */
export const partner = { name: '1042', password: 'small+service/secret=1042' } as const;
export const blocked = { name: '1043', password: 'small+service/secret=1043' } as const;

/** A short key takes a tenth of the time. The service also knows the key of the fixtures. */
const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 });
export const publicKey = shortKey.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const fixtureKey = readFileSync(new URL('../../fixtures/keys/service.key', import.meta.url));
const keys = new Map([
  [128, shortKey.privateKey],
  [256, createPrivateKey(fixtureKey)],
]);

const names = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;

/** Documented answers. The tables are written by hand. */
const documented = {
  a: { success: 200, missing: 422, unencrypted: 422, unauthorized: 403, unavailable: 500 },
  b: { success: 200, missing: 422, unencrypted: 422, unauthorized: 401, unavailable: 500, blocked: 403 },
} as const;

const texts = {
  missing: (name: string) => `The parameter ${name} is missing, repeat the request with correct data`,
  unencrypted: () => 'The parameter partnerPassword is expected in encrypted form',
  unauthorized: () => 'User did not pass authorization, access to the resource is restricted',
  blocked: () => 'Access is blocked, contact your assigned manager',
  unavailable: () => 'The service is temporarily unavailable, repeat the operation later',
} as const;

/** Runs `work` with a service: `answer` overrides documented answers, `greet` writes on each new connection. */
export async function withService<Value>(
  answer: (call: Call, service: SmallService) => Reply | Attack | Promise<Reply>,
  work: (service: SmallService) => Promise<Value>,
  greet?: Attack,
  now: () => number = () => performance.now(),
): Promise<Value> {
  const calls: Call[] = [];
  const switches: SmallService['switches'][number][] = [];
  const open = new Set<RawRequest>();
  let isUnavailable = false;
  const serve = async (socket: net.Socket, request: RawRequest): Promise<void> => {
    open.add(request);
    const settle = (): boolean => open.delete(request);
    const arrival = { open: open.size, at: now() };
    const { url } = request;
    if (url === '/down' || url === '/up') {
      switches.push({ to: url, ...arrival, calls: calls.length });
      isUnavailable = url === '/down';
      socket.write(whole(200, ''), settle);
      return;
    }
    const read = classify(request, isUnavailable);
    const { length } = calls.filter(({ kind, variant }) => kind === read.kind && variant === read.variant);
    const call = { ...request, ...read, ...arrival, index: calls.length, indexOfKind: length };
    calls.push(call);
    send(socket, await answer(call, service), call, settle);
  };
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    greet?.(socket);
    // An HTTP server would answer a TLS handshake with a bad request.
    socket.once('data', (chunk) => {
      if (chunk[0] === 0x16) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    const own: RawRequest[] = [];
    socket.once('close', () => own.forEach((request) => open.delete(request)));
    onRequest(socket, (request) => {
      own.push(request);
      serve(socket, request).catch(() => socket.destroy());
    });
  });
  let bound = await bind(server);
  const { port } = bound;
  const service: SmallService = {
    port,
    url: `http://127.0.0.1:${port}`,
    calls,
    switches,
    isUnavailable: () => isUnavailable,
    connections: () => connections,
    stop: () => bound.close(),
    async start() {
      bound = await bind(server, port);
    },
  };
  try {
    return await work(service);
  } finally {
    await bound.close();
  }
}

/** The kind of a request according to the specification, and its contents. */
export function classify(
  { method, url, headers, body }: Pick<RawRequest, 'method' | 'url' | 'headers' | 'body'>,
  isUnavailable: boolean,
): Pick<Call, 'variant' | 'kind' | 'params' | 'password'> {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const variant = pathname.includes('/acme') ? 'b' : 'a';
  const isThere =
    method === 'POST' && (pathname === '/partner/sbp/banks' || pathname === '/partner/acme/sbp/banks/');
  const params = variant === 'b' ? Object.fromEntries(searchParams) : membersOf(body);
  const password = open(params['partnerPassword'] ?? '');
  const kind = isThere
    ? kindOf(params, password, variant, isUnavailable || 'x-fault' in headers)
    : 'elsewhere';
  return { variant, kind, params, password };
}

function kindOf(
  params: Call['params'],
  password: string | null,
  variant: Call['variant'],
  isUnavailable: boolean,
): Kind {
  if (isUnavailable) return 'unavailable';
  if (names.some((name) => (params[name] ?? '') === '')) return 'missing';
  if (password === null) return 'unencrypted';
  const is = (known: typeof partner | typeof blocked): boolean =>
    params['partnerName'] === known.name && password === known.password;
  if (variant === 'b' && is(blocked)) return 'blocked';
  return is(partner) ? 'success' : 'unauthorized';
}

function membersOf(body: string): Readonly<Record<string, string>> {
  try {
    const found: unknown = JSON.parse(body);
    const members = typeof found === 'object' && found !== null ? Object.entries(found) : [];
    return Object.fromEntries(members.filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

function open(ciphertext: string): string | null {
  const bytes = Buffer.from(ciphertext, 'base64');
  const key = keys.get(bytes.length);
  if (key === undefined) return null;
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return privateDecrypt({ key, padding, oaepHash: 'sha256' }, bytes).toString('utf8');
  } catch {
    return null;
  }
}

function send(socket: net.Socket, reply: Reply | Attack, call: Call, settle: () => void): void {
  if (typeof reply === 'function') {
    reply(socket);
    return;
  }
  switch (reply) {
    case 'silent':
      return;
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'ended':
      socket.end();
      return;
    case 'dripping':
      drip('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n', ' ')(socket);
      return;
    case 'documented':
      send(socket, documentedReply(call), call, settle);
      return;
    default: {
      const { status, body = '', headers } = reply;
      const all = Object.entries({ 'Content-Type': 'application/json', ...headers });
      const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(whole(status, call.method === 'HEAD' ? '' : body, lines.join('')), settle);
    }
  }
}

/** A beginning, then small pieces without end. */
export const drip =
  (start: string, drop: string): Attack =>
  (socket) => {
    socket.write(start);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  };

/** A whole answer with this body. Headers may contradict its length. */
export function whole(status: number, body: string | Uint8Array, headers = '', reason = 'OK'): Buffer {
  const bytes = Buffer.from(body);
  const length = /^content-length:/im.test(headers) ? '' : `Content-Length: ${bytes.length}\r\n`;
  const head = `HTTP/1.1 ${status} ${reason}\r\n${headers}${length}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

export function documentedReply({ variant, kind, params }: Call): WholeReply {
  if (kind === 'success') {
    return { status: 200, body: JSON.stringify({ banks: [{ name: 'Bank', bic: '044525225' }] }) };
  }
  if (kind === 'elsewhere') return { status: 404, body: JSON.stringify({ description_status: 'Not found' }) };
  const statuses: Partial<Record<Kind, number>> = documented[variant];
  const lacking = names.find((name) => (params[name] ?? '') === '') ?? '';
  return {
    status: statuses[kind] ?? 500,
    body: JSON.stringify({ description_status: texts[kind](lacking) }),
  };
}
