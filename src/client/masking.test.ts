import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRedactor, type Redactor } from './masking.ts';
import type { Placeholder } from './secret-spelling.ts';

const own = [
  'banks description_status partnerName partnerPassword useAuthByCert true false null password',
  'Service temporarily unavailable; repeat the operation later',
];

function knowing(...secrets: readonly (readonly [text: string, placeholder: Placeholder])[]): Redactor {
  const redactor = createRedactor(own);
  for (const [text, placeholder] of secrets) redactor.add(text, placeholder, 'a.setting');
  return redactor;
}

const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const unicode = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
const numeric = (text: string): string => [...text].map((one) => `&#${one.codePointAt(0)};`).join('');
const inLines = (text: string, width: number, end: string): string =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(end) ?? '';
const form = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);

const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => percent(text).toLowerCase(),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded twice, every octet': (text) => percent(percent(text)),
  'as a form': form,
  'as a form, decoded but for the blanks': (text) => text.replaceAll('+', ' '),
  'written by JSON.stringify': json,
  'JSON-escaped': (text) => json(text).replaceAll('/', '\\/'),
  'JSON-escaped in every character': unicode,
  'JSON-escaped twice': (text) => json(json(text)),
  'HTML-escaped': html,
  'HTML-escaped with &apos;': (text) => html(text).replaceAll('&#39;', '&apos;'),
  'HTML-escaped in every character': numeric,
  'percent-encoded in JSON in HTML': (text) => html(unicode(encodeURIComponent(text))),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64, percent-encoded': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines of 8': (text) => inLines(Buffer.from(text).toString('base64'), 8, '\n'),
  'base64 in lines of 12, in JSON': (text) => json(inLines(Buffer.from(text).toString('base64'), 12, '\r\n')),
  'base64 in indented lines of 60': (text) => inLines(Buffer.from(text).toString('base64'), 60, '\n    '),
  'hex in lines of 16': (text) => inLines(Buffer.from(text).toString('hex'), 16, '\n'),
  "as Python's repr of bytes": (text) =>
    [...Buffer.from(text)].map((one) => String.raw`\x${one.toString(16).padStart(2, '0')}`).join(''),
  "as Python's ascii": (text) =>
    [...json(text)]
      .map((one) => {
        const digits = one.codePointAt(0)?.toString(16) ?? '';
        if (one < '\u007f') return one;
        return digits.length > 4 ? String.raw`\U${digits.padStart(8, '0')}` : unicode(one);
      })
      .join(''),
  "as JavaScript's escape": (text) => unicode(text).replaceAll(String.raw`\u`, '%u'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'UTF-8 read as Latin-1': (text) => Buffer.from(text).toString('latin1'),
};

/** Spellings that a plain search must find. */
const plain: readonly string[] = [
  'as it is',
  'percent-encoded',
  'percent-encoded twice',
  'written by JSON.stringify',
  'JSON-escaped twice',
  'HTML-escaped',
  'base64',
  'base64url',
  'hex',
];

/** Places in an answer, with the text around a secret. */
const places: Readonly<Record<string, (text: string) => string>> = {
  'a text': (text) => `refused: ${text}. Repeat the request`,
  'a JSON string': (text) => `{"description_status":"${text}","banks":[]}`,
  'a JSON name': (text) => `{"description_status":"refused","${text}":[1,{"a":null}]}`,
  HTML: (text) => `<p class="x">refused</p><b title="${text}">${text}</b>`,
  'JSON in JSON': (text) => JSON.stringify({ log: `{"value":"${text}"}`, code: 12 }),
  'a query': (text) => `/path?x=1&partnerPassword=${text}&y=2`,
};

const raw = randomBytes(96);
const passwords = [
  '12345678',
  'Gehe!m&"wort" \\/+§ 1\'',
  'Он"сказал" 100%+\'да\'',
  'a%41b\\u0041c&amp;d+e',
  'пароль🔑ключ😀',
  'Zx9#kQ',
] as const;
const ciphertexts = {
  base64: `${raw.subarray(0, 90).toString('base64')}+/xyz0==`,
  base64url: raw.toString('base64url'),
  hex: raw.toString('hex'),
  jwe: ['{"alg":"RSA-OAEP-256","enc":"A256GCM"}', raw, 'initvector12', raw, 'tag-of-16-octets']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.'),
} as const;

