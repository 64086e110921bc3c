import type { Encoding } from './settings.ts';

/** Every way in which a ciphertext is written as text; `pem` is for CMS only (RFC 7468, label PKCS7). */
export type TextEncoding = Encoding | 'pem';

interface Codec {
  readonly write: (bytes: Buffer) => string;
  /** What a text written like this looks like. */
  readonly shape: RegExp;
  readonly read: (text: string) => Buffer;
}

const BEGIN = '-----BEGIN PKCS7-----';
const END = '-----END PKCS7-----';

function writePem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return [BEGIN, ...lines, END, ''].join('\n');
}

function readPem(text: string): Buffer {
  return Buffer.from(text.replace(BEGIN, '').replace(END, ''), 'base64');
}

const codecs = {
  base64: {
    write: (bytes) => bytes.toString('base64'),
    shape: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    read: (text) => Buffer.from(text, 'base64'),
  },
  base64url: {
    write: (bytes) => bytes.toString('base64url'),
    shape: /^[A-Za-z0-9_-]*$/,
    read: (text) => Buffer.from(text, 'base64url'),
  },
  hex: {
    write: (bytes) => bytes.toString('hex'),
    shape: /^(?:[0-9a-fA-F]{2})*$/,
    read: (text) => Buffer.from(text, 'hex'),
  },
  pem: {
    write: writePem,
    shape: /^-----BEGIN PKCS7-----[A-Za-z0-9+/=\s]*-----END PKCS7-----\s*$/,
    read: readPem,
  },
} as const satisfies Record<TextEncoding, Codec>;

/** Writes bytes as text: base64 padded on one line, base64url without padding, hex in lower case, PEM with LF line breaks (RFC 4648, RFC 7468). */
export function encode(bytes: Buffer, encoding: TextEncoding): string {
  return codecs[encoding].write(bytes);
}

/** Reads a text back into bytes; null where it is not written in that encoding. */
export function decode(text: string, encoding: TextEncoding): Buffer | null {
  const codec: Codec = codecs[encoding];
  return codec.shape.test(text) ? codec.read(text) : null;
}
