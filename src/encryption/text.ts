// The text that is encrypted, and how its ciphertext is written.

import { randomUUID } from 'node:crypto';
import type { Encoding } from './settings.ts';

export interface Services {
  /** For `{timestamp}` and `{uuid}` in a template. */
  readonly now: () => Date;
  readonly uuid: () => string;
  /** When aborted, programs that are still running are killed. */
  readonly signal?: AbortSignal;
}

export const realServices: Services = { now: () => new Date(), uuid: randomUUID };

/** Replaces password, time (ISO 8601, UTC) and a new UUID in a template, in one pass. */
export const fillTemplate = (template: string, password: string, { now, uuid }: Services): string =>
  template.replace(/\{(password|timestamp|uuid)\}/g, (_found, name: string) =>
    name === 'password' ? password : name === 'uuid' ? uuid() : now().toISOString(),
  );

/** Base64 as in RFC 4648, PEM as in RFC 7468. */
export function encode(bytes: Buffer, encoding: Encoding | 'pem'): string {
  if (encoding !== 'pem') return bytes.toString(encoding);
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PKCS7-----', ...lines, '-----END PKCS7-----', ''].join('\n');
}
