import { readFile, writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { jsonText } from '../report/machine/json.ts';
import { advisoryOf, observationOf } from '../report/made-results.test-data.ts';
import { hostileText, sampleResults } from '../report/sample-results.test-data.ts';
import { displayWidth } from '../report/text-width.ts';
import type { RequirementResult, Results } from '../result/results.ts';
import { verbatim } from '../wording/message.ts';
import { compareResults } from './compare-results.ts';
import type { Comparison } from './comparison.ts';
import { renderConsole } from './render-console.ts';
import { renderMarkdown } from './render-markdown.ts';

const folder = new URL('../../fixtures/golden/', import.meta.url);

/** The same target later: some of everything is another. */
function later(results: Results): Results {
  const changes: Readonly<Record<string, Partial<RequirementResult>>> = {
    'a.success.status': { verdict: 'fail' },
    'a.missing.partnerName.status': { verdict: 'pass' },
    'b.success.status': { verdict: 'inconclusive', reason: 'not-selected' },
  };
  return {
    ...results,
    suite: { ...results.suite, version: '0.3.0' },
    target: { ...results.target, name: hostileText },
    startedAt: '2026-11-21T18:03:07.000Z',
    profile: { ...results.profile, sha256: 'f'.repeat(64) },
    requirements: results.requirements
      .map((one) => ({ ...one, ...changes[one.id] }))
      .filter(({ id }) => id !== 'b.error.body'),
    observations: [
      ...results.observations.slice(1),
      observationOf('a.new', verbatim(hostileText), verbatim(hostileText)),
    ],
    advisories: [advisoryOf('a.hostile', verbatim(hostileText))],
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
  'comparison.txt': renderConsole(comparison, { width: 80, color: false, language: 'en' }),
  'comparison-ru.txt': renderConsole(comparison, { width: 80, color: false, language: 'ru' }),
  'comparison.md': renderMarkdown(comparison, 'en'),
  'comparison.json': jsonText(comparison),
} as const;

test.for(Object.entries(shown))('%s is as it was reviewed', async ([name, text]) => {
  const file = new URL(name, folder);
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, text);
  expect(text).toBe(await readFile(file, 'utf8'));
});

describe('a comparison with every kind of difference', () => {
  test('holds them all', () => {
    expect(new Set(comparison.requirements.map(({ direction }) => direction)).size).toBe(3);
    expect(comparison.notes.map(({ kind }) => kind)).toContain('advisory');
    expect(comparison.notes.map(({ kind }) => kind)).toContain('observation');
    expect(comparison.latency).not.toEqual([]);
    expect(comparison.context).not.toEqual([]);
  });

  test.for([60, 80, 120])('fits %i columns, coloured or not', (width) => {
    for (const color of [true, false]) {
      const text = renderConsole(comparison, { width, color, language: 'en' });
      const lines = stripVTControlCharacters(text).split('\n');
      expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    }
  });

  test('lets no text of a target command a terminal or a CI server', () => {
    for (const text of [shown['comparison.txt'], shown['comparison.md']]) {
      expect(text).not.toContain('\u001b');
      expect(text).not.toMatch(/^\s*::|##\[/m);
    }
    expect(shown['comparison.md'].replace(/`+[^`]*`+/g, '')).not.toMatch(/<img/);
  });
});

test('two runs that came out alike are one sentence', () => {
  const text = renderConsole(alike, { width: 80, color: false, language: 'en' });
  expect(text).toContain('No difference: both runs came out alike.');
  expect(text.split('\n')).toHaveLength(8);
});

test('JSON reads back as the comparison', () => {
  expect(JSON.parse(jsonText(comparison)) as Comparison).toEqual(comparison);
});
