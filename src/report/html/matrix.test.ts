import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  hostileText,
  reviewedText,
  reviewOf,
  targetOf,
  waiverOf,
  wholeRun,
} from '../made-results.test-data.ts';
import type { Parts } from '../made-results.test-data.ts';
import type { Results } from '../../results/results.ts';
import { catalogue } from '../../operation/catalogue.test-data.ts';
import type { Verdict } from '../../judge/check.ts';
import { manyColumns } from './columns.test-data.ts';
import { matrixColumn, drawMatrix } from './matrix.ts';
import type { MatrixColumn } from './matrix.ts';

const id = 'b.unavailable.status';
const good = matrixColumn(wholeRun(), 'good/report.html');
const deviating = (verdict: Verdict = 'fail', parts: Parts = {}): Results =>
  wholeRun({ verdicts: { [id]: [verdict, 'status: expected 500, got 503'] }, ...parts });
const other = (parts: Partial<Results>): MatrixColumn => ({
  ...good,
  results: { ...good.results, ...parts },
});

const cellsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<td data-v="([a-z]+)"/g)].map(([, verdict]) => verdict ?? '');

const rowOf = (page: string, requirement = id): string =>
  page.slice(page.indexOf(`<tr id="${requirement}">`)).split('</tr>')[0] ?? '';

test('there is a cell for every requirement of every run', () => {
  const cells = cellsOf(drawMatrix([good, good, good], 'en'));
  expect(cells).toHaveLength(3 * catalogue.length);
  expect(new Set(cells)).toEqual(new Set(['pass']));
});

test.for(['fail', 'review', 'inconclusive'] as const)(
  '%s is a word, linked to the report, with its message',
  (verdict) => {
    const run = matrixColumn(deviating(verdict), 'x/report.html');
    const page = drawMatrix([run, good], 'en');
    expect(rowOf(page)).toMatch(
      new RegExp(`data-v="${verdict}"[^>]*><a href="x/report.html#${id}">${verdict}</a>`),
    );
    expect(rowOf(page)).toMatch(new RegExp(`class="reasons">[^]*>20[^<]*</span>[^]*expected 500, got 503`));
    expect(cellsOf(page).filter((one) => one !== 'pass')).toEqual([verdict]);
    expect(drawMatrix([{ ...run, href: null }], 'en')).not.toContain('href=');
  },
);

test('targets that fail alike share one reason', () => {
  const failing = matrixColumn(deviating(), null);
  const second = matrixColumn(deviating('fail', { target: { ...targetOf(), name: 'Second' } }), null);
  expect(rowOf(drawMatrix([failing, second], 'en')).match(/Test, Second/g)).toHaveLength(1);
});

const decided = (decision: 'pass' | 'fail'): Results =>
  wholeRun({ verdicts: { [id]: 'review' }, reviews: [reviewOf(id, reviewedText, decision)] });

test.each([
  ['fail, waived', deviating('fail', { waivers: [waiverOf(id)] })],
  ['pass, decided by a person', decided('pass')],
  ['fail, decided by a person', decided('fail')],
])('a cell says %s', (words, results) => {
  expect(rowOf(drawMatrix([matrixColumn(results, null)], 'en'))).toContain(`>${words}<`);
});

test('what was not claimed and not known is no pass', () => {
  const onlyA = matrixColumn(wholeRun({ target: targetOf(['a']) }), null);
  const older = other({ requirements: good.results.requirements.filter((one) => one.id !== id) });
  expect(rowOf(drawMatrix([onlyA, good], 'en'))).toContain('data-v="none"><span>not claimed');
  expect(rowOf(drawMatrix([older, good], 'en'))).toContain('<span>unknown');
});

test.each([
  [other({ suite: { name: 'test', version: '2' } }), 'different versions of the suite'],
  [other({ spec: { title: '', sha256: 'f'.repeat(64) } }), 'different texts of the specification'],
  [
    other({ target: targetOf(['a', 'b'], 'http://127.0.0.1:9') }),
    '<div class="muted note">2026-01-01 12:00:00 UTC, http://127.0.0.1:9</div>',
  ],
  [
    other({ startedAt: '2026-02-03T04:05:06.000Z' }),
    '<a href="good/report.html">2026-02-03 04:05:06 UTC</a>',
  ],
  [other({ interrupted: true }), 'interrupted: what is missing'],
])('what makes columns hard to compare or distinguishes them is said', (column, text) => {
  expect(drawMatrix([good, column], 'en')).toContain(text);
  expect(drawMatrix([good], 'en')).not.toContain(text);
});

const idsIn = (page: string): readonly string[] =>
  [...page.matchAll(/<tr id="([^"]+)">/g)].map(([, name]) => name ?? '');

