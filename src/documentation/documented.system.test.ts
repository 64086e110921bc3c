import { describe, expect, it } from 'vitest';
import { commands } from '../cli/command.ts';
import type { CommandName } from '../cli/command.ts';
import { call, inFolder } from '../cli/fake-terminal.test-support.ts';
import { carryOut, exceptions, openDocumentedSession } from './documented.test-support.ts';
import type { DocumentedSession, Outcome } from './documented.test-support.ts';
import { commandsOf, fencedBlocks, markdownFiles } from './markdown.test-support.ts';
import type { MarkdownFile } from './markdown.test-support.ts';

/** Defects of the service that a page describes; the service of every other page has none. */
const defects: Readonly<Record<string, readonly string[]>> = {
  'docs/verdicts.md': ['b-unauthorized-says-nothing'],
};

const files = await markdownFiles();

const documented = files.filter(
  ({ file, blocks }) => !file.startsWith('fixtures/') && blocks.some((block) => commandsOf(block).length > 0),
);

/** Does the work in a session of a reader; returns the commands whose exit code differs from the page. */
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
  code === expected ? [] : [`${place}: exit code ${code}, not ${expected}\n${text.slice(-2000)}`];

async function followPage(
  { file, blocks }: MarkdownFile,
  session: DocumentedSession,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const block of blocks) {
    for (const command of commandsOf(block)) {
      const outcome = await carryOut(command, session);
      if (outcome !== null)
        found.push(...complaint(`${file}:${block.line}: ${command}`, outcome, block.exitCode));
    }
  }
  return found;
}

/** The examples of a page of help, to be copied; without what they are piped into. */
const examplesOn = (help: string): readonly string[] =>
  commandsOf({ language: 'console', text: help.replaceAll(/^ {2}(?=npm run -s cli -- )/gm, '$ ') }).map(
    (command) => command.split(' | ')[0] ?? '',
  );

async function followExamples(help: string, session: DocumentedSession): Promise<readonly string[]> {
  const found: string[] = [];
  for (const command of examplesOn(help)) {
    const outcome = await carryOut(command, session);
    found.push(...(outcome === null ? [`is not executed: ${command}`] : complaint(command, outcome, 0)));
  }
  return found;
}

describe('every command', () => {
  it.each(documented)(
    'in $file exits with the code that the page states',
    async (page) => {
      const wrong = await inSession(defects[page.file] ?? [], (session) => followPage(page, session));
      expect(wrong).toEqual([]);
    },
    120_000,
  );

  it.each(Object.keys(commands) as readonly CommandName[])(
    'among the examples of `%s --help` exits with code 0',
    async (name) => {
      const { out } = await call(name, ['--help']);
      expect(examplesOn(out)).toHaveLength(commands[name].examples.length);
      expect(await inSession([], (session) => followExamples(out, session))).toEqual([]);
    },
    120_000,
  );
});

it('a command with another exit code than its page states is found, and an exception is skipped', async () => {
  const text = [
    'text',
    '```console',
    '$ npm run -s cli -- doctor --taget staging.yaml',
    '$ npm run conformance -- --target staging.yaml --case a.success --quiet && false',
    '$ npm ci',
    '```',
    '<!-- exits with code 2 -->',
    '```sh',
    'test -s staging.yaml',
    '```',
  ].join('\n');
  const page = { file: 'page.md', text, blocks: fencedBlocks(text) };
  const wrong = await inSession([], (session) => followPage(page, session));
  expect(wrong.map((line) => line.split('\n')[0])).toEqual([
    'page.md:3: npm run -s cli -- doctor --taget staging.yaml: exit code 2, not 0',
    'page.md:3: npm run conformance -- --target staging.yaml --case a.success --quiet && false: exit code 1, not 0',
    'page.md:9: test -s staging.yaml: exit code 0, not 2',
  ]);
});

it('every exception is needed by a page', () => {
  const commands = documented.flatMap(({ blocks }) =>
    blocks.flatMap(commandsOf).flatMap((command) => command.split(' && ')),
  );
  const unused = exceptions.filter(([pattern]) => !commands.some((command) => pattern.test(command)));
  expect(unused).toEqual([]);
});