describe.each(Object.entries(encodings))('a secret %s', (how, write) => {
  const secrets = [
    ...passwords.map((one) => [one, '<password>'] as const),
    ...Object.values(ciphertexts).map((one) => [one, '<ciphertext>'] as const),
  ];

  test.each(Object.entries(places))('is masked in %s, and nothing else', (where, put) => {
    for (const [secret, placeholder] of secrets) {
      const redactor = knowing([secret, placeholder]);
      const masked = redactor.mask(put(write(secret)));
      expect([secret, masked]).toEqual([secret, put(placeholder)]);
      expect(redactor.mask(masked)).toBe(masked);
      expect(redactor.find(masked)).toEqual([]);
      if (placeholder === '<ciphertext>' || !plain.includes(how) || where === 'JSON in JSON') continue;
      expect(redactor.find(put(write(secret))).length).toBe(secret.length < 8 ? 0 : 1);
    }
    const all = knowing(...secrets);
    for (const text of ['правда', '044525225', 'Bank "X" & sons, 50% + 1', '1234567', 'Zx9#k'])
      expect(all.mask(put(write(text)))).toBe(put(write(text)));
  });
});

describe('a ciphertext', () => {
  test.each(Object.entries(ciphertexts))(
    'in %s is masked however it is cut behind 32 characters',
    (_, text) => {
      const redactor = knowing([text, '<ciphertext>']);
      for (let end = 32; end < text.length; end += 1) {
        expect(redactor.mask(`"${text.slice(0, end)}…"`)).toBe('"<ciphertext>…"');
        expect(redactor.mask(`"${unicode(text.slice(0, end))}`)).toBe('"<ciphertext>');
      }
      expect(redactor.mask(text.slice(0, 31))).toBe(text.slice(0, 31));
    },
  );

  test('is masked in the encodings of its bytes', () => {
    // A plus is compared as a blank. It shows which of the two base64 alphabets was used.
    const raw = Buffer.concat([randomBytes(60), Buffer.from([0xfb, 0xef, 0xbe]), randomBytes(193)]);
    for (const given of ['base64', 'base64url', 'hex'] as const) {
      const redactor = knowing([raw.toString(given), '<ciphertext>']);
      for (const shown of ['base64', 'base64url', 'hex'] as const) {
        expect(redactor.mask(`x=${raw.toString(shown)};`)).toBe('x=<ciphertext>;');
      }
    }
  });

  test('in PEM is masked between the lines that frame it, as it is, escaped, and on one line', () => {
    const lines = raw.toString('base64').match(/.{1,64}/g) ?? [];
    const framed = (text: string): string => `-----BEGIN PKCS7-----\n${text}\n-----END PKCS7-----\n`;
    const redactor = knowing([framed(lines.join('\n')), '<ciphertext>']);
    expect(redactor.mask(framed(lines.join('\n')))).toBe(framed('<ciphertext>'));
    expect(redactor.mask(json(framed(lines.join('\r\n'))))).toBe(json(framed('<ciphertext>')));
    expect(redactor.mask(percent(framed(lines.join('\n'))))).toBe(
      percent(framed('~')).replace('%7E', '<ciphertext>'),
    );
    expect(redactor.mask(`x ${lines.join('')} y`)).toBe('x <ciphertext> y');
  });

  test('that begins like another one is masked to its own end', () => {
    const one = raw.subarray(0, 48).toString('base64');
    const rest = raw.subarray(49).toString('base64');
    for (const first of ['+', '/', 'B']) {
      const other = `${one}${first}${rest}`;
      const redactor = knowing([`${one}${'A'.repeat(64)}`, '<ciphertext>'], [other, '<ciphertext>']);
      expect(redactor.mask(`${other.replaceAll(/.{64}/g, '$&\r\n')}.`)).toBe('<ciphertext>.');
    }
  });

  test('is no leak where a BIC equals its first hex digits', () => {
    const redactor = knowing([
      Buffer.from(`DRSA${raw.toString('latin1')}`, 'latin1').toString('base64'),
      '<ciphertext>',
    ]);
    const body = '{"banks":[{"name":"Bank","bic":"445253410"},{"name":"B","bic":"44525341"}]}';
    expect(redactor.mask(body)).toBe(body);
    expect(redactor.find(body)).toEqual([]);
  });
});

