import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { Results } from '../../result/results.ts';
import { verbatim } from '../../wording/message.ts';
import { rootCauseOf } from '../made-results.test-data.ts';
import { hostileText, sampleResults } from '../sample-results.test-data.ts';
import { axeViolations, startBrowser, whyNoBrowser } from './browser.test-support.ts';
import type { ReportBrowser } from './browser.test-support.ts';
import { largeResults } from './large-results.test-data.ts';
import { renderHtml } from './render-html.ts';

const missing = whyNoBrowser();
if (missing !== null)
  process.stdout.write(`The tests of report.html in a browser are skipped: ${missing}.\n`);

const many = 10_000;
const mixed = renderHtml(sampleResults());
const patience = { timeout: 5000 } as const;

const links = [
  ['#a.success.status', '#a\\.success\\.status'],
  ['#a.observe.number-for-partner-name', '#case\\:a\\.observe\\.number-for-partner-name .inside'],
  ['#exchange:a-7', '#exchange\\:a-7'],
  ['#exchange:b-control', '#exchange\\:b-control'],
] as const;

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;

function hostile(): Results {
  const results = sampleResults();
  const label = (text: string): string => `${text} ${hostileText}`;
  return {
    ...results,
    target: { ...results.target, name: `">${hostileText}`, baseUrl: `'${hostileText}` },
    rootCauses: [rootCauseOf(null, verbatim(hostileText), verbatim(hostileText))],
    cases: results.cases.map((one) => ({
      ...one,
      title: label(one.title),
      note: hostileText,
      exchanges: one.exchanges.map((each) => ({
        ...each,
        label: label(each.label),
        curl: label(each.curl),
        request: { ...each.request, headers: [['X-Name', hostileText]], body: `{"a":"${hostileText}` },
        response: each.response === null ? null : { ...each.response, body: `{"banks":[${hostileText}` },
      })),
    })),
  };
}

const visibleCount = (page: Page, selector: string): Promise<number> =>
  page.locator(`:is(${selector}):visible`).count();

const filterTo = (page: Page, verdict: string): Promise<void> =>
  page.locator(`#filter input[value="${verdict}"]`).check({ force: true });

async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(60);
}

