import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rootCause } from '../../results/diagnosis.ts';
import type { Results } from '../../results/results.ts';
import { verbatim } from '../../messages/message.ts';
import { everyVerdict, hostileTexts, sampleResults, withText } from '../made-results.test-data.ts';
import { renderJunit } from './junit.ts';

const schema = fileURLToPath(new URL('../../../fixtures/schemas/junit.xsd', import.meta.url));
const isSkipped =
  spawnSync('xmllint', ['--version']).error !== undefined && process.env['SBP_REQUIRE_TOOLS'] !== '1';

if (isSkipped) process.stderr.write('skipped: xmllint is not installed, JUnit XML is not validated\n');

/** Errors of xmllint for a document; '' if it is valid. */
function complaints(xml: string): string {
  const args = ['--noout', '--nonet', '--schema', schema, '-'];
  const { status, stderr } = spawnSync('xmllint', args, { input: xml, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

describe.skipIf(isSkipped)('by xmllint', () => {
  const { waivers } = sampleResults();
  test.each<readonly [string, Results]>([
    ['every verdict', { ...everyVerdict(), interrupted: true }],
    ['no variant', { ...sampleResults(), variants: {}, cases: [] }],
    ['a waiver that is there twice', { ...sampleResults(), waivers: [...waivers, ...waivers] }],
    ...hostileTexts.map((text) => [text, withText(text)] as const),
  ])('JUnit XML of %j is valid', (_, results) => {
    expect(complaints(renderJunit(results))).toBe('');
  });

  test('the schema refuses an unknown attribute', () => {
    const broken = renderJunit(sampleResults()).replace('<testcase ', '<testcase file="x" ');
    expect(complaints(broken)).toMatch(/fails to validate|validity error/);
  });
});

test('it contains only characters that XML 1.0 allows', () => {
  const odd = { ...sampleResults().target, name: 'a\ufffe\uffff\0\ud800"<&>b' };
  const text = renderJunit({ ...sampleResults(), target: odd });
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(text).toContain(String.raw`value="a��\x00\ud800&quot;&lt;&amp;&gt;b"`);
});

test('a case fails for what is not waived, and even where no check explains it', () => {
  const { requirements, cases } = sampleResults();
  const waived = requirements.map((one) =>
    one.id === 'a.missing.partnerName.status' ? { ...one, waived: true } : one,
  );
  const text = renderJunit({ ...sampleResults(), requirements: waived });
  expect(text).toContain('<failure type="a.missing.partnerName.names"');
  const silent = cases.map((one) => ({ ...one, checks: [] }));
  expect(renderJunit({ ...sampleResults(), cases: silent }).match(/<failure type="fail"/g)).toHaveLength(5);
});

test('a root cause is in the suites that it concerns, an interruption in all', () => {
  const of = (variant: string | null, interrupted = false) =>
    renderJunit({
      ...sampleResults(),
      interrupted,
      rootCauses: [rootCause(variant, verbatim('failed: <exit 1>'), verbatim('fix it'))],
    }).match(/<system-err>failed: &lt;exit 1&gt; \(fix it\)/g);
  expect([of(null)?.length, of('b')?.length]).toEqual([2, 1]);
  const text = renderJunit({ ...sampleResults(), rootCauses: [], interrupted: true });
  expect(text.match(/<system-err>The run was interrupted\.</g)).toHaveLength(2);
});

test('each stale waiver is a test case of its own that fails, several on one requirement too', () => {
  const results = sampleResults();
  const [waiver] = results.waivers.filter(({ state }) => state === 'stale');
  const waivers = waiver === undefined ? [] : [waiver, { ...waiver, requirement: 'a.succes.body' }, waiver];
  const text = renderJunit({ ...results, waivers });
  const names = [...text.matchAll(/name="(waiver [^"]*)" time="0\.000">\s*<failure type="stale-waiver" /g)];
  expect(names.map(([, name]) => name)).toEqual([
    'waiver a.success.status',
    'waiver a.succes.body',
    'waiver a.success.status (2)',
  ]);
  expect(text).toContain('did you mean `a.success.body`? (gateway is being moved');
  expect(renderJunit({ ...results, waivers: [] })).not.toContain('waivers');
});

test('the times of cases add up to those of their suites and of the whole', () => {
  const text = renderJunit(sampleResults());
  const sumOf = (element: string): number =>
    [...text.matchAll(new RegExp(`<${element} [^>]* time="([\\d.]+)"`, 'g'))].reduce(
      (sum, [, seconds]) => sum + Math.round(Number(seconds) * 1000),
      0,
    );
  expect(sumOf('testcase')).toBeGreaterThan(0);
  expect([sumOf('testsuite'), sumOf('testsuites')]).toEqual([sumOf('testcase'), sumOf('testcase')]);
});
