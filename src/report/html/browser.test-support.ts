import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { CaseResult, Results } from '../../results/results.ts';
import { sampleResults } from '../made-results.test-data.ts';

const executablePath = '/usr/bin/chromium';

/** Why browser tests cannot run; null if they can. Throws if they are required. */
export function whyNoBrowser(): string | null {
  if (existsSync(executablePath)) return null;
  const why = `${executablePath} is missing`;
  if (process.env['SBP_REQUIRE_TOOLS'] === '1') throw new Error(`${why}, and SBP_REQUIRE_TOOLS is 1`);
  return why;
}

/** A page, the foreign URLs that it requested, and errors and warnings of its console. */
async function openPage(browser: Browser, url: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const [requests, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url.split('#')[0]) requests.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, requests, complaints };
}

export type ReportBrowser = Awaited<ReturnType<typeof startBrowser>>;

export async function startBrowser() {
  const { chromium } = await import('playwright-core');
  const folder = await mkdtemp(join(tmpdir(), 'sbp-report-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  let count = 0;
  return {
    open: async (html: string, hash = '', options: BrowserContextOptions = {}) => {
      count += 1;
      const file = join(folder, `${count}.html`);
      await writeFile(file, html);
      return openPage(browser, `${pathToFileURL(file).href}${hash}`, options);
    },
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Accessibility problems that axe finds in a page, one line per rule. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  const { readFile } = await import('node:fs/promises');
  // The debugger evaluates it, so the page's content policy does not apply.
  await page.evaluate(await readFile(path, 'utf8'));
  return page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
}

/**
 * The sample with `count` cases, each with its own exchanges and ids, and bodies that begin with its number.
 */
export function largeResults(count: number, body: string): Results {
  const results = sampleResults();
  const cases = Array.from({ length: count }, (_, index): readonly CaseResult[] => {
    const source = results.cases[index % results.cases.length];
    if (source === undefined) return [];
    const exchanges = source.exchanges.map((one) => ({
      ...one,
      id: `${one.id}-${index}`,
      response: one.response === null ? null : { ...one.response, body: `{"n":${index}}${body}` },
    }));
    const checks = source.checks.map((check) => ({
      ...check,
      exchange: check.exchange === null ? null : `${check.exchange}-${index}`,
    }));
    return [{ ...source, id: `${source.id}.${index}`, exchanges, checks }];
  });
  return { ...results, cases: cases.flat() };
}
