import { describe, expect, it } from 'vitest';
import { quoteFirstLine } from './quote.ts';

const secret = 'Па"ss<wd>&%1';

describe('a quoted line', () => {
  it.each([
    ['unknown key\nmore', 'unknown key'],
    ['\n\r\n second line \r\nthird', 'second line'],
    ['\u001B[31mred\u0007', '[31mred'],
    [`value ${'Qk1'.repeat(20)} refused`, 'value … refused'],
    ['x '.repeat(200), 'x '.repeat(100)],
    ['', null],
    ['\n', null],
  ])('of %j is %j', (text, quoted) => {
    expect(quoteFirstLine(text, [secret])).toBe(quoted);
  });

  it.each([
    ['plain', secret],
    ['in capitals', secret.toUpperCase()],
    ['cut off', secret.slice(0, 8)],
    ['its end', secret.slice(-8)],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['JSON-escaped', JSON.stringify(secret)],
    ['HTML-escaped', 'Па&quot;ss&lt;wd&gt;&amp;%1'],
    ['base64', Buffer.from(secret).toString('base64')],
    ['hex', Buffer.from(secret).toString('hex')],
  ])('is left out where it holds a secret, %s', (_form, text) => {
    expect(quoteFirstLine(`bad: ${text}!`, ['', secret])).toBeNull();
  });

  it('is left out where it holds a short secret', () => {
    expect(quoteFirstLine('bad: 1234', ['1234'])).toBeNull();
  });

  it('takes no harm from half a character', () => {
    expect(quoteFirstLine('bad', ['\uD800 secret'])).toBe('bad');
  });
});
