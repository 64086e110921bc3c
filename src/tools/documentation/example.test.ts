import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { askIn, inFolder } from '../../cli/fake-terminal.test-support.ts';
import { withBuiltIn } from '../../api/built-in.ts';
import { packageFolder } from '../../base/package.ts';

const page = join(packageFolder, 'docs', 'verdicts.md');

/** Parts of the output of a run against a service with this defect, or with a partner that it does not know. */
interface Example {
  readonly defects?: readonly string[];
  readonly partnerName?: number;
  readonly words: readonly string[];
  readonly parts: readonly RegExp[];
}

/** By the heading above the example. */
const examples: Readonly<Record<string, Example>> = {
  'A fail': {
    defects: ['b-missing-password-names-partner-name'],
    words: ['--case', 'b.missing.partnerPassword'],
    parts: [/ {2}✗ B: the text.*?\$ curl --include/s],
  },
  'A review': {
    defects: ['b-unauthorized-says-nothing'],
    words: ['--case', 'b.unauthorized.unknown-partner'],
    parts: [/ {2}\? “.*?(?=\n\n)/s],
  },
  'An inconclusive requirement': {
    partnerName: 1051,
    words: ['--variant', 'a'],
    parts: [/CHECK THIS FIRST\n\n.*?(?=\n\n)/s, /\n\nVARIANT A.*?(?=\n\n {2}condition)/s],
  },
};

const printed = ({ defects = [], partnerName = 1042, words, parts }: Example): Promise<string> =>
  withBuiltIn({ defects, language: 'en' }, ({ profile }) =>
    inFolder(async (cwd) => {
      const { credentials, ...others } = structuredClone(profile) as { readonly credentials: object };
      const own = { ...others, credentials: { ...credentials, partnerName } };
      await writeFile(join(cwd, 'staging.yaml'), stringify(own));
      const { out } = await askIn({ cwd }, 'run', '--target', 'staging.yaml', ...words);
      const text = parts.map((part) => part.exec(out)?.[0] ?? '').join('');
      return text
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://bank.example.test')
        .replaceAll(/, \d+ ms$/gm, ', 9 ms')
        .replace(/(?<=\$ curl --include)$/, ' …');
    }),
  );

it.each(Object.entries(examples))(
  'docs/verdicts.md shows what is printed: %s; UPDATE_GOLDEN=1 writes it',
  async (heading, example) => {
    const text = await readFile(page, 'utf8');
    const block = new RegExp(`(?<=^### ${heading}\\n\\n\`\`\`text\\n).*?(?=\`\`\`$)`, 'ms');
    const expected = `${(await printed(example)).trim()}\n`.replaceAll(/^ {2}/gm, '');
    const isToWrite = process.env['UPDATE_GOLDEN'] === '1';
    const shown = isToWrite ? text.replace(block, () => expected) : text;
    if (isToWrite) await writeFile(page, shown);
    expect(block.exec(shown)?.[0]).toBe(expected);
  },
);
