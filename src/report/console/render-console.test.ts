import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import type { Reason } from '../../verdict/verdict.ts';
import { verbatim } from '../../wording/message.ts';
import { renderConsole } from './render-console.ts';
import { advisoryOf, checkOf, rootCauseOf } from '../made-results.test-data.ts';
import { hostileText, russianSample, sampleResults } from '../sample-results.test-data.ts';
import { displayWidth } from '../text-width.ts';

const plain = (results: Results, width = 80): string => renderConsole(results, { width, color: false });

const linesOf = (text: string): readonly string[] => text.split('\n');

function withHostileText(results: Results): Results {
  return {
    ...results,
    rootCauses: [rootCauseOf('a', verbatim(hostileText), verbatim(hostileText))],
    target: { ...results.target, name: hostileText },
    advisories: [advisoryOf('a.x', verbatim(hostileText))],
    cases: results.cases.map((one) => ({
      ...one,
      title: hostileText,
      note: hostileText,
      checks: one.checks.map((check) => ({ ...check, message: hostileText, actual: '::error::forged' })),
    })),
  };
}

/** More failed requirements than are shown in full. */
function withFailures(count: number): Results {
  const results = sampleResults();
  const requirements = Array.from({ length: count }, (_, index) => ({
    id: `a.missing.p${index}.status`,
    variant: 'a',
    group: 'missing',
    subject: `p${index}`,
    aspect: 'status',
    section: '4.1',
    words: verbatim(''),
    statement: `Without p${index} the answer is 422.`,
    verdict: 'fail' as const,
    reason: null,
    waived: false,
    decided: null,
    cases: ['a.missing.many'],
  }));
  const checks = requirements.map(({ id }) => ({
    ...checkOf(id, 'fail'),
    message: `status of ${id}: expected 422, got 400, ${'and more '.repeat(20)}`,
    expected: '422',
    actual: '400',
    exchange: 'a-1',
  }));
  const [first] = results.cases;
  return first === undefined
    ? results
    : { ...results, requirements, cases: [{ ...first, id: 'a.missing.many', verdict: 'fail', checks }] };
}

describe('the width', () => {
  test.each([60, 70, 79, 80, 100, 132])('of %i columns is kept by all lines but curl commands', (width) => {
    for (const results of [sampleResults(), withHostileText(sampleResults())]) {
      const text = renderConsole(results, { width, color: true, verbose: true });
      const wide = linesOf(stripVTControlCharacters(text)).filter((line) => displayWidth(line) > width);
      expect(wide.filter((line) => !line.startsWith('    $ curl '))).toEqual([]);
    }
  });

  test('leaves a curl command on one line', () => {
    const { curl } = sampleResults().cases[2]?.exchanges[0] ?? { curl: '' };
    expect(linesOf(plain(sampleResults()))).toContain(`    $ ${curl}`);
  });
});

