import { constants, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { keyFolder } from './openssl-open.test-support.ts';
import type { Open } from './openssl-open.test-support.ts';

/** A service that OpenSSL decrypts for. */
export interface DecryptingService {
  readonly url: string;
  /** Passwords that were decrypted. */
  readonly opened: readonly string[];
}

/**
 * Does the work beside a service that decrypts passwords with OpenSSL, encrypts them anew as the upstream wants it
 * (RSA-OAEP with SHA-256) and hands on the rest as it is; what it cannot decrypt goes on as it came.
 */
export async function withDecryption<Value>(
  upstream: number,
  open: Open,
  work: (service: DecryptingService) => Promise<Value>,
): Promise<Value> {
  const opened: string[] = [];
  const translate = async (password: string): Promise<string> => {
    const plain = password === '' ? null : await open(password);
    if (plain === null) return password;
    opened.push(plain);
    return encrypt(plain);
  };
  const server = createServer((incoming, response) => {
    handOn(incoming, response, upstream, translate).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work({ url: `http://127.0.0.1:${port}`, opened });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

type Translate = (password: string) => Promise<string>;

const key = readFileSync(join(keyFolder, 'service.pub.pem'), 'utf8');

function encrypt(plain: string): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  return publicEncrypt({ key, padding, oaepHash: 'sha256' }, Buffer.from(plain)).toString('base64');
}

async function handOn(
  incoming: IncomingMessage,
  response: ServerResponse,
  upstream: number,
  translate: Translate,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = await inBody(Buffer.concat(parts), translate);
  const path = await inQuery(incoming.url ?? '/', translate);
  const { 'transfer-encoding': _chunked, ...headers } = incoming.headers;
  const outgoing = ask({
    host: '127.0.0.1',
    port: upstream,
    method: incoming.method ?? 'GET',
    path,
    headers: { ...headers, 'content-length': body.length },
    localAddress: incoming.socket.remoteAddress,
  });
  outgoing.once('error', () => response.destroy());
  outgoing.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.end(body);
}

async function inBody(body: Buffer, translate: Translate): Promise<Buffer> {
  try {
    const members: unknown = JSON.parse(body.toString('utf8'));
    if (typeof members !== 'object' || members === null || !('partnerPassword' in members)) return body;
    if (typeof members.partnerPassword !== 'string') return body;
    const partnerPassword = await translate(members.partnerPassword);
    return Buffer.from(JSON.stringify({ ...members, partnerPassword }));
  } catch {
    return body;
  }
}

async function inQuery(target: string, translate: Translate): Promise<string> {
  const [path = '', query] = target.split('?', 2);
  if (query === undefined) return target;
  const pairs = await Promise.all(
    query.split('&').map(async (pair) => {
      const [name = '', value] = pair.split('=', 2);
      if (decodeURIComponent(name) !== 'partnerPassword' || value === undefined) return pair;
      return `${name}=${encodeURIComponent(await translate(decodeURIComponent(value)))}`;
    }),
  );
  return `${path}?${pairs.join('&')}`;
}
