import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { packageFolder } from '../base/package.ts';

/** What a file of `src` imports: the name as its module exports it, `*` for all of them. */
interface Import {
  readonly from: string;
  readonly name: string;
}

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const nodesIn = (value: unknown): readonly Node[] => [value].flat().filter(isNode);
const childrenOf = (node: Node): readonly Node[] => Object.values(node).flatMap(nodesIn);
const isType = (node: Node): boolean => node['importKind'] === 'type' || node['exportKind'] === 'type';

/** The module of `await import('…')`; undefined for anything else. */
function awaitedModule(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'ParenthesizedExpression') return awaitedModule(node['expression']);
  const [loaded] = node.type === 'AwaitExpression' ? nodesIn(node['argument']) : [];
  return loaded?.type === 'ImportExpression' ? nodesIn(loaded['source'])[0] : undefined;
}

/** The module that a statement or expression loads, and the names that it takes of it, as nodes. */
function loadedBy(node: Node): readonly [module: Node | undefined, names: readonly unknown[]] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration': {
      if (isType(node)) return [undefined, []];
      const values = nodesIn(node['specifiers']).filter((one) => !isType(one));
      const names = values.map((one) => (node.type === 'ImportDeclaration' ? one['imported'] : one['local']));
      return [nodesIn(node['source'])[0], names];
    }
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return [nodesIn(node['source'])[0], [undefined]];
    case 'MemberExpression':
      return [awaitedModule(node['object']), [node['computed'] === true ? undefined : node['property']]];
    case 'VariableDeclarator': {
      const taken = nodesIn(node['id']).flatMap((pattern) => nodesIn(pattern['properties']));
      return [awaitedModule(node['init']), taken.length === 0 ? [undefined] : taken.map((one) => one['key'])];
    }
    default:
      return [undefined, []];
  }
}

/** The text of an identifier or a string. */
function textOf(node: unknown): string | undefined {
  const text = isNode(node) ? (node['name'] ?? node['value']) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** The values that a file imports from others of the package, whether at its start or when it needs them. */
function importsOf(text: string, file: string): readonly Import[] {
  const found: Import[] = [];
  const visit = (node: Node): void => {
    const [module, names] = loadedBy(node);
    const path = textOf(module) ?? '';
    if (path.startsWith('.')) {
      const from = posix.join(posix.dirname(file), path);
      found.push(...names.map((name) => ({ from, name: textOf(name) ?? '*' })));
    }
    // What stands in an import that has been read is no other one.
    if (module === undefined) childrenOf(node).forEach(visit);
  };
  visit(parseAst(text, { lang: 'ts' }, file) as unknown as Node);
  return found;
}

/** The folder of `src` in which a file stands; `src` itself for those that the package begins with. */
const roomOf = (file: string): string => file.split('/').slice(0, -1)[1] ?? 'src';

/** The distinct values that each room lends to files of others, and who takes them. */
function lentIn(files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const loans = [...files].flatMap(([file, text]) =>
    importsOf(text, file).flatMap(({ from, name }) =>
      roomOf(from) === roomOf(file) ? [] : [{ room: roomOf(from), value: `${from}: ${name}` }],
    ),
  );
  return new Map(
    [...Map.groupBy(loans, ({ room }) => room)].map(([room, lent]) => [
      room,
      [...new Set(lent.map(({ value }) => value))].toSorted(),
    ]),
  );
}

/** The product: neither its tests nor the tools of the project. */
async function readProduct(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(packageFolder, 'src'), { recursive: true });
  const files = names
    .map((name) => `src/${name}`)
    .filter(
      (file) => /^(?!.*\.(?:test|test-\w+)\.ts$).*(?<!\.d)\.ts$/.test(file) && roomOf(file) !== 'tools',
    );
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(join(packageFolder, file), 'utf8')] as const),
    ),
  );
}

