import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { axeViolations, startBrowser, whyNoBrowser } from '../../report/html/browser.test-support.ts';
import type { ReportBrowser } from '../../report/html/browser.test-support.ts';
import { hostileText } from '../../report/sample-results.test-data.ts';
import { catalogue, manyColumns, runWith } from './columns.test-data.ts';
import { matrixColumn } from './matrix-column.ts';
import { renderMatrix } from './render-matrix.ts';

const missing = whyNoBrowser();
if (missing !== null) process.stdout.write(`The tests of the matrix in a browser are skipped: ${missing}.\n`);

const columns = manyColumns(50);
const many = renderMatrix(columns, 'en');
const few = renderMatrix(columns.slice(0, 5), 'en');

const failed = columns.map(({ cells }) =>
  [...cells].filter(([, { verdict }]) => verdict === 'fail').map(([id]) => id),
);

const count = (page: Page, selector: string): Promise<number> =>
  page.locator(`:is(${selector}):visible`).count();

const choose = (page: Page, verdict: string): Promise<void> =>
  page.locator(`#matrix-filter input[value="${verdict}"]`).check({ force: true });

const told = (page: Page, part: string): Promise<string | null> =>
  page.locator(`#matrix-detail [data-part="${part}"]`).textContent();

describe.skipIf(missing !== null)('the matrix in a browser', () => {
  let browser: ReportBrowser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  test('asks for nothing and complains about nothing', async () => {
    const { page, requests, complaints } = await browser.open(many);
    await page.locator('td[data-v="fail"]').first().click();
    await choose(page, 'fail');
    expect([requests, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  test('axe finds nothing wrong, light and dark, wide and narrow, in words and in signs', async () => {
    for (const [colorScheme, width, signs] of [
      ['light', 1280, false],
      ['dark', 1280, true],
      ['light', 390, true],
      ['dark', 390, false],
    ] as const) {
      const { page } = await browser.open(few, '', { colorScheme, viewport: { width, height: 900 } });
      await page.locator('#matrix-signs').setChecked(signs);
      await page.locator('td[data-v="fail"]').first().click();
      await choose(page, 'fail');
      expect(await axeViolations(page)).toEqual([]);
      await page.context().close();
    }
  });

  test('the head and the first column stay in view, and the page is never wider than the window', async () => {
    for (const width of [1280, 390]) {
      const { page } = await browser.open(many, '', { viewport: { width, height: 844 } });
      await page.evaluate('scrollTo(0, 99999); document.querySelector(".scroll").scrollTo(1500, 900)');
      const [head, row, left] = await page.evaluate<readonly [number, number, number]>(`(() => {
        const box = document.querySelector('.scroll').getBoundingClientRect();
        const head = document.querySelector('thead th').getBoundingClientRect();
        const row = document.querySelector('tr[id] th').getBoundingClientRect();
        return [head.top - box.top, row.left - box.left, document.documentElement.scrollWidth];
      })()`);
      expect(Math.abs(head)).toBeLessThan(3);
      expect(Math.abs(row)).toBeLessThan(3);
      expect(left).toBeLessThanOrEqual(width);
      await page.context().close();
    }
  });

  test('the filter leaves the rows and columns that hold the verdict, and no others', async () => {
    const { page } = await browser.open(many);
    await choose(page, 'fail');
    expect(await count(page, 'tbody tr[id]')).toBe(new Set(failed.flat()).size);
    expect(await count(page, 'thead th')).toBe(1 + failed.filter((ids) => ids.length > 0).length);
    expect(await count(page, 'td[data-v="fail"]')).toBe(failed.flat().length);
    expect(await page.locator('td[data-v="fail"].faint').count()).toBe(0);
    await page.locator('[data-do="reset"]').click();
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
    expect(await count(page, 'thead th')).toBe(51);
    await page.context().close();
  });

  test('the search finds requirements, and targets by name and address', async () => {
    const { page } = await browser.open(many);
    const search = page.locator('#matrix-filter input[type="search"]');
    await search.fill('missing partnerName');
    expect(await count(page, 'tbody tr[id]')).toBe(
      catalogue.filter((id) => id.includes('missing.partnerName')).length,
    );
    expect(await count(page, 'thead th')).toBe(51);
    await search.fill('bank-17.example');
    expect(await count(page, 'thead th')).toBe(2);
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
    await search.fill('no such thing');
    expect(await page.locator('#matrix-outcome').textContent()).toBe('Nothing matches the filter.');
    await page.context().close();
  });

  test('a cell tells its message, and leads to its place in the report', async () => {
    const place = failed.findIndex((ids) => ids.length > 0);
    const [id = ''] = failed[place] ?? [];
    const { page } = await browser.open(many);
    expect(await page.locator('#matrix-detail').isVisible()).toBe(false);
    await page.locator(`tr[id="${id}"] td`).nth(place).click();
    expect([await told(page, 'place'), await told(page, 'target'), await told(page, 'verdict')]).toEqual([
      id,
      columns[place]?.name,
      'fail',
    ]);
    expect(await told(page, 'message')).toBe(columns[place]?.cells.get(id)?.said[0]);
    expect(await page.locator('#matrix-detail a').getAttribute('href')).toBe(`${columns[place]?.href}#${id}`);
    await page.keyboard.press('Escape');
    expect(await page.locator('#matrix-detail').isVisible()).toBe(false);
    // A target without a report.
    await page.locator(`tr[id="${id}"] td`).nth(9).click();
    expect(await page.locator('#matrix-detail a').isVisible()).toBe(false);
    await page.context().close();
  });

  test('arrow keys go from cell to cell, past what is filtered out; the table is one stop of the tab key', async () => {
    const { page } = await browser.open(many);
    expect(await page.locator('td[tabindex="0"]').count()).toBe(1);
    await page.locator('td').first().focus();
    await page.keyboard.press('ArrowRight');
    expect([await told(page, 'place'), await told(page, 'target')]).toEqual(['Variant A', 'Staging 1']);
    expect(await told(page, 'statement')).toContain('https://bank-1.example.test/api');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await told(page, 'place')).toBe('a.success.status');
    await page.keyboard.press('End');
    expect(await told(page, 'target')).toBe(columns.at(-1)?.name);
    await page.keyboard.press('Home');
    expect(await told(page, 'target')).toBe('Staging 0');
    await choose(page, 'fail');
    await page.locator('tr:not([id]) td:visible').first().focus();
    await page.keyboard.press('ArrowRight');
    const second = failed.flatMap((ids, index) => (ids.length > 0 ? [columns[index]?.name] : []))[1];
    expect(await told(page, 'target')).toBe(second);
    expect(await page.locator('td[tabindex="0"]').count()).toBe(1);
    await page.context().close();
  });

  test('signs alone make the table narrower and keep the words for those who cannot see', async () => {
    const { page } = await browser.open(many);
    const width = (): Promise<number> => page.evaluate('document.querySelector(".grid").offsetWidth');
    const wide = await width();
    await page.locator('#matrix-signs').check();
    expect(await width()).toBeLessThan(wide / 2.5);
    expect(await page.locator('td[data-v="fail"]').first().textContent()).toContain('fail');
    const sign = await page.evaluate(
      'getComputedStyle(document.querySelector(\'td[data-v="fail"]\'), "::before").content',
    );
    expect(sign).toContain('✗');
    await page.context().close();
  });

  test('a link to a requirement opens its row', async () => {
    const { page } = await browser.open(many, '#b.unavailable.status');
    const row = page.locator('tr[id="b.unavailable.status"]');
    await expect.poll(() => row.locator('details p').isVisible(), { timeout: 5000 }).toBe(true);
    expect(await row.evaluate((element) => element.classList.contains('aimed'))).toBe(true);
    await page.context().close();
  });

  test('hostile text stays text, in the table and in what is told of a cell', async () => {
    const hostile = `<img src=x onerror=alert(1)>${hostileText}`;
    const run = runWith({ 'a.success.status': ['fail', hostile] });
    const { page, requests, complaints } = await browser.open(
      renderMatrix([matrixColumn({ ...run, target: { ...run.target, name: hostile } }, null)], 'en'),
    );
    await page.locator('td[data-v="fail"]').click();
    expect(await told(page, 'message')).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('img, iframe, main script, [onerror]').count()).toBe(0);
    expect([requests, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  test('printing shows the whole table on A4, without controls', async () => {
    const { page } = await browser.open(many, '', { colorScheme: 'dark' });
    await choose(page, 'fail');
    await page.locator('td[data-v="fail"]').first().click();
    await page.emulateMedia({ media: 'print' });
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
    expect(await count(page, '.toolbar, button, #matrix-detail')).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const pdf = await page.pdf({ preferCSSPageSize: true });
    // 297 by 210 millimetres in points.
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 84[12][.\d]* 59[45][.\d]*\]/);
    await page.context().close();
  });

  test('without scripts everything is read, and nothing is offered that does not work', async () => {
    const { page } = await browser.open(many, '', { javaScriptEnabled: false });
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
    expect(await count(page, 'button, input[type="search"], input[type="radio"]')).toBe(0);
    expect(await page.locator('td[data-v="fail"]').first().getAttribute('title')).not.toBeNull();
    await page.context().close();
  });

  test('light and dark follow the system until they are chosen', async () => {
    const { page } = await browser.open(few, '', { colorScheme: 'dark' });
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await page.locator('[data-do="theme"]').click();
    expect(await ground()).not.toBe(dark);
    await page.context().close();
  });

  test('a page without a target opens without complaints', async () => {
    const { page, complaints } = await browser.open(renderMatrix([], 'en'));
    expect(complaints).toEqual([]);
    await page.locator('[data-do="theme"]').click();
    await page.context().close();
  });
});
