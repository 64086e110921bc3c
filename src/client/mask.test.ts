import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createMasker } from './mask.ts';
import type { Secret } from './mask.ts';
import { recordExchange } from './record.ts';
import type { Outcome } from './record.ts';

const password = 'Sesame/öffne+"dich"&1042';
const ciphertext = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 71) % 256)).toString(
  'base64',
);
const key = 'gateway-key-value';
/** Parts of it look like escapes. */
const odd = 'semi%41colon "quoted"\\dash&amp;plus+blank end';
const secrets: readonly Secret[] = [
  { value: password, setting: 'credentials.partnerPassword', placeholder: '<password>' },
  { value: ciphertext, setting: 'encryption', placeholder: '<ciphertext>' },
  { value: key, setting: 'headers.X-Gateway-Key', placeholder: '<secret>' },
  { value: odd, setting: 'tls.passphrase', placeholder: '<secret>' },
  { value: 'short', setting: 'headers.X-Short', placeholder: '<secret>' },
  { value: '1', setting: 'headers.X-One', placeholder: '<secret>' },
];
const own = [
  'partnerName partnerPassword useAuthByCert banks description_status application/json',
  'is missing',
];
const masker = createMasker(secrets, own);

const percent = encodeURIComponent;
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const everyEscape = (text: string): string =>
  text.replaceAll(/./g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The spellings of the contract. In these the secret alone is masked, and what surrounds it stays. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'percent-encoded': percent,
  'percent-encoded in lower case': (text) => percent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
  'percent-encoded twice': (text) => percent(percent(text)),
  'percent-encoded in part': (text) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`,
  'in JSON': json,
  'in JSON in JSON': (text) => json(json(text)),
  'in JSON with \\u for all': everyEscape,
  'in JSON with \\/': (text) => json(text).replaceAll('/', '\\/'),
  'in HTML': html,
  'in HTML by number': (text) => text.replaceAll(/./gu, (one) => `&#${one.codePointAt(0)};`),
  'in base64': base64,
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in base64, percent-encoded': (text) => percent(base64(text)),
  'in base64 behind other text': (text) => base64(`ab:${text}`),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'with + read as a blank': (text) => text.replaceAll('+', ' '),
  'of a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
};

/** Beyond the contract: the body is not kept. */
const beyond: Readonly<Record<string, (text: string) => string | Buffer>> = {
  'in UTF-16': (text) => Buffer.from(text, 'utf16le'),
  'in UTF-16 with a byte order mark': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'in UTF-16, big-endian': (text) => Buffer.from(text, 'utf16le').swap16(),
  'in wrapped base64': (text) => base64(text).replaceAll(/.{7}/g, '$&\r\n '),
  'in wrapped base64 in JSON': (text) => json(base64(text).replaceAll(/.{5}/g, '$&\n')),
  'three escapes deep': (text) => json(percent(html(text))),
  'three escapes deep, another way': (text) => html(percent(json(percent(text)))),
  'in Python': (text) =>
    Buffer.from(text).reduce((all, byte) => `${all}\\x${byte.toString(16).padStart(2, '0')}`, ''),
  'with blanks between': (text) => [...text].join(' '),
  'cut at both ends': (text) => text.slice(2, 20),
};

const record = (outcome: Partial<Extract<Outcome, { body: Buffer }>>, url = 'http://h/', body = 'x') =>
  recordExchange(
    { method: 'POST', url, headers: [], body, route: { localAddress: null, proxy: null }, isFresh: false },
    { status: 422, headers: [], body: Buffer.from(''), isTooLong: false, ...outcome },
    { id: 'x1', startedAt: new Date(0).toISOString(), durationMs: 1 },
    masker,
  );

/** Twelve characters of it in a row, in whatever reading of the record. */
const tellingParts = (secret: string): readonly string[] =>
  [secret, base64(secret), Buffer.from(secret).toString('hex'), percent(secret), json(secret)].flatMap(
    (one) => Array.from({ length: Math.max(0, one.length - 11) }, (_, at) => one.slice(at, at + 12)),
  );

