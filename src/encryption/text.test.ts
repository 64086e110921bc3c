import { describe, expect, it } from 'vitest';
import { quoteFirstLine } from './command.ts';
import { assertHoldsPassword, decode, encode, fillTemplate } from './scheme.ts';

const services = { now: () => new Date('2026-11-20T10:00:00Z'), uuid: () => 'b9f1' };

describe('a template', () => {
  it.each([
    ['{password}', 'secret', 'secret'],
    ['{timestamp} {uuid} {password}', 'secret', '2026-11-20T10:00:00.000Z b9f1 secret'],
    ['{password} {other} {Password} $&', 'x', 'x {other} {Password} $&'],
    ['<{password}>{uuid}', '{uuid}', '<{uuid}>b9f1'],
    ['{password}{password}', "$&$'$1$$", "$&$'$1$$$&$'$1$$"],
  ])('%j with the password %j becomes %j', (template, password, filled) => {
    expect(fillTemplate(template, password, services)).toBe(filled);
  });

  it('must hold the password', () => {
    const said = 'found a text without {password}, expected one that contains {password}';
    expect(() => assertHoldsPassword('{Password}')).toThrow(said);
    expect(() => assertHoldsPassword('x{password}')).not.toThrow();
  });
});

describe('an encoding', () => {
  const bytes = Buffer.from('fbff00fe', 'hex');

  it.each([
    ['base64', '+/8A/g=='],
    ['base64url', '-_8A_g'],
    ['hex', 'fbff00fe'],
    ['pem', '-----BEGIN PKCS7-----\n+/8A/g==\n-----END PKCS7-----\n'],
  ] as const)('%s writes and reads %j', (encoding, text) => {
    expect(encode(bytes, encoding)).toBe(text);
    expect(decode(text, encoding)).toEqual(bytes);
  });
});

describe('a quoted line', () => {
  const secret = 'Па"ss<wd>&%1';
  const bytes = Buffer.from(secret);

  it.each([
    ['unknown key\nmore', 'unknown key'],
    ['\n\r\n second line \r\nthird', 'second line'],
    ['\u001B[31mred\u0007', '[31mred'],
    [`value ${'Qk1'.repeat(20)} refused`, 'value … refused'],
    ['x '.repeat(200), 'x '.repeat(100)],
    ['', null],
    ['\n', null],
  ])('of %j is %j', (text, quoted) => {
    expect(quoteFirstLine(text, [secret, '\uD800 secret'])).toBe(quoted);
  });

  it.each([
    ['plain', secret],
    ['in capitals', secret.toUpperCase()],
    ['its end', secret.slice(-8)],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['JSON-escaped', JSON.stringify(secret)],
    ['JSON-escaped in ASCII', String.raw`\u041f\u0430\"ss`],
    ['HTML-escaped', 'Па&quot;ss&lt;wd&gt;&amp;%1'],
    ['base64', bytes.toString('base64')],
    ['base64url after a name', Buffer.from(`user:${secret}`).toString('base64url')],
    ['base64 within another text', Buffer.from(`<${secret}>!`).toString('base64')],
    ['hex', bytes.toString('hex')],
    ['UTF-16', secret.split('').join('\0')],
    ['UTF-8 read as Latin-1', bytes.toString('latin1')],
  ])('is omitted if it contains a secret, %s', (_form, text) => {
    expect(quoteFirstLine(`bad: ${text}!`, ['', secret])).toBeNull();
  });

  it('is omitted if it contains a short secret, a line of one, or one with a blank as +', () => {
    expect(quoteFirstLine('bad: 1234', ['1234'])).toBeNull();
    expect(quoteFirstLine('bad: 1234\n5678', ['1234\n5678'])).toBeNull();
    expect(quoteFirstLine('bad: open+the+door', ['open the door'])).toBeNull();
  });
});
