import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../../report/sample-results.test-data.ts';
import { reviewedText, reviewOf, targetOf, waiverOf, wholeRun } from '../../report/made-results.test-data.ts';
import { catalogue, manyColumns, runWith } from './columns.test-data.ts';
import type { But } from './columns.test-data.ts';
import { emptyColumn, matrixColumn } from './matrix-column.ts';
import type { MatrixColumn } from './matrix-column.ts';
import { renderMatrix } from './render-matrix.ts';

const id = 'b.unavailable.status';
const good = matrixColumn(runWith(), 'good/report.html');

/** The cells of a page in which each requirement came to something, by their verdict. */
const cellsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<td data-v="([a-z]+)"/g)].map(([, verdict]) => verdict ?? '');

/** What the cell of a requirement in the first column says. */
function cellText(page: string, requirement: string): string {
  const row = page.slice(page.indexOf(`<tr id="${requirement}">`));
  return (/<td data-v[^]*?<\/td>/.exec(row)?.[0] ?? '').replace(/>\s+</g, '><');
}

describe('the matrix', () => {
  test('has a cell for every requirement of every run', () => {
    const cells = cellsOf(renderMatrix([good, good, good], 'en'));
    expect(cells).toHaveLength(3 * catalogue.length);
    expect(new Set(cells)).toEqual(new Set(['pass']));
  });

  test.for(['fail', 'review', 'inconclusive'] as const)('shows %s as a word with its message', (verdict) => {
    const page = renderMatrix(
      [matrixColumn(runWith({ [id]: [verdict, 'status: expected 500, got 503'] }), null)],
      'en',
    );
    expect(cellText(page, id)).toMatch(
      new RegExp(`data-v="${verdict}" title="[^"]*expected 500, got 503"><span>${verdict}</span>`),
    );
    expect(cellsOf(page).filter((one) => one !== 'pass')).toEqual([verdict]);
  });

  test('says what is waived', () => {
    const results = runWith({ [id]: ['fail', 'x'] }, { waivers: [waiverOf(id)] });
    expect(cellText(renderMatrix([matrixColumn(results, null)], 'en'), id)).toContain(
      '<span>fail, waived</span>',
    );
  });

  test.for([
    ['pass', '✓30', '✗0'],
    ['fail', '✓29', '✗1'],
  ] as const)('shows and counts a text that a person decided as %s', ([decision, passed, failed]) => {
    const page = renderMatrix(
      [
        matrixColumn(
          wholeRun({ verdicts: { [id]: 'review' }, reviews: [reviewOf(id, reviewedText, decision)] }),
          null,
        ),
      ],
      'en',
    );
    expect(cellText(page, id)).toMatch(
      new RegExp(`data-v="${decision}"[^]*<span>${decision}, decided by a person</span>`),
    );
    for (const count of [passed, failed, '?0']) expect(page).toContain(`>${count}</span>`);
    expect(page).not.toContain('>?1</span>');
  });

  test('tells what was not claimed, not known and not run from what passed', () => {
    const onlyA = matrixColumn(runWith({}, { target: targetOf(['a']) }), null);
    const older: MatrixColumn = { ...good, cells: new Map([...good.cells].filter(([name]) => name !== id)) };
    const broken = emptyColumn({ name: 'down', baseUrl: 'http://127.0.0.1', problem: 'no such host' });
    expect(cellText(renderMatrix([onlyA, good], 'en'), id)).toContain('data-v="none"><span>not claimed');
    expect(cellText(renderMatrix([older, good], 'en'), id)).toContain('<span>unknown');
    const page = renderMatrix([broken, good], 'en');
    expect(cellText(page, id)).toContain('<span>not run');
    expect(cellsOf(page).filter((one) => one === 'pass')).toHaveLength(catalogue.length);
    expect(page).toContain('no such host');
  });

  test('links to the reports that there are, and to nothing else', () => {
    const page = renderMatrix([good, { ...good, href: null }], 'en');
    expect(page.match(/ href="[^"]*"/g)).toEqual([' href="good/report.html"']);
    expect(page).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/);
  });

  test('warns where verdicts are hard to compare', () => {
    const sameLook = renderMatrix([good, good], 'en');
    expect(sameLook).not.toContain('class="notice"');
    const newer = renderMatrix([good, { ...good, suite: '2' }], 'en');
    expect(newer).toContain('different versions of the suite');
    const other = renderMatrix([good, { ...good, spec: 'f'.repeat(64) }], 'en');
    expect(other).toContain('different texts of the specification');
  });

  test('tells columns of one name apart, by address or by time', () => {
    const moved = { ...good, baseUrl: 'http://127.0.0.1:9' };
    const later = { ...good, startedAt: '2026-02-03T04:05:06.000Z' };
    expect(renderMatrix([good, moved], 'en')).toContain('<div class="muted note">http://127.0.0.1:9</div>');
    expect(renderMatrix([good, later], 'en')).toContain(
      '<div class="muted note">2026-02-03 04:05:06 UTC</div>',
    );
    expect(renderMatrix([good, { ...good, name: 'other' }], 'en')).not.toContain('class="muted note"');
  });

  test('says that a run was interrupted', () => {
    expect(renderMatrix([{ ...good, interrupted: true }], 'en')).toContain('interrupted: what is missing');
    expect(renderMatrix([good], 'en')).not.toContain('interrupted: what is missing');
  });

  test('without any run says so', () => {
    expect(renderMatrix([], 'en')).toContain('There are no targets to show.');
  });

  test('speaks Russian', () => {
    const page = renderMatrix(manyColumns(9), 'ru');
    expect(page).toContain('<html lang="ru">');
    for (const english of ['>pass<', '>fail<', '>not claimed<', 'Variant A', 'Requirements', 'Signs only'])
      expect(page).not.toContain(english);
  });
});