const values = [
  [password, '<password>'],
  [ciphertext, '<ciphertext>'],
  [key, '<secret>'],
  [odd, '<secret>'],
] as const;

describe.each(values)('%s', (value, placeholder) => {
  test.each(Object.entries(spellings))('%s becomes its placeholder', (_name, spell) => {
    const text = `{"description_status":"before ${spell(value)}, after"}`;
    const { response } = record({ body: Buffer.from(text) });
    const shown = response?.body ?? '';
    expect(shown).toContain(placeholder);
    expect(shown).toMatch(/^\{"description_status":"before .*, after"\}$/);
    for (const part of tellingParts(value)) expect(shown).not.toContain(part);
  });

  test.each(Object.entries(beyond))('%s is not kept', (_name, spell) => {
    const { response } = record({ body: Buffer.from(spell(value)) });
    expect(response?.body ?? placeholder).toBe(placeholder);
    expect(response).not.toHaveProperty('bodyProblem');
  });

  test.each([
    ['bytes', [], (text: string) => Buffer.concat([Buffer.of(0xff, 0xc3), Buffer.from(text)])],
    [
      'half a gzip',
      [['Content-Encoding', 'gzip']],
      (text: string) => gzipSync(text.padEnd(9000, 'ab')).subarray(0, -9),
    ],
    [
      'half a br',
      [['Content-Encoding', 'br']],
      (text: string) => brotliCompressSync(text.padEnd(9000)).subarray(0, -1),
    ],
  ] as const)('within %s is not kept', (_name, headers, write) => {
    expect(record({ headers, body: write(`before ${value} after `) }).response?.body).toBeNull();
  });

  test('in the beginning of a body that is too long, and across its edge', () => {
    const body = Buffer.from(`${value} ${'y'.repeat(4050)} ${value}${'z'.repeat(9000)}`);
    const { error } = record({ body, isTooLong: true });
    expect(error?.beginning).toMatch(new RegExp(`^${placeholder} y+ <`));
    for (const part of tellingParts(value)) expect(error?.beginning).not.toContain(part);
  });

  test('in headers, and what tells of the body is hidden', () => {
    const told = ['ETag', 'Content-Length', 'Content-MD5', 'Digest'].map((name) => [name, '"x"'] as const);
    const headers = [['Location', `/x?y=${percent(value)}`], ['X-Cut', value.slice(1, 17)], ...told] as const;
    const shown = record({ body: Buffer.from(value), headers }).response?.headers;
    expect(shown?.slice(0, 2)).toEqual([
      ['Location', `/x?y=${placeholder}`],
      ['X-Cut', '<masked>'],
    ]);
    expect(shown?.slice(2).map(([, text]) => text)).toEqual(told.map(() => '<masked>'));
    expect(record({ body: Buffer.from('{}'), headers: told }).response?.headers).toEqual(told);
  });

  test('is found', () => {
    for (const spell of Object.values(spellings))
      expect(masker.findSecrets(`x ${spell(value)} y`).map((one) => one.value)).toEqual([value]);
    expect(masker.findSecrets(masker.mask(`x ${value} y`))).toEqual([]);
  });
});

describe('requests', () => {
  test.each(Object.entries(spellings))('a password %s', (_name, spell) => {
    const { request } = record(
      {},
      `http://h/x?partnerPassword=${percent(ciphertext)}&y=1`,
      `{"p":"${spell(password)}"}`,
    );
    expect(request.url).toContain('<ciphertext>');
    expect(request.url).toMatch(/^http:\/\/h\/x\?partnerPassword=.*&y=1$/);
    expect(request.body).toMatch(/^\{"p":".*"\}$/);
    expect(request.body).toContain('<password>');
  });

  test('a ciphertext is known from when it was made, also of PEM with its line breaks', () => {
    const pem = `-----BEGIN PKCS7-----\n${ciphertext.replaceAll(/.{64}/g, '$&\n')}\n-----END PKCS7-----\n`;
    const growing = createMasker([]);
    expect(growing.mask(pem)).toBe(pem);
    growing.add({ value: pem, setting: 'encryption', placeholder: '<ciphertext>' });
    for (const spell of [(text: string) => text, json, percent])
      expect(growing.mask(`"${spell(pem)}"`)).toBe('"<ciphertext>"');
    expect(growing.mask(`${pem.slice(0, 60)}…`)).toBe('<ciphertext>…');
  });
});

