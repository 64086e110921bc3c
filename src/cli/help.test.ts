import { describe, expect, it } from 'vitest';
import { displayWidth } from '../report/text-width.ts';
import { commands } from './command.ts';
import type { CommandName } from './command.ts';
import { call } from './fake-terminal.test-support.ts';
import { commandHelp } from './help.ts';
import { programHelp } from './program-help.ts';

const names = Object.keys(commands) as readonly CommandName[];
const page = async (name: CommandName): Promise<string> =>
  (await call(await commands[name].load(), ['--help'])).out;

describe.each(names)('the help of `%s`', (name) => {
  it('fits into 80 columns, and says how it is called', async () => {
    const text = await page(name);
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(text).toMatch(
      new RegExp(`^Usage: sbp-banks-conformance ${name}( .*)? \\[options\\]\n\n[A-Z].*\\.\n`),
    );
    expect(text).toMatch(/\n {2}--help +show this\n/);
  });

  it('has examples, all of them with options that there are', async () => {
    const text = (await page(name)).replaceAll(/ \\\n\s*/g, ' ');
    const { examples } = commands[name];
    expect(examples.length).toBeGreaterThan(0);
    for (const { args } of examples) {
      expect(text).toContain(`  sbp-banks-conformance ${name}${args === '' ? '' : ` ${args}`}\n`);
      for (const option of args.match(/--[a-z-]+/g) ?? [])
        expect(text).toMatch(new RegExp(`^ {2}${option}[ \n]`, 'm'));
    }
  });
});

it('options that have groups stand under their titles, those without at the end', () => {
  const text = commandHelp('x FILE', {
    help: { type: 'flag', summary: 'show this' },
    out: { type: 'text', value: 'DIR', group: 'reports', summary: 'where to' },
    only: { type: 'text', choices: ['a', 'b'], group: 'selection', repeatable: true, summary: 'which' },
    'an-option-that-is-long': { type: 'text', value: 'FILE', group: 'selection', summary: 'what' },
  });
  expect(text).toBe(`Usage: sbp-banks-conformance x FILE [options]

What of it:
  --only a|b              which (repeatable)
  --an-option-that-is-long FILE
                          what

What is written:
  --out DIR               where to

Other:
  --help                  show this
`);
});

it('the program lists every command within 80 columns', () => {
  const lines = programHelp({ name: 'suite', version: '1.2.3' }).split('\n');
  expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([]);
  for (const name of names) expect(lines.some((line) => line.startsWith(`  ${name} `))).toBe(true);
});