describe('the page', () => {
  test('lets nothing run but its own style and script', () => {
    const page = renderMatrix([good], 'en');
    for (const [tag, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ] as const) {
      const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
      const digest = createHash('sha256').update(text).digest('base64');
      expect(page).toContain(`${directive} 'sha256-${digest}'`);
    }
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/ style=| on[a-z]+=|<link|src="/);
  });

  test('keeps hostile text as text', () => {
    const hostile = `"><img src=x onerror=alert(1)>${hostileText}`;
    const run = runWith({ [id]: ['fail', hostile], 'a.success.status': ['review', hostile] });
    const results = { ...run, target: { ...run.target, name: hostile, baseUrl: hostile } };
    const odd = { ...results.requirements[0], id: 'a.constructor.x', variant: 'a', statement: hostile };
    const page = renderMatrix(
      [
        matrixColumn({ ...results, requirements: [...results.requirements, odd] } as typeof results, null),
        emptyColumn({ name: hostile, baseUrl: hostile, problem: hostile }),
      ],
      'en',
    );
    for (const mark of ['<img', '\u001b', '\u202e']) expect(page).not.toContain(mark);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('&lt;img src=x');
    expect(page).toContain('constructor');
  });

  test.for([
    ['real ones', manyColumns(50)],
    ['nothing but failures that say a lot in Cyrillic', worst('Ошибка: ')],
    ['nothing but failures that say a lot in markup', worst('<<<&&&"""')],
  ] as const)('stays under a megabyte with fifty targets and %s', ([, columns]) => {
    expect(columns).toHaveLength(50);
    expect(Buffer.byteLength(renderMatrix(columns, 'ru'))).toBeLessThan(1_000_000);
  });
});

/** Fifty runs in which every requirement fails with a long message of its own. */
function worst(text: string): readonly MatrixColumn[] {
  return Array.from({ length: 50 }, (_, place) => {
    const but: But = Object.fromEntries(
      catalogue.map((name) => [name, ['fail', `${place} ${name} ${text.repeat(100)}`]]),
    );
    const folder = encodeURIComponent('площадка'.repeat(8));
    return matrixColumn(runWith(but), `${folder}/report.html`);
  });
}
