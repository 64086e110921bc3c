import { expect, test } from 'vitest';
import { say } from '../messages/message.ts';
import { describeConnectError, describeExchangeError, type Destination } from './failures.ts';

const plain: Destination = { secure: false, bound: false, toProxy: false };

function withCode(code: string, more: object = {}): Error {
  return Object.assign(new Error(`connect ${code} 10.0.0.1:80`), { code, ...more });
}

test.each([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'connect-timeout'],
  ['ECONNRESET', 'reset'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ESOMETHING', 'other'],
])('%s while connecting is %s, at the proxy it is the proxy', (code, kind) => {
  const error = describeConnectError(withCode(code), plain);
  expect(error).toMatchObject({ kind, stage: 'connect', code, message: `connect ${code} 10.0.0.1:80` });
  expect(say(error.words, 'ru')).toBe(`соединение с 10.0.0.1:80: ${code}`);
  expect(describeConnectError(withCode(code), { ...plain, toProxy: true }).kind).toBe('proxy');
});

test('an address that is not available is the local one where one was asked for', () => {
  const error = withCode('EADDRNOTAVAIL');
  expect(describeConnectError(error, { ...plain, bound: true }).kind).toBe('local-address');
  expect(describeConnectError(error, { ...plain, bound: true, toProxy: true }).kind).toBe('local-address');
});

test('a failure of several addresses names them all', () => {
  const cause = new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')], '');
  expect(describeConnectError(cause, plain)).toMatchObject({
    kind: 'refused',
    code: 'ECONNREFUSED',
    message: 'connect ECONNREFUSED 10.0.0.1:80; connect ENETUNREACH 10.0.0.1:80',
  });
});

test.each([
  ['ENOTFOUND', 'there is no such host name: api.test; check the host name in baseUrl'],
  ['EAI_AGAIN', 'the name server does not answer at the moment: api.test; check the name server'],
  ['ENODATA', 'the host name has no address: api.test; check the host name'],
])('%s is said in words, with the name that was looked up', (code, words) => {
  const cause = withCode(code, { hostname: 'api.test' });
  const error = describeConnectError(cause, plain);
  expect(error).toMatchObject({ kind: 'dns', code });
  expect(error.message).toContain(words);
  const atProxy = describeConnectError(cause, { ...plain, toProxy: true });
  expect(atProxy.kind).toBe('proxy');
  expect(atProxy.message).not.toContain('baseUrl');
});

test.each([
  ['CERT_HAS_EXPIRED', /expired; ask the operator of the target to renew it/],
  ['CERT_NOT_YET_VALID', /not valid yet; check the clock/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /issuer of the certificate is unknown; .* tls\.ca/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /private authority .* tls\.ca/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /signed by itself; .* tls\.ca/],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /requires a client certificate; set tls\.cert/],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /requires a client certificate, or supports no cipher/],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', /does not accept the client certificate; check tls\.cert/],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', /does not accept the client certificate/],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /no TLS version in common/],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', /no TLS version in common/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS; check scheme and port of baseUrl: http:/],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', /seems to speak only HTTP\/2; set http2: true/],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', /does not know the name/],
  ['ERR_SSL_DH_KEY_TOO_SMALL', /too weak/],
  ['ECONNRESET', /ended in the middle of the handshake/],
  ['ERR_SSL_SOMETHING_NEW', /^connect ERR_SSL_SOMETHING_NEW 10\.0\.0\.1:80$/],
])('%s in a handshake is said in words', (code, words) => {
  const error = describeConnectError(withCode(code), { ...plain, secure: true });
  expect(error).toMatchObject({ kind: 'tls', code });
  expect(error.message).toMatch(words);
});

test.each([
  ['read ECONNRESET', 'чтение: ECONNRESET: заголовки не пришли'],
  ['write EPIPE', 'запись: EPIPE: заголовки не пришли'],
  ['other side closed', 'другая сторона закрыла соединение: заголовки не пришли'],
  ['constructor', 'constructor: заголовки не пришли'],
])('%s of the platform is said in any language', (text, russian) => {
  const cause = Object.assign(new Error(text), { code: 'ECONNRESET' });
  const progress = { stage: 'exchange', answered: false, bytes: 0 } as const;
  const error = describeExchangeError(cause, progress, (quoted) => quoted);
  expect(error.message).toBe(`${text}: no headers came`);
  expect(say(error.words, 'ru')).toBe(russian);
});

test('what the parser could not read is masked before it is cut', () => {
  const cause = Object.assign(new Error('Parse Error: Expected HTTP/'), {
    name: 'HTTPParserError',
    data: `${'-'.repeat(75)}a-secret-password ${'-'.repeat(99)}`,
  });
  const progress = { stage: 'exchange', answered: false, bytes: 0 } as const;
  const mask = (text: string): string => text.replaceAll('a-secret-password', '<password>');
  const { message } = describeExchangeError(cause, progress, mask);
  expect(message).toBe(`Parse Error: Expected HTTP/, at "${'-'.repeat(75)}<pass"`);
});
