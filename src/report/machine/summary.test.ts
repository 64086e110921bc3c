import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { verbatim } from '../../wording/message.ts';
import { observationOf } from '../made-results.test-data.ts';
import { sampleResults } from '../sample-results.test-data.ts';
import { everyVerdict, hostileTexts, withText } from './every-verdict.test-data.ts';
import { renderSummary, summaryLimit } from './summary.ts';

const summary = renderSummary(everyVerdict());

function placeOf(heading: string): number {
  const place = summary.indexOf(`\n## ${heading}`);
  expect(place).toBeGreaterThan(-1);
  return place;
}

test('failures come first, then what could not be tested, reviews, the table and the notes', () => {
  const places = [
    'Failed requirements: 7',
    'What could not be tested: 12',
    'For a person to decide: 1',
    'Decisions of persons: 2',
    'Result',
    'Waivers: 3',
    'Advisories: 2',
    'Observations: 3',
  ].map(placeOf);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('the table says how far each class is reached', () => {
  expect(summary).toMatch(/\| Variant \| verdict \|.*\| core \| full \|/);
  const { a, b } = everyVerdict().variants;
  const reached = { core: { reached: true, requirements: 16, prevents: [] } };
  const some = renderSummary({
    ...everyVerdict(),
    variants: {
      ...(a === undefined ? {} : { a: { ...a, classes: { ...a.classes, ...reached } } }),
      ...(b === undefined ? {} : { b }),
    },
  });
  expect(some).toMatch(/\| Variant A \|[^\n]* \| ✓ \| ✗ \(\d+ \/ 18\) \|/);
});

test('a class without requirements is not said to be reached', () => {
  const empty = { reached: true, requirements: 0, prevents: [] };
  const [a] = Object.values(everyVerdict().variants);
  const variants = a === undefined ? {} : { a: { ...a, classes: { core: empty, full: empty } } };
  expect(renderSummary({ ...everyVerdict(), reviews: [], variants })).not.toContain('✓');
});

test('a waived failure stands with the waivers, not with the failures', () => {
  expect(summary).not.toContain('✗ `b.unavailable.meaning`');
  expect(summary).toContain('- `b.unavailable.meaning`: used');
});

test('a text that a person settled says who did it', () => {
  expect(summary).toMatch(/`a\.unauthorized\.meaning`[^]*?conforms: `A\. Reader`, `2026-11-19`/);
  expect(summary).toMatch(/`b\.unauthorized\.meaning`[^]*?does not conform: `A\. Reader`/);
  const failures = summary.slice(placeOf('Failed requirements'), placeOf('What could not be tested'));
  expect(failures).toContain('- **decision**: does not conform: `A. Reader`, `2026-11-19`');
});

test('a decision that settles nothing says so', () => {
  const results = everyVerdict();
  const reviews = results.reviews.map((one) => ({ ...one, state: 'stale' as const, requirements: [] }));
  expect(renderSummary({ ...results, reviews })).toMatch(
    /### ! `b\.unauthorized\.refused-text`\n[^#]*\*\*state\*\*: stale: it settles nothing/,
  );
});

test('stale waivers are told at the top', () => {
  expect(summary.indexOf('**Stale waivers fail this run: 1**')).toBeLessThan(placeOf('Check this first'));
  expect(summary).toContain('\n- `a.success.status`: stale: its requirement passed; remove it\n');
});

test('an interrupted run says so at the top', () => {
  const text = renderSummary({ ...everyVerdict(), interrupted: true });
  expect(text.indexOf('interrupted')).toBeLessThan(text.indexOf('## Failed'));
  expect(text.indexOf('interrupted')).toBeGreaterThan(0);
});

test('a failure that no check explains is told all the same', () => {
  const results = everyVerdict();
  const text = renderSummary({ ...results, cases: results.cases.map((one) => ({ ...one, checks: [] })) });
  expect(text).toContain('- ✗ `a.missing.partnerName.status`: The answer to a request without');
});

/** Markdown without its code: what a reader of Markdown takes for markup. */
function outsideOfCode(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, '')
    .replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
}

const markup = /<(?!\/?(?:details|summary)>)|[|]|@|https?:|www\.|\]\(|\*\*bold|\$|#\d|:tada:|::|##\[|##vso/;

describe('text of a target', () => {
  test.each(hostileTexts)('%j stays text', (text) => {
    const rendered = renderSummary(withText(text));
    const outside = outsideOfCode(rendered).replaceAll(/^\|.*\|$/gm, '');
    expect(outside.split('\n').filter((line) => markup.test(line.replace(/^#+ /, '')))).toEqual([]);
    expect(rendered).not.toMatch(/^\s*::/m);
    expect(rendered).not.toMatch(/##(\[|vso\[|teamcity\[)/);
    expect(rendered.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(rendered.match(/<details>/g)?.length).toBeGreaterThan(0);
  });

  test('adds no heading and no row', () => {
    const shape = (results: Results): readonly string[] =>
      outsideOfCode(renderSummary(results)).match(/^(?:#{1,3} |\| )/gm) ?? [];
    expect(shape(withText('# x\n| y |\n## z'))).toEqual(shape(withText('plain')));
  });
});

describe('the size', () => {
  const long = 'щ'.repeat(190);
  const many = {
    ...sampleResults(),
    observations: Array.from({ length: 6000 }, (_, index) =>
      observationOf(`a.o${index}`, verbatim('What?'), verbatim(long)),
    ),
  };

  test('stays below the limit, and the last line says that something is missing', () => {
    const text = renderSummary(many);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(summaryLimit);
    expect(Buffer.byteLength(text)).toBeGreaterThan(summaryLimit - 10_000);
    expect(text.endsWith('\n**The summary is cut here: the rest stands in the other reports.**\n')).toBe(
      true,
    );
  });

  test.each([5000, 20_000])('of %i bytes at most is kept too, whole parts only', (limit) => {
    const text = renderSummary(many, limit);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
    expect(text).toContain('cut here');
    expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
  });

  test('that is small enough is not cut', () => {
    expect(summary).not.toContain('cut here');
  });
});
