import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { russianSample, sampleResults, withText, hostileText } from '../sample-results.test-data.ts';
import { displayWidth } from '../text-width.ts';
import { renderConsole } from './render-console.ts';

const plain = (results: Results, verbose = false): string =>
  renderConsole(results, { width: 80, color: false, verbose });

const linesOf = (results: Results, verbose = false): readonly string[] => plain(results, verbose).split('\n');

/** So many failed requirements of one case. */
function withFailures(count: number): Results {
  const results = sampleResults();
  const [requirement] = results.requirements.filter(({ verdict }) => verdict === 'fail');
  const [testCase] = results.cases.filter(({ verdict }) => verdict === 'fail');
  const [check] = testCase?.checks ?? [];
  if (requirement === undefined || testCase === undefined || check === undefined) return results;
  const ids = Array.from({ length: count }, (_, index) => `a.missing.p${index}.status`);
  const failed = { ...check, verdict: 'fail', code: 'status', expected: '422' } as const;
  const checks = ids.map((id, index) => ({ ...failed, requirement: id, actual: String(400 + index) }));
  const requirements = ids.map((id) => ({ ...requirement, id, waived: false }));
  return { ...results, requirements, cases: [{ ...testCase, checks }] };
}

test.each([60, 79, 80, 100, 132])(
  'at %i columns no line is wider but curl commands, in both languages',
  (width) => {
    for (const results of [sampleResults(), withText(hostileText), russianSample()]) {
      const text = renderConsole(results, { width, color: true, verbose: true });
      const wide = stripVTControlCharacters(text)
        .split('\n')
        .filter((line) => displayWidth(line) > width);
      expect(wide.filter((line) => !line.startsWith('    $ '))).toEqual([]);
    }
  },
);

test('colour adds nothing but colour', () => {
  const colored = renderConsole(sampleResults(), { width: 80, color: true });
  expect(stripVTControlCharacters(colored)).toBe(plain(sampleResults()));
});

test('text of the target commands neither a terminal nor a CI server', () => {
  const text = plain(withText(hostileText), true);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(text).toContain(String.raw`\x1b[31mred`);
  expect(text).not.toMatch(/^\s*::|##(\[|vso\[|teamcity\[)/m);
});

test('failures beyond the tenth take one line each, unless all are asked for', () => {
  const inFull = (verbose: boolean): number =>
    linesOf(withFailures(13), verbose).filter((line) => line.startsWith('    expected')).length;
  expect([inFull(false), inFull(true)]).toEqual([10, 13]);
  const heads = linesOf(withFailures(13)).filter((line) => line.startsWith('  ✗ A answers 4'));
  expect(heads.slice(10)).toEqual([410, 411, 412].map((status) => `  ✗ A answers ${status} instead of 422`));
});

test('failures are named even where no check or no exchange explains them', () => {
  const results = sampleResults();
  const without = (part: 'checks' | 'exchanges'): string =>
    plain({ ...results, cases: results.cases.map((one) => ({ ...one, [part]: [] })) });
  expect(without('checks')).toContain('FAILED REQUIREMENTS: 6');
  expect(without('checks')).toContain('  ✗ a.request.body: The credentials are read');
  expect(without('exchanges')).toContain('    a.request.body (section 4.1, 2): The credentials');
});

test('a table without room for its aspects still has every verdict', () => {
  const narrow = renderConsole(sampleResults(), { width: 60, color: false }).split('\n');
  expect(narrow).toContain('  ✗ fail missing.partnerName');
  expect(narrow.filter((line) => line.includes('record   '))).toEqual([]);
});

test('an interrupted run says so on top and at the end, and what is missing only where something is', () => {
  const results = { ...sampleResults(), interrupted: true };
  expect(plain(results).match(/The run was interrupted/g)).toHaveLength(2);
  expect(plain(results)).toContain('What is missing was not judged');
  const requirements = results.requirements.map((one) => ({ ...one, reason: 'not-provisioned' as const }));
  expect(plain({ ...results, requirements })).not.toContain('What is missing');
});

test.each([
  [['a.error.body'], ['No judged answer could show it']],
  [['a.error.body', 'a.success.status'], ['Run the whole suite']],
])('if %j is open, %j explains it', (ids, explained) => {
  const results = sampleResults();
  const requirements = results.requirements.map((one) =>
    ids.includes(one.id)
      ? ({ ...one, verdict: 'inconclusive', reason: 'not-selected' } as const)
      : ({ ...one, verdict: 'pass', reason: null } as const),
  );
  const text = plain({ ...results, requirements });
  const known = ['Run the whole suite', 'No judged answer could show it'];
  expect(known.filter((said) => text.includes(said))).toEqual(explained);
});
