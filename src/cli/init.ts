// The command `init`: writes a commented target profile in which options fill blanks.

import { dirname, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { clientText, program } from '../base/package.ts';
import { shownFile } from '../base/path.ts';
import { quoteArgument } from '../base/shell.ts';
import { schemes } from '../encryption/settings.ts';
import { fitsScheme } from '../profile/schema.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { writeNew } from './new-file.ts';
import { tell } from './terminal.ts';

const blank = '…';

/** What is filled in is checked by the command that reads it. */
export async function init(
  options: Options<'init'>,
  _words: readonly string[],
  { cwd, terminal }: Invocation,
): Promise<number> {
  const { out, key, force } = options;
  const file = resolve(cwd, out);
  const text = fill(options, key === undefined ? undefined : pathFrom(dirname(file), resolve(cwd, key)));
  await writeNew(file, text, shownFile(out), force);
  const blanks = [...text.matchAll(/^ *(\w+): \[?…/gm)].map(([, name = '']) => name);
  tell(
    terminal,
    `${shownFile(out)} is written.`,
    ...(blanks.length === 0 ? [] : [`Fill in, in place of each ${blank}: ${blanks.join(', ')}.`]),
    `The password: write TARGET_PASSWORD='${blank}' into .env (do not commit it), or set it in the environment.`,
    `Then: ${program} doctor --target ${quoteArgument(out)}`,
  );
  return 0;
}

/** The template with the values of the options, and of `encryption` only the lines that the scheme has. */
function fill(options: Options<'init'>, key: string | undefined): string {
  const { baseUrl, variant = ['a', 'b'], bankCode, partner: partnerName, scheme } = options;
  const values = new Map(Object.entries({ baseUrl, bankCode, partnerName, key, command: key, module: key }));
  let section = '';
  const lines = clientText('template.yaml', 'cli')
    .split('\n')
    .flatMap((line) => {
      section = /^(\w+):/.exec(line)?.[1] ?? section;
      const [, margin = '', name = ''] = /^( *)(?:# )?(\w+):/.exec(line) ?? [];
      if (name === 'scheme') return [`${margin}scheme: ${scheme} # ${schemes.join(' | ')}`];
      const isInner = margin !== '';
      if (isInner && section === 'encryption' && !fitsScheme(scheme, name)) return [];
      if (isInner && section === 'variants' && !variant.includes(name === 'bankCode' ? 'b' : name)) return [];
      const value = values.get(name);
      return [
        value === undefined ? line : line.replace(blank, () => stringify(value, { lineWidth: 0 }).trimEnd()),
      ];
    });
  return lines.join('\n');
}

/** Adds `./` to a file next to the profile: a program without a slash would be looked up in PATH. */
function pathFrom(folder: string, path: string): string {
  const found = relative(folder, path);
  return /^[./]/.test(found) ? found : `./${found}`;
}
