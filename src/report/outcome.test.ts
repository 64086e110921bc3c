import { describe, expect, test } from 'vitest';
import { testOutcome, unjudged } from '../embedding/outcome.ts';
import { exitCodeOf } from '../result/outcome.ts';
import type { Overall } from '../result/results.ts';
import type { Verdict } from '../verdict/check.ts';
import { reasons } from '../verdict/reason.ts';
import type { Reason } from '../verdict/reason.ts';
import { renderConsole } from './console/render-console.ts';
import { renderHtml } from './html/page.ts';
import { renderAnnotations } from './machine/annotation.ts';
import { renderBadge } from './machine/json.ts';
import { renderCtrf } from './machine/ctrf.ts';
import { renderJunit } from './machine/junit.ts';
import { renderSummary } from './machine/summary.ts';
import { reviewedText, reviewOf, waiverOf, wholeRun } from './made-results.test-data.ts';
import type { Departure } from './made-results.test-data.ts';
import { viewOf } from './view.ts';
import { countsOf, overallIn, sentenceOf } from './sentences.ts';
import { wordsIn } from '../wording/message.ts';

const [status, meaning, blocked] = [
  'a.missing.several.status',
  'b.unauthorized.meaning',
  'b.partner-blocked.meaning',
];
const refused = {
  verdicts: { [meaning]: 'review' },
  reviews: [reviewOf(meaning, reviewedText, 'fail')],
} as const;

/** Failed requirements that no waiver covers, and stale waivers. */
type Red = readonly [requirements: number, waivers: number];
/** Of all variants together: pass, fail (waived ones among them), review, inconclusive. */
type Counts = readonly [number, number, number, number];

const waivedFailure = { verdicts: { [status]: 'fail' }, waivers: [waiverOf(status)] } as const;
// Beyond class core, so that nothing but the waiver keeps the badge from green.
const waivedRefusal = {
  verdicts: { [blocked]: 'review' },
  reviews: [reviewOf(blocked, reviewedText, 'fail')],
  waivers: [waiverOf(blocked)],
} as const;
const accepted = { ...refused, reviews: [reviewOf(meaning, reviewedText, 'pass')] };
const stale = { waivers: [waiverOf(status), waiverOf('a.missing.several.statsu'), waiverOf(status)] };
const others = {
  [status]: 'fail',
  'b.unavailable.status': 'not-provisioned',
  'a.success.body': 'fail',
} as const;
const all = {
  ...refused,
  verdicts: { ...refused.verdicts, ...others },
  waivers: [waiverOf(status), waiverOf('a.success.status')],
};
const failure = { verdicts: { [status]: 'fail' } } as const;
const expired = { ...failure, waivers: [waiverOf(status, '2025-01-01')] };
const beside = (...[one, other]: readonly (Verdict | Reason)[]): Departure => ({
  verdicts: { [status]: one ?? 'pass', [meaning]: other ?? 'pass' },
});
const unseenAndStale = { verdicts: { [status]: 'suite-error' }, waivers: [waiverOf(blocked)] } as const;
const chosen: readonly Reason[] = ['not-provisioned', 'vacuous', 'not-selected'];

/** Exit codes are those without and with `--complete`. */
type Row = readonly [
  string,
  Departure,
  Red,
  Counts,
  exits: readonly [number, number],
  Overall,
  color: string,
];
const rows: readonly Row[] = [
  ['nothing but passes', {}, [0, 0], [55, 0, 0, 0], [0, 0], 'conforming', 'brightgreen'],
  ['a failure', failure, [1, 0], [54, 1, 0, 0], [1, 1], 'nonconforming', 'red'],
  ['a waived failure', waivedFailure, [0, 0], [54, 1, 0, 0], [0, 0], 'incomplete', 'yellow'],
  ['one whose waiver has expired', expired, [1, 0], [54, 1, 0, 0], [1, 1], 'nonconforming', 'red'],
  ['a review', beside('pass', 'review'), [0, 0], [54, 0, 1, 0], [0, 3], 'incomplete', 'yellow'],
  ['a refused text', refused, [1, 0], [54, 1, 0, 0], [1, 1], 'nonconforming', 'red'],
  ['one that is waived', waivedRefusal, [0, 0], [54, 1, 0, 0], [0, 0], 'incomplete', 'yellow'],
  ['an accepted text', accepted, [0, 0], [55, 0, 0, 0], [0, 0], 'conforming', 'brightgreen'],
  ['stale waivers', stale, [0, 3], [55, 0, 0, 0], [1, 1], 'conforming', 'yellow'],
  ['one, and a thing unseen', unseenAndStale, [0, 1], [54, 0, 0, 1], [1, 1], 'incomplete', 'yellow'],
  ['all of these', all, [2, 1], [51, 3, 0, 1], [1, 1], 'nonconforming', 'red'],
  ...(['review', 'target-unavailable'] as const).map((one): Row => {
    const counts = one === 'review' ? ([53, 1, 1, 0] as const) : ([53, 1, 0, 1] as const);
    return [`a failure beside ${one}`, beside('fail', one), [1, 0], counts, [1, 1], 'nonconforming', 'red'];
  }),
  ...reasons.map((one): Row => {
    const exits = [chosen.includes(one) ? 0 : 3, 3] as const;
    return [one, beside(one), [0, 0], [54, 0, 0, 1], exits, 'incomplete', 'yellow'];
  }),
  [
    'one such beside an accepted one',
    beside('vacuous', 'rate-limited'),
    [0, 0],
    [53, 0, 0, 2],
    [3, 3],
    'incomplete',
    'yellow',
  ],
];

