import { KeyError } from './key.ts';
import { keyScheme } from './scheme.ts';

const shortestKey = 2048;

/** JWE, compact serialization, content key by RSAES-OAEP (RFC 7516; RFC 7518, section 4.3). */
export const jwe = keyScheme('jwe', {
  settings: {
    // Plain RSA-OAEP uses SHA-1. The longer hashes are registered for W3C WebCrypto.
    alg: {
      values: ['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
      default: 'RSA-OAEP-256',
      description: 'jwe: key management algorithm; default: RSA-OAEP-256.',
      example: 'RSA-OAEP-256',
    },
    enc: {
      values: ['A128GCM', 'A256GCM', 'A128CBC-HS256', 'A256CBC-HS512'],
      default: 'A256GCM',
      description: 'jwe: content encryption algorithm; default: A256GCM.',
      example: 'A256GCM',
    },
    kid: {
      values: null,
      default: null,
      description: 'jwe: identifier of the key in the header; default: none.',
      example: 'payouts-2026',
    },
  },
  assertUsable(_settings, { bits }) {
    if (bits >= shortestKey) return;
    const expected = `${shortestKey} or more, which jwe requires (RFC 7518, section 4.3)`;
    const hint = 'Ask the operator of the service for a longer key, or use another scheme.';
    throw new KeyError('key-too-short', `a key of ${bits} bits`, expected, hint);
  },
  async encrypt({ alg, enc, kid }, { publicKey }, plain) {
    const { CompactEncrypt } = await import('jose');
    const header = { alg, enc, ...(kid === null ? {} : { kid }) };
    return new CompactEncrypt(Buffer.from(plain, 'utf8')).setProtectedHeader(header).encrypt(publicKey);
  },
});
