import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { sampleResults } from '../sample-results.test-data.ts';
import { everyVerdict, hostileTexts, withText } from './every-verdict.test-data.ts';
import { renderJunit } from './junit.ts';

const schema = fileURLToPath(new URL('../../../fixtures/schemas/junit.xsd', import.meta.url));
const isMissing = spawnSync('xmllint', ['--version']).error !== undefined;
const isRequired = process.env['SBP_REQUIRE_TOOLS'] === '1';

if (isMissing && !isRequired)
  process.stderr.write('skipped: xmllint is not installed, so JUnit XML is not held against its schema\n');

/** What xmllint says against a document; empty where it is valid. */
async function complaints(xml: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-junit-'));
  const file = join(folder, 'junit.xml');
  try {
    await writeFile(file, xml);
    await promisify(execFile)('xmllint', ['--noout', '--nonet', '--schema', schema, file]);
    return '';
  } catch (error) {
    return error instanceof Error && 'stderr' in error
      ? String(error.stderr) || error.message
      : String(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.skipIf(isMissing && !isRequired)('by xmllint', () => {
  const valid: readonly (readonly [string, Results])[] = [
    ['the sample', sampleResults()],
    ['every verdict', everyVerdict()],
    ['an interrupted run', { ...everyVerdict(), interrupted: true }],
    ['no variant', { ...sampleResults(), variants: {}, cases: [] }],
    ['no case', { ...sampleResults(), cases: [] }],
    [
      'a waiver that is there twice',
      { ...sampleResults(), waivers: [...sampleResults().waivers, ...sampleResults().waivers] },
    ],
    ...hostileTexts.map((text) => [text, withText(text)] as const),
  ];

  test.each(valid)('JUnit XML of %j is valid', async (_, results) => {
    expect(await complaints(renderJunit(results))).toBe('');
  });

  test.each([
    ['an unknown attribute', '<testcase ', '<testcase file="x" '],
    ['a time of four decimals', /time="(\d+\.\d{3})"/, 'time="$10"'],
    ['an unknown element', '</testsuite>', '<other/></testsuite>'],
    ['a case without a name', / name="a\.success:[^"]*"/, ''],
    ['a case that is there twice', /( name="a\.success:[^"]*")([^]*?) name="a\.[^"]*"/, '$1$2$1'],
    ['properties in a case', '<failure ', '<properties/><failure '],
    ['a character that XML does not know', 'Staging', 'Sta\u0001ging'],
  ])('%s is found out', async (_, found, put) => {
    const xml = renderJunit(sampleResults());
    const broken = xml.replace(found, put);
    expect(broken).not.toBe(xml);
    expect(await complaints(broken)).toMatch(/fails to validate|parser error|Schemas validity error/);
  });
});
