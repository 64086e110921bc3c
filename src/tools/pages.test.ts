// What is generated is what the source says, and links lead somewhere. UPDATE_GOLDEN=1 writes pages and schemas.

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { withBuiltIn } from '../api/built-in.ts';
import { readTarget } from '../api/options.ts';
import { runTarget } from '../api/run-target.ts';
import { packageFolder } from '../base/package.ts';
import { schemes } from '../encryption/settings.ts';
import { subjects } from '../reference/defects.ts';
import { targetJsonSchema } from '../profile/schema.ts';
import { formats } from '../report/formats.ts';
import { resultsJsonSchema } from '../results/results.ts';
import { createLeapingClock } from '../base/leaping-clock.test-support.ts';
import { scenariosOf } from '../../suites/gateways/scenarios.test-support.ts';
import { referencePages } from './pages.ts';

const results = await withBuiltIn({}, async ({ profile }) =>
  runTarget({ target: await readTarget(profile, { env: {} }), clock: createLeapingClock(), seed: 1 }),
);
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const pages = Object.entries(await referencePages(results));
const generated = [
  ...pages.map(([name, text]) => [`docs/reference/${name}`, text] as const),
  ['docs/schemas/target.schema.json', json(targetJsonSchema())] as const,
  ['docs/schemas/results.schema.json', json(resultsJsonSchema())] as const,
];

test.each(generated)('%s is what the source says', (file, text) => {
  const path = join(packageFolder, file);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('nothing else lies among the generated pages but the OpenAPI document', () => {
  const files = globSync('docs/{reference,schemas}/*', { cwd: packageFolder });
  const known = [...generated.map(([file]) => file), 'docs/reference/openapi.yaml'];
  expect(files.toSorted()).toEqual(known.toSorted());
});

test('docs/proof.md counts what there is', () => {
  const path = join(packageFolder, 'docs/proof.md');
  const count = (kind: string): number => subjects.filter((one) => one.kind === kind).length;
  const scenarios = scenariosOf('every').length;
  const counts = { defects: count('defect'), tolerances: count('tolerance'), scenarios };
  const counted = Object.entries(counts).reduce(
    (page, [name, number]) => page.replace(new RegExp(`(\\| ${name} +\\| )\\d+`), `$1${number}`),
    readFileSync(path, 'utf8')
      .replace(/can make \d+ single/, `can make ${counts.defects} single`)
      .replace(/use \d+ freedoms/, `use ${counts.tolerances} freedoms`),
  );
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, counted);
  expect(readFileSync(path, 'utf8')).toBe(counted);
});

test.each([
  ['docs/ci.md', Object.values(formats).map((one) => one.file)],
  ['docs/encryption.md', schemes],
] as const)('%s has a row for each of %j', (file, names) => {
  const page = readFileSync(join(packageFolder, file), 'utf8');
  expect(names.filter((name) => !page.includes(`\n| \`${name}\` `))).toEqual([]);
});

const markdown = globSync(['*.md', 'docs/**/*.md', 'fixtures/**/README.md'], { cwd: packageFolder });

/** As GitHub makes them. */
const anchorsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(markdown)('every link in %s leads somewhere', (file) => {
  const text = readFileSync(join(packageFolder, file), 'utf8');
  const links = [...text.replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
  const lost = links.filter((link) => {
    const [path = '', anchor] = decodeURI(link).split('#');
    const to = path === '' ? join(packageFolder, file) : join(packageFolder, dirname(file), path);
    if (!existsSync(to)) return true;
    return (
      anchor !== undefined && to.endsWith('.md') && !anchorsIn(readFileSync(to, 'utf8')).includes(anchor)
    );
  });
  expect(lost).toEqual([]);
});
