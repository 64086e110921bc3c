import { expect, it } from 'vitest';
import type { Literal, Spelling } from './test-case.ts';
import { open, writeJson as writeJsonIn, writeQuery as writeQueryIn } from './build-request.ts';

type Texts = readonly (readonly [name: string, value: Literal])[];

const entriesOf = (texts: Texts) => texts.map(([name, value]) => [name, open(value)] as const);
const writeJson = (texts: Texts, spelling: Spelling): string =>
  writeJsonIn(entriesOf(texts), spelling, 'sent');
const writeQuery = (texts: Texts, spelling: Spelling | 'raw'): string =>
  writeQueryIn(entriesOf(texts), spelling, 'sent');

const spellings: readonly Spelling[] = [
  'usual',
  'rotated',
  'rotated-back',
  'spaced',
  'escaped',
  'encoded',
  'encoded-lower-case',
  'rich-ciphertext',
];

const texts: readonly (readonly [string, string])[] = [
  ['partnerName', '1042'],
  ['partnerPassword', 'a+b/c==&d%20 "\\\n\u0000\u007f'],
  ['useAuthByCert', 'да 🏦 \ud83d'.toWellFormed()],
];

const mixed: Texts = [...texts, ['none', null], ['flag', true], ['list', ['1', '2']], ['number', 1.5]];

it.each(spellings)('writes JSON that means the same object: %s', (spelling) => {
  expect(JSON.parse(writeJson(texts, spelling))).toEqual(Object.fromEntries(texts));
  expect(JSON.parse(writeJson(mixed, spelling))).toEqual(Object.fromEntries(mixed));
  expect(JSON.parse(writeJson([], spelling))).toEqual({});
});

it('keeps a repeated name', () => {
  const body = writeJson(
    [
      ['partnerName', '1'],
      ['partnerName', '2'],
    ],
    'usual',
  );
  expect(body).toBe('{"partnerName":"1","partnerName":"2"}');
});

it('differs in JSON by order, white space and escapes, and by nothing else', () => {
  const usual = writeJson(texts, 'usual');
  const members = Object.keys(JSON.parse(writeJson(texts, 'rotated-back')));
  expect(members).toEqual([...texts.slice(-1), ...texts.slice(0, -1)].map(([name]) => name));
  const spaced = writeJson(texts, 'spaced');
  expect(spaced).toMatch(/^ \r\n\t\{[\s\S]*"partnerName"\t : "1042"[\s\S]*\} \r\n\t$/);
  const escaped = writeJson(texts, 'escaped');
  expect(escaped).toMatch(/^\{("(\\u[\da-fA-F]{4}|\\\/)+":"(\\u[\da-fA-F]{4}|\\\/)+",?)+\}$/);
  expect(new Set([usual, spaced, escaped]).size).toBe(3);
});

it('writes escapes with hex digits in either case, and a slash by a backslash', () => {
  expect(writeJson([['kn', 'zz/K']], 'escaped')).toBe(String.raw`{"\u006b\u006E":"\u007a\u007A\/\u004B"}`);
});

it('has each parameter first and last in one order', () => {
  const orders = (['usual', 'rotated', 'rotated-back'] as const).map((spelling) =>
    Object.keys(JSON.parse(writeJson(texts, spelling))),
  );
  for (const [name] of texts) {
    expect(orders.some((names) => names[0] === name)).toBe(true);
    expect(orders.some((names) => names.at(-1) === name)).toBe(true);
  }
});

it('writes a lone surrogate as the escape that JSON allows', () => {
  expect(writeJson([['name', '\ud800']], 'escaped')).toBe(String.raw`{"\u006e\u0061\u006d\u0065":"\ud800"}`);
});

it.each(spellings)('writes a query that decodes to the same parameters: %s', (spelling) => {
  const query = writeQuery(texts, spelling);
  expect(query).toMatch(/^[A-Za-z0-9\-._~!*'()%&=]*$/);
  const pairs = query
    .split('&')
    .map((pair) => pair.split('=').map((part) => decodeURIComponent(part)) as [string, string]);
  expect(Object.fromEntries(pairs)).toEqual(Object.fromEntries(texts));
  expect(pairs).toHaveLength(texts.length);
});

it('percent-encodes +, / and = of a ciphertext in every spelling but the raw one', () => {
  const entries: Texts = [['partnerPassword', 'ab+/cd==']];
  expect(writeQuery(entries, 'usual')).toBe('partnerPassword=ab%2B%2Fcd%3D%3D');
  expect(writeQuery(entries, 'rich-ciphertext')).toBe('partnerPassword=ab%2B%2Fcd%3D%3D');
  expect(writeQuery(entries, 'raw')).toBe('partnerPassword=ab+/cd==');
});

it('percent-encodes every octet, with hex digits in either case', () => {
  const entries: Texts = [['k', 'Zя/']];
  expect(writeQuery(entries, 'encoded')).toBe('%6B=%5A%D1%8F%2F');
  expect(writeQuery(entries, 'encoded-lower-case')).toBe('%6b=%5a%d1%8f%2f');
});

it.each(spellings)('shows a placeholder as it is, and everything else as it is sent: %s', (spelling) => {
  const entries = [
    ['partnerName', open('1 042')],
    ['partnerPassword', { sent: ' a+b ', shown: ' <ciphertext> ' }],
  ] as const;
  expect(JSON.parse(writeJsonIn(entries, spelling, 'shown'))).toEqual({
    partnerName: '1 042',
    partnerPassword: ' <ciphertext> ',
  });
  expect(writeJsonIn(entries, spelling, 'shown')).toContain('<ciphertext>');
  const [shown, sent] = (['shown', 'sent'] as const).map((view) => writeQueryIn(entries, spelling, view));
  expect(shown?.replace('<ciphertext>', '')).toBe(sent?.replace(/(?:a|%61)%2b(?:b|%62)/i, ''));
});
