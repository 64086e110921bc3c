import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

type Declarations = ReadonlyMap<string, string>;

/** These declaration files and all that they import, without other packages. */
export async function reachableDeclarations(entries: readonly string[]): Promise<Declarations> {
  const found = new Map<string, string>();
  const queue = [...entries];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    const text = await readFile(file, 'utf8');
    found.set(file, text);
    queue.push(...importsOf(text, file));
  }
  return found;
}

/** The files that a declaration file imports. Imports keep the extension of their sources. */
function importsOf(text: string, file: string): readonly string[] {
  return [...text.matchAll(/(?:from |import\(|import )['"](\.[^'"]+)\.[jt]s['"]/g)].map((match) =>
    join(dirname(file), `${match[1]}.d.ts`),
  );
}

/** A top-level statement of a declaration file. */
interface Statement {
  readonly name: string;
  /** Without comments. */
  readonly code: string;
  readonly isDocumented: boolean;
}

/** A name that a file imports. `file` is null for another package. */
interface Link {
  readonly name: string;
  readonly as: string;
  readonly file: string | null;
}

interface Module {
  readonly statements: readonly Statement[];
  readonly links: readonly Link[];
}

/** The exports of an entry of the package as TypeScript, with all declarations that they need. */
export interface ApiReport {
  readonly markdown: string;
  /** Code of all declarations in it. */
  readonly codes: ReadonlySet<string>;
  /** Exported names whose declaration has no comment. */
  readonly undocumented: readonly string[];
}

/** Reports the API of an entry, without declarations that another report contains (`elsewhere`). */
export function reportApi(
  title: string,
  entry: string,
  files: Declarations,
  elsewhere: ReadonlySet<string> = new Set(),
): ApiReport {
  const modules = new Map([...files].map(([file, text]) => [file, parseModule(text, file)]));
  const exported = (modules.get(entry)?.links ?? []).map((link) => ({ ...link, found: find(modules, link) }));
  const reached = new Map<string, Statement>();
  const visit = (file: string, name: string): void => {
    const key = `${file} ${name}`;
    const module = modules.get(file);
    if (module === undefined || reached.has(key)) return;
    const own = module.statements.filter((statement) => statement.name === name);
    for (const statement of own) {
      reached.set(key, statement);
      for (const word of wordsOf(statement.code)) follow(module, file, word);
    }
  };
  const follow = (module: Module, file: string, word: string): void => {
    const link = module.links.find((each) => each.as === word);
    if (link?.file !== undefined && link.file !== null) visit(link.file, link.name);
    else if (link === undefined) visit(file, word);
  };
  for (const { file, name } of exported) if (file !== null) visit(file, name);
  const surface = new Set(exported.map(({ found }) => found?.code));
  const codes = new Set([...reached.values()].map(({ code }) => code));
  const others = [...codes].filter((code) => !surface.has(code) && !elsewhere.has(code));
  const lines = exported.map(
    ({ as, name, found }) => (as === name ? '' : `// exported as ${as}\n`) + (found?.code ?? name),
  );
  return {
    markdown: [
      `# ${title}`,
      'What this entry of the package exports; `UPDATE_GOLDEN=1` generates it again. Every change of it is a change for users.',
      fenced(lines),
      ...(others.length === 0 ? [] : ['## What these declarations lead to', fenced(others)]),
    ].join('\n\n'),
    codes,
    undocumented: exported.filter(({ found }) => found?.isDocumented !== true).map(({ as }) => as),
  };
}

const find = (modules: ReadonlyMap<string, Module>, { file, name }: Link): Statement | undefined =>
  modules.get(file ?? '')?.statements.find((statement) => statement.name === name);

const fenced = (codes: readonly string[]): string =>
  `\`\`\`ts\n${codes.toSorted(byName).join('\n\n')}\n\`\`\``;

const byName = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

const wordsOf = (code: string): ReadonlySet<string> => new Set(code.match(/[A-Za-z_$][\w$]*/g) ?? []);

const comment = String.raw`^/\*\*(?:(?!\*/)[^])*\*/\n`;
const start = '^(?:import|export|declare|interface|type|const|class|function)\\b';
/** A top-level statement with its comment. It begins at the start of a line. */
const statement = new RegExp(`(${comment})?(${start}[^]*?)(?=(?:${comment})?${start}|(?![^]))`, 'gm');

function parseModule(text: string, file: string): Module {
  const statements: Statement[] = [];
  const links: Link[] = [];
  for (const [, above, part = ''] of text.matchAll(statement)) {
    const name = /(?:function|class|interface|type|const|enum) ([\w$]+)/.exec(part)?.[1];
    const whole = part.replaceAll(/\s*\/\*\*[\s\S]*?\*\//g, '').replace(/^export (?:declare )?/, '');
    // Schemas are published as JSON Schema, which is easier to read.
    const code = whole.trimEnd().replace(/^(const \w+Schema): [\s\S]*$/, '$1; // see docs/schemas');
    if (/^(?:import|export) (?:type )?\{/.test(part)) links.push(...linksOf(part, file));
    else if (name !== undefined) statements.push({ name, code, isDocumented: above !== undefined });
  }
  return { statements, links };
}

function linksOf(statement: string, file: string): readonly Link[] {
  const [, names = '', from = ''] = /\{([\s\S]*?)\} from ['"]([^'"]+)['"]/.exec(statement) ?? [];
  const target = from.startsWith('.') ? join(dirname(file), from.replace(/\.[jt]s$/, '.d.ts')) : null;
  return names
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '')
    .map((each) => {
      const [name = each, as = name] = each.split(' as ');
      return { name, as, file: target };
    });
}
