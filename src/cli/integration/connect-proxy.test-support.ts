import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { bind } from '../../client/raw-server.test-support.ts';

export interface ProxyOptions {
  readonly user: string;
  readonly password: string;
  /** Source address of its connections to targets. */
  readonly source?: string;
}

export interface Proxy {
  readonly port: number;
  /** Contains the right credentials. */
  readonly url: string;
  /** `host:port` of every tunnel that was opened. */
  readonly tunnels: readonly string[];
  /** First bytes that were sent through each tunnel, in Latin-1. */
  readonly beginnings: readonly string[];
}

/**
 * An HTTP proxy on loopback that opens tunnels (RFC 9110, section 9.3.6) for one user. Closed after the test.
 */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { user, password, source = '127.0.0.1' } = options;
  const wanted = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const tunnels: string[] = [];
  const beginnings: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, client: Socket, head: Buffer) => {
    if (request.headers['proxy-authorization'] !== wanted) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="x"\r\n\r\n');
      return;
    }
    const authority = request.url ?? '';
    const [, host = '', port = ''] = /^\[?([^\]]+)\]?:(\d+)$/.exec(authority) ?? [];
    const target = connect({ host, port: Number(port), localAddress: source });
    target.on('error', () => target.destroy()).once('close', () => client.destroy());
    client.once('close', () => target.destroy());
    target.once('connect', () => {
      tunnels.push(authority);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.once('data', (bytes: Buffer) => {
        beginnings.push(bytes.subarray(0, 8).toString('latin1'));
      });
      if (head.length > 0) target.write(head);
      client.pipe(target).pipe(client);
    });
  });
  const { port, close } = await bind(server);
  onTestFinished(close);
  const url = `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return { port, url, tunnels, beginnings };
}
