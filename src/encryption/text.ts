import { UserError } from '../errors.ts';
import { message } from '../wording/message.ts';

/** Where the time and the identifiers in a template come from. */
export interface Clock {
  readonly now: () => Date;
  readonly uuid: () => string;
}

/** The template of a profile that names none. */
export const defaultTemplate = '{password}';

const placeholder = /\{(password|timestamp|uuid)\}/g;

/** Puts the password, the time (ISO 8601, UTC) and a fresh identifier into a template, in one pass: what is put in is never replaced again. */
export function fillTemplate(template: string, password: string, { now, uuid }: Clock): string {
  const values: Readonly<Record<string, () => string>> = {
    password: () => password,
    timestamp: () => now().toISOString(),
    uuid,
  };
  return template.replace(placeholder, (found, name: string) => values[name]?.() ?? found);
}

/** Throws a UserError for a template that leaves the password out. */
export function assertHoldsPassword(template: string): void {
  const password = '{password}';
  if (template.includes(password)) return;
  const found = message('template-without-password', { password });
  throw new UserError('profile', 'template-without-password', found, message('write-password', { password }));
}

/** How a ciphertext is written as text: `base64` with padding on one line, `base64url` without padding, `hex` in lower case. */
export type Encoding = 'base64' | 'base64url' | 'hex';

/** `pem` is for CMS alone (RFC 7468, label PKCS7, LF line breaks). */
export type TextEncoding = Encoding | 'pem';

const begin = '-----BEGIN PKCS7-----';
const end = '-----END PKCS7-----';

/** The setting `encoding` of a scheme that can write a ciphertext in these ways. */
export const encodingSetting = <const Values extends readonly TextEncoding[]>(values: Values) =>
  ({
    values,
    default: 'base64',
    description: 'How the ciphertext is written, base64 if left out; pem for cms only.',
    example: 'base64',
  }) as const;

/** Writes bytes as text (RFC 4648, RFC 7468). */
export function encode(bytes: Buffer, encoding: TextEncoding): string {
  if (encoding !== 'pem') return bytes.toString(encoding);
  return [begin, ...(bytes.toString('base64').match(/.{1,64}/g) ?? []), end, ''].join('\n');
}

/** Reads a text of ours back into bytes. */
export function decode(text: string, encoding: TextEncoding): Buffer {
  return encoding === 'pem'
    ? Buffer.from(text.replace(begin, '').replace(end, ''), 'base64')
    : Buffer.from(text, encoding);
}

/** Bytes as the text that they are in UTF-8, byte order mark included; null where they are none. */
export function readUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** How a secret may be written within another text, in lower case. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const percent = encodeURIComponent(secret.toWellFormed());
  // Within a longer text in base64 a secret may begin at any of three places; the digits that it shares with others are cut off.
  const aligned = [0, 1, 2].flatMap((lead) => {
    const digits = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString('base64')
      .replace(/.?=+$/, '');
    return [digits, digits.replaceAll('+', '-').replaceAll('/', '_')].map((each) =>
      each.slice(lead && lead + 1),
    );
  });
  return [
    secret,
    percent,
    encodeURIComponent(percent),
    secret.replaceAll(' ', '+'),
    JSON.stringify(secret).slice(1, -1),
    secret.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
    secret.replace(/[&<>"']/g, (character) => entities[character] ?? character),
    bytes.toString('hex'),
    bytes.toString('latin1'),
    ...aligned,
  ].map((form) => form.toLowerCase());
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters of a secret that are enough to be too many. */
const tellingLength = 8;

/** Whether a text holds eight characters in a row of a secret, or the whole of a shorter one, in any usual writing. */
function mentions(text: string, secret: string): boolean {
  const isHeld = (form: string): boolean => {
    const pieces = Math.max(form.length - tellingLength + 1, 1);
    return Array.from({ length: pieces }).some((_, at) => text.includes(form.slice(at, at + tellingLength)));
  };
  return secret !== '' && formsOf(secret).some((form) => form !== '' && isHeld(form));
}

/** Characters of a line that are looked at, and of those that are quoted. */
const limits = { searched: 4096, shown: 200 } as const;
/** A run of letters that may be a ciphertext. */
const longRun = /[A-Za-z0-9+/_=%-]{40,}/g;

/**
 * Prepares the first line of what a program or module said for a message, without control characters and long runs of letters.
 * Null where it is empty or mentions a secret.
 */
export function quoteFirstLine(text: string, secrets: readonly string[]): string | null {
  const [line = ''] = text
    .trimStart()
    .slice(0, limits.searched)
    .split(/[\r\n]/, 1);
  const lowered = line.toLowerCase();
  // A text in UTF-16 has zero bytes between its letters.
  const seen = [lowered, lowered.replace(/\p{C}/gu, '')];
  // Of a secret of several lines the text may be cut off after one of them.
  const hidden = secrets.flatMap((secret) => [secret, ...secret.split(/[\r\n]+/)]);
  if (hidden.some((secret) => seen.some((each) => mentions(each, secret)))) return null;
  const quoted = line.replace(/\p{C}/gu, ' ').replace(longRun, '…').trim().slice(0, limits.shown);
  return quoted === '' ? null : quoted;
}
