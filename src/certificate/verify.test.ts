import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Results } from '../results/results.ts';
import { formats } from '../report/formats.ts';
import { certifying, folderOf, now, pair, resultsOf, signedAgain, verifying } from './signed.test-support.ts';
import { isSignedBy, readTrustedKey, signBytes } from './sign.ts';
import type { Files } from './verify.ts';
import { checkerFor } from './verify.ts';

let results: Results;
let refused: Results;
let certificate: Files;
let record: Files;

beforeAll(async () => {
  results = await resultsOf([]);
  refused = await resultsOf(['b-missing-400', 'a-bic-number']);
  certificate = folderOf((await certifying(results)).files);
  record = folderOf((await certifying(refused)).files);
});

/** The folder with these files changed, added or (null) gone. */
const having = (files: Files, changes: Readonly<Record<string, Uint8Array | null>>): Files =>
  new Map(
    [...files, ...Object.entries(changes)].flatMap(([name]) => {
      const content = name in changes ? changes[name] : files.get(name);
      return content === null || content === undefined ? [] : [[name, content] as const];
    }),
  );

const textOf = (files: Files, name: string): string => Buffer.from(files.get(name) ?? []).toString();

test('a certificate and a record hold, whatever the order of their files', async () => {
  expect(await verifying(certificate)).toMatchObject({ kind: 'valid', statement: { kind: 'certificate' } });
  expect(await verifying(new Map([...certificate].toReversed()))).toMatchObject({ kind: 'valid' });
  expect(await verifying(record)).toMatchObject({ kind: 'record', statement: { verdict: 'nonconforming' } });
});

test('the same results at the same time give the same bytes', async () => {
  expect(folderOf((await certifying(structuredClone(results))).files)).toEqual(certificate);
});

test('one byte changed at 500 places is refused, each of them', async () => {
  const [names, places] = [[...certificate.keys()], 500];
  for (let place = 0; place < places; place += 1) {
    const name = names[place % names.length] ?? '';
    const content = Uint8Array.from(certificate.get(name) ?? []);
    const at = Math.floor((place / places) * content.length);
    content[at] = (content[at] ?? 0) ^ (1 << (place % 8));
    expect([name, at, await verifying(having(certificate, { [name]: content }))]).toMatchObject([
      name,
      at,
      { kind: 'refused', topic: expect.stringMatching(/^(?:files|signature)$/) },
    ]);
  }
});

describe('is refused', () => {
  const bytes = (name: string, files = certificate): Uint8Array => files.get(name) ?? new Uint8Array();
  const with_ = (changes: Readonly<Record<string, Uint8Array | null>>): Files => having(certificate, changes);

  const tampered: readonly (readonly [what: string, topic: string, files: () => Files])[] = [
    ['a file added', 'files', () => with_({ 'more.txt': Buffer.from('x') })],
    ['a folder added', 'files', () => with_({ 'more/': new Uint8Array() })],
    ['results missing', 'files', () => with_({ 'results.json': null })],
    ['the page missing', 'files', () => with_({ 'certificate.html': null })],
    ['the statement missing', 'files', () => with_({ 'certificate.json': null })],
    ['the sums missing', 'folder', () => with_({ SHA256SUMS: null })],
    ['the signature missing', 'folder', () => with_({ 'SHA256SUMS.sig': null })],
    ['nothing at all', 'folder', () => new Map()],
    [
      'a file renamed',
      'files',
      () => with_({ 'certificate.json': null, 'record.json': bytes('certificate.json') }),
    ],
    [
      'two files swapped',
      'files',
      () =>
        with_({
          'certificate.json': bytes('certificate.html'),
          'certificate.html': bytes('certificate.json'),
        }),
    ],
    [
      'results of another certificate',
      'files',
      () => with_({ 'results.json': bytes('results.json', record) }),
    ],
    ['sums of another certificate', 'signature', () => with_({ SHA256SUMS: bytes('SHA256SUMS', record) })],
    [
      'a signature over other sums',
      'signature',
      () => with_({ 'SHA256SUMS.sig': bytes('SHA256SUMS.sig', record) }),
    ],
    ['an empty signature', 'signature', () => with_({ 'SHA256SUMS.sig': new Uint8Array() })],
  ];

  test.each(tampered)('%s', async (_, topic, files) => {
    expect(await verifying(files())).toMatchObject({ kind: 'refused', topic });
  });

  test('line endings that were changed are named, and not where the sums are others', async () => {
    const windows = Buffer.from(Buffer.from(bytes('SHA256SUMS')).toString().replaceAll('\n', '\r\n'));
    const found = [windows, bytes('SHA256SUMS', record)].map((SHA256SUMS) =>
      verifying(with_({ SHA256SUMS })),
    );
    expect(await Promise.all(found)).toMatchObject([
      { topic: 'signature', found: expect.stringContaining('CRLF') },
      { topic: 'signature', found: expect.stringContaining('not one of this key') },
    ]);
  });

  const lies: readonly (readonly [what: string, topic: string, files: () => Files])[] = [
    [
      'a class that was not reached',
      'statement',
      () => {
        const text = textOf(record, 'record.json');
        return signedAgain(record, { 'record.json': text.replace('"class": "none"', '"class": "full"') });
      },
    ],
    [
      'a record under the name of a certificate',
      'statement',
      () =>
        signedAgain(record, {
          'record.json': null,
          'record.html': null,
          'certificate.json': textOf(record, 'record.json'),
          'certificate.html': textOf(record, 'record.html'),
        }),
    ],
    [
      'the certificate of another run',
      'statement',
      () =>
        signedAgain(record, {
          'record.json': null,
          'record.html': null,
          'certificate.json': textOf(certificate, 'certificate.json'),
          'certificate.html': textOf(certificate, 'certificate.html'),
        }),
    ],
    [
      'another target',
      'statement',
      () =>
        signedAgain(certificate, {
          'certificate.json': changed('"partnerName": "1042"', '"partnerName": "7"'),
        }),
    ],
    [
      'a statement with more in it',
      'statement',
      () =>
        signedAgain(certificate, { 'certificate.json': changed('"kind":', '"validUntil": "2099", "kind":') }),
    ],
    ['no statement', 'statement', () => signedAgain(certificate, { 'certificate.json': null })],
    ['a statement that is no JSON', 'statement', () => signedAgain(certificate, { 'certificate.json': '{' })],
    ['no results', 'evidence', () => signedAgain(certificate, { 'results.json': null })],
    [
      'results that are none',
      'evidence',
      () => signedAgain(certificate, { 'results.json': '{"record":{}}' }),
    ],
    [
      'verdicts that do not follow from the record',
      'evidence',
      () =>
        signedAgain(record, {
          'results.json': textOf(record, 'results.json').replaceAll('"verdict":"fail"', '"verdict":"pass"'),
        }),
    ],
    [
      'sentences that do not follow from the record',
      'evidence',
      () =>
        signedAgain(record, {
          'results.json': textOf(record, 'results.json').replace('"found":{"code":"', '"found":{"code":"x'),
        }),
    ],
    [
      'a moment that is none',
      'evidence',
      () =>
        signedAgain(certificate, {
          'results.json': textOf(certificate, 'results.json').replace(
            /"startedAt": "[^"]*"/,
            '"startedAt": "x"',
          ),
        }),
    ],
    [
      'a hostile page',
      'page',
      () => signedAgain(certificate, { 'certificate.html': '<h1>Certificate</h1><script src=//x></script>' }),
    ],
    ['no page', 'page', () => signedAgain(certificate, { 'certificate.html': null })],
  ];

  const changed = (from: string, to: string): string => {
    const text = textOf(certificate, 'certificate.json');
    expect(text).toContain(from);
    return text.replace(from, to);
  };

  test.each(lies)('%s, though it is signed', async (_, topic, files) => {
    expect(await verifying(files())).toMatchObject({ kind: 'refused', topic });
  });

  test('the signature of another key, and of another kind of key', async () => {
    const others = [generateKeyPairSync('ed25519'), generateKeyPairSync('rsa', { modulusLength: 2048 })];
    for (const { publicKey } of others)
      expect(await verifying(certificate, checkerFor(publicKey))).toMatchObject({
        kind: 'refused',
        topic: 'signature',
      });
  });

  test('the folder of an ordinary run, as one that nobody has signed', async () => {
    const folder = new Map(
      Object.values(formats).map(({ file, render }) => [file, Buffer.from(render(results, {}))]),
    );
    expect(await verifying(folder)).toMatchObject({
      kind: 'refused',
      topic: 'folder',
      found: expect.stringContaining('folder of a run'),
    });
  });
});

