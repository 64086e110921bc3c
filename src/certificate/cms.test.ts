import { constants, createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeDer, encodeOid, sequence, set, tags } from '../base/der.ts';
import { issuerAndSerial } from '../base/x509.ts';
import { hex, pssAlgorithm } from './certificate.test-support.ts';
import { readSignature, writeSignature } from './cms.ts';

// Only the holder of a key can make these forms. OpenSSL also refuses each one that is refused here.
const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/keys/${name}`, import.meta.url), 'utf8');
const key = createPrivateKey(fixture('service.key'));
const certificate = new X509Certificate(fixture('service.pem'));
const content = Buffer.from('a list of digests\n');

const integer = (...bytes: readonly number[]): Buffer => encodeDer(tags.integer, Buffer.from(bytes));
const nothing = encodeDer(tags.nothing);
const oid = (text: string): Buffer => encodeDer(tags.oid, hex(text));
const unknown = encodeOid('1.2.3.4');

interface Shape {
  readonly attribute?: Buffer;
  readonly algorithm?: Buffer;
  /** For RSASSA-PSS; undefined selects PKCS#1 v1.5. */
  readonly saltLength?: number;
}

/** Signs the content with the key, with an extra signed attribute or another AlgorithmIdentifier. */
function signatureOf({ attribute, algorithm, saltLength }: Shape): Buffer {
  const digest = createHash('sha256').update(content).digest();
  const attributes = [
    sequence(encodeOid('1.2.840.113549.1.9.3'), set(encodeOid('1.2.840.113549.1.7.1'))),
    sequence(encodeOid('1.2.840.113549.1.9.5'), set(encodeDer(tags.utcTime, Buffer.from('261122210000Z')))),
    sequence(encodeOid('1.2.840.113549.1.9.4'), set(encodeDer(tags.octets, digest))),
    ...(attribute === undefined ? [] : [attribute]),
  ];
  const padding = saltLength === undefined ? {} : { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
  return writeSignature({
    signer: issuerAndSerial(certificate),
    certificates: [certificate.raw],
    digest: sequence(encodeOid('2.16.840.1.101.3.4.2.1')),
    attributes,
    algorithm: algorithm ?? sequence(encodeOid('1.2.840.113549.1.1.1'), nothing),
    signature: sign('sha256', set(...attributes), { key, ...padding }),
  });
}

const withSalt = (salt: Buffer, saltLength: number): Shape => ({ algorithm: pssAlgorithm(salt), saltLength });

describe('a signature', () => {
  it.each<readonly [string, Shape]>([
    ['as it should be', {}],
    ['by PSS', withSalt(integer(32), 32)],
    ['with an attribute that nobody knows', { attribute: sequence(unknown, set(nothing)) }],
  ])('%s is accepted', (_, shape) => {
    expect(readSignature(content, signatureOf(shape), [certificate])).toMatchObject({ kind: 'checked' });
  });

  it.each<readonly [string, Shape]>([
    ['an empty attribute', { attribute: sequence() }],
    ['an attribute without values', { attribute: sequence(unknown) }],
    ['an attribute of three members', { attribute: sequence(unknown, set(nothing), nothing) }],
    ['an attribute whose type is a number', { attribute: sequence(integer(1), set(nothing)) }],
    ['an attribute with values cut off', { attribute: sequence(unknown, set(hex('0580'))) }],
    ['an attribute type without an end', { attribute: sequence(oid('2a80'), set(nothing)) }],
    [
      'a second time under a padded type',
      {
        attribute: sequence(
          oid('2a864886f70d01098005'),
          set(encodeDer(tags.utcTime, Buffer.from('200101000000Z'))),
        ),
      },
    ],
    ['a padded length of the salt', withSalt(integer(0, 32), 32)],
    ['a salt of any length', withSalt(integer(0xfe), 20)],
    ['a salt as long as the digest', withSalt(integer(0xff), 32)],
    [
      'an algorithm with a third member',
      { algorithm: pssAlgorithm(integer(32), undefined, nothing), saltLength: 32 },
    ],
    [
      'an algorithm under a padded name',
      { algorithm: pssAlgorithm(integer(32), oid('2a864886f70d0101800a')), saltLength: 32 },
    ],
  ])('with %s is refused', (_, shape) => {
    expect(readSignature(content, signatureOf(shape), [certificate])).toEqual(expect.any(String));
  });
});