const numberAfter = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;

describe.each(rows)('%s', (_, departure, [failed, stale], counts, exits, overall, color) => {
  const results = wholeRun(departure);
  const words = wordsIn('en');
  const shown = renderConsole(results, { width: 200, color: false });
  const summary = renderSummary(results);
  const page = renderHtml(results);

  test('ends the run, and the tests of vitest, with the same outcome', () => {
    expect([exitCodeOf(results, false), exitCodeOf(results, true)]).toEqual(exits);
    expect(results.verdict).toBe(overall);
    for (const [index, complete] of [false, true].entries()) {
      const options = { review: 'skip', complete } as const;
      const red = results.cases.filter((one) => testOutcome(one, results, options).kind === 'fail');
      if (!complete) expect(red).toHaveLength(failed);
      const isRed = red.length > 0 || unjudged(results, complete) !== null;
      expect(isRed).toBe(exits[index] !== 0);
    }
  });

  test('has the same failures in every format', () => {
    const failures = words('failures');
    expect(numberAfter(shown, new RegExp(`^${failures.toUpperCase()}: (\\d+)$`, 'm'))).toBe(failed);
    expect(numberAfter(summary, new RegExp(`^## ${failures}: (\\d+)$`, 'm'))).toBe(failed);
    expect(numberAfter(page, new RegExp(`<h2>${failures} <span class="count">(\\d+)<`))).toBe(failed);
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

  test('is counted alike in sentences, tables and tallies', () => {
    const { variants } = viewOf(results);
    const total = (verdict: (typeof verdicts)[number]): number =>
      variants.reduce((sum, one) => sum + one.counts[verdict], 0);
    expect(verdicts.map(total)).toEqual(counts);
    for (const one of variants) {
      for (const text of [shown, summary, page]) expect(text).toContain(sentenceOf(one, words).slice(0, 40));
      expect(shown).toContain(countsOf(one, words));
      const cells = verdicts.map((verdict) => one.counts[verdict]).join(' | ');
      expect(summary).toContain(`| ${overallIn(one, words)} | ${cells} | ${one.waived} |`);
    }
    const listed = [...page.matchAll(/requirement v-is[^>]*data-verdict="(\w+)"/g)].map(([, name]) => name);
    expect(verdicts.map((verdict) => listed.filter((name) => name === verdict).length)).toEqual(counts);
  });

  test('says on top of summary and page, and beside the result, which waivers are stale', () => {
    const head = summary.slice(0, summary.indexOf('\n## '));
    const first = page.slice(page.indexOf('<section id="summary"')).split('</section>')[0] ?? '';
    const last = shown.slice(shown.indexOf('\nRESULT'));
    for (const part of [head, first, last]) expect(part.includes(words('stale-waivers'))).toBe(stale > 0);
  });
});

test('a refused text names who refused it, and is open nowhere', () => {
  const results = wholeRun(refused);
  const shown = renderConsole(results, { width: 80, color: false });
  for (const text of [shown, renderSummary(results), renderHtml(results)]) {
    expect(text).toContain('A. Person');
    expect(text).not.toMatch(/[1-9] remain open|For a person to decide|in 0 of/i);
    expect(text).toContain('1 decided by a person');
  }
  expect(shown).toMatch(/unauthorized .*✗ {17}✗ fail, decided\n/);
});
