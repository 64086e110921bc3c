import { execFile } from 'node:child_process';
import { constants, createDecipheriv, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageFolder } from '../../suite.ts';

/** Folder of the keys, where OpenSSL runs. */
export const keyFolder = join(packageFolder, 'fixtures', 'keys');

/** Opens a ciphertext as it was sent; null where it is none. */
export type Open = (ciphertext: string) => Promise<string | null>;

/** Runs OpenSSL beside the keys; its output, or null where it fails. */
function openssl(input: Buffer, ...args: readonly string[]): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const options = { cwd: keyFolder, encoding: 'buffer', timeout: 10_000 } as const;
    const child = execFile('openssl', args, options, (error, output) =>
      resolve(error === null ? output : null),
    );
    child.stdin?.on('error', () => undefined).end(input);
  });
}

const textOf = async (output: Promise<Buffer | null>): Promise<string | null> =>
  (await output)?.toString('utf8') ?? null;

/** RSA by `pkeyutl` with the options of the padding, over base64. */
export const openBlock =
  (...options: readonly string[]): Open =>
  (ciphertext) =>
    textOf(unwrap(Buffer.from(ciphertext, 'base64'), options));

function unwrap(block: Buffer, options: readonly string[]): Promise<Buffer | null> {
  const settings = options.flatMap((option) => ['-pkeyopt', option]);
  return openssl(block, 'pkeyutl', '-decrypt', '-inkey', 'service.key', ...settings);
}

/** A CMS envelope by `cms -decrypt`, for that pair of files, with further options. */
export const openEnvelope =
  (name: string, form: 'PEM' | 'DER', ...options: readonly string[]): Open =>
  (ciphertext) => {
    const input = Buffer.from(ciphertext, form === 'PEM' ? 'utf8' : 'base64');
    const files = ['-recip', `${name}.pem`, '-inkey', `${name}.key`];
    return textOf(openssl(input, 'cms', '-decrypt', '-binary', '-inform', form, ...files, ...options));
  };

/** JWE (RFC 7516, section 5.2): OpenSSL unwraps the key, and opens CBC with HMAC; its command line cannot do GCM, for which node:crypto stands in. */
export const openToken =
  (hash: string): Open =>
  async (token) => {
    const [header = '', key = '', ...rest] = token.split('.');
    const [iv, content, tag] = rest.map((part) => Buffer.from(part, 'base64url'));
    if (iv === undefined || content === undefined || tag === undefined) return null;
    const padding = ['rsa_padding_mode:oaep', `rsa_oaep_md:${hash}`, `rsa_mgf1_md:${hash}`];
    const secret = await unwrap(Buffer.from(key, 'base64url'), padding);
    if (secret === null) return null;
    const enc: unknown = Object(JSON.parse(Buffer.from(header, 'base64url').toString())).enc;
    const sealed = { header: Buffer.from(header), iv, content, tag };
    return String(enc).endsWith('GCM') ? openGcm(secret, sealed) : openCbc(secret, sealed);
  };

interface Sealed {
  readonly header: Buffer;
  readonly iv: Buffer;
  readonly content: Buffer;
  readonly tag: Buffer;
}

function openGcm(secret: Buffer, { header, iv, content, tag }: Sealed): string | null {
  const name = secret.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm';
  try {
    const decipher = createDecipheriv(name, secret, iv).setAAD(header).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** AES in CBC with HMAC (RFC 7518, section 5.2.2.2). */
async function openCbc(secret: Buffer, { header, iv, content, tag }: Sealed): Promise<string | null> {
  const half = secret.length / 2;
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(header.length * 8));
  const signed = Buffer.concat([header, iv, content, length]);
  const hash = half === 16 ? '-sha256' : '-sha512';
  const mac = ['-mac', 'HMAC', '-macopt', `hexkey:${secret.subarray(0, half).toString('hex')}`];
  const expected = await openssl(signed, 'dgst', hash, ...mac, '-binary');
  if (expected === null || !expected.subarray(0, half).equals(tag)) return null;
  const cipher = half === 16 ? '-aes-128-cbc' : '-aes-256-cbc';
  const settings = ['-K', secret.subarray(half).toString('hex'), '-iv', iv.toString('hex')];
  return textOf(openssl(content, 'enc', '-d', cipher, ...settings));
}

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
