import { expect, test } from 'vitest';
import type { Results } from '../../results/results.ts';
import { verbatim } from '../../messages/message.ts';
import {
  everyVerdict,
  hostileTexts,
  observationOf,
  sampleResults,
  withText,
} from '../made-results.test-data.ts';
import { cell, codeBlock, prose } from './markdown-text.ts';
import { renderSummary, summaryLimit } from './summary.ts';

test('the table says how far each class is reached; one without requirements is not', () => {
  const { a } = everyVerdict().variants;
  const withCore = (requirements: number): string => {
    const core = { reached: true, requirements, prevents: [] };
    const variants = a === undefined ? {} : { a: { ...a, classes: { ...a.classes, core } } };
    return renderSummary({ ...everyVerdict(), variants });
  };
  expect(withCore(16)).toMatch(/\| Variant A \|[^\n]* \| ✓ \| ✗ \(\d+ \/ 18\) \|/);
  expect(withCore(0)).not.toMatch(/\| Variant A \|[^\n]*✓/);
});

test('a decision that settles nothing says so', () => {
  const results = everyVerdict();
  const reviews = results.reviews.map((one) => ({ ...one, state: 'stale' as const, requirements: [] }));
  expect(renderSummary({ ...results, reviews })).toMatch(
    /### ! `b\.unauthorized\.refused-text`\n[^#]*\*\*state\*\*: stale: it decides nothing/,
  );
});

/** Markdown without its code, that is, text that may contain markup. */
const outsideOfCode = (markdown: string): string =>
  markdown.replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, '').replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');

const markup = /<(?!\/?(?:details|summary)>)|[|]|@|https?:|www\.|\]\(|\*\*bold|\$|#\d|:tada:|::|##\[|##vso/;

test.each(hostileTexts)('text of a target stays text: %j', (text) => {
  const rendered = renderSummary(withText(text));
  const outside = outsideOfCode(rendered).replaceAll(/^\|.*\|$/gm, '');
  expect(outside.split('\n').filter((line) => markup.test(line.replace(/^#+ /, '')))).toEqual([]);
  expect(rendered).not.toMatch(/^\s*::|##(\[|vso\[|teamcity\[)/m);
  expect(rendered.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
});

test('text of a target adds no heading and no row', () => {
  const shape = (results: Results): readonly string[] =>
    outsideOfCode(renderSummary(results)).match(/^(?:#{1,3} |\| )/gm) ?? [];
  expect(shape(withText('# x\n| y |\n## z'))).toEqual(shape(withText('plain')));
});

test.each([summaryLimit, 20_000, 5000])('of %i bytes at most whole parts are kept', (limit) => {
  const observations = Array.from({ length: 6000 }, (_, index) =>
    observationOf(`a.o${index}`, verbatim('What?'), verbatim(`${index} ${'щ'.repeat(190)}`)),
  );
  const text = renderSummary({ ...sampleResults(), observations }, null, limit);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
  expect(text).toMatch(/\n\*\*The summary is cut here: the rest is in the other reports\.\*\*\n$/);
  expect((text.match(/^```/gm) ?? []).length % 2).toBe(0);
});

// `hostileTexts` also contains characters with a meaning in Markdown.
test.each([
  ['Without `partnerName` the answer is 422.', 'Without `partnerName` the answer is 422.'],
  ['ask @octocat or #12', 'ask `@octocat` or `#12`'],
  ['   1. not an item', '`1.` not an item'],
  ['from 18:03:08 on', 'from 18:03:08 on'],
  ['Текст «не прошёл», код 7', 'Текст «не прошёл», код 7'],
])('the sentence %j is %j', (text, markdown) => {
  expect(prose(text)).toBe(markdown);
});

test('a block has a fence that it does not hold, a cell ends neither itself nor its row', () => {
  expect(codeBlock(['a ```` b\n```'])).toBe('`````sh\na ```` b\\n```\n`````');
  expect(codeBlock(['one', '', ' ::two'])).toBe('```sh\none\n:\\x3atwo\n```');
  expect(cell('a|b\n<c> www.d')).toBe('a&#124;b&#92;n&#60;c&#62; www&#46;d');
});
