import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../result/outcome.ts';
import { renderConsole } from '../console/render-console.ts';
import { reviewedText, reviewOf, waiverOf, wholeRun } from '../made-results.test-data.ts';
import type { Departure } from '../made-results.test-data.ts';
import { renderHtml } from '../html/render-html.ts';
import { variantSummaries } from '../view.ts';
import { wordingFor } from '../wording/wording.ts';
import { renderAnnotations } from './annotation.ts';
import { renderBadge } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { renderJunit } from './junit.ts';
import { renderSummary } from './summary.ts';

const blocked = 'b.partner-blocked.meaning';
const [status, meaning, open] = [
  'a.missing.several.status',
  'b.unauthorized.meaning',
  'b.unavailable.status',
];
const refused = {
  verdicts: { [meaning]: 'review' },
  reviews: [reviewOf(meaning, reviewedText, 'fail')],
} as const;

interface Row extends Departure {
  readonly name: string;
  /** Failed requirements that no waiver covers, and stale waivers. */
  readonly red: readonly [requirements: number, waivers: number];
  /** Of all variants together: pass, fail (waived ones among them), review, inconclusive. */
  readonly counts: readonly [number, number, number, number];
  readonly color: string;
}

const rows: readonly Row[] = [
  { name: 'nothing but passes', red: [0, 0], counts: [55, 0, 0, 0], color: 'brightgreen' },
  { name: 'a failure', verdicts: { [status]: 'fail' }, red: [1, 0], counts: [54, 1, 0, 0], color: 'red' },
  {
    name: 'a waived failure',
    verdicts: { [status]: 'fail' },
    waivers: [waiverOf(status)],
    red: [0, 0],
    counts: [54, 1, 0, 0],
    color: 'yellow',
  },
  {
    name: 'a review',
    verdicts: { [meaning]: 'review' },
    red: [0, 0],
    counts: [54, 0, 1, 0],
    color: 'yellow',
  },
  { name: 'a refused text', ...refused, red: [1, 0], counts: [54, 1, 0, 0], color: 'red' },
  {
    // Beyond class core, so that nothing but the waiver keeps the badge from green.
    name: 'a refused text that is waived',
    verdicts: { [blocked]: 'review' },
    reviews: [reviewOf(blocked, reviewedText, 'fail')],
    waivers: [waiverOf(blocked)],
    red: [0, 0],
    counts: [54, 1, 0, 0],
    color: 'yellow',
  },
  {
    name: 'an accepted text',
    ...refused,
    reviews: [reviewOf(meaning, reviewedText, 'pass')],
    red: [0, 0],
    counts: [55, 0, 0, 0],
    color: 'brightgreen',
  },
  {
    name: 'stale waivers',
    waivers: [waiverOf(status), waiverOf('a.missing.several.statsu'), waiverOf(status)],
    red: [0, 3],
    counts: [55, 0, 0, 0],
    color: 'yellow',
  },
  {
    name: 'all of these',
    ...refused,
    verdicts: { ...refused.verdicts, [status]: 'fail', [open]: 'not-provisioned', 'a.success.body': 'fail' },
    waivers: [waiverOf(status), waiverOf('a.success.status')],
    red: [2, 1],
    counts: [51, 3, 0, 1],
    color: 'red',
  },
];

const numberAfter = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

describe.each(rows)('$name', ({ red: [failed, stale], counts, color, ...departure }) => {
  const results = wholeRun(departure);
  const words = wordingFor('en');
  const shown = renderConsole(results, { width: 200, color: false });
  const summary = renderSummary(results);
  const page = renderHtml(results);

  test('ends with 1 where something is red', () => {
    expect(exitCodeOf(results, false)).toBe(failed + stale > 0 ? 1 : 0);
  });

  test('has as many failed requirements for people in every format', () => {
    const { failures } = words.labels;
    expect(numberAfter(shown, new RegExp(`^${failures.toUpperCase()}: (\\d+)$`, 'm'))).toBe(failed);
    expect(numberAfter(summary, new RegExp(`^## ${failures}: (\\d+)$`, 'm'))).toBe(failed);
    expect(numberAfter(page, new RegExp(`<h2>${failures} <span class="count">(\\d+)<`))).toBe(failed);
  });

  test('is told to programs as so many failures, stale waivers among them', () => {
    const junit = renderJunit(results);
    expect(numberAfter(junit, /<testsuites [^>]*failures="(\d+)"/)).toBe(failed + stale);
    expect(junit.match(/<failure /g) ?? []).toHaveLength(failed + stale);
    const ctrf = JSON.parse(renderCtrf(results)) as { readonly results: object };
    expect(ctrf.results).toMatchObject({
      summary: { failed: failed + stale, pending: counts[2], skipped: counts[3] },
      environment: { healthy: results.verdict === 'conforming' && stale === 0 },
    });
    expect(renderAnnotations(results, true).match(/^::error /gm) ?? []).toHaveLength(failed + stale);
    expect(JSON.parse(renderBadge(results))).toMatchObject({ color });
  });

  test('is counted alike in sentences, tables and tallies, and every requirement once', () => {
    const summaries = variantSummaries(results);
    const sum = (of: (one: (typeof summaries)[number]) => number): number =>
      summaries.reduce((total, one) => total + of(one), 0);
    const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;
    expect(verdicts.map((verdict) => sum((one) => one.counts[verdict]))).toEqual(counts);
    for (const one of summaries) {
      expect(shown).toContain(words.sentence(one));
      expect(shown).toContain(words.counts(one));
      expect(page).toContain(words.sentence(one).slice(0, 40));
      expect(summary).toContain(words.sentence(one).slice(0, 40));
      const cells = verdicts.map((verdict) => one.counts[verdict]).join(' | ');
      expect(summary).toContain(`| ${words.overall[one.verdict]} | ${cells} | ${one.waived} |`);
    }
    const tallies = [...page.matchAll(/data-filter="(\w+)"\s*><b>(\d+)</g)];
    expect(
      verdicts.map((verdict) =>
        tallies
          .filter(([, name]) => name === verdict)
          .reduce((total, [, , count]) => total + Number(count), 0),
      ),
    ).toEqual(counts);
    const marked = [...page.matchAll(/class="requirement [^>]*data-verdict="(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(verdicts.map((verdict) => marked.filter((name) => name === verdict).length)).toEqual(counts);
  });

  test('says on top of summary and page, and beside the result, which waivers are stale', () => {
    const { staleWaivers, waivers } = words.labels;
    const head = summary.slice(0, summary.indexOf('\n## '));
    const first = page.slice(page.indexOf('<section id="summary"')).split('</section>')[0] ?? '';
    const last = shown.slice(shown.indexOf('\nRESULT'));
    for (const part of [head, first, last]) expect(part.includes(staleWaivers)).toBe(stale > 0);
    expect(shown.includes(waivers.toUpperCase())).toBe(results.waivers.length > 0);
  });
});

test('a refused text is told with who refused it, and stands open nowhere', () => {
  const results = wholeRun(refused);
  for (const text of [
    renderConsole(results, { width: 80, color: false }),
    renderSummary(results),
    renderHtml(results),
  ]) {
    expect(text).toContain('A. Person');
    expect(text).not.toMatch(/[1-9] remain open|For a person to decide|in 0 of/i);
    expect(text).toContain('1 decided by a person');
  }
  expect(renderConsole(results, { width: 80, color: false })).toMatch(
    /unauthorized .*✗ {17}✗ fail, decided\n/,
  );
});
