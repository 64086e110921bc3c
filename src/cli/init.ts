// The command `init`: writes a commented target profile in which options fill blanks.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { UserError } from '../base/errors.ts';
import { obstacleOf } from '../base/file.ts';
import { clientText, program } from '../base/package.ts';
import { shownFile, valueAt, writePath } from '../base/path.ts';
import { disarm } from '../base/visible.ts';
import { fitsScheme, profileSchema } from '../profile/schema.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { quoteArgument } from '../base/shell.ts';
import { warn, wrapped } from './terminal.ts';

const blank = '…';

export async function init(
  options: Options<'init'>,
  _words: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const { out, key, force } = options;
  const file = resolve(cwd, out);
  const shown = shownFile(out);
  const beside = key === undefined ? undefined : pathFrom(dirname(file), resolve(cwd, key));
  const variable = `${prefixOf(basename(file, extname(file)))}_PASSWORD`;
  const text = fill(options, beside).replaceAll('TARGET_PASSWORD', variable);
  requireRight(options, text);
  await writeFile(file, text, { flag: force ? 'w' : 'wx' }).catch((error: unknown) => {
    const found = `${shown}: found ${obstacleOf(error)}, expected a place for a new file`;
    const hint = 'name another file with --out, or overwrite one with --force; nothing was written';
    throw new UserError('usage', 'not-written', found, hint);
  });
  if (key !== undefined && !existsSync(resolve(cwd, key)))
    warn(`${shownFile(key)} is not there yet: put it there before the first run`, terminal);
  const blanks = blanksIn(text);
  const lines = [
    `${shown} is written.`,
    ...(blanks.length === 0 ? [] : [`Fill in, in place of each ${blank}: ${blanks.join(', ')}.`]),
    `The password: write ${variable}='${blank}' into .env (do not commit it), or set it in the environment.`,
    `Then: ${program} doctor --target ${quoteArgument(out)}`,
  ];
  terminal.write(lines.map((line) => wrapped(disarm(line), terminal.width)).join(''));
  return 0;
}

/** The template with the values of the options, and of `encryption` only the lines that the scheme has. */
function fill(
  { baseUrl, variant = ['a', 'b'], bankCode, partner, scheme }: Options<'init'>,
  key: string | undefined,
): string {
  const values: Readonly<Record<string, string | undefined>> = {
    baseUrl,
    bankCode,
    partnerName: partner,
    key,
    command: key,
    module: key,
  };
  let section = '';
  const lines = clientText('template.yaml', 'cli')
    .split('\n')
    .flatMap((line) => {
      section = /^(\w+):/.exec(line)?.[1] ?? section;
      const [, margin = '', name = ''] = /^( *)(?:# )?(\w+):/.exec(line) ?? [];
      const isSetting = section === 'encryption' && margin !== '' && name !== 'scheme';
      if (isSetting && !fitsScheme(scheme, name)) return [];
      if (name === 'scheme') return [line.replace('rsa-oaep', scheme)];
      if (section === 'variants' && margin !== '' && !variant.includes(name === 'bankCode' ? 'b' : name))
        return [];
      const value = values[name];
      return [value === undefined ? line : line.replace(blank, () => inline(value))];
    });
  return lines.join('\n');
}

const inline = (value: string): string => stringify(value, { lineWidth: 0 }).trimEnd();

/** Adds `./` to a file next to the profile: a program without a slash would be looked up in PATH. */
function pathFrom(folder: string, path: string): string {
  const found = relative(folder, path);
  return /^[./]/.test(found) ? found : `./${found}`;
}

/** Of a profile's variables. Never SBP_, which is that of the suite. */
function prefixOf(name: string): string {
  const word = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[A-Z]/.test(word) && !/^SBP(?:_|$)/.test(word) ? word : ['TARGET', word].filter(Boolean).join('_');
}

const places = {
  'base-url': ['baseUrl'],
  'bank-code': ['variants', 'b', 'bankCode'],
  partner: ['credentials', 'partnerName'],
} as const;

/** Throws a UserError for a value that a profile would reject. */
function requireRight(options: Options<'init'>, text: string): void {
  const wrong = (name: string, found: string): UserError =>
    new UserError(
      'usage',
      'wrong-option-value',
      `--${name}: ${found}`,
      'see init --help; nothing was written',
    );
  const odd = options.variant?.find((id) => !['a', 'b'].includes(id));
  if (odd !== undefined) throw wrong('variant', `found ${JSON.stringify(odd)}, expected a or b`);
  const given: unknown = parse(text);
  const issues = profileSchema.safeParse(given).error?.issues ?? [];
  for (const [name, place] of Object.entries(places)) {
    const value = valueAt(given, place);
    const issue = issues.find(({ path }) => writePath(path) === writePath(place));
    if (issue !== undefined && value !== blank && value !== undefined)
      throw wrong(name, `found ${JSON.stringify(value)}, expected ${issue.message}`);
  }
}

const blanksIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ *(\w+): \[?…/gm)].map(([, name = '']) => name);
