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
  const message = `status: expected 422, got 400, ${'and more '.repeat(20)}`;
  const checks = ids.map((id, index) => ({
    ...check,
    requirement: id,
    verdict: 'fail' as const,
    message,
    expected: '422',
    code: 'status',
    actual: String(400 + index),
  }));
  return {
    ...results,
    requirements: ids.map((id) => ({ ...requirement, id, waived: false })),
    cases: [{ ...testCase, checks }],
  };
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

test('a curl command stays on one line, colour adds nothing but colour, observations are shown when asked for', () => {
  const { curl } = sampleResults().cases[2]?.exchanges[0] ?? { curl: '' };
  expect(linesOf(sampleResults())).toContain(`    $ ${curl}`);
  const colored = renderConsole(sampleResults(), { width: 80, color: true });
  expect(colored).toContain('\u001b[');
  expect(stripVTControlCharacters(colored)).toBe(plain(sampleResults()));
  expect(plain(sampleResults())).not.toContain('What if partnerName is a number?');
  expect(plain(sampleResults(), true)).toContain('What if partnerName is a number?');
});

test('text of the target commands neither a terminal nor a CI server', () => {
  const text = plain(withText(hostileText), true);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(text).toContain(String.raw`\x1b[31mred`);
  expect(text).not.toMatch(/^\s*::|##(\[|vso\[|teamcity\[)/m);
});

test('failures of one exchange show it once; waived ones are among the waivers only', () => {
  const text = plain(sampleResults());
  expect(
    text.match(/^ {4}> POST .*\n {4}> \{"partnerPassword":"\*\*\*","useAuthByCert":"true"\}$/gm),
  ).toHaveLength(1);
  expect(text).toMatch(
    /✗ A answers 400 instead of 422\n {4}a\.missing\.partnerName\.status \(section 4\.1\)/,
  );
  expect(text).not.toContain('✗ b.unavailable.meaning');
  expect(text).toContain('- b.unavailable.meaning – used');
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

test('every requirement that did not pass is named', () => {
  const results = sampleResults();
  const text = plain(results).replace(/\s+/g, ' ');
  const wanted = results.requirements.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id);
  expect(wanted.filter((id) => !text.includes(id))).toEqual([]);
});

test('a table without room for its aspects still has every verdict', () => {
  const narrow = renderConsole(sampleResults(), { width: 60, color: false }).split('\n');
  expect(narrow).toContain('  ✗ fail missing.partnerName');
  expect(narrow.filter((line) => line.includes('record   '))).toEqual([]);
  expect(linesOf(sampleResults())).toContain(
    '  missing.partnerName            ✗     ✗      ?                 ✗ fail',
  );
  expect(linesOf(russianSample())).toContain(
    '  missing.partnerName          ✗   ✗    ?                ✗ не соответствует',
  );
});

test('an interrupted run says so on top and at the end, and what is missing only where something is', () => {
  const results = { ...sampleResults(), interrupted: true };
  expect(plain(results).match(/The run was interrupted/g)).toHaveLength(2);
  expect(plain(results)).toContain('What is missing was not judged');
  const requirements = results.requirements.map((one) => ({ ...one, reason: 'not-provisioned' as const }));
  expect(plain({ ...results, requirements })).not.toContain('What is missing');
});

test.each([
  [['a.error.body'], false],
  [['a.error.body', 'a.success.status'], true],
])('if %j is open a selection is the reason: %s', (ids, isSelection) => {
  const results = sampleResults();
  const requirements = results.requirements.map((one) =>
    ids.includes(one.id)
      ? ({ ...one, verdict: 'inconclusive', reason: 'not-selected' } as const)
      : ({ ...one, verdict: 'pass', reason: null } as const),
  );
  const text = plain({ ...results, requirements });
  expect([text.includes('--case'), text.includes('No judged answer could show it')]).toEqual([
    isSelection,
    !isSelection,
  ]);
});