test('evidence of other rules names the version that can judge it', async () => {
  const text = textOf(certificate, 'certificate.json').replace(/"rules": \d+/, '"rules": 5');
  const older = signedAgain(certificate, { 'certificate.json': text });
  expect(await verifying(older)).toMatchObject({
    kind: 'other-rules',
    rules: 5,
    version: results.suite.version,
  });
  const later = signedAgain(certificate, {
    'certificate.json': JSON.stringify({ suite: results.suite, rules: 99, shape: 'of another day' }),
  });
  expect(await verifying(later)).toMatchObject({ kind: 'other-rules', rules: 99 });
  const forged = new Map([...older, ['SHA256SUMS.sig', Buffer.from('x')]]);
  expect(await verifying(forged)).toMatchObject({ kind: 'refused', topic: 'signature' });
});

test('another version with the same rules may word sentences otherwise, and judges alike', async () => {
  const reworded = textOf(record, 'results.json').replace('"message":"', '"message":"In other words: ');
  const other = (text: string): string => text.replaceAll(results.suite.version, '0.0.1');
  const files = signedAgain(record, {
    'results.json': other(reworded),
    'record.json': other(textOf(record, 'record.json')),
    'record.html': 'of that version',
  });
  expect(await verifying(files)).toMatchObject({
    kind: 'record',
    statement: { suite: { version: '0.0.1' } },
  });
});

describe('keys', () => {
  const pem = (type: 'spki' | 'pkcs8', key = pair): Buffer =>
    Buffer.from(
      type === 'spki'
        ? key.publicKey.export({ type, format: 'pem' })
        : key.privateKey.export({ type, format: 'pem' }),
    );
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const montgomery = generateKeyPairSync('x25519');

  test.each([
    ['the private key', pem('pkcs8'), /private key/],
    ['a weak key', Buffer.from(weak.publicKey.export({ type: 'spki', format: 'pem' })), /1024 bits/],
    [
      'a key that cannot sign',
      Buffer.from(montgomery.publicKey.export({ type: 'spki', format: 'pem' })),
      /x25519/,
    ],
    ['no key', Buffer.from('nothing'), /no public key/],
    ['no certificate', Buffer.from('-----BEGIN CERTIFICATE-----\nx'), /no certificate/],
  ])('%s is no key to trust', (_, bytes, found) => {
    expect(() => readTrustedKey(bytes, now)).toThrow(found);
  });

  test('a published key checks what its private half has signed', () => {
    const key = readTrustedKey(pem('spki'), now);
    const content = Buffer.from('sums');
    expect(isSignedBy(content, signBytes(content, pair.privateKey), key)).toBe(true);
  });
});
