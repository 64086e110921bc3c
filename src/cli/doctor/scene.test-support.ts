import http from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { withService } from '../../execution/small-service.test-support.ts';
import type { Call, Reply, SmallService } from '../../execution/small-service.test-support.ts';
import type { Identity } from '../../http/certificates.test-support.ts';
import { call, inFolder } from '../fake-terminal.test-support.ts';
import type { Outcome } from '../fake-terminal.test-support.ts';
import { writeProfile } from '../small-profile.test-support.ts';
import { doctor } from './doctor.ts';

/** Changes of the profile that fits the small service. */
export type More = Readonly<Record<string, unknown>>;

/** What `doctor` said and what the service saw of it. */
export interface Examined extends Outcome {
  readonly service: SmallService;
}

/** How a scene is set. */
export interface Scene {
  readonly answer?: (call: Call) => Reply;
  /** Of the profile; the base URL may be that of another server than the small service. */
  readonly profile?: (url: string, folder: string) => More | Promise<More>;
  readonly options?: readonly string[];
}

/** Examines the small service, or what the profile names in its stead. */
export function examine({ answer = () => 'documented', profile = () => ({}), options = [] }: Scene) {
  return withService(answer, (service) =>
    inFolder(async (folder): Promise<Examined> => {
      const more = await profile(service.url, folder);
      const target = await writeProfile(folder, service.url, more);
      return { ...(await call(doctor, ['--target', target, ...options], { cwd: folder })), service };
    }),
  );
}

/** What is wrong, one line each, and the first thing to mend below it. */
export function wrongsOf(out: string): readonly (readonly [string, string])[] {
  const lines = out.split('\n');
  return lines.flatMap((line, index) => {
    if (!line.startsWith('✗')) return [];
    const mend = lines.slice(index + 1).find((next) => next.startsWith('  →') || !next.startsWith(' '));
    return [[line.slice(2), mend?.startsWith('  →') === true ? mend.slice(4) : ''] as const];
  });
}

/** Serves that page, or nothing but the handshake, by TLS; counts requests. */
export async function withTls<Value>(
  identity: Identity,
  options: https.ServerOptions,
  work: (baseUrl: string, seen: () => number) => Promise<Value>,
): Promise<Value> {
  let requests = 0;
  const server = https.createServer({ ...identity, ...options }, (_request, response) => {
    requests += 1;
    response.writeHead(200).end('{"banks":[]}');
  });
  return listening(server, (port) => work(`https://127.0.0.1:${port}`, () => requests));
}

/** A proxy for tunnels that wants this user information, where it is not null. */
export function withProxy<Value>(
  wanted: string | null,
  work: (address: string) => Promise<Value>,
): Promise<Value> {
  const proxy = http.createServer().on('connect', (request, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    const given = request.headers['proxy-authorization'];
    if (wanted !== null && given !== `Basic ${Buffer.from(wanted).toString('base64')}`) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
    onward.on('error', () => client.destroy());
  });
  return listening(proxy, (port) => work(`127.0.0.1:${port}`));
}

/** A port of this machine that nobody listens on. */
export function deadPort(): Promise<number> {
  return listening(http.createServer(), (port) => Promise.resolve(port));
}

async function listening<Value>(
  server: Server & Pick<http.Server, 'closeAllConnections'>,
  work: (port: number) => Promise<Value>,
): Promise<Value> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}
