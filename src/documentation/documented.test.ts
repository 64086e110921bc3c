import { describe, expect, it } from 'vitest';
import { commands } from '../cli/command.ts';
import type { CommandName } from '../cli/command.ts';
import { call, inFolder } from '../cli/fake-terminal.test-support.ts';
import { carryOut, exceptions, openDocumentedSession } from './documented.test-support.ts';
import type { DocumentedSession, Outcome } from './documented.test-support.ts';
import { commandsOf, fencedBlocks, markdownFiles } from './markdown.test-support.ts';
import type { MarkdownFile } from './markdown.test-support.ts';

/** What is wrong with the service that a page speaks of; nothing where it stands not here. */
const defects: Readonly<Record<string, readonly string[]>> = {
  'docs/verdicts.md': ['b-unauthorized-says-nothing'],
};

const files = await markdownFiles();

const documented = files.filter(
  ({ file, blocks }) => !file.startsWith('fixtures/') && blocks.some((block) => commandsOf(block).length > 0),
);

/** Does the work in a session of a reader; what ended otherwise than it is said, in words. */
async function inSession(
  wrong: readonly string[],
  work: (session: DocumentedSession) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await inFolder(async (folder) => {
    const session = await openDocumentedSession(folder, wrong);
    try {
      found = await work(session);
    } finally {
      await session.close();
    }
  });
  return found;
}

const complaint = (place: string, { code, text }: Outcome, expected: number): readonly string[] =>
  code === expected ? [] : [`${place}: ended with ${code}, not ${expected}\n${text.slice(-2000)}`];

async function followPage(
  { file, blocks }: MarkdownFile,
  session: DocumentedSession,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const block of blocks) {
    for (const command of commandsOf(block)) {
      const outcome = await carryOut(command, session);
      if (outcome !== null)
        found.push(...complaint(`${file}:${block.line}: ${command}`, outcome, block.endsWith));
    }
  }
  return found;
}

/** The examples of a page of help as they stand there, to be copied; what they are piped into is left out. */
const examplesOn = (help: string): readonly string[] =>
  commandsOf({ language: 'console', text: help.replaceAll(/^ {2}(?=sbp-banks-conformance )/gm, '$ ') }).map(
    (command) => command.split(' | ')[0] ?? '',
  );

async function followExamples(help: string, session: DocumentedSession): Promise<readonly string[]> {
  const found: string[] = [];
  for (const command of examplesOn(help)) {
    const outcome = await carryOut(command, session);
    found.push(...(outcome === null ? [`is not carried out: ${command}`] : complaint(command, outcome, 0)));
  }
  return found;
}

describe('every command', () => {
  it.each(documented)(
    'in $file ends as the page says',
    async (page) => {
      const wrong = await inSession(defects[page.file] ?? [], (session) => followPage(page, session));
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it.each(Object.keys(commands) as readonly CommandName[])(
    'among the examples of `%s --help` ends with 0',
    async (name) => {
      const { out } = await call(name, ['--help']);
      expect(examplesOn(out)).toHaveLength(commands[name].examples.length);
      expect(await inSession([], (session) => followExamples(out, session))).toEqual([]);
    },
    120_000,
  );
});

it('a command that ends otherwise than its page says is found, and what cannot be carried out is left out', async () => {
  const text = [
    'text',
    '```console',
    '$ npm run -s cli -- doctor --taget staging.yaml',
    '$ npm run conformance -- --target staging.yaml --case a.success --quiet && false',
    '$ npm ci',
    '```',
    '<!-- ends with 2 -->',
    '```sh',
    'test -s staging.yaml',
    '```',
  ].join('\n');
  const page = { file: 'page.md', text, blocks: fencedBlocks(text) };
  const wrong = await inSession([], (session) => followPage(page, session));
  expect(wrong.map((line) => line.split('\n')[0])).toEqual([
    'page.md:3: npm run -s cli -- doctor --taget staging.yaml: ended with 2, not 0',
    'page.md:3: npm run conformance -- --target staging.yaml --case a.success --quiet && false: ended with 1, not 0',
    'page.md:9: test -s staging.yaml: ended with 0, not 2',
  ]);
});

it('no exception is left that no page needs', () => {
  const commands = documented.flatMap(({ blocks }) =>
    blocks.flatMap(commandsOf).flatMap((command) => command.split(' && ')),
  );
  const unused = exceptions.filter(([pattern]) => !commands.some((command) => pattern.test(command)));
  expect(unused).toEqual([]);
});
