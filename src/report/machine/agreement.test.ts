import { describe, expect, test } from 'vitest';
import { countOutcomes, isDecided, isFailure, outcomeOf } from '../../result/outcome.ts';
import type { Results } from '../../result/results.ts';
import { staleWaivers } from '../waiver-text.ts';
import { wordingFor } from '../wording/wording.ts';
import { renderConsole } from '../console/render-console.ts';
import { renderBadge } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { everyVerdict } from './every-verdict.test-data.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderSummary } from './summary.ts';

/** The record as it is read again from results.json, and what its lists come to when they are counted by hand. */
const record = JSON.parse(renderJson(everyVerdict())) as Results;
const words = wordingFor('en');

const requirementsOf = (variant: string) => record.requirements.filter((one) => one.variant === variant);

const tallyOf = (variant: string) => ({
  counts: countOutcomes(requirementsOf(variant)),
  waived: requirementsOf(variant).filter((one) => one.waived).length,
  decided: requirementsOf(variant).filter(isDecided).length,
});

const casesOf = (verdict: string | null): number =>
  record.cases.filter((one) => one.verdict === verdict).length;

/** Of the cases that failed one is waived; of those under review one text was refused, and one accepted. */
const [waivedCases, refusedCases, acceptedCases] = [1, 1, 1];
const stale = staleWaivers(record).length;

const expected = {
  tests: record.cases.length - casesOf(null) + stale,
  passed: casesOf('pass') + acceptedCases,
  failed: casesOf('fail') - waivedCases + refusedCases + stale,
  skipped: casesOf('inconclusive'),
  pending: casesOf('review') - refusedCases - acceptedCases,
  other: waivedCases,
};

test('the record holds everything that can disagree', () => {
  expect(Object.values(expected).every((count) => count > 0)).toBe(true);
  expect(casesOf(null)).toBeGreaterThan(0);
  expect(record.requirements.some((one) => one.waived)).toBe(true);
  expect(new Set(record.requirements.map(({ decided }) => decided))).toEqual(new Set([null, 'pass', 'fail']));
  expect(stale).toBeGreaterThan(0);
  // What people are told is not what the record counts: there the verdict of a text stays `review`.
  for (const variant of ['a', 'b'])
    expect(record.variants[variant]?.counts).not.toEqual(tallyOf(variant).counts);
});

test('CTRF counts the cases of the record', () => {
  const { summary } = (JSON.parse(renderCtrf(record)) as { readonly results: { readonly summary: object } })
    .results;
  expect(summary).toMatchObject(expected);
});

test('JUnit counts them alike, and so do its suites', () => {
  const xml = renderJunit(record);
  const number = (element: string, name: string): readonly number[] =>
    [...xml.matchAll(new RegExp(`<${element} [^>]*\\b${name}="(\\d+)"`, 'g'))].map(([, value]) =>
      Number(value),
    );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  expect(number('testsuites', 'tests')).toEqual([expected.tests]);
  expect(number('testsuites', 'failures')).toEqual([expected.failed]);
  expect(sum(number('testsuite', 'tests'))).toBe(expected.tests);
  expect(sum(number('testsuite', 'failures'))).toBe(expected.failed);
  expect(sum(number('testsuite', 'skipped'))).toBe(expected.skipped + expected.pending + expected.other);
  expect(xml.match(/<testcase [^>]*\/>|<system-out>/g)).toHaveLength(expected.passed);
  expect(xml.match(/<failure /g)).toHaveLength(expected.failed);
});

test('JUnit and CTRF say the same of each case', () => {
  const { results } = JSON.parse(renderCtrf(record)) as {
    readonly results: { readonly tests: readonly { readonly name: string; readonly status: string }[] };
  };
  const xml = renderJunit(record);
  for (const { name, status } of results.tests) {
    const id = name.split(':')[0] ?? '';
    const found = new RegExp(
      `<testcase [^>]*name="${id}[:"][^>]*?(?:/>|>\\s*<(failure|skipped|system-out)\\b)`,
    ).exec(xml);
    const word = status === 'failed' ? 'failure' : status === 'passed' ? 'passed' : 'skipped';
    const said = found?.[1] ?? 'passed';
    expect([id, said === 'system-out' ? 'passed' : said]).toEqual([id, word]);
    expect(found).not.toBe(null);
  }
});

describe.each(['a', 'b'])('variant %s', (variant) => {
  const name = words.variant(variant);

  test('has the counts of the record in summary.md', () => {
    const row = renderSummary(record)
      .split('\n')
      .find((line) => line.startsWith(`| ${name} |`));
    const cells = (row ?? '').split('|').map((text) => text.trim());
    expect(cells.slice(2, 8)).toEqual([
      record.variants[variant]?.verdict,
      ...Object.values(tallyOf(variant).counts).map(String),
      String(tallyOf(variant).waived),
    ]);
  });

  test('has the counts of the record in the console', () => {
    const said = words.counts(tallyOf(variant));
    expect(renderConsole(record, { width: 200, color: false })).toContain(said);
  });

  test('has the verdicts of the record in the matrix of report.html', async () => {
    const { renderHtml } = await import('../html/render-html.ts');
    const html = renderHtml(record);
    const matrix = html.slice(html.indexOf('id="matrix"')).split('</section>')[0] ?? '';
    for (const requirement of requirementsOf(variant)) {
      const { id, waived } = requirement;
      const [said = ''] = new RegExp(`href="#${id.replaceAll('.', '\\.')}"[^]*?</a\\s*>`).exec(matrix) ?? [];
      expect([id, said.includes(words.verdicts[outcomeOf(requirement)])]).toEqual([id, true]);
      expect([id, said.includes(words.labels.byPerson)]).toEqual([id, isDecided(requirement)]);
      expect([id, said.includes(words.labels.waived)]).toEqual([id, waived]);
    }
  });
});

test('the headings of summary.md and console tell the same numbers', () => {
  const failed = record.requirements.filter(isFailure).length;
  const undecided = record.requirements.filter((one) => outcomeOf(one) === 'review').length;
  const headings = [
    `${words.labels.failures}: ${failed}`,
    `${words.labels.reviews}: ${undecided}`,
    `${words.labels.decidedBy}: ${record.reviews.length}`,
    `${words.labels.open}: ${record.requirements.filter((one) => one.verdict === 'inconclusive').length}`,
  ];
  const shown = renderConsole(record, { width: 200, color: false });
  for (const heading of headings) {
    expect(renderSummary(record)).toContain(`\n## ${heading}\n`);
    expect(shown).toContain(heading.toUpperCase());
  }
});

test('the badge says what the record says', () => {
  expect(record.verdict).toBe('nonconforming');
  expect(JSON.parse(renderBadge(record))).toMatchObject({ message: 'nonconforming', color: 'red' });
});
