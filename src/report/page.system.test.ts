import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formats } from './formats.ts';
import { hostileResults, hostileText, mixedResults, russianResults } from './made-results.test-data.ts';

const executablePath = '/usr/bin/chromium';
const isMissing = !existsSync(executablePath);
if (isMissing && process.env['SBP_REQUIRE_TOOLS'] === '1') throw new Error(`${executablePath} is missing`);

const mixed = formats.html.render(mixedResults());

/** Rules of axe that the page breaks. */
async function axeViolations(page: Page): Promise<readonly string[]> {
  const script = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(script);
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`))',
  );
}

const visibleCount = (page: Page, selector: string): Promise<number> =>
  page.locator(`:is(${selector}):visible`).count();

describe.skipIf(isMissing)('report.html in a browser', () => {
  let [browser, folder, count]: [Browser | null, string, number] = [null, '', 0];

  beforeAll(async () => {
    const { chromium } = await import('playwright-core');
    folder = await mkdtemp(join(tmpdir(), 'sbp-report-'));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A page, what it asked for, and what its console complained of. */
  async function open(html: string, hash = '', options: BrowserContextOptions = {}) {
    count += 1;
    const file = join(folder, `${count}.html`);
    await writeFile(file, html);
    const url = pathToFileURL(file).href;
    const context = await browser?.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context?.newPage();
    if (page === undefined) throw new Error('the browser did not start');
    const [requests, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => {
      if (request.url().split('#')[0] !== url) requests.push(request.url());
    });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${url}${hash}`);
    return { page, requests, complaints };
  }

  const openAll = (page: Page): Promise<unknown> =>
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");

  test('hostile text stays text, nothing is asked for, nothing complains', async () => {
    for (const text of [hostileText, `">${hostileText}`.repeat(9)]) {
      const { page, requests, complaints } = await open(formats.html.render(hostileResults(text)), '', {
        viewport: { width: 375, height: 800 },
      });
      await openAll(page);
      expect(await page.locator('img, iframe, main script, [onerror]').count()).toBe(0);
      expect(await page.locator('main').textContent()).toContain('</script><img src=x onerror=alert(1)>');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
      expect([requests, complaints]).toEqual([[], []]);
    }
  });

  test.each([
    ['light', 1280, mixed],
    ['dark', 375, formats.html.render(russianResults())],
  ] as const)(
    'axe finds nothing wrong, %s and %i wide, and nothing is wider',
    async (scheme, width, html) => {
      const viewport = { width, height: 900 };
      const { page } = await open(html, '#case:a.success', { colorScheme: scheme, viewport });
      await openAll(page);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    },
  );

  test('verdict and causes are on the first screen', async () => {
    const { page } = await open(mixed);
    expect(await page.locator('#summary a').count()).toBeGreaterThan(5);
    for (const place of await page.locator('h1, #summary a').all())
      expect((await place.boundingBox())?.y).toBeLessThan(900);
  });

  test('filter and search show what fits and nothing else', async () => {
    const { page } = await open(mixed);
    const { requirements } = mixedResults();
    for (const verdict of ['pass', 'fail', 'review', 'inconclusive'] as const) {
      await page.locator(`#filter input[value="${verdict}"]`).check({ force: true });
      const expected = await page.locator(`[data-verdict="${verdict}"]`).count();
      await expect.poll(() => visibleCount(page, '[data-verdict]')).toBe(expected);
      expect(expected).toBeGreaterThanOrEqual(
        requirements.filter((one) => one.verdict === verdict && one.decided === null).length,
      );
    }
    await page.locator('#filter input[value="all"]').check({ force: true });
    await page.keyboard.press('/');
    const search = page.locator('input[type="search"]');
    expect(await search.evaluate((one) => one.matches(':focus'))).toBe(true);
    // It stands in a card, to which its case leads.
    await search.fill('код 1007');
    await expect.poll(() => visibleCount(page, '#cases [data-verdict]')).toBe(1);
    await search.fill('no such thing');
    await expect.poll(() => page.locator('output').textContent()).toBe('Nothing matches the filter.');
  });

  test.each([
    ['a.success.status'],
    ['a.success', 'case:a.success'],
    ['case:a.observed.no-accept'],
    ['exchange:x8'],
    ['cause:b.error.body'],
  ])('the link #%s shows what it names, closed or filtered', async (id, element = id) => {
    const { page } = await open(mixed);
    await page.locator('#filter input[value="review"]').check({ force: true });
    await page.evaluate(`location.hash = ${JSON.stringify(`#${id}`)}`);
    const place = page.locator(`[id="${element}"]`);
    await expect.poll(() => place.isVisible()).toBe(true);
    await expect.poll(async () => (await place.boundingBox())?.y ?? 9999).toBeLessThan(900);
  });

  test('commands and entries are copied as they are; what cannot be copied is selected', async () => {
    const { page, complaints } = await open(mixed);
    const copyFirst = () => page.locator('#failures [data-do="copy"]').first().click();
    const writes = (body: string): Promise<unknown> =>
      page.evaluate(
        `navigator.clipboard.writeText = (text) => { globalThis.copied = text; return ${body}; }`,
      );
    await writes('Promise.resolve()');
    await copyFirst();
    expect(await page.evaluate('copied')).toBe(
      'npx sbp-banks-conformance send a.missing.partnerName --target FILE',
    );
    await writes('Promise.reject(new Error("no"))');
    await copyFirst();
    await expect.poll(() => page.evaluate('String(getSelection())')).toContain(' send a.missing.partnerName');
    expect(complaints).toEqual([]);
  });

  test('print is white A4, the first screen on a page of its own, and what was opened', async () => {
    const { page } = await open(mixed, '', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await visibleCount(page, '.toolbar, button, .toc, [data-verdict]')).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    // 210 by 297 millimetres in points.
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    await page.evaluate("document.querySelectorAll('main > :not(#summary)').forEach((one) => one.remove())");
    const first = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect([pdf, first].map((one) => one.match(/\/Type\s*\/Page\b/g)?.length)).toEqual([
      expect.any(Number),
      1,
    ]);
  });

  test('without scripts and by the keyboard everything is read, and nothing is offered that does not work', async () => {
    const { page } = await open(mixed, '', { javaScriptEnabled: false });
    for (const place of ['#cases', '#cases\\:pass', '#case\\:a\\.success']) {
      await page.locator(`${place} > summary`).focus();
      await page.keyboard.press('Enter');
    }
    expect(await page.locator('#case\\:a\\.success .http').isVisible()).toBe(true);
    expect(await visibleCount(page, 'button, .toolbar')).toBe(0);
  });
});