describe('what is masked beside the encodings', () => {
  test('a text in UTF-16, read as bytes', () => {
    for (const secret of [...passwords, ...Object.values(ciphertexts)]) {
      const redactor = knowing([secret, '<secret>']);
      const little = Buffer.from(`{"x":"${secret}"}`, 'utf16le');
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        const masked = redactor.mask(bytes.toString('latin1'));
        expect(masked.replaceAll('\0', '')).toBe('{"x":"<secret>"}');
      }
    }
  });

  test.each([0, 1, 2])('a password in base64 of a longer text, %i octets behind a boundary', (offset) => {
    for (const password of passwords) {
      const redactor = knowing([password, '<password>']);
      for (const tail of ['', '!', '!!', '!!!']) {
        const text = Buffer.from(`${'-'.repeat(offset + 3)}${password}${tail}`).toString('base64');
        expect(redactor.mask(text)).toMatch(/^.{4,8}<password>.{0,9}$/);
      }
    }
  });
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Secrets, a text, and its masked form. Without a masked form, the text stays and `find` returns nothing. */
test.for<readonly [what: string, secrets: readonly string[], text: string, masked?: string]>([
  ['several secrets', ['first-one', 'second-one'], 'a first-one b second-one', 'a <secret> b <secret>'],
  ['overlapping secrets', ['first-secret-1', 'secret-1-and-more'], '%66irst-secret-1-and-more.', '<secret>.'],
  [
    'own words of the suite',
    ['banks', 'password', 'null', 'true', 'Unavailable', 'repeat the operation'],
    '{"banks":[{"name":null,"password":true}],"description_status":"unavailable, repeat the operation"}',
  ],
  ['own words, escaped', ['banks', 'password'], unicode('banks') + percent(' password')],
  ['an own word in base64', ['password'], `x ${base64('password')} y`, 'x <secret> y'],
  [
    'a part of an own word',
    ['description', 'partnerP'],
    '{"description_status":"partnerPassword","\\u0064escription_status":"description"}',
    '{"description_status":"partnerPassword","\\u0064escription_status":"<secret>"}',
  ],
  ['an own word that a secret begins with', ['description_status-2027'], '{"description_status":""}'],
  [
    'a secret that begins with an own word',
    ['description_status-2027'],
    'a description_status-2027',
    'a <secret>',
  ],
  ['an own word with blanks around it in a secret', [' partnerName '], 'without partnerName it is refused'],
  ['placeholders with a secret in them', ['ciphertext', '<secret>'], '<ciphertext> <secret> <password>'],
  ['a placeholder before a blank', ['<ciphertext>+'], '"<ciphertext> <ciphertext>" '],
  ['a plus at the end', ['<ciphertext>+', 'conforming+'], '<ciphertext>+&conforming+', '<secret>&<secret>'],
  [
    'a short secret within a longer word',
    ['abc'],
    'abc abcd xabc "abc" a%62c abc1 %22abc%22 яabc',
    '<secret> abcd xabc "<secret>" <secret> abc1 %22<secret>%22 яabc',
  ],
  [
    'a number within a longer one',
    ['12345678'],
    '912345678 123456780 x12345678y',
    '912345678 123456780 x<secret>y',
  ],
  ['the beginning of a secret', ['Password-2026'], 'Password-202 Password-2026', 'Password-202 <secret>'],
  [
    'the beginning of a long one, from 12 characters on',
    ['Password-of-2026-11'],
    'Password-of Password-of- Password-of-2026',
    'Password-of <secret> <secret>',
  ],
  ['nothing, and blanks', ['', '  '], 'a  b'],
])('%s', ([, secrets, text, masked = text]) => {
  const redactor = knowing(...secrets.map((one) => [one, '<secret>'] as const));
  expect(redactor.mask(text)).toBe(masked);
  if (masked === text) expect(redactor.find(text)).toEqual([]);
});

test('a number in JSON stays a number', () => {
  const redactor = knowing(['12345678', '<password>']);
  const body = redactor.mask('{"a":12345678,"b":[ 12345678 , 1],"c":"12345678","d":-12345678.5}');
  expect(JSON.parse(body)).toEqual({ a: 0, b: [0, 1], c: '<password>', d: 0 });
  expect(redactor.mask('id 12345678, next')).toBe('id <password>, next');
});

test('find names the settings', () => {
  const redactor = createRedactor(own);
  redactor.add('first-secret', '<password>', 'credentials.partnerPassword');
  redactor.add('other/secret', '<secret>', 'headers.X-Key');
  const settings = (text: string): readonly string[] => redactor.find(text).map(({ setting }) => setting);
  expect(settings('other%2Fsecret first-secret')).toEqual(['headers.X-Key', 'credentials.partnerPassword']);
  expect(settings('first secret')).toEqual([]);
});

test('private headers are masked where they are sent and where they are echoed, whatever their length', () => {
  const redactor = knowing(['long-enough-secret', '<secret>']);
  const privates = [
    ['X-Key', 'k1'],
    ['X-Long', 'four'],
  ] as const;
  const rows = [
    [
      ['x-key', 'k1'],
      ['x-key', '<secret>'],
    ],
    [
      ['Other', 'k1 four'],
      ['Other', 'k1 <secret>'],
    ],
    [
      ['X-Key', 'another'],
      ['X-Key', 'another'],
    ],
    [
      ['X-long-enough-secret', '/?p=long%2Denough-secret'],
      ['X-<secret>', '/?p=<secret>'],
    ],
  ] as const;
  const masked = redactor.maskHeaders(
    rows.map(([given]) => given),
    privates,
  );
  expect(masked).toEqual(rows.map(([, shown]) => shown));
});

describe('a large text', () => {
  const size = 2 ** 18;
  const fill = (part: string): string => part.repeat(Math.ceil(size / part.length)).slice(0, size);

  test('is masked wherever it contains a secret', () => {
    const redactor = knowing([ciphertexts.base64, '<ciphertext>']);
    const secret = unicode(ciphertexts.base64);
    for (const at of [2 ** 20, 2 ** 20 + 2 ** 16, 2 ** 20 + 2 ** 17, 2 * 2 ** 20]) {
      for (const shift of [-secret.length, -300, -1, 0, 1]) {
        const [before, after] = ['-'.repeat(at + shift), '🔑'.repeat(200_000)];
        expect(redactor.mask(before + secret + after) === `${before}<ciphertext>${after}`).toBe(true);
      }
    }
  });

  const redactor = knowing(['a'.repeat(400) + 'b', '<secret>'], ['%'.repeat(300), '<secret>']);
  const beginning = 'MIICdQYJKoZIhvcNAQcDoIICZjCCAmIC';
  for (let count = 0; count < 150; count += 1) {
    redactor.add(randomBytes(256).toString('base64'), '<ciphertext>', 'x');
    redactor.add(`${beginning}${randomBytes(99).toString('base64')}`, '<ciphertext>', 'x');
  }

  // With a quadratic search, this takes minutes and the test times out.
  test.each([
    ['backslashes', '\\'],
    ['encoded percent signs', '%25'],
    ['comments', '/* '],
    ['escaped ampersands', '&amp;'],
    ['endless numbers', '&#000'],
    ['mixed escapes', '%5C\\u0026&#37;&amp;+'],
    ['NULs', '\0'],
    ['one character', 'a'],
    ['bank records', '{"name":"Банк \\u0410","bic":"044525225"},'],
    ['beginnings of ciphertexts', beginning],
  ])('of %s takes little time beside 300 ciphertexts', (_what, part) => {
    expect(redactor.mask(fill(part))).toBeTypeOf('string');
  });
});
