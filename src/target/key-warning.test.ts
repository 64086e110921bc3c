import { expect, it } from 'vitest';
import { makeCertificates } from '../http/certificates.test-support.ts';
import { clientWarnings } from './key-warning.ts';

const { client, expired, early } = makeCertificates();

it.each([
  ['is valid', client.cert, []],
  [
    'is expired',
    expired.cert,
    [expect.stringMatching(/^tls\.cert: the client certificate expired on \d{4}-/)],
  ],
  [
    'is not valid yet',
    early.cert,
    [expect.stringMatching(/^tls\.cert: the client certificate is valid from \d{4}-/)],
  ],
  ['is not there', undefined, []],
])('says of a client certificate that %s what keeps a handshake from coming about', (_how, cert, says) => {
  expect(clientWarnings(cert, new Date())).toEqual(says);
});
