import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRedactor, type Placeholder } from './redactor.ts';

const password = 'Gehe!m&"wort" \\/+§ 1\'';
const ciphertext = 'qL9+/7Zr0Xc4Vw1tPzNn5h8Kq2+ysd/AbCdEfGhIjKlMnOpQrStUvWxYz012345=='.replace('==', '');

function knowing(...secrets: (readonly [string, Placeholder])[]) {
  const redactor = createRedactor();
  for (const [secret, placeholder] of secrets) redactor.add(secret, placeholder);
  return redactor;
}

const encodeAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const unicodeAll = (text: string) =>
  Array.from(
    { length: text.length },
    (_one, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
const htmlAll = (text: string, base: 10 | 16) =>
  [...text].map((one) => `&#${base === 16 ? 'x' : ''}${one.codePointAt(0)?.toString(base)};`).join('');
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const form = (text: string) => new URLSearchParams({ a: text }).toString().slice(2);

const spellings: readonly (readonly [name: string, write: (secret: string) => string])[] = [
  ['as it is', (text) => text],
  ['percent-encoded', encodeURIComponent],
  [
    'percent-encoded in lower case',
    (text) => encodeURIComponent(text).replaceAll(/%../g, (hex) => hex.toLowerCase()),
  ],
  ['percent-encoded in every character', encodeAll],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['percent-encoded twice in every character', (text) => encodeAll(encodeAll(text))],
  ['as a form', form],
  ['as a form twice', (text) => form(form(text))],
  ['as JSON', json],
  ['as JSON with escaped slashes', (text) => json(text).replaceAll('/', '\\/')],
  ['as JSON in every character', unicodeAll],
  [
    'as JSON in every character, upper case',
    (text) => unicodeAll(text).toUpperCase().replaceAll('\\U', '\\u'),
  ],
  ['as HTML', html],
  ['as HTML with &apos;', (text) => html(text).replaceAll('&#39;', '&apos;')],
  ['as HTML in every character, decimal', (text) => htmlAll(text, 10)],
  ['as HTML in every character, hex', (text) => htmlAll(text, 16)],
  ['as JSON in HTML', (text) => html(json(text))],
  ['as HTML in JSON', (text) => json(html(text))],
  ['percent-encoded twice, in JSON', (text) => unicodeAll(encodeURIComponent(encodeURIComponent(text)))],
  ['as JSON in JSON', (text) => json(json(text))],
  ['as base64', (text) => Buffer.from(text).toString('base64')],
  ['as base64url', (text) => Buffer.from(text).toString('base64url')],
  ['as base64, percent-encoded', (text) => encodeURIComponent(Buffer.from(text).toString('base64'))],
  ['as hex', (text) => Buffer.from(text).toString('hex')],
  ['as upper-case hex', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['as UTF-8 read as Latin-1', (text) => Buffer.from(text).toString('latin1')],
];

/** The same numbers in every run. */
function drawer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

describe('spellings', () => {
  test.each(spellings)('a password %s is masked', (_name, write) => {
    const redactor = knowing([password, '<password>']);
    const text = `{"x":"${write(password)}","y":1}`;
    expect(redactor.find(text)).toBe(true);
    expect(redactor.mask(text)).toBe('{"x":"<password>","y":1}');
  });

  test.each(spellings)('a ciphertext %s is masked', (_name, write) => {
    const redactor = knowing([password, '<password>'], [ciphertext, '<ciphertext>']);
    expect(redactor.mask(`x=${write(ciphertext)}&y`)).toBe('x=<ciphertext>&y');
  });

  test.each(spellings)(
    'a secret %s, cut off anywhere after its first half, leaves no half behind',
    (_name, write) => {
      const redactor = knowing([ciphertext, '<ciphertext>']);
      const text = write(ciphertext);
      for (let end = Math.ceil(text.length / 2); end < text.length; end += 1) {
        const masked = redactor.mask(`"${text.slice(0, end)}`);
        expect(masked).toMatch(/^"<ciphertext>/);
        expect(masked.length).toBeLessThan(50);
      }
    },
  );

  test('eight characters of a beginning are masked, seven are not', () => {
    const redactor = knowing([ciphertext, '<ciphertext>']);
    expect(redactor.mask(`…${ciphertext.slice(0, 8)}`)).toBe('…<ciphertext>');
    expect(redactor.mask(`…${ciphertext.slice(0, 7)}`)).toBe(`…${ciphertext.slice(0, 7)}`);
    expect(redactor.mask(ciphertext.slice(0, 12) + '###')).toBe('<ciphertext>###');
  });

  test('digits of a BIC are no beginning of a ciphertext in hex, of which sixteen count', () => {
    // Its first characters are 44 52 53 41 66 67 68 69 in hex.
    const redactor = knowing([`DRSAfghi${ciphertext}`, '<ciphertext>']);
    expect(redactor.mask('"bic":"044525341"')).toBe('"bic":"044525341"');
    expect(redactor.mask('"bic":"445253417"')).toBe('"bic":"445253417"');
    expect(redactor.mask('4452534166676869')).toBe('<ciphertext>');
    expect(redactor.find('445253416667686971')).toBe(false);
  });

  test.each([
    ['<password>', 8],
    ['<ciphertext>', 16],
  ] as const)('of a %s a beginning of %i characters is found in what was written', (placeholder, least) => {
    const redactor = knowing([ciphertext, placeholder]);
    expect(redactor.find(`…${ciphertext.slice(0, least)}`)).toBe(true);
    expect(redactor.find(`…${ciphertext.slice(0, least - 1)}`)).toBe(false);
    expect(redactor.find(ciphertext)).toBe(true);
  });

  test('an encoded beginning is masked from five characters of a password and seven of a ciphertext on', () => {
    const redactor = knowing([ciphertext, '<ciphertext>'], ['p@ss/word+1', '<password>']);
    expect(redactor.mask(encodeURIComponent(ciphertext).slice(0, 11))).toBe('<ciphertext>');
    expect(redactor.mask('p%40ss%2Fw')).toBe('<password>');
    expect(redactor.mask('%71%4C%39%2B')).toBe('%71%4C%39%2B');
  });

  test.each([0, 1, 2])('base64 of a longer text that holds the secret at offset %i is masked', (offset) => {
    for (const tail of ['', 'x', 'xy']) {
      const redactor = knowing([password, '<password>']);
      const text = Buffer.from('-'.repeat(offset + 3) + password + tail).toString('base64');
      expect(redactor.mask(text)).toContain('<password>');
      expect(redactor.mask(text).length).toBeLessThan(26);
    }
  });

  test('the bytes of a ciphertext are masked in other encodings', () => {
    const bytes = randomBytes(96);
    for (const given of ['base64', 'base64url', 'hex'] as const) {
      const redactor = knowing([bytes.toString(given), '<ciphertext>']);
      for (const shown of ['base64', 'base64url', 'hex'] as const) {
        expect(redactor.mask(`<${bytes.toString(shown)}>`)).toBe('<<ciphertext>>');
      }
      expect(redactor.mask(bytes.toString('hex').toUpperCase())).toBe('<ciphertext>');
    }
  });

  test('the bytes of a PEM ciphertext are masked on one line', () => {
    const bytes = randomBytes(90);
    const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
    const pem = `-----BEGIN PKCS7-----\n${lines.join('\n')}\n-----END PKCS7-----\n`;
    const redactor = knowing([pem, '<ciphertext>']);
    expect(redactor.mask(`a ${json(pem)} b`)).toBe('a <ciphertext> b');
    expect(redactor.mask(`a ${bytes.toString('base64')} b`)).toBe('a <ciphertext> b');
  });

  test('a secret that looks like an escape is found all the same', () => {
    const tricky = 'a%41b\\u0041c&amp;d+e';
    const redactor = knowing([tricky, '<secret>']);
    for (const [, write] of spellings) expect(redactor.mask(`(${write(tricky)})`)).toBe('(<secret>)');
  });

  test('a secret beyond the basic plane is found', () => {
    const emoji = 'пароль🔑ключ😀';
    const redactor = knowing([emoji, '<password>']);
    for (const [, write] of spellings) expect(redactor.mask(`(${write(emoji)})`)).toBe('(<password>)');
  });

  test.each(spellings)('a secret of any characters in any order is found %s', (_name, write) => {
    const characters = [
      'a',
      'Z',
      '7',
      '-',
      '&',
      '%',
      '"',
      '\\',
      '/',
      '+',
      ' ',
      'ж',
      'é',
      '漢',
      '🔥',
      '𝒳',
      '😀',
    ];
    const draw = drawer(42);
    const word = (length: number): string =>
      Array.from({ length }, () => characters[draw() % characters.length] ?? '').join('');
    const inPlaces = Array.from({ length: 10 }, (_one, at) => `${'pass-word+'.slice(0, at)}🔥word-12345`);
    for (const secret of [...inPlaces, ...Array.from({ length: 200 }, () => `${word(8 + (draw() % 12))}x`)]) {
      const redactor = knowing([secret, '<password>']);
      const text = `"${write(secret)}"`;
      expect({ secret, isFound: redactor.find(text) }).toEqual({ secret, isFound: true });
      expect(redactor.mask(text).replaceAll('<password>', '').length).toBeLessThan(8);
    }
  });
});

describe('what is not a secret', () => {
  test('text without a secret stays as it is', () => {
    const redactor = knowing([password, '<password>'], [ciphertext, '<ciphertext>']);
    const text = 'Пароль %D0%9F \\u041f &amp; + \ud800 %zz &#xZZ; \\';
    expect(redactor.mask(text)).toBe(text);
    expect(redactor.find(text)).toBe(false);
  });

  test('masking again changes nothing, even where a secret is a word of the placeholder', () => {
    const redactor = knowing(
      ['password', '<password>'],
      ['secret', '<secret>'],
      [ciphertext, '<ciphertext>'],
    );
    const once = redactor.mask(`password ${ciphertext} secret`);
    expect(once).toBe('<password> <ciphertext> <secret>');
    expect(redactor.mask(once)).toBe(once);
    expect(redactor.find(once)).toBe(false);
  });

  test('a short secret counts only as a whole word', () => {
    const redactor = knowing(['abc', '<password>']);
    expect(redactor.mask('abc abcd xabc "abc" a%62c abc1 %22abc%22 \\u0022abc\\u0022 яabc')).toBe(
      '<password> abcd xabc "<password>" <password> abc1 %22<password>%22 \\u0022<password>\\u0022 яabc',
    );
    expect(redactor.find('abc')).toBe(false);
  });

  test('the beginning of a password does not maim the names of the interface', () => {
    const redactor = knowing(['Password-2026', '<password>'], ['Пароль-2026', '<password>']);
    const text = '{"partnerPassword":"x"} Password wrong, Пароль неверен';
    expect(redactor.mask(text)).toBe(text);
    expect(redactor.mask('Password-2026, Password-2, Пароль-2026')).toBe(
      '<password>, <password>, <password>',
    );
  });

  test('an empty secret masks nothing', () => {
    expect(knowing(['', '<secret>']).mask('abc')).toBe('abc');
  });
});

describe('a secret that is a public word', () => {
  const redactor = knowing(['unavailable', '<secret>']);

  test('is masked where it stands alone', () => {
    expect(redactor.mask('X-Fault: unavailable')).toBe('X-Fault: <secret>');
    expect(redactor.mask('{"fault":"unavailable"} unavailable.')).toBe('{"fault":"<secret>"} <secret>.');
  });

  test.each([
    'b.unavailable.status',
    'reward-unavailable',
    'conditions.unavailable: found',
    '(b.unavailable)',
  ])('is left in the longer word %s', (text) => expect(redactor.mask(text)).toBe(text));

  test('is no leak, for everybody knows it', () => {
    expect(redactor.find('"condition": "unavailable"')).toBe(false);
    expect(knowing(['unavailable-4711', '<secret>']).find('unavailable-4711')).toBe(true);
  });

  test('is masked in base64 and hex as ever', () => {
    for (const encoding of ['base64', 'hex'] as const)
      expect(redactor.mask(`x${Buffer.from('unavailable').toString(encoding)}`)).toBe('x<secret>');
  });

  test('can be named by whoever creates the redactor', () => {
    const own = createRedactor(['acme-corporation']);
    own.add('corporation', '<secret>');
    expect(own.mask('acme-corporation corporation')).toBe('acme-corporation <secret>');
  });
});

describe('a password of four to seven characters', () => {
  const redactor = knowing(['Zx9#kQ', '<password>']);

  test('is masked inside other letters too', () => {
    expect(redactor.mask('xZx9#kQâ¦ Zx9#kQ… 1Zx9%23kQ2')).toBe('x<password>â¦ <password>… 1<password>2');
  });

  test.each([0, 1, 2, 3])('is masked in base64 behind %i bytes', (offset) => {
    for (const tail of ['', 'x', 'xy', 'xyz']) {
      const text = Buffer.from('-'.repeat(offset) + 'Zx9#kQ' + tail).toString('base64');
      expect(redactor.mask(text)).toContain('<password>');
    }
  });

  test('counts only as a word where it is letters or digits alone', () => {
    const plain = knowing(['bank', '<password>'], ['104452', '<secret>']);
    expect(plain.mask('banks bank 044525104452 104452')).toBe('banks <password> 044525104452 <secret>');
  });
});

describe('headers', () => {
  test('of a request are masked where the profile sets them, and public where the suite does', () => {
    const redactor = knowing(['unavailable', '<secret>'], [password, '<password>']);
    const privates = [['X-Fault', 'unavailable']] as const;
    const sent = [
      ['User-Agent', 'suite/1 (b.unavailable)'],
      ['x-fault', 'unavailable'],
    ] as const;
    expect(redactor.maskSentHeaders(sent, privates)).toEqual([
      ['User-Agent', 'suite/1 (b.unavailable)'],
      ['x-fault', '<secret>'],
    ]);
    expect(redactor.maskSentHeaders([['X-A', password]], [['X-A', password]])).toEqual([['X-A', '<secret>']]);
  });

  test('a private value is masked where it is sent and where it is echoed, whatever its length', () => {
    const redactor = createRedactor();
    const privates = [
      ['X-Key', 'k1'],
      ['X-Long', 'four'],
    ] as const;
    expect(redactor.maskHeaders([['x-key', 'k1']], privates)).toEqual([['x-key', '<secret>']]);
    expect(redactor.maskHeaders([['Other', 'k1 four']], privates)).toEqual([['Other', 'k1 <secret>']]);
    expect(redactor.maskHeaders([['X-Key', 'another']], privates)).toEqual([['X-Key', 'another']]);
  });

  test('secrets in names and values are masked', () => {
    const redactor = knowing([ciphertext, '<ciphertext>']);
    const headers = [['Location', `/x?p=${encodeURIComponent(ciphertext)}`]] as const;
    expect(redactor.maskHeaders(headers, [])).toEqual([['Location', '/x?p=<ciphertext>']]);
  });
});

// Bounds are wide, for a busy machine: what is quadratic takes minutes.
describe('time', () => {
  const many = createRedactor();
  for (let count = 0; count < 500; count += 1) many.add(randomBytes(256).toString('base64'), '<ciphertext>');
  const size = 64 * 1024;
  const fill = (part: string) => part.repeat(Math.ceil(size / part.length)).slice(0, size);

  test.each<[string, string]>([
    ['base64', randomBytes(size).toString('base64').slice(0, size)],
    ['bank records', fill('{"name":"Банк \\u0410","bic":"044525225"},')],
    ['backslashes', fill('\\')],
    ['percent signs', fill('%')],
    ['encoded percent signs', fill('%2525')],
    ['ampersands', fill('&')],
    ['endless numbers', fill('&#000')],
    ['mixed escapes', fill('%5C\\u0026&#37;&amp;+')],
    ['lone surrogates', fill('\ud800\udc00\udc00')],
  ])('64 KiB of %s take little time beside 500 ciphertexts', (_name, text) => {
    many.mask(text);
    const start = performance.now();
    many.mask(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('a secret of one repeated character does not make the search quadratic', () => {
    const redactor = knowing(
      ['a'.repeat(400) + 'b', '<secret>'],
      ['%'.repeat(300), '<secret>'],
      ['\\'.repeat(300), '<secret>'],
    );
    const start = performance.now();
    for (const part of ['a', '%', '\\', 'aaaaaaac']) redactor.mask(fill(part));
    expect(performance.now() - start).toBeLessThan(6000);
  });
});
