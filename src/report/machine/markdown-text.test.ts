import { describe, expect, test } from 'vitest';
import { cell, code, codeBlock, prose, table } from './markdown-text.ts';

describe('text as code', () => {
  test.each([
    ['plain', '`plain`'],
    ['', ''],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['``` x', '```` ``` x ````'],
    [' x ', '`  x  `'],
    ['a|b', '`a|b`'],
    ['one\ntwo\u202e', String.raw`${'`'}one\ntwo\u202e${'`'}`],
    ['##[error]x', String.raw`${'`'}#\x23[error]x${'`'}`],
  ])('%j is %j', (text, markdown) => {
    expect(code(text)).toBe(markdown);
  });

  test('in a block has a fence that it does not hold', () => {
    expect(codeBlock(' ::error::x')).toBe('```sh\n:\\x3aerror::x\n```');
    expect(codeBlock('a ```` b\n```')).toBe('`````sh\na ```` b\\n```\n`````');
  });
});

describe('a sentence', () => {
  test.each([
    ['Without `partnerName` the answer is 422.', 'Without `partnerName` the answer is 422.'],
    ['the member description_status', 'the member `description_status`'],
    ['see https://a.test now', 'see `https://a.test` now'],
    ['ask @octocat or #12', 'ask `@octocat` or `#12`'],
    ['go to www.a.test', 'go to `www.a.test`'],
    ['a <b> c', 'a `<b>` c'],
    ['<b> *c* d', '`<b> *c*` d'],
    ['- not an item', '`-` not an item'],
    ['1. not an item', '`1.` not an item'],
    ['   1. not an item', '`1.` not an item'],
    ['`a``b`', '`a` `b`'],
    ['it is :tada: time', 'it is `:tada:` time'],
    ['from 18:03:08 on', 'from 18:03:08 on'],
    ['Текст «не прошёл», код 7', 'Текст «не прошёл», код 7'],
  ])('%j is %j', (text, markdown) => {
    expect(prose(text)).toBe(markdown);
  });
});

test('a cell ends neither itself nor its row', () => {
  expect(cell('a|b\n<c> www.d')).toBe('a&#124;b&#92;n&#60;c&#62; www&#46;d');
  expect(table(['x', 'y'], [['1', '2']])).toBe('| x | y |\n| --- | --- |\n| 1 | 2 |');
});
