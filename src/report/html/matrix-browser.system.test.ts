import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeViolations, startBrowser, whyNoBrowser } from './browser.test-support.ts';
import type { ReportBrowser } from './browser.test-support.ts';
import { catalogue } from '../../operation/catalogue.test-data.ts';
import { manyColumns } from './columns.test-data.ts';
import { drawMatrix } from './matrix.ts';

const missing = whyNoBrowser();
if (missing !== null) process.stdout.write(`The tests of the matrix in a browser are skipped: ${missing}.\n`);

const columns = manyColumns(50);
const many = drawMatrix(columns, 'en');

const failed = columns.map(({ results }) =>
  results.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id),
);
/** A target whose name also occurs in reasons. */
const deviating = columns[failed.findIndex((ids) => ids.length > 0)]?.results.target.name ?? '';

const count = (page: Page, selector: string): Promise<number> =>
  page.locator(`:is(${selector}):visible`).count();

const choose = (page: Page, verdict: string): Promise<void> =>
  page.locator(`#filter input[value="${verdict}"]`).check({ force: true });

describe.skipIf(missing !== null)('the matrix in a browser', () => {
  let browser: ReportBrowser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  test.each([
    ['light', 1280, false],
    ['dark', 375, true],
  ] as const)(
    'axe finds nothing wrong, %s at %i in signs: %s; heads stay in view',
    async (colorScheme, width, signs) => {
      const few = drawMatrix(columns.slice(0, 5), 'en');
      const { page } = await browser.open(few, '', { colorScheme, viewport: { width, height: 900 } });
      await page.locator('#matrix-signs').setChecked(signs);
      expect(await axeViolations(page)).toEqual([]);
      await page.evaluate('scrollTo(0, 99999); document.querySelector(".scroll").scrollTo(1500, 900)');
      const [head, row, whole] = await page.evaluate<readonly [number, number, number]>(`(() => {
      const box = document.querySelector('.scroll').getBoundingClientRect();
      const head = document.querySelector('thead th').getBoundingClientRect();
      const row = document.querySelector('tr[id] th').getBoundingClientRect();
      return [head.top - box.top, row.left - box.left, document.documentElement.scrollWidth];
    })()`);
      expect([Math.abs(head) < 3, Math.abs(row) < 3, whole <= width]).toEqual([true, true, true]);
    },
  );

  test('the filter leaves the rows and columns that hold the verdict, and no others', async () => {
    const { page, requests, complaints } = await browser.open(many);
    await choose(page, 'fail');
    expect(await count(page, 'tbody tr[id]')).toBe(new Set(failed.flat()).size);
    expect(await count(page, 'thead th')).toBe(1 + failed.filter((ids) => ids.length > 0).length);
    expect(await count(page, 'td[data-v="fail"]')).toBe(failed.flat().length);
    await page.locator('[data-do="reset"]').click();
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
    expect(await count(page, 'thead th')).toBe(51);
    expect([requests, complaints]).toEqual([[], []]);
  });

  test.each([
    ['missing.partnerName', 51, catalogue.filter((id) => id.includes('missing.partnerName')).length],
    ['bank-17.example', 2, catalogue.length],
    ['no such thing', 1, 0],
  ])('the search for %j leaves %i heads and %i rows', async (text, heads, rows) => {
    const { page } = await browser.open(many);
    await page.locator('#filter input[type="search"]').fill(text);
    const shown = (): Promise<readonly number[]> =>
      Promise.all([count(page, 'thead th'), count(page, 'tbody tr[id]')]);
    await expect.poll(shown).toEqual([heads, rows]);
  });

  test('the search for a target keeps rows whose reasons do not name it', async () => {
    const { page } = await browser.open(many);
    await page.locator('#filter input[type="search"]').fill(deviating);
    await expect.poll(() => count(page, 'thead th')).toBeLessThan(51);
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
  });

  test('many columns are signs alone, which are narrower and keep the words for those who cannot see', async () => {
    const { page } = await browser.open(many);
    const width = (): Promise<number> => page.evaluate('document.querySelector(".grid").offsetWidth');
    const narrow = await width();
    await page.locator('#matrix-signs').uncheck();
    expect(narrow).toBeLessThan((await width()) / 2.5);
    expect(await page.locator('td[data-v="fail"]').first().textContent()).toContain('fail');
  });

  test('a link to a requirement opens its row, with what each target was found to do', async () => {
    const id = failed.flat()[0] ?? '';
    const { page } = await browser.open(many, `#${id}`);
    const reason = page.locator(`tr[id="${id}"] .reasons li`).first();
    await expect.poll(() => reason.isVisible()).toBe(true);
  });

  test('print has the whole table on A4, without controls', async () => {
    const { page } = await browser.open(many, '', { colorScheme: 'dark' });
    await choose(page, 'fail');
    await page.emulateMedia({ media: 'print' });
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
    expect(await count(page, '.toolbar, button')).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });

  test('without scripts everything is read, and nothing is offered that does not work', async () => {
    const { page } = await browser.open(many, '', { javaScriptEnabled: false });
    expect(await count(page, 'tbody tr[id]')).toBe(catalogue.length);
    expect(await count(page, 'button, input[type="search"], input[type="radio"]')).toBe(0);
  });
});
