import { constants, privateDecrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The answer to a request by the specification, with its tables written by hand. */
type Kind = 'success' | 'missing' | 'unencrypted' | 'unauthorized' | 'blocked' | 'unavailable' | 'elsewhere';

/** A request as the service saw it. */
export interface Call {
  readonly variant: 'a' | 'b';
  readonly kind: Kind;
  /** Counted from 0, over all requests and over those of this variant and kind. */
  readonly index: number;
  readonly indexOfKind: number;
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly params: Readonly<Record<string, string>>;
  /** The password decrypted; null where that is impossible. */
  readonly password: string | null;
  /** Requests open when it came, this one included. */
  readonly open: number;
  readonly at: number;
}

/** How the service answers: as documented, by cutting the wire, by hanging up, never, byte by byte without an end, or as given. */
export type Reply =
  | 'documented'
  | 'reset'
  | 'ended'
  | 'silent'
  | 'dripping'
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

export interface SmallService {
  readonly port: number;
  readonly url: string;
  readonly calls: readonly Call[];
  /** Every request to `/down` and `/up` of the service, which switch it off and on. */
  readonly switches: readonly { readonly to: string; readonly open: number; readonly at: number }[];
  readonly isUnavailable: () => boolean;
  /** Refuses connections from now on. */
  readonly stop: () => Promise<void>;
  /** Listens again on the same port. */
  readonly start: () => Promise<void>;
}

/** The one partner who may come in, and one who is blocked in B. */
export const partner = { name: '1042', password: 'small+service/secret=1042' } as const;
export const blocked = { name: '1043', password: 'small+service/secret=1043' } as const;

const key = readFileSync(new URL('../../fixtures/keys/service.key', import.meta.url), 'utf8');
const names = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;

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

/** Runs the work beside a service that answers as documented except where `answer` says otherwise. */
export async function withService<Value>(
  answer: (call: Call, service: SmallService) => Reply | Promise<Reply>,
  work: (service: SmallService) => Promise<Value>,
): Promise<Value> {
  const calls: Call[] = [];
  const switches: { to: string; open: number; at: number }[] = [];
  const sockets = new Set<Socket>();
  let open = 0;
  let isUnavailable = false;
  const serve = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    open += 1;
    response.once('close', () => (open -= 1));
    const arrival = { open, at: performance.now() };
    const body = await textOf(request);
    if (url === '/down' || url === '/up') {
      switches.push({ to: url, ...arrival });
      isUnavailable = url === '/down';
      response.end();
      return;
    }
    const read = classify({ method, url, headers, body }, isUnavailable);
    const indexOfKind = calls.filter(({ kind, variant }) => kind === read.kind && variant === read.variant);
    const call: Call = {
      ...read,
      ...arrival,
      method,
      url,
      headers,
      body,
      index: calls.length,
      indexOfKind: indexOfKind.length,
    };
    calls.push(call);
    send(response, await answer(call, service), call);
  };
  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const service: SmallService = {
    port,
    url: `http://127.0.0.1:${port}`,
    calls,
    switches,
    isUnavailable: () => isUnavailable,
    stop,
    start: () => listen(port),
  };
  try {
    return await work(service);
  } finally {
    await stop();
  }
}

async function textOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** What a request is by the specification, and what it carries. */
export function classify(
  { method, url, headers, body }: Arrived,
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
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const bytes = Buffer.from(ciphertext, 'base64');
    return privateDecrypt({ key, padding, oaepHash: 'sha256' }, bytes).toString('utf8');
  } catch {
    return null;
  }
}

function send(response: http.ServerResponse, reply: Reply, call: Call): void {
  if (reply === 'silent') return;
  if (reply === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (reply === 'ended') {
    response.socket?.end();
    return;
  }
  if (reply === 'dripping') {
    drip(response);
    return;
  }
  const { status, body = '', headers = {} } = reply === 'documented' ? documentedReply(call) : reply;
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(call.method === 'HEAD' ? undefined : body);
}

function drip(response: http.ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => clearInterval(timer));
}

/** The answer that the specification documents for a request. */
export function documentedReply({ variant, kind, params }: Call): Exclude<Reply, string> {
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
