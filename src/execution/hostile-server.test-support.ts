import net from 'node:net';
import { classify, documentedReply, partner } from './small-service.test-support.ts';

/** Which requests are attacked: the others are answered as documented. */
export type Prey = 'every' | 'good' | 'bad' | 'unknown-partner';

/** Writes whatever it likes on a socket after a request, or on connecting, `index` counted over all requests. */
export type Attack = (socket: net.Socket, index: number) => void;

export interface HostileServer {
  readonly url: string;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

interface Assault {
  readonly prey: Prey;
  readonly attack: Attack;
  /** Attack as soon as the connection is made. */
  readonly onConnect?: boolean;
}

/** Starts a raw server on a free loopback port that attacks its prey and answers everybody else as documented. */
export async function startHostile({ prey, attack, onConnect = false }: Assault): Promise<HostileServer> {
  const sockets = new Set<net.Socket>();
  let count = 0;
  const answer = (socket: net.Socket, request: Request): void => {
    count += 1;
    const call = classify(request, false);
    if (isPrey(prey, call)) {
      if (!onConnect) attack(socket, count - 1);
      return;
    }
    const { status, body = '' } = documentedReply({ ...call, ...request, ...unknown });
    socket.write(whole(status, request.method === 'HEAD' ? '' : body));
  };
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let seen = '';
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      for (let found = read(seen); found !== null && !socket.destroyed; found = read(seen)) {
        seen = seen.slice(found.length);
        answer(socket, found);
      }
    });
    if (onConnect) attack(socket, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => count,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const unknown = { index: 0, indexOfKind: 0, open: 1, at: 0 } as const;

type Request = Parameters<typeof classify>[0] & { readonly length: number };

function isPrey(prey: Prey, { kind, params }: ReturnType<typeof classify>): boolean {
  switch (prey) {
    case 'every':
      return true;
    case 'good':
      return kind === 'success';
    case 'bad':
      return kind !== 'success';
    case 'unknown-partner':
      return kind === 'unauthorized' && params['partnerName'] !== partner.name;
  }
}

/** The first whole request of what came on a connection. */
function read(seen: string): Request | null {
  const end = seen.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [line = '', ...lines] = seen.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((text) => {
      const colon = text.indexOf(':');
      return [text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers['content-length'] ?? 0);
  if (seen.length < length) return null;
  const [method = '', url = ''] = line.split(' ');
  const body = Buffer.from(seen.slice(end + 4, length), 'latin1').toString('utf8');
  return { method, url, headers, body, length };
}

/** A whole answer of that body. */
export function whole(status: number, body: string | Uint8Array, headers = '', reason = 'OK'): Buffer {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status} ${reason}\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}
