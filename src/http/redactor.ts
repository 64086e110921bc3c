import type { Header } from './exchange.ts';
import { deriveForms } from './secret-form.ts';
import type { SecretForm } from './secret-form.ts';
import { createSecretScanner } from './secret-scanner.ts';

/** Stands in the place of a secret and says what kind of secret it was. */
export type Placeholder = '<password>' | '<ciphertext>' | '<secret>';

/** Knows the secrets of a run and keeps them out of everything that is written down. */
export interface Redactor {
  /** Registers a secret; all its spellings are masked from now on. */
  add(secret: string, placeholder: Placeholder): void;
  /** Replaces every spelling of every secret by its placeholder; masking twice changes nothing. */
  mask(text: string): string;
  /** True where a spelling of a secret of eight characters or more, of a ciphertext sixteen, stands in the text; a public word is none, whoever chose it for a secret. */
  find(text: string): boolean;
  /** Masks headers of an answer: the values of private headers whatever their length, secrets in everything else. */
  maskHeaders(headers: readonly Header[], privateHeaders: readonly Header[]): Header[];
  /** Masks headers of a request: only the profile's, which are private; the suite's own are public and hold the id of a case. */
  maskSentHeaders(headers: readonly Header[], privateHeaders: readonly Header[]): Header[];
}

const placeholders: readonly Placeholder[] = ['<password>', '<ciphertext>', '<secret>'];

/**
 * A secret may well begin like these, or be a part of them: `X-Fault: unavailable`. Then a beginning gives nothing away,
 * and the whole is masked only where it stands alone, not in `b.unavailable` or `reward-unavailable`.
 */
const defaultPublicWords = [
  'sbp-banks-conformance',
  'unencrypted',
  'unauthorized',
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unknown-partner',
  'wrong-password',
  'conditions',
  'credentials',
  'application/json',
  'Content-Type',
  'Content-Length',
  'Authorization',
  'partnerName',
  'partnerPassword',
  'useAuthByCert',
  'description_status',
  'passwords',
  'пароль',
  'пароля',
  'https://www.',
  'http://localhost:',
  'http://127.0.0.1:',
  'Authorization: Bearer ',
  'Authorization: Basic ',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PUBLIC KEY-----',
  '-----BEGIN ENCRYPTED PRIVATE KEY-----',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN EC PRIVATE KEY-----',
  '-----BEGIN PKCS7-----',
];

/** A private header's value inside another header is masked from this length on. */
const minEchoLength = 4;

/** What is random may begin like anything in a long text: of thousands of ciphertexts more has to stand there than is masked. */
const leastFound = ({ placeholder, least }: SecretForm): number =>
  placeholder === '<ciphertext>' ? least * 2 : least;

/** Creates a redactor without secrets; of a secret that is part of a public word no beginning is masked, and the whole only where it stands alone. */
export function createRedactor(publicWords: readonly string[] = []): Redactor {
  const scanner = createSecretScanner([...defaultPublicWords, ...publicWords]);
  for (const text of placeholders) scanner.add({ text, placeholder: text, use: 'skip', least: text.length });
  const mask = (text: string): string => {
    let masked = '';
    let at = 0;
    for (const { start, end, form } of scanner.scan(text)) {
      masked += text.slice(at, start) + (form.use === 'skip' ? text.slice(start, end) : form.placeholder);
      at = end;
    }
    return masked + text.slice(at);
  };
  return {
    add(secret, placeholder) {
      for (const form of deriveForms(secret, placeholder)) scanner.add(form);
    },
    mask,
    find(text) {
      for (const { start, end, form } of scanner.scan(text)) {
        const isMuch = end - start >= Math.min(form.text.length, leastFound(form));
        if (form.use === 'prefix' && isMuch && !scanner.isPublic(form.text)) return true;
      }
      return false;
    },
    maskHeaders(headers, privateHeaders) {
      return headers.map(([name, value]) => [mask(name), mask(maskEchoes(name, value, privateHeaders))]);
    },
    maskSentHeaders(headers, privateHeaders) {
      const names = new Set(privateHeaders.map(([name]) => name.toLowerCase()));
      return headers.map(([name, value]) =>
        names.has(name.toLowerCase()) ? [name, mask(maskEchoes(name, value, privateHeaders))] : [name, value],
      );
    },
  };
}

function maskEchoes(name: string, value: string, privateHeaders: readonly Header[]): string {
  return privateHeaders.reduce((masked, [privateName, secret]) => {
    if (secret === '') return masked;
    const isOwn = privateName.toLowerCase() === name.toLowerCase();
    if (isOwn && masked === secret) return '<secret>';
    return secret.length >= minEchoLength ? masked.replaceAll(secret, () => '<secret>') : masked;
  }, value);
}
