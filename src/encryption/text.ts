// The text that is encrypted, and how its ciphertext is written.

import { randomUUID } from 'node:crypto';
import type { Encoding } from './settings.ts';

/** What a template may hold, besides the password. */
export interface Services {
  /** For `{timestamp}`. */
  readonly now: () => Date;
  /** For `{uuid}`. */
  readonly uuid: () => string;
  /** When aborted, programs that are still running are killed. */
  readonly signal?: AbortSignal;
}

export const realServices: Services = { now: () => new Date(), uuid: randomUUID };

/** Replaces password, time (ISO 8601, UTC) and a new UUID in a template, in one pass. */
export function fillTemplate(template: string, password: string, { now, uuid }: Services): string {
  return template.replace(/\{(password|timestamp|uuid)\}/g, (_found, name: string) => {
    if (name === 'password') return password;
    return name === 'uuid' ? uuid() : now().toISOString();
  });
}

/** Base64 as in RFC 4648, PEM as in RFC 7468. */
export function encode(bytes: Buffer, encoding: Encoding | 'pem'): string {
  if (encoding !== 'pem') return bytes.toString(encoding);
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PKCS7-----', ...lines, '-----END PKCS7-----', ''].join('\n');
}