describe.skipIf(missing !== null)('report.html in a browser', () => {
  let browser: ReportBrowser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  test('asks for nothing and complains about nothing', async () => {
    const { page, requests, complaints } = await browser.open(mixed);
    await page.locator('[data-do="expand"]').click();
    await settled(page);
    expect(await page.locator('.exchange').count()).toBeGreaterThan(15);
    expect([requests, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  test('hostile text stays text, in the page and in what is put in later', async () => {
    const { page, requests, complaints } = await browser.open(renderHtml(hostile()));
    await page.locator('[data-do="expand"]').click();
    await settled(page);
    expect(await page.locator('img, iframe, main script, [onerror]').count()).toBe(0);
    expect(await page.locator('h1').textContent()).toContain('</script><img src=x onerror=alert(1)>');
    const lazy = page.locator('#case\\:a\\.success .exchange pre').first();
    expect(await lazy.textContent()).toContain('</script><img src=x onerror=alert(1)>');
    expect(await lazy.textContent()).toContain(String.raw`\x1b[31mred`);
    expect([requests, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  test('axe finds nothing wrong, light and dark, wide and narrow', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      const { page } = await browser.open(mixed, '#case:a.success', {
        colorScheme,
        viewport: { width, height: 900 },
      });
      expect(await axeViolations(page)).toEqual([]);
      await page.context().close();
    }
  });

  test('axe finds something in a page that is wrong', async () => {
    const { page } = await browser.open('<html><body><img src="data:,"><input></body></html>');
    expect((await axeViolations(page)).length).toBeGreaterThan(1);
    await page.context().close();
  });

  test('nothing is wider than a telephone', async () => {
    const { page } = await browser.open(mixed, '', { viewport: { width: 390, height: 844 } });
    await page.locator('[data-do="expand"]').click();
    await settled(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.context().close();
  });

  test('the filter shows the requirements and cases of a verdict and no others', async () => {
    const { page } = await browser.open(mixed);
    const { requirements, cases } = sampleResults();
    for (const verdict of verdicts) {
      await filterTo(page, verdict);
      await settled(page);
      const expected = [
        requirements.filter((one) => one.verdict === verdict).length,
        cases.filter((one) => one.verdict === verdict).length,
      ];
      expect([
        await visibleCount(page, '.requirement'),
        await visibleCount(page, 'details.case[data-verdict]'),
      ]).toEqual(expected);
    }
    await page.locator('[data-do="reset"]').click();
    expect(await visibleCount(page, '.requirement')).toBe(requirements.length);
    await page.context().close();
  });

  test('a count on the first screen leads to its requirements', async () => {
    const { page } = await browser.open(mixed);
    await page.locator('.tally a[data-filter="review"]').first().click();
    const { requirements } = sampleResults();
    expect(await visibleCount(page, '.requirement')).toBe(
      requirements.filter(({ verdict }) => verdict === 'review').length,
    );
    await page.context().close();
  });

  test('the search finds what stands in an exchange that was never opened', async () => {
    const { page } = await browser.open(mixed);
    await page.locator('input[type="search"]').fill('partnerName as a number');
    await settled(page);
    expect(await visibleCount(page, 'details.case[data-verdict]')).toBe(1);
    await page.locator('input[type="search"]').fill('no such thing');
    await settled(page);
    expect(await page.locator('#filter-outcome').textContent()).toBe('Nothing matches the filter.');
    await page.context().close();
  });

  test('a link shows what it names, collapsed or filtered', async () => {
    for (const [hash, selector] of links) {
      const { page } = await browser.open(mixed, hash);
      const place = page.locator(selector);
      await expect.poll(() => place.isVisible(), patience).toBe(true);
      await page.evaluate('location.hash = ""');
      await page.locator('[data-do="collapse"]').click();
      await filterTo(page, 'review');
      await expect.poll(() => place.isVisible(), patience).toBe(false);
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await expect.poll(() => place.isVisible(), patience).toBe(true);
      const top = await page.evaluate(
        `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top`,
      );
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top).toBeLessThan(900);
      await page.context().close();
    }
  });

  test('a curl command and a draft are copied as they are; what cannot be copied is selected', async () => {
    const { page, complaints } = await browser.open(mixed, '#case:a.success');
    await page.evaluate(
      'navigator.clipboard.writeText = (text) => { globalThis.copied = text; return Promise.resolve(); }',
    );
    await page.locator('#case\\:a\\.success [data-do="copy"]').click();
    const curl = sampleResults().cases[0]?.exchanges[0]?.curl;
    expect(await page.evaluate('copied')).toBe(curl);
    await page.locator('.draft summary').first().click();
    await page.locator('.draft [data-do="copy"]').first().click();
    expect(await page.evaluate('copied')).toContain('- case: "a.');
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))');
    await page.locator('#case\\:a\\.success [data-do="copy"]').click();
    await expect.poll(() => page.evaluate('String(getSelection())'), patience).toContain('curl -sS');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('light and dark follow the system until they are chosen, and the choice is kept where it can be stored', async () => {
    const { page, complaints } = await browser.open(mixed, '', { colorScheme: 'dark' });
    const ground = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await page.locator('[data-do="theme"]').click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.reload();
    expect(await ground()).toBe(light);
    await page.evaluate(
      'Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })',
    );
    await page.locator('[data-do="theme"]').click();
    expect(await ground()).toBe(dark);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('everything is reached by the keyboard', async () => {
    const { page } = await browser.open(mixed);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    await page.locator('#case\\:a\\.success > summary').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#case\\:a\\.success .exchange').count(), patience).toBe(1);
    await page.context().close();
  });

  test('printing leaves out the controls, shows failed cases whatever is filtered, and others as one line', async () => {
    const { page } = await browser.open(mixed, '', { colorScheme: 'dark' });
    await filterTo(page, 'pass');
    await settled(page);
    await page.locator('[data-do="expand"]').click();
    await page.locator('#case\\:a\\.success').waitFor();
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    await page.emulateMedia({ media: 'print' });
    expect(await visibleCount(page, '.toolbar, button, .skip')).toBe(0);
    expect(await page.locator('#exchange\\:a-3').isVisible()).toBe(true);
    expect(await page.locator('#case\\:a\\.success > summary').isVisible()).toBe(true);
    expect(await page.locator('#case\\:a\\.success .exchange').isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const pdf = await page.pdf({ preferCSSPageSize: true });
    // 210 by 297 millimetres in points.
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    await page.context().close();
  });

  test('without scripts verdicts and failed cases are read, and nothing is offered that does not work', async () => {
    const { page } = await browser.open(mixed, '', { javaScriptEnabled: false });
    expect(await visibleCount(page, '.requirement')).toBe(sampleResults().requirements.length);
    expect(await page.locator('#exchange\\:a-3').isVisible()).toBe(true);
    expect(await visibleCount(page, 'button, .toolbar')).toBe(0);
    expect(await page.locator('noscript').first().isVisible()).toBe(true);
    await page.context().close();
  });

  test('ten thousand cases open, are filtered and searched in a few seconds', async () => {
    const html = renderHtml(largeResults(many, 'x'.repeat(2000)));
    const started = performance.now();
    const { page, complaints } = await browser.open(html);
    expect(performance.now() - started).toBeLessThan(10_000);
    const filtered = performance.now();
    await filterTo(page, 'review');
    await expect.poll(() => page.locator('#filter-outcome').textContent(), patience).toContain('/');
    await page.locator('input[type="search"]').fill('a.unauthorized.wrong-password.5');
    await expect.poll(() => page.locator('#filter-outcome').textContent(), patience).toMatch(/^\d{2,3} \//);
    expect(performance.now() - filtered).toBeLessThan(8000);
    await page.evaluate(`location.hash = '#exchange:a-7-9997'`);
    await expect.poll(() => page.locator('#exchange\\:a-7-9997').isVisible(), patience).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