describe('headers', () => {
  const sent = [
    ['X-Gateway-Key', key],
    ['x-short', 'short'],
    ['X-One', '1'],
    ['Accept', 'application/json'],
  ] as const;

  test('the values that the profile sets are hidden, however short', () => {
    const shown = masker.maskHeaders(sent).map(([, value]) => value);
    expect(shown).toEqual(['<secret>', '<secret>', '<secret>', 'application/json']);
  });

  test('an echo in another header is hidden from four characters on', () => {
    const echoes = [
      ['X-Echo', `a, short, ${key}`],
      ['Retry-After', '1'],
    ] as const;
    expect(masker.maskHeaders(echoes)).toEqual([
      ['X-Echo', 'a, <secret>, <secret>'],
      ['Retry-After', '1'],
    ]);
  });
});

describe('what is no leak', () => {
  const word = (value: string): Secret => ({ value, setting: 's', placeholder: '<password>' });

  test.each(['partnerName', 'is missing', 'application/json', 'password'])('%s as a password', (value) => {
    const text = '{"partnerName":"a","x":"partnerName is missing, application/json","p":"<password>"}';
    const shown = createMasker([word(value)], own);
    expect([shown.mask(text), shown.findSecrets(text)]).toEqual([text, []]);
    expect(shown.mask(base64(value))).toBe('<password>');
  });

  test('ordinary words that a secret has', () => {
    const text = '{"description_status":"partnerPassword is missing"}';
    const shown = createMasker([word('partnerPassword is missing!7')], own);
    expect([shown.mask(text), shown.findSecrets(text)]).toEqual([text, []]);
    expect(shown.mask('x partnerPassword is missing!7')).toBe('x <password>');
  });

  test('a short password within a word, and digits within a number', () => {
    const shown = createMasker([word('test'), word('12345678')], own);
    expect(shown.mask('test, testing, 912345678, 12345678')).toBe(
      '<password>, testing, 912345678, <password>',
    );
  });

  test('a number of JSON becomes a string', () => {
    const shown = createMasker([word('12345678')], own).mask('{"a":12345678,"b":[ 12345678 ]}');
    expect(JSON.parse(shown)).toEqual({ a: '<password>', b: ['<password>'] });
  });

  test('punctuation alone is masked as it is', () => {
    expect(createMasker([word('!"§$%&/()=?')], own).mask('a !"§$%&/()=? b')).toBe('a <password> b');
  });

  test('three hundred ciphertexts cost an answer next to nothing', () => {
    const many = createMasker([]);
    for (let count = 0; count < 300; count += 1)
      many.add({
        value: crypto.getRandomValues(Buffer.alloc(256)).toString('base64'),
        setting: 'e',
        placeholder: '<ciphertext>',
      });
    const list = JSON.stringify({
      banks: Array.from({ length: 500 }, (_, bic) => ({ name: `Bank ${bic}`, bic })),
    });
    const start = performance.now();
    for (let times = 0; times < 100; times += 1) expect(many.mask(list)).toBe(list);
    expect(performance.now() - start).toBeLessThan(2500);
  });

  test.each([
    '%25'.repeat(300_000),
    '\\'.repeat(900_000),
    '&amp;'.repeat(200_000),
    `"${'a'.repeat(900_000)}`,
    '%41'.repeat(300_000),
  ])('hostile escapes cost linear time: %#', (text) => {
    const start = process.cpuUsage();
    masker.mask(text);
    masker.findSecrets(`${text}${password}`);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(2500);
  });
});
