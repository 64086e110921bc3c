import { expect, test } from 'vitest';
import type { RequirementResult, Results } from '../../result/results.ts';
import { everyVerdict, hostileTexts, withText } from '../sample-results.test-data.ts';
import { renderAnnotations } from './annotation.ts';

const linesOf = (results: Results, isQuiet = false): readonly string[] =>
  renderAnnotations(results, isQuiet).split('\n').slice(0, -1);

const ofLevel = (lines: readonly string[], level: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`::${level} `));

const titlesOf = (level: string): readonly (string | undefined)[] =>
  ofLevel(linesOf(everyVerdict()), level).map((line) => /title=([^:]*)::/.exec(line)?.[1]);

/** So many requirements of one verdict and nothing else. */
function withMany(count: number, part: Partial<RequirementResult>): Results {
  const results = everyVerdict();
  const [first] = results.requirements;
  if (first === undefined) return results;
  const requirements = Array.from({ length: count }, (_, index) => ({
    ...first,
    id: `a.r${index}`,
    ...part,
  }));
  return { ...results, requirements, cases: [], rootCauses: [], waivers: [], reviews: [] };
}

test('stale waivers and failures are errors; root causes, expired waivers and open reviews warnings', () => {
  expect(titlesOf('error')).toEqual([
    'waiver a.success.status',
    'a.missing.partnerName.status',
    'a.missing.partnerName.names',
    'a.missing.partnerPassword.meaning',
    'a.unencrypted.partnerPassword.status',
    'a.request.body',
    'a.authorization.enforced',
    'b.unauthorized.meaning',
  ]);
  expect(titlesOf('warning')).toEqual([
    'Check this first',
    'waiver a.missing.partnerName.status',
    'review%3A a.missing.partnerName.meaning',
  ]);
});

test('an error says what was expected and seen, who refused a text, who owns a waiver', () => {
  const lines = linesOf(everyVerdict());
  expect(lines[0]).toBe(
    '::error title=waiver a.success.status::stale: its requirement passed; remove it%0Agateway is being moved; owner payouts team; until 2027-01-31',
  );
  expect(lines).toContain(
    '::error title=a.missing.partnerName.status::The answer to a request without `partnerName` has status 422.%0Aexpected: 422%0Aactual: 400',
  );
  expect(lines.find((line) => line.startsWith('::error title=b.unauthorized.meaning'))).toContain(
    '%0Adecision: does not conform; A. Reader, 2026-11-19',
  );
  expect(lines.find((line) => line.startsWith('::error title=a.missing.partnerPassword.meaning'))).toContain(
    'this is a failure, and no person has to decide',
  );
});

test('what stayed inconclusive is one notice, an interruption is a warning; a quiet run gets no notice', () => {
  const notices = ofLevel(linesOf(everyVerdict()), 'notice');
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^::notice title=What could not be tested%3A 12::not-provisioned: 4%0A/);
  expect(renderAnnotations({ ...everyVerdict(), interrupted: true }, false)).toContain('was interrupted');
  expect(ofLevel(linesOf(everyVerdict(), true), 'notice')).toEqual([]);
  expect(ofLevel(linesOf(everyVerdict(), true), 'error')).toHaveLength(8);
});

test.each([
  [10, 'fail', []],
  [40, 'fail', ['::notice title=+30 more failed requirements::see the reports']],
  [12, 'review', ['::notice title=+2 more warnings::see the reports']],
  [0, 'fail', []],
] as const)('of %i with %s at most ten are shown', (count, verdict, notices) => {
  const lines = linesOf(withMany(count, { verdict, waived: false, decided: null }));
  expect(ofLevel(lines, verdict === 'fail' ? 'error' : 'warning')).toHaveLength(Math.min(count, 10));
  expect(ofLevel(lines, 'notice')).toEqual(notices);
});

test('all that passed leaves nothing to say', () => {
  expect(renderAnnotations(withMany(3, { verdict: 'pass', reason: null, waived: false }), false)).toBe('');
});

test.each(hostileTexts)('%j begins no command and ends none', (text) => {
  const lines = linesOf(withText(text));
  const own = linesOf(withText('plain'));
  expect(lines).toHaveLength(own.length);
  for (const [index, line] of lines.entries()) {
    expect(line.replace(/::[^]*/, '')).toBe((own[index] ?? '').replace(/::[^]*/, ''));
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
