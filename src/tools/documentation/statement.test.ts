import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { commands } from '../../cli/command.ts';
import { programHelp } from '../../cli/option.ts';
import { formats } from '../../report/format.ts';
import { subjects } from '../../reference/defects.ts';
import { catalogue } from '../../operation/catalogue.test-data.ts';
import { packageFolder, readSuite } from '../../base/package.ts';
import { profileSchema } from '../../profile/schema.ts';
import { findHints } from '../../judge/lexicon/hint.ts';
import { findMeanings } from '../../judge/lexicon/meaning.ts';
import { markdownFiles } from './markdown.test-support.ts';

const files = await markdownFiles();
const textOf = (name: string): string => files.find(({ file }) => file === name)?.text ?? '';
const readme = textOf('README.md');

/** The first cells of the rows of the table under these titles. */
function firstColumn(text: string, title: string): readonly string[] {
  const [, table = ''] = text.split(new RegExp(`^\\| ${title} .*\\n`, 'm'));
  return (table.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(1)
    .map((row) => row.split('|')[1]?.trim().replaceAll('`', '') ?? '');
}

describe('the pages', () => {
  const numberOf = (kind: string): number => subjects.filter((each) => each.kind === kind).length;
  const [defects, tolerances] = [numberOf('defect'), numberOf('tolerance')];

  it.each([
    ['docs/detection.md', /\d+\/\d+(?= defects caught)/, `${defects}/${defects}`],
    ['docs/detection.md', /\d+\/\d+(?= tolerances left alone)/, `${tolerances}/${tolerances}`],
    ['README.md', /\d+(?= known defects)/, `${defects}`],
    ['README.md', /\d+(?= tolerances)/, `${tolerances}`],
    ['README.md', /(?<=\[)\d+(?= requirements\])/, `${catalogue.length}`],
  ])('count correctly: %s, %s; UPDATE_GOLDEN=1 writes it', async (name, said, number) => {
    const file = join(packageFolder, name);
    const isToWrite = process.env['UPDATE_GOLDEN'] === '1';
    if (isToWrite) await writeFile(file, (await readFile(file, 'utf8')).replace(said, number));
    expect(said.exec(await readFile(file, 'utf8'))?.[0]).toBe(number);
  });

  it('list every report, and no other', () => {
    expect(firstColumn(textOf('docs/ci/README.md'), 'file').toSorted()).toEqual(
      Object.values(formats)
        .map(({ file }) => file)
        .toSorted(),
    );
  });

  it('name only files and folders that there are', () => {
    const named = files.flatMap(
      ({ text }) => text.match(/(?<=`)(?:src|docs|fixtures|suites)\/[\w./-]*(?=`)/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((path) => !existsSync(join(packageFolder, path)))).toEqual([]);
  });

  it('state the exit codes of the program', () => {
    const known = firstColumn(textOf('docs/reference/exit-codes.md'), 'code');
    for (const page of [readme, textOf('docs/ci/README.md')])
      for (const code of firstColumn(page, 'exit code').flatMap((cell) => cell.split(', ')))
        expect(known).toContain(code);
    const [, said = ''] = programHelp(readSuite(), commands).split('Exit codes: ');
    for (const [code] of said.split('\n\n')[0]?.matchAll(/(?<![\w-])\d+(?![\w-])/g) ?? [])
      expect(known).toContain(code);
  });
});

it('CONTRIBUTING.md says of every package that is delivered what it is for, and none brings another', async () => {
  const names = (await readdir(join(packageFolder, 'src'), { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/\.test|\.d\.ts$|^tools\//.test(name),
  );
  const texts = await Promise.all(names.map((name) => readFile(join(packageFolder, 'src', name), 'utf8')));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/(?:\bfrom |\bimport\()'([a-z@][^':]*)'/g)].map(([, name = '']) => name),
  );
  const own = [...new Set(imported.map((name) => name.split('/')[0] ?? ''))].filter(
    (name) => name !== 'vitest',
  );
  expect(firstColumn(textOf('CONTRIBUTING.md'), 'package').toSorted()).toEqual(own.toSorted());
  for (const name of own) {
    const text = await readFile(join(packageFolder, 'node_modules', name, 'package.json'), 'utf8');
    expect([name, Object.keys(Object(Object(JSON.parse(text)).dependencies))]).toEqual([name, []]);
  }
});

it('CONTRIBUTING.md names the file of each form of a request', () => {
  const rows = [
    ...textOf('CONTRIBUTING.md').matchAll(/^\| `(?<form>[A-Z]\w+)` +\| `(?<file>src\/[^`]+)` +\|/gm),
  ];
  const wrong = rows.filter(({ groups: { form = '', file = '' } = {} }) => {
    const text = readFileSync(join(packageFolder, file), 'utf8');
    return !new RegExp(`^export (?:interface|type) ${form}\\b`, 'm').test(text);
  });
  expect(rows.length).toBeGreaterThan(10);
  expect(wrong.map(([row]) => row)).toEqual([]);
});

it('no line of a comment has more than 112 characters', async () => {
  const names = (await readdir(join(packageFolder, 'src'), { recursive: true })).filter((name) =>
    /\.[jt]s$/.test(name),
  );
  const long = names.map(async (name) => {
    const lines = (await readFile(join(packageFolder, 'src', name), 'utf8')).split('\n');
    return lines.filter((line) => line.length > 112 && /^\s*(?:\/\*\*|\*|\/\/)/.test(line));
  });
  expect((await Promise.all(long)).flat()).toEqual([]);
});

// Tests hold counts, not speed. These need the time: one compares two of its own measurements, one holds the
// promise that a wrong set-up is named within ten seconds.
const timekeepers = [
  'cli/wrong-setup.system.test.ts',
  'judge/lexicon/hostile.test.ts',
  'reference/reference.test.ts',
  'run/small-service.test-support.ts',
];

it('no other test looks at the time of the machine', async () => {
  const names = (await readdir(join(packageFolder, 'src'), { recursive: true })).filter((name) =>
    /\.test(?:-\w+)?\.ts$/.test(name),
  );
  const found = names.map(async (name) => {
    const text = await readFile(join(packageFolder, 'src', name), 'utf8');
    return /\bperformance\.now\(\)|\bcpuUsage\(|\bhrtime\b/.test(text) ? [name] : [];
  });
  expect((await Promise.all(found)).flat().toSorted()).toEqual(timekeepers);
});

it('every target profile in the documentation is one that a run would take', async () => {
  const example = await readFile(join(packageFolder, 'fixtures/targets/staging.yaml'), 'utf8');
  const members = new Set([...Object.keys(profileSchema.parse(parse(example))), 'reviews']);
  const blocks = files
    .flatMap(({ blocks: own }) => own)
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ text }): unknown[] => parseAllDocuments(text).map((each) => each.toJS()))
    .filter((value) => Object.keys(Object(value)).every((key) => members.has(key)));
  expect(blocks.length).toBeGreaterThan(4);
  for (const block of blocks) expect(profileSchema.safeParse(block)).toMatchObject({ success: true });
});

describe('docs/verdicts.md', () => {
  const page = textOf('docs/verdicts.md').replaceAll(/\s+/g, ' ');

  it.each([
    ['Code 17', [], false],
    ['Invalid credentials, please try again later', ['not-authorized', 'try-later'], true],
    ['The user has trouble with authorization, please try again later', ['try-later'], true],
    ['Please try again later', ['try-later'], false],
    ['there is no need to contact your manager', [], false],
  ] as const)('says of %j what the lexicon finds', (text, stated, isTouched) => {
    expect(page.includes(text)).toBe(true);
    expect([...findMeanings(text)].toSorted()).toEqual(stated);
    expect(findHints(text, ['partnerPassword']).has('not-authorized')).toBe(isTouched);
  });
});
