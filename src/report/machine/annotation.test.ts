import { describe, expect, test } from 'vitest';
import type { RequirementResult, Results } from '../../result/results.ts';
import { renderAnnotations } from './annotation.ts';
import { everyVerdict, hostileTexts, withText } from './every-verdict.test-data.ts';

const linesOf = (results: Results, isQuiet = false): readonly string[] =>
  renderAnnotations(results, isQuiet).split('\n').slice(0, -1);

const ofLevel = (lines: readonly string[], level: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`::${level} `));

/** So many requirements of one verdict and nothing else. */
function withMany(count: number, part: Partial<RequirementResult>): Results {
  const results = everyVerdict();
  const [first] = results.requirements;
  const requirements =
    first === undefined
      ? []
      : Array.from({ length: count }, (_, index) => ({ ...first, id: `a.r${index}`, ...part }));
  return { ...results, requirements, cases: [], rootCauses: [], waivers: [], reviews: [] };
}

test('each stale waiver and failed requirement that is not waived is an error, a text that a person refused too', () => {
  const titles = ofLevel(linesOf(everyVerdict()), 'error').map((line) => /title=([^:]*)::/.exec(line)?.[1]);
  expect(titles).toEqual([
    'waiver a.success.status',
    'a.missing.partnerName.status',
    'a.missing.partnerName.names',
    'a.missing.partnerPassword.meaning',
    'a.unencrypted.partnerPassword.status',
    'a.request.body',
    'a.authorization.enforced',
    'b.unauthorized.meaning',
  ]);
});

test('an error tells what was expected and seen', () => {
  expect(linesOf(everyVerdict())).toContain(
    '::error title=a.missing.partnerName.status::The answer to a request without `partnerName` has status 422.%0Aexpected: 422%0Aactual: 400',
  );
});

test('reviews that nobody settled, expired waivers and root causes are warnings', () => {
  const titles = ofLevel(linesOf(everyVerdict()), 'warning').map((line) => /title=([^:]*)::/.exec(line)?.[1]);
  expect(titles).toEqual([
    'Check this first',
    'waiver a.missing.partnerName.status',
    'review%3A a.missing.partnerName.meaning',
  ]);
});

test('a refused text is told with who refused it, a stale waiver with who answers for it', () => {
  const lines = linesOf(everyVerdict());
  expect(lines.find((line) => line.startsWith('::error title=b.unauthorized.meaning'))).toContain(
    '%0Adecision: does not conform; A. Reader, 2026-11-19',
  );
  expect(lines[0]).toBe(
    '::error title=waiver a.success.status::stale: its requirement passed; remove it%0Agateway is being moved; owner payouts team; until 2027-01-31',
  );
});

test('what stayed inconclusive is one notice', () => {
  const notices = ofLevel(linesOf(everyVerdict()), 'notice');
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^::notice title=What could not be tested%3A 12::not-provisioned: 4%0A/);
});

test('an interrupted run says so', () => {
  expect(renderAnnotations({ ...everyVerdict(), interrupted: true }, false)).toContain('was interrupted');
});

test('a quiet run gets errors and warnings only', () => {
  expect(ofLevel(linesOf(everyVerdict(), true), 'notice')).toEqual([]);
  expect(ofLevel(linesOf(everyVerdict(), true), 'error')).toHaveLength(8);
});

describe('the limit of ten', () => {
  test.each([
    [10, 10, []],
    [11, 10, ['::notice title=+1 more failed requirements::see the reports']],
    [40, 10, ['::notice title=+30 more failed requirements::see the reports']],
  ])('of %i errors leaves %i', (count, shown, notices) => {
    const lines = linesOf(withMany(count, { verdict: 'fail', waived: false }));
    expect(ofLevel(lines, 'error')).toHaveLength(shown);
    expect(ofLevel(lines, 'notice')).toEqual(notices);
  });

  test('holds for warnings too', () => {
    const lines = linesOf(withMany(12, { verdict: 'review', decided: null }));
    expect(ofLevel(lines, 'warning')).toHaveLength(10);
    expect(ofLevel(lines, 'notice')).toEqual(['::notice title=+2 more warnings::see the reports']);
  });
});

test('all that passed leaves nothing to say', () => {
  expect(renderAnnotations(withMany(3, { verdict: 'pass', reason: null, waived: false }), false)).toBe('');
});

describe('hostile text', () => {
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

  test('in a title is escaped', () => {
    const results = withMany(1, { id: 'a%0A,b:c\n::d', verdict: 'fail', waived: false });
    expect(linesOf(results)[0]).toMatch(/^::error title=a%250A%2Cb%3Ac\\n%3A%3Ad::/);
  });

  test('with a percent sign comes back as it was', () => {
    expect(linesOf(withMany(1, { statement: '100%25', verdict: 'fail', waived: false }))[0]).toContain(
      '::100%2525',
    );
  });
});
