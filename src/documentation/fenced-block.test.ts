import { describe, expect, it } from 'vitest';
import { commandsOf, fencedBlocks, wordsOf } from './fenced-block.test-support.ts';

const markdown = [
  'text',
  '',
  '```console',
  '$ one --flag \\',
  '    two',
  'output',
  '$ three && four',
  '```',
  '',
  '1. list',
  '',
  '   <!-- ends with 3 -->',
  '   ```sh',
  '   # a comment',
  "   five 'a b'",
  '   ```',
  '',
  '```yaml',
  '$ no: command',
  '```',
].join('\n');

describe('the blocks of a Markdown file', () => {
  it('are found in lists too, with their line and what they end with', () => {
    const found = fencedBlocks(markdown).map(({ language, line, endsWith }) => [language, line, endsWith]);
    expect(found).toEqual([
      ['console', 4, 0],
      ['sh', 14, 3],
      ['yaml', 19, 0],
    ]);
  });

  it('hold commands, not what these print', () => {
    expect(fencedBlocks(markdown).map(commandsOf)).toEqual([
      ['one --flag two', 'three && four'],
      ["# a comment\nfive 'a b'"],
      [],
    ]);
  });
});

it.each([
  ["run --case 'b.missing.*' --out my\\ dir", null],
  ['run --case \'b.missing.*\' --note="a b"', ['run', '--case', 'b.missing.*', '--note=a b']],
  ['run | jq .', null],
  ['run $HOME', null],
  ['run *.yaml', null],
] as const)('the words of %j are %j', (command, words) => {
  expect(wordsOf(command)).toEqual(words);
});
