import { expect, test } from 'vitest';
import type { Destination } from './error-kind.ts';
import { describeConnectError } from './transport-error.ts';

const plain: Destination = { secure: false, bound: false, toProxy: false };

function withCode(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
}

test.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ETIMEDOUT', 'connect-timeout'],
  ['ECONNRESET', 'reset'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ESOMETHING', 'other'],
])('%s while connecting is %s, at the proxy it is the proxy', (code, kind) => {
  expect(describeConnectError(withCode(code), plain)).toEqual({
    kind,
    stage: 'connect',
    code,
    message: `connect ${code}`,
  });
  expect(describeConnectError(withCode(code), { ...plain, toProxy: true }).kind).toBe('proxy');
});

test('an address that is not available is the local one where one was asked for', () => {
  const error = withCode('EADDRNOTAVAIL');
  expect(describeConnectError(error, { ...plain, bound: true }).kind).toBe('local-address');
  expect(describeConnectError(error, { ...plain, bound: true, toProxy: true }).kind).toBe('local-address');
});

test('a connection lost in the handshake is a TLS failure', () => {
  expect(describeConnectError(withCode('ECONNRESET'), { ...plain, secure: true }).kind).toBe('tls');
});

test('a failure of several addresses names them all', () => {
  const cause = new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')], '');
  expect(describeConnectError(cause, plain)).toMatchObject({
    kind: 'refused',
    code: 'ECONNREFUSED',
    message: 'connect ECONNREFUSED; connect ENETUNREACH',
  });
});