describe('text of the target', () => {
  test('brings no control character, bidi control or lone surrogate into the report', () => {
    const text = plain(withHostileText(sampleResults()));
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(text).toContain(String.raw`\x1b[31mred`);
    expect(text).toContain(String.raw`\u202etxt.exe`);
  });

  test('adds no line and no command to a CI server', () => {
    const text = plain(withHostileText(sampleResults()));
    expect(linesOf(text).filter((line) => /^\s*::/.test(line))).toEqual([]);
    expect(text).not.toMatch(/##(\[|vso\[|teamcity\[)/);
  });
});

describe('failures', () => {
  test('of several requirements on one exchange show the exchange once', () => {
    const text = plain(sampleResults());
    expect(
      text.match(/^ {4}> POST .*\n {4}> \{"partnerPassword":"\*\*\*","useAuthByCert":"true"\}$/gm),
    ).toHaveLength(1);
    expect(text).toMatch(/✗ a\.missing\.partnerName\.status[^$]*✗ a\.missing\.partnerName\.names/);
  });

  test('that are waived stand with the waivers only', () => {
    const text = plain(sampleResults());
    expect(text).not.toContain('✗ b.unavailable.meaning');
    expect(text).toContain('- b.unavailable.meaning – used');
    expect(text).toContain('✗ fail, waived');
  });

  test('beyond the tenth take one line each', () => {
    const lines = linesOf(plain(withFailures(13)));
    const heads = lines.filter((line) => line.startsWith('  ✗ a.missing.p'));
    expect(heads).toHaveLength(13);
    expect(heads.slice(10).every((line) => line.includes(': status of'))).toBe(true);
    expect(lines.filter((line) => line.startsWith('      expected'))).toHaveLength(10);
    const last = lines.findIndex((line) => line.startsWith('  ✗ a.missing.p12.'));
    expect(lines[last - 1]).toMatch(/^ {2}✗ a\.missing\.p11\./);
  });

  test('are all shown in full when asked for', () => {
    const text = renderConsole(withFailures(13), { width: 80, color: false, verbose: true });
    expect(linesOf(text).filter((line) => line.startsWith('      expected'))).toHaveLength(13);
  });

  test('are named even where no check explains them', () => {
    const results = sampleResults();
    const cases = results.cases.map((one) => ({ ...one, checks: [] }));
    const text = plain({ ...results, cases });
    expect(text).toContain('FAILED REQUIREMENTS: 6');
    expect(text).toContain('  ✗ a.request.body: The credentials are read');
  });

  test('without a recorded exchange are shown without one', () => {
    const results = sampleResults();
    const cases = results.cases.map((one) => ({ ...one, exchanges: [] }));
    expect(plain({ ...results, cases })).toContain('✗ a.request.body (section 4.1, 2)');
  });
});

test('every failed, reviewed and open requirement is named', () => {
  const results = sampleResults();
  const text = plain(results).replace(/\s+/g, ' ');
  const wanted = results.requirements.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id);
  expect(wanted.filter((id) => !text.includes(id))).toEqual([]);
});

test('the profile entry that would provide a condition is shown', () => {
  expect(plain(sampleResults())).toContain(
    '        conditions:\n          partner-blocked:\n            credentials:\n',
  );
});

test('a table that has no room for its aspects still tells every verdict', () => {
  const lines = linesOf(plain(sampleResults(), 60));
  expect(lines).toContain('  ✗ fail missing.partnerName');
  expect(lines.filter((line) => line.includes('record   '))).toEqual([]);
  expect(linesOf(plain(sampleResults()))).toContain(
    '  missing.partnerName            ✗     ✗      ?                 ✗ fail',
  );
});

test('the root cause comes before the tables', () => {
  const text = plain(sampleResults());
  expect(text.indexOf('CHECK THIS FIRST')).toBeGreaterThan(0);
  expect(text.indexOf('CHECK THIS FIRST')).toBeLessThan(text.indexOf('VARIANT A'));
});

test('an interrupted run says so on top and at the end', () => {
  const lines = linesOf(plain({ ...sampleResults(), interrupted: true }));
  const said = lines.flatMap((line, index) => (line.includes('The run was interrupted') ? [index] : []));
  expect(said).toHaveLength(2);
  expect(said[0]).toBeLessThan(6);
  expect(plain(sampleResults())).not.toContain('interrupted');
});

test('an interrupted run speaks of what is missing only where something is', () => {
  const results = { ...sampleResults(), interrupted: true };
  const withReason = (reason: Reason | null): string =>
    plain({ ...results, requirements: results.requirements.map((one) => ({ ...one, reason })) });
  expect(withReason('not-selected')).toContain('What is missing was not judged');
  expect(withReason('not-provisioned')).not.toContain('What is missing');
  expect(withReason('not-provisioned')).toContain('The run was interrupted.');
});

