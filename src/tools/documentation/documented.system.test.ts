import { describe, expect, it } from 'vitest';
import { commands } from '../../cli/command.ts';
import type { CommandName } from '../../cli/command.ts';
import { askIn } from '../../cli/fake-terminal.test-support.ts';
import { expectWarnings } from '../../results/warning.test-support.ts';
import { carryOut, exceptions, inSession } from './documented.test-support.ts';
import { commandsOf, fencedBlocks, markdownFiles } from './markdown.test-support.ts';
import type { MarkdownFile } from './markdown.test-support.ts';

/** Defects of the service on a page. On other pages it has none. */
const defects: Readonly<Record<string, readonly string[]>> = {
  'docs/verdicts.md': ['b-unauthorized-says-nothing'],
};

/** Warnings that the commands of a page print. */
const warnings: Readonly<Record<string, RegExp>> = {
  'docs/certificate.md': /^! certificate: the former certificate is removed/,
};

const files = await markdownFiles();

const documented = files.filter(
  ({ file, blocks }) => !file.startsWith('fixtures/') && blocks.some((block) => commandsOf(block).length > 0),
);

interface Stated {
  readonly place: string;
  readonly command: string;
  readonly exitCode: number;
}

const statedIn = ({ file, blocks }: Pick<MarkdownFile, 'file' | 'blocks'>): readonly Stated[] =>
  blocks.flatMap((block) =>
    commandsOf(block).map((command) => {
      return { place: `${file}:${block.line}: ${command}`, command, exitCode: block.exitCode };
    }),
  );

/** Executes the commands one after the other. Returns those with another exit code than stated. */
const follow = (all: readonly Stated[], wrong: readonly string[] = []): Promise<readonly string[]> =>
  inSession(wrong, async (session) => {
    const found: string[] = [];
    for (const { place, command, exitCode } of all) {
      const outcome = await carryOut(command, session);
      if (outcome === null || outcome.code === exitCode) continue;
      found.push(`${place}: exit code ${outcome.code}, not ${exitCode}\n${outcome.text.slice(-2000)}`);
    }
    return found;
  });

/** Examples on a page of help, without the commands that they are piped into. */
const examplesOn = (help: string): readonly string[] =>
  commandsOf({
    language: 'console',
    text: help.replaceAll(/^ {2}(?=npx sbp-banks-conformance )/gm, '$ '),
  }).map((command) => command.split(' | ')[0] ?? '');

describe('every command', () => {
  it.each(documented)('in $file exits with the code that the page states', async (page) => {
    const warning = warnings[page.file];
    if (warning !== undefined) expectWarnings(warning);
    expect(await follow(statedIn(page), defects[page.file])).toEqual([]);
  });

  it.each(Object.keys(commands) as readonly CommandName[])(
    'among the examples of `%s --help` exits with code 0',
    async (name) => {
      const examples = examplesOn((await askIn({}, name, '--help')).out);
      expect(examples).toHaveLength(commands[name].examples.length);
      expect(exceptions.filter(([pattern]) => examples.some((one) => pattern.test(one)))).toEqual([]);
      const all = examples.map((command) => ({ place: command, command, exitCode: 0 }));
      expect(await follow(all)).toEqual([]);
    },
  );
});

it('a command with another exit code than its page states is found, and an exception is skipped', async () => {
  const text =
    '```console\n$ npm run -s cli -- doctor --taget x.yaml\n$ npm ci\n```\n<!-- exits with code 2 -->\n```sh\ntrue\n```\n';
  const wrong = await follow(statedIn({ file: 'page.md', blocks: fencedBlocks(text) }));
  expect(wrong.map((line) => line.split('\n')[0])).toEqual([
    'page.md:2: npm run -s cli -- doctor --taget x.yaml: exit code 2, not 0',
    'page.md:7: true: exit code 0, not 2',
  ]);
});

it('every exception is needed by a page', () => {
  const commands = documented.flatMap(({ blocks }) =>
    blocks.flatMap(commandsOf).flatMap((command) => command.split(' && ')),
  );
  const unused = exceptions.filter(([pattern]) => !commands.some((command) => pattern.test(command)));
  expect(unused).toEqual([]);
});
