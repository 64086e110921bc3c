import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runReference } from '../../cli/reference-run.test-support.ts';
import { hostileText, russianSample, sampleResults, withText } from '../made-results.test-data.ts';
import { axeViolations, largeResults, startBrowser, whyNoBrowser } from './browser.test-support.ts';
import type { ReportBrowser } from './browser.test-support.ts';
import { renderHtml } from './page.ts';

const missing = whyNoBrowser();
if (missing !== null)
  process.stdout.write(`The tests of report.html in a browser are skipped: ${missing}.\n`);

const mixed = renderHtml(sampleResults());

/** Defects that make about twenty requirements fail. */
const twenty = (
  'a-missing-400 b-missing-400 b-unauthorized-403 a-unauthorized-422 a-unavailable-503 b-unavailable-504 ' +
  'b-partner-blocked-401 b-ip-blocked-401 b-reward-unavailable-404 a-bic-number b-bic-number a-unencrypted-400 b-unencrypted-401'
).split(' ');

const visibleCount = (page: Page, selector: string): Promise<number> =>
  page.locator(`:is(${selector}):visible`).count();

const choose = (page: Page, verdict: string): Promise<void> =>
  page.locator(`#filter input[value="${verdict}"]`).check({ force: true });

describe.skipIf(missing !== null)('report.html in a browser', () => {
  let browser: ReportBrowser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  test('hostile text stays text, nothing is asked for, nothing complains', async () => {
    for (const html of [mixed, renderHtml(withText(`">${hostileText}`))]) {
      const { page, requests, complaints } = await browser.open(html);
      await page.locator('[data-do="expand"]').click();
      expect(await visibleCount(page, '.exchange')).toBeGreaterThan(5);
      expect(await page.locator('img, iframe, main script, [onerror]').count()).toBe(0);
      expect(await page.locator('main').textContent()).toContain('</script><img src=x onerror=alert(1)>');
      expect([requests, complaints]).toEqual([[], []]);
    }
  });

  test.each([
    ['light', 1280],
    ['dark', 375],
  ] as const)(
    'axe finds nothing wrong, %s and %i wide, and nothing is wider than the window',
    async (colorScheme, width) => {
      const viewport = { width, height: 900 };
      const { page } = await browser.open(mixed, '#case:a.success', { colorScheme, viewport });
      expect(await axeViolations(page)).toEqual([]);
      await page.locator('[data-do="expand"]').click();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    },
  );

  test('verdict and failures are on the first screen, a card fits one, no id is broken on a telephone', async () => {
    const { page } = await browser.open(mixed);
    for (const place of await page.locator('.overall, .failing a').all())
      expect((await place.boundingBox())?.y).toBeLessThan(900);
    for (const card of await page.locator('article.failures').all())
      expect((await card.boundingBox())?.height).toBeLessThan(900);
    const narrow = await browser.open(mixed, '', { viewport: { width: 375, height: 800 } });
    for (const id of await narrow.page.locator('.failing code.id, article.failures code.id').all())
      expect((await id.boundingBox())?.height).toBeLessThan(24);
  });

  test('filter and search show what fits and nothing else', async () => {
    const { page } = await browser.open(mixed);
    const { requirements, cases } = sampleResults();
    for (const verdict of ['pass', 'fail', 'review', 'inconclusive'] as const) {
      await choose(page, verdict);
      const number = (list: readonly { readonly verdict: string | null }[]): number =>
        list.filter((one) => one.verdict === verdict).length;
      await expect.poll(() => visibleCount(page, '.requirement')).toBe(number(requirements));
      expect(await visibleCount(page, 'details.case[data-verdict]')).toBe(number(cases));
    }
    await page.locator('[data-do="reset"]').click();
    expect(await visibleCount(page, '.requirement')).toBe(0);
    const search = page.locator('input[type="search"]');
    await page.keyboard.press('/');
    expect(await search.evaluate((one) => one.matches(':focus'))).toBe(true);
    await search.fill('partnerName is a number');
    await expect.poll(() => visibleCount(page, 'details.case[data-verdict]')).toBe(1);
    await search.fill('no such thing');
    const outcome = page.locator('#filter-outcome');
    await expect.poll(() => outcome.textContent()).toBe('Nothing matches the filter.');
    await page.locator('.tally a[data-filter="review"]').first().click();
    const reviews = requirements.filter(({ verdict }) => verdict === 'review').length;
    expect(await visibleCount(page, '.requirement')).toBe(reviews);
  });

  test('search finds a case by an exchange of which it has only a link to a card', async () => {
    const { target, ...results } = sampleResults();
    const { command: _command, ...unnamed } = target;
    const cases = results.cases.map((one) => ({
      ...one,
      exchanges: one.exchanges.map((exchange) => ({ ...exchange, curl: `curl of-${exchange.id}` })),
    }));
    const { page } = await browser.open(renderHtml({ ...results, target: unnamed, cases }));
    const ofCard = await page.locator('article.failures .copied').first().textContent();
    await page.locator('input[type="search"]').fill(ofCard ?? '');
    await expect.poll(() => visibleCount(page, 'details.case[data-verdict="fail"]')).toBe(1);
    expect(await page.locator('details.case:visible .copied').allTextContents()).not.toContain(ofCard);
  });

  test.each([
    ['a.success.status'],
    ['a.success', 'case:a.success'],
    ['case:a.observe.number-for-partner-name'],
    ['exchange:a-7'],
    ['exchange:b-control'],
  ])('the link #%s shows what it names, closed or filtered', async (id, element = id) => {
    const { page } = await browser.open(mixed);
    await choose(page, 'review');
    await page.evaluate(`location.hash = ${JSON.stringify(`#${id}`)}`);
    const place = page.locator(`[id="${element}"]`);
    await expect.poll(() => place.isVisible()).toBe(true);
    await expect.poll(async () => (await place.boundingBox())?.y ?? 9999).toBeLessThan(900);
  });

  test('a command and a draft are copied as they are; what cannot be copied is selected', async () => {
    const { page, complaints } = await browser.open(mixed, '#case:a.success');
    const copyCommand = (): Promise<void> => page.locator('#case\\:a\\.success [data-do="copy"]').click();
    const writes = (body: string): Promise<unknown> =>
      page.evaluate(
        `navigator.clipboard.writeText = (text) => { globalThis.copied = text; return ${body}; }`,
      );
    await writes('Promise.resolve()');
    await copyCommand();
    expect(await page.evaluate('copied')).toBe(
      'npx sbp-banks-conformance send a.success --target staging.yaml',
    );
    await page.locator('.draft summary').first().click();
    await page.locator('.draft [data-do="copy"]').first().click();
    expect(await page.evaluate('copied')).toContain('- case: "a.');
    await writes('Promise.reject(new Error("no"))');
    await copyCommand();
    await expect.poll(() => page.evaluate('String(getSelection())')).toContain(' send a.success ');
    expect(complaints).toEqual([]);
  });

  test('print has summary and failures on white A4, whatever is filtered, and no controls', async () => {
    const { page } = await browser.open(mixed, '', { colorScheme: 'dark' });
    await choose(page, 'pass');
    await page.emulateMedia({ media: 'print' });
    expect(await visibleCount(page, '.toolbar, button, .skip, .requirement, details.case')).toBe(0);
    expect(await page.locator('#exchange\\:a-3').isVisible()).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const pdf = await page.pdf({ preferCSSPageSize: true });
    // 210 by 297 millimetres in points.
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  });

  test('print everything has every requirement with what was seen, and every case', async () => {
    const { page } = await browser.open(mixed);
    await choose(page, 'pass');
    await page.evaluate('print = () => {}');
    await page.locator('[data-do="print-all"]').click();
    await page.emulateMedia({ media: 'print' });
    const { requirements, cases } = sampleResults();
    expect(await visibleCount(page, '.requirement .more-of')).toBe(requirements.length);
    expect(await visibleCount(page, 'details.case > .inside')).toBe(cases.length);
    expect(await page.locator('[data-verdict="fail"] .more-of > .said-line:visible').count()).toBeGreaterThan(
      5,
    );
    expect(await visibleCount(page, '#observations td')).toBeGreaterThan(5);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await visibleCount(page, '.requirement, details.case')).toBe(0);
  });

  test.each([
    ['nothing', 3300, 40, []],
    ['three mistakes', 6000, 40, ['a-missing-400', 'b-unauthorized-403', 'a-bic-number']],
    ['twenty failures', 11_000, 50, twenty],
  ] as const)(
    'a run with %s is at most %i pixels and, all printed, %i pages',
    async (_, pixels, pages, defects) => {
      const { results } = await runReference(undefined, { defects });
      const { page } = await browser.open(renderHtml(results));
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(pixels);
      await page.evaluate('print = () => {}');
      await page.locator('[data-do="print-all"]').click();
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(pages);
      await page.setViewportSize({ width: 375, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    },
  );

  test('links are underlined, what opens has a marker, and no button breaks in its word', async () => {
    const { page } = await browser.open(renderHtml(russianSample()), '#case:a.success', {
      viewport: { width: 375, height: 800 },
    });
    for (const button of await page.locator('button:visible').all())
      expect((await button.boundingBox())?.height).toBeLessThan(40);
    const style = (selector: string, pseudo: string, name: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}'), '${pseudo}').${name}`);
    expect(await style('article.failures a code.id', '', 'textDecorationLine')).toBe('underline');
    for (const box of ['.requirement > summary', 'details.case:not([open]) .time'])
      expect(await style(box, '::after', 'content')).toContain('+');
    expect(await style('.line.deep', '::before', 'content')).toBe(String.raw`"\a   "`);
    const search = page.locator('input[type="search"]');
    expect((await search.boundingBox())?.width).toBe((await page.locator('#filter').boundingBox())?.width);
  });

  test('without scripts and by the keyboard everything is read, and nothing is offered that does not work', async () => {
    const { page } = await browser.open(mixed, '', { javaScriptEnabled: false });
    await page.keyboard.press('Tab');
    expect(await page.locator('.skip').evaluate((one) => one.matches(':focus'))).toBe(true);
    for (const fold of await page.locator('.folded > summary').all()) {
      await fold.focus();
      await page.keyboard.press('Enter');
    }
    await page.locator('#case\\:a\\.success > summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#exchange\\:a-1').isVisible()).toBe(true);
    expect(await visibleCount(page, '.requirement')).toBe(sampleResults().requirements.length);
    expect(await visibleCount(page, 'button, .toolbar')).toBe(0);
  });

  test('ten thousand cases open, are filtered and searched', async (context) => {
    context.skip(process.env['SBP_SLOW_TESTS'] !== '1', 'only with SBP_SLOW_TESTS=1');
    const html = renderHtml(largeResults(10_000, 'x'.repeat(2000)));
    const { page } = await browser.open(html);
    await page.locator('input[type="search"]').fill('a.unauthorized.wrong-password.5');
    const outcome = page.locator('#filter-outcome');
    await expect.poll(() => outcome.textContent()).toMatch(/^\d{2,3} \//);
  });
});