test('a requirement on every answer is not put down to a selection where it alone is open', () => {
  const results = sampleResults();
  const open = (...ids: readonly string[]): string =>
    plain({
      ...results,
      requirements: results.requirements.map((one) =>
        ids.includes(one.id)
          ? { ...one, verdict: 'inconclusive', reason: 'not-selected' }
          : { ...one, verdict: 'pass', reason: null },
      ),
    });
  const [standing, other] = ['a.error.body', 'a.success.status'] as const;
  expect(open(standing)).toContain('No answer was judged');
  expect(open(standing)).not.toContain('--case');
  expect(open(standing, other)).toContain('--case');
});

test('the last lines give verdict, counts and classes of each variant, and failed logins', () => {
  const lines = linesOf(plain(sampleResults()));
  expect(lines.slice(lines.indexOf('RESULT') + 2)).toEqual([
    '  Variant A  nonconforming  8 pass, 6 fail, 2 review, 2 inconclusive',
    '             core not reached (8 of 16 requirements prevent it), full not',
    '             reached (10 of 18 requirements prevent it)',
    '  Variant B  incomplete     6 pass, 1 fail (1 waived), 0 review, 11 inconclusive',
    '             core not reached (6 of 11 requirements prevent it), full not',
    '             reached (12 of 18 requirements prevent it)',
    '  ! Stale waivers fail this run: 1',
    '    - a.success.status – stale: its requirement passed; remove it',
    '  16 requests, 2 failed logins',
    expect.stringMatching(/^ {2}1\.8 s; latency /),
    '',
  ]);
});

test('a class that is reached is said to be', () => {
  const { variants, ...rest } = sampleResults();
  const reached = { reached: true, requirements: 25, prevents: [] };
  const results = Object.fromEntries(
    Object.entries(variants).map(([id, one]) => [id, { ...one, classes: { core: reached, full: reached } }]),
  );
  expect(plain({ ...rest, variants: results })).toContain('             core reached, full reached\n');
});

test('what persons decided is told with who, when and on which text, and waits for nobody any more', () => {
  const lines = linesOf(
    renderConsole({ ...russianSample(), target: sampleResults().target }, { width: 80, color: false }),
  );
  const from = lines.indexOf('DECISIONS OF PERSONS: 2');
  expect(lines.slice(from + 2, from + 8)).toEqual([
    '  ✓ a.unauthorized.meaning',
    '    conforms; Анна Ревизор, 2026-11-19; так принято в этой службе',
    '    “Обратитесь в службу поддержки партнёров, код 1007”',
    '  ! b.unavailable',
    '    does not conform; Анна Ревизор, 2026-11-01; stale: it settles nothing',
    '    “Старый текст”',
  ]);
  expect(lines).not.toContain('  ? a.unauthorized.meaning (section 4.1)');
});

describe('in Russian', () => {
  const text = renderConsole(russianSample(), { width: 80, color: false, verbose: true });

  test.each([60, 80, 100])('no line is wider than %i columns but for curl', (width) => {
    const lines = linesOf(renderConsole(russianSample(), { width, color: false, verbose: true }));
    const wide = lines.filter((line) => displayWidth(line) > width && !line.startsWith('    $ curl '));
    expect(wide).toEqual([]);
  });

  test('the table keeps its columns at 80', () => {
    expect(linesOf(text)).toContain(
      '  missing.partnerName          ✗   ✗    ?                ✗ не соответствует',
    );
    expect(linesOf(text)).toContain('  unavailable                  ✓        ✗                ✗ допущено');
  });
});

test('colour adds nothing but colour', () => {
  const colored = renderConsole(sampleResults(), { width: 80, color: true });
  expect(colored).toContain('\u001b[');
  expect(stripVTControlCharacters(colored)).toBe(plain(sampleResults()));
});

test('observations are told only when asked for', () => {
  expect(plain(sampleResults())).not.toContain('What if partnerName is a number?');
  const text = renderConsole(sampleResults(), { width: 80, color: false, verbose: true });
  expect(text).toContain('What if partnerName is a number?');
});
