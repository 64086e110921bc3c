import { constants, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import type { Bank } from './behaviour.ts';
import { testPartners } from './profile.ts';
import type { ReferenceOptions } from './reference.ts';

/** A file of the fixtures. */
export const fixture = (path: string): string =>
  readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8');

export const publicKey = fixture('keys/service.pub.pem');

export const banks: readonly Bank[] = Array.from({ length: 24 }, (_, index) => ({
  name: `Банк № ${index + 1}`,
  bic: String(44_525_100 + index).padStart(9, '0'),
}));

export const options: ReferenceOptions = {
  port: 0,
  language: 'ru',
  latencyMs: 0,
  banks,
  privateKey: fixture('keys/service.key'),
  blockedAddresses: ['127.0.0.2', '::1'],
  defects: [],
  tolerances: [],
};

export function encrypt(password: string): string {
  const key = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return publicEncrypt(key, Buffer.from(password)).toString('base64');
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends one request on a connection of its own; rejects where no whole answer comes. */
export function send(port: number, sent: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', path, headers = {}, host = '127.0.0.1' } = sent;
    const request = openRequest({ method, path, headers, host, port, agent: false, timeout: 3000 });
    request.on('timeout', () => request.destroy(new Error('time-out')));
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const status = response.statusCode ?? 0;
        resolve({ status, headers: response.headers, bytes, text: bytes.toString('utf8') });
      });
    });
    request.end(sent.body);
  });
}

/** Changes of the credentials; null leaves a parameter out. */
export type Values = Readonly<Partial<Record<string, string | null>>>;

/** The credentials with the password encrypted, `changes` merged over them. */
function credentials(changes: Values = {}): Readonly<Record<string, string>> {
  const { name: partnerName, password } = testPartners.valid;
  const merged = { partnerName, partnerPassword: encrypt(password), useAuthByCert: 'true', ...changes };
  const given = Object.entries(merged).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as Record<string, string>;
}

/** A request of variant A. */
export function toA(changes: Values = {}): Sent {
  const headers = { 'content-type': 'application/json' };
  return { path: '/partner/sbp/banks', headers, body: JSON.stringify(credentials(changes)) };
}

/** A request of variant B. */
export function toB(changes: Values = {}): Sent {
  const query = Object.entries(credentials(changes)).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return { path: `/partner/acme/sbp/banks/?${query.join('&')}`, headers: { 'content-length': '0' } };
}
