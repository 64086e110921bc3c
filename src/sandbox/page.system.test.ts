import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations, startBrowser, whyNoBrowser } from '../report/html/browser.test-support.ts';
import type { ReportBrowser } from '../report/html/browser.test-support.ts';
import type { ClientReport } from './judge-clients.ts';
import { renderClients } from './page.ts';

const missing = whyNoBrowser();
if (missing !== null) process.stdout.write(`The tests of clients in a browser are skipped: ${missing}.\n`);

const first = {
  at: new Date(0),
  method: 'POST',
  path: `/partner/${'long-bank-code'.repeat(8)}/sbp/banks`,
};
const finding = { subject: first.path, found: '', expected: '', count: 3, first };
const client: ClientReport = {
  address: '127.0.0.1',
  userAgent: 'client/1.0'.repeat(30),
  requests: 3,
  variants: ['b'],
  statuses: { 404: 3 },
  accepted: 0,
  failures: [{ ...finding, code: 'wrong-path', section: '4' }],
  advice: [{ ...finding, code: 'other-bank-code', section: null }],
};

describe.skipIf(missing !== null)('the page about clients', () => {
  let browser: ReportBrowser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it.each([
    ['en', 375],
    ['ru', 1280],
  ] as const)(
    'in %s at %i is no wider than the window, and axe finds nothing wrong',
    async (language, width) => {
      const { page, requests, complaints } = await browser.open(renderClients([client], language), '', {
        viewport: { width, height: 900 },
      });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await axeViolations(page)).toEqual([]);
      expect([requests, complaints]).toEqual([[], []]);
    },
  );
});
