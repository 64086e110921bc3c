import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { goldenText } from './golden.test-support.ts';
import { jsonText } from '../base/json-text.ts';
import { advisoryOf, hostileText, observationOf, sampleResults } from './made-results.test-data.ts';
import { displayWidth } from '../base/text-width.ts';
import type { RequirementResult, Results } from '../results/results.ts';
import { verbatim } from '../messages/message.ts';
import { compareResults } from '../comparison/compare-results.ts';
import { drawConsole, drawMarkdown } from './comparison.ts';

/** The same target later, with a difference of every kind. */
function later(results: Results): Results {
  const changes: Readonly<Record<string, Partial<RequirementResult>>> = {
    'a.success.status': { verdict: 'fail' },
    'a.missing.partnerName.status': { verdict: 'pass' },
    'b.success.status': { verdict: 'inconclusive', reason: 'not-selected' },
  };
  const hostile = verbatim(hostileText);
  return {
    ...results,
    suite: { ...results.suite, version: '0.4.0' },
    target: { ...results.target, name: hostileText },
    startedAt: '2026-11-21T18:03:07.000Z',
    profile: { ...results.profile, sha256: 'f'.repeat(64) },
    requirements: results.requirements
      .map((one) => ({ ...one, ...changes[one.id] }))
      .filter(({ id }) => id !== 'b.error.body'),
    observations: [...results.observations.slice(1), observationOf('a.new', hostile, hostile)],
    advisories: [advisoryOf('a.hostile', hostile)],
    cases: results.cases.map((one) => ({
      ...one,
      checks: one.checks.map((check) => ({ ...check, message: `${check.message} ${hostileText}` })),
      exchanges: one.exchanges.map((exchange) => ({ ...exchange, durationMs: exchange.durationMs * 3 })),
    })),
  };
}

const comparison = compareResults(sampleResults(), later(sampleResults()));
const alike = compareResults(sampleResults(), sampleResults());

const shown = {
  'comparison.txt': drawConsole(comparison, { width: 80, color: false, language: 'en' }),
  'comparison-ru.txt': drawConsole(comparison, { width: 80, color: false, language: 'ru' }),
  'comparison.md': drawMarkdown(comparison, 'en'),
  'comparison.json': jsonText(comparison),
} as const;

test.each(Object.entries(shown))('%s is as it was reviewed', async (file, text) => {
  expect(text).toBe(await goldenText(file, text));
});

test.for([60, 80, 120])('fits %i columns, coloured or not', (width) => {
  for (const color of [true, false]) {
    const text = stripVTControlCharacters(drawConsole(comparison, { width, color, language: 'en' }));
    expect(text.split('\n').filter((line) => displayWidth(line) > width)).toEqual([]);
  }
});

test('of changed observations five are shown, the others folded where that is possible', () => {
  const observations = Array.from({ length: 8 }, (_, index) =>
    observationOf(`a.o${index}`, verbatim('What?'), verbatim('x')),
  );
  const many = compareResults({ ...sampleResults(), observations: [] }, { ...sampleResults(), observations });
  const ids = (text: string): readonly string[] => text.match(/a\.o\d/g) ?? [];
  const printed = drawConsole(many, { width: 80, color: false, language: 'en' });
  expect([ids(printed).length, printed.includes('… (+3)')]).toEqual([5, true]);
  const [open = '', folded = ''] = drawMarkdown(many, 'en').split('<details><summary>… (+3)</summary>');
  expect([ids(open).length, ids(folded).length]).toEqual([5, 3]);
});

test('text of a target commands neither a terminal nor a CI server', () => {
  for (const text of [shown['comparison.txt'], shown['comparison.md']])
    expect([text.includes('\u001b'), /^\s*::|##\[/m.test(text)]).toEqual([false, false]);
  expect(shown['comparison.md'].replace(/`+[^`]*`+/g, '')).not.toMatch(/<img/);
});

test('two runs with the same results are one sentence', () => {
  const text = drawConsole(alike, { width: 80, color: false, language: 'en' });
  expect(text).toContain('No difference: both runs have the same results.');
  expect(text.split('\n')).toHaveLength(8);
});
