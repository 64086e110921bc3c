import { describe, expect, it } from 'vitest';

import { findNaming } from './naming.ts';
import { readTextFiles } from './texts.test-support.ts';

const textsIn = (name: string): readonly string[] =>
  readTextFiles('naming').flatMap((file) => (file.name === name ? file.texts : []));
const named = [
  ...textsIn('named'),
  String.raw`\"partnerName\" is missing`,
  String.raw`Missing:\npartnerName\nuseAuthByCert`,
  String.raw`\u0022partnerName\u0022`,
  '\u200BpartnerName\u200B',
];
const otherwise = [...textsIn('otherwise'), 'partner\u2011name', 'part\u200BnerName', 'partner\u00ADName'];
const absent = [...textsIn('absent'), ''];

describe('findNaming', () => {
  it.for(named)('takes %j for the name', (text) => expect(findNaming(text, 'partnerName')).toBe('named'));
  it.for(otherwise)('takes %j for another spelling', (text) =>
    expect(findNaming(text, 'partnerName')).toBe('other-spelling'),
  );
  it.for(absent)('does not see the name in %j', (text) =>
    expect(findNaming(text, 'partnerName')).toBe('absent'),
  );
  it('distinguishes the parameters', () => {
    expect(findNaming('use_auth_by_cert', 'useAuthByCert')).toBe('other-spelling');
    expect(findNaming('useAuthByCert', 'partnerPassword')).toBe('absent');
    expect(findNaming('partner password', 'partnerName')).toBe('absent');
  });
  it('takes the characters of a name literally', () => {
    expect(findNaming('aXb', 'a.b')).toBe('absent');
    expect(findNaming('the a.b is missing', 'a.b')).toBe('named');
  });
  it('finds the exact name anywhere', () => {
    expect(findNaming(`${'. '.repeat(50_000)}partnerName`, 'partnerName')).toBe('named');
  });
});
