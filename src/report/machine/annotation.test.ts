import { expect, test } from 'vitest';
import type { RequirementResult, Results } from '../../results/results.ts';
import { everyVerdict, hostileTexts, withText } from '../made-results.test-data.ts';
import { renderAnnotations } from './annotation.ts';

const linesOf = (results: Results, isQuiet = false): readonly string[] =>
  renderAnnotations(results, isQuiet).split('\n').slice(0, -1);

const ofLevel = (lines: readonly string[], level: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`::${level} `));

/** Results with `count` requirements of one verdict and nothing else. */
function withMany(count: number, part: Partial<RequirementResult>): Results {
  const results = everyVerdict();
  const requirements = results.requirements
    .slice(0, 1)
    .flatMap((one) => Array.from({ length: count }, (_, index) => ({ ...one, id: `a.r${index}`, ...part })));
  return { ...results, requirements, cases: [], rootCauses: [], waivers: [], reviews: [] };
}

// fixtures/golden/decided/annotations.txt contains every kind of line.
test('a quiet run has no notice, one that passed has no line', () => {
  expect(linesOf(everyVerdict(), true)).toEqual(linesOf(everyVerdict()).slice(0, -1));
  expect(linesOf(withMany(3, { verdict: 'pass', reason: null, waived: false }))).toEqual([]);
});

test.each([
  [10, 'fail', []],
  [40, 'fail', ['::notice title=+30 more failed requirements::see the reports']],
  [12, 'review', ['::notice title=+2 more warnings::see the reports']],
] as const)('of %i with %s at most ten are shown', (count, verdict, notices) => {
  const lines = linesOf(withMany(count, { verdict, waived: false, decided: null }));
  expect(ofLevel(lines, verdict === 'fail' ? 'error' : 'warning')).toHaveLength(10);
  expect(ofLevel(lines, 'notice')).toEqual(notices);
});

test.each(hostileTexts)('%j begins no command and ends none', (text) => {
  const titleOf = (line: string): string => line.replace(/::[^]*/, '');
  const lines = linesOf(withText(text));
  expect(lines.map(titleOf)).toEqual(linesOf(withText('plain')).map(titleOf));
  for (const line of lines) {
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,\n]*::/);
    expect(line).not.toMatch(/##(\[|vso\[)|[\p{Cc}]/u);
  }
});

test('hostile text in a title and percent signs are escaped', () => {
  const titled = withMany(1, { id: 'a%0A,b:c\n::d', verdict: 'fail', waived: false });
  expect(linesOf(titled)[0]).toMatch(/^::error title=a%250A%2Cb%3Ac\\n%3A%3Ad::/);
  const stated = withMany(1, { statement: '100%25', verdict: 'fail', waived: false });
  expect(linesOf(stated)[0]).toContain('::100%2525');
});