/** The rows of the table of CONTRIBUTING.md: how many values a room may lend. */
async function readBounds(): Promise<ReadonlyMap<string, number>> {
  const text = await readFile(join(packageFolder, 'CONTRIBUTING.md'), 'utf8');
  const [, table = ''] = text.split(/^\| room +\| lends at most .*\n/m);
  const rows = (table.split('\n\n')[0] ?? '').matchAll(/^\| `(?<room>\w+)` +\| +(?<most>\d+) \|/gm);
  return new Map([...rows].map(({ groups }) => [groups?.['room'] ?? '', Number(groups?.['most'])]));
}

describe('what a room lends', () => {
  const lender = 'export const one = 1;';
  const lent = (text: string, file = 'src/cli/taker.ts') =>
    lentIn(
      new Map([
        ['src/run/lender.ts', lender],
        [file, text],
      ]),
    ).get('run') ?? [];

  it.each([
    ['an import', `import { one } from '../run/lender.ts';`],
    ['an import under another name', `import { one as other } from '../run/lender.ts';`],
    ['a value beside a type', `import { one, type Two } from '../run/lender.ts';`],
    ['a value that is passed on', `export { one } from '../run/lender.ts';`],
    ['a part of a module that is loaded late', `const { one } = await import('../run/lender.ts');`],
    [
      'a member of a module that is loaded late',
      `const f = async () => (await import('../run/lender.ts')).one;`,
    ],
  ])('counts %s', (_, text) => {
    expect(lent(text)).toEqual(['src/run/lender.ts: one']);
  });

  it.each([
    ['under a name', `import * as run from '../run/lender.ts';`],
    ['passed on', `export * from '../run/lender.ts';`],
    ['loaded late', `const run = await import('../run/lender.ts');`],
    ['loaded without waiting', `const run = import('../run/lender.ts');`],
  ])('sees a whole module, %s', (_, text) => {
    expect(lent(text)).toEqual(['src/run/lender.ts: *']);
  });

  it.each([
    ['a type', `import type { One } from '../run/lender.ts';`],
    ['a type among values', `import { type One } from '../run/lender.ts';`],
    ['a type that is passed on', `export type { One } from '../run/lender.ts';`],
    ['a package', `import { one } from 'run/lender.ts';`],
  ])('does not count %s', (_, text) => {
    expect(lent(text)).toEqual([]);
  });

  it('is counted once for all who take it, and not within the room', () => {
    const taker = `import { one } from '../run/lender.ts';`;
    const files = { 'src/run/lender.ts': lender, 'src/cli/one.ts': taker, 'src/api/two.ts': taker };
    expect(lentIn(new Map(Object.entries(files))).get('run')).toHaveLength(1);
    expect(lent(`import { one } from './lender.ts';`, 'src/run/other.ts')).toEqual([]);
  });

  it('is bounded: no room lends more values than the table of CONTRIBUTING.md says', async () => {
    const lent = lentIn(await readProduct());
    const bounds = await readBounds();
    expect([...bounds.keys()].toSorted()).toEqual([...lent.keys()].toSorted());
    const rows = [...lent].map(([room, values]) => ({
      room,
      lends: values.length,
      most: bounds.get(room) ?? 0,
    }));
    const table = rows
      .toSorted((one, other) => one.room.localeCompare(other.room))
      .map(({ room, lends, most }) => `${room.padEnd(12)} ${String(lends).padStart(3)} of ${most}`);
    if (process.env['SHOW_DOORS'] === '1') process.stdout.write(`${table.join('\n')}\n`);
    const listed = rows.filter(({ lends, most }) => lends > most).flatMap(({ room }) => lent.get(room) ?? []);
    expect(listed, `values that rooms lend to others:\n${table.join('\n')}\n`).toEqual([]);
    // No module is lent as a whole: that would count as one value.
    expect([...lent.values()].flat().filter((value) => value.endsWith('*'))).toEqual([]);
  });
});