test('rows in which columns differ come first; those of both variants are side by side', () => {
  const page = drawMatrix([good, matrixColumn(deviating(), null)], 'en');
  const ids = idsIn(page);
  expect([ids[0], ids.toSorted()]).toEqual([id, catalogue.toSorted()]);
  expect(ids.slice(1, 3)).toEqual(['a.success.status', 'b.success.status']);
  expect(page.match(/class="muted">(?:differs|the same in all columns)</g)?.[0]).toContain('differs');
  const even = drawMatrix([good, good], 'en');
  expect([idsIn(even)[0], even.includes('the same in all')]).toEqual(['a.success.status', false]);
});

test('what a run does not claim is no difference', () => {
  const onlyA = matrixColumn(wholeRun({ target: targetOf(['a']) }), null);
  expect(drawMatrix([onlyA, good], 'en')).not.toContain('>differs<');
});

test('sums count a requirement once, by its worst verdict', () => {
  const failing = matrixColumn(deviating(), null);
  const sums = (columns: readonly MatrixColumn[]): string =>
    /<dt>Requirements[^]*?<\/div>/.exec(drawMatrix(columns, 'en'))?.[0].replaceAll(/<[^>]*>|\s+/g, ' ') ?? '';
  const all = catalogue.length;
  expect(sums([good, failing, failing]).replaceAll(/ +/g, ' ')).toBe(
    ` Requirements ${all} 1 ✗ fail 0 ? review 0 – inconclusive ${all - 1} ✓ pass each by its worst verdict 1 differs between columns `,
  );
  expect(sums([failing])).not.toMatch(/worst|differ/);
});

test('a Russian page has no English', () => {
  const page = drawMatrix(manyColumns(9), 'ru');
  for (const english of ['>pass<', '>fail<', '>not claimed<', 'Variant A', 'Requirements', 'Signs only'])
    expect(page).not.toContain(english);
});

test('nothing runs but its own style and script, and hostile text stays text', () => {
  const hostile = `"><img src=x onerror=alert(1)>${hostileText}`;
  const run = wholeRun({ verdicts: { [id]: ['fail', hostile], 'a.success.status': ['review', hostile] } });
  const odd = run.requirements
    .slice(0, 1)
    .map((one) => ({ ...one, id: 'a.constructor.x', group: 'constructor', statement: hostile }));
  const target = { ...run.target, name: hostile, baseUrl: hostile };
  const requirements = [...run.requirements, ...odd];
  const page = drawMatrix([matrixColumn({ ...run, target, requirements }, null)], 'en');
  for (const mark of ['<img', '\u001b', '\u202e', '<link', 'src="']) expect(page).not.toContain(mark);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('&lt;img src=x');
  for (const name of ['style', 'script']) {
    const text = new RegExp(`<${name}>([^]*?)</${name}>`).exec(page)?.[1] ?? '';
    expect(page).toContain(`${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
});

test.for(['Ошибка: ', '<<<&&&"""'])(
  'fifty targets with nothing but failures that say %j stay under a megabyte',
  (text) => {
    const columns = Array.from({ length: 50 }, (_, place) => {
      const verdicts = Object.fromEntries(
        catalogue.map((name) => [name, ['fail', `${place} ${name} ${text.repeat(100)}`] as const]),
      );
      return matrixColumn(wholeRun({ verdicts }), `${encodeURIComponent('площадка')}/report.html`);
    });
    expect(Buffer.byteLength(drawMatrix(columns, 'ru'))).toBeLessThan(1_000_000);
  },
);

test('runs of one target are in the order of time, with when a failure was first seen and fixed', () => {
  const run = (day: number, verdict: Verdict): MatrixColumn => ({
    ...matrixColumn(deviating(verdict), 'x/report.html'),
    results: { ...deviating(verdict), startedAt: `2026-02-0${day}T00:00:00.000Z` },
    latencyMs: day,
  });
  const page = drawMatrix([run(4, 'pass'), run(2, 'fail'), run(1, 'pass'), run(3, 'fail')], 'en');
  expect(cellsOf(rowOf(page))).toEqual(['pass', 'fail', 'fail', 'pass']);
  expect(rowOf(page)).toContain('first seen 2026-02-02 00:00:00 UTC; fixed 2026-02-04 00:00:00 UTC');
  expect([...page.matchAll(/<td class="sum"><div>(\d)<\/div>/g)].map(([, ms]) => ms)).toEqual([
    '1',
    '2',
    '3',
    '4',
  ]);
  expect(drawMatrix([good, run(2, 'fail')], 'en')).not.toContain('; fixed');
});

test('a hundred runs of one target stay under a megabyte', () => {
  const runs = manyColumns(100).map(({ results, ...rest }) => ({
    ...rest,
    results: { ...results, target: { ...results.target, name: 'One', baseUrl: 'https://one.example.test' } },
  }));
  expect(Buffer.byteLength(drawMatrix(runs, 'ru'))).toBeLessThan(1_000_000);
});
