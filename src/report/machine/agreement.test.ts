import { describe, expect, test } from 'vitest';
import type { Results } from '../../result/results.ts';
import { wordingFor } from '../wording/wording.ts';
import { renderConsole } from '../console/render-console.ts';
import { renderBadge } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { everyVerdict } from './every-verdict.test-data.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderSummary } from './summary.ts';

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const;

/** The record as it is read again from results.json, and what its lists come to when they are counted by hand. */
const record = JSON.parse(renderJson(everyVerdict())) as Results;
const words = wordingFor('en');

const requirementsOf = (variant: string) => record.requirements.filter((one) => one.variant === variant);

const countsOf = (variant: string): readonly number[] =>
  verdicts.map((verdict) => requirementsOf(variant).filter((one) => one.verdict === verdict).length);

const waivedOf = (variant: string): number => requirementsOf(variant).filter((one) => one.waived).length;

const casesOf = (verdict: string | null): number =>
  record.cases.filter((one) => one.verdict === verdict).length;

/** Of the cases that failed one is waived; of those under review one text was refused. */
const [waivedCases, refusedCases] = [1, 1];

const expected = {
  tests: record.cases.length - casesOf(null),
  passed: casesOf('pass'),
  failed: casesOf('fail') - waivedCases + refusedCases,
  skipped: casesOf('inconclusive'),
  pending: casesOf('review') - refusedCases,
  other: waivedCases,
};

test('the record holds everything that can disagree', () => {
  expect(Object.values(expected).every((count) => count > 0)).toBe(true);
  expect(casesOf(null)).toBeGreaterThan(0);
  expect(record.requirements.some((one) => one.waived)).toBe(true);
  expect(new Set(record.requirements.map(({ decided }) => decided))).toEqual(new Set([null, 'pass', 'fail']));
  for (const variant of ['a', 'b'])
    expect(Object.values(record.variants[variant]?.counts ?? {})).toEqual(countsOf(variant));
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
  expect(xml.match(/<testcase [^>]*\/>/g)).toHaveLength(expected.passed);
  expect(xml.match(/<failure /g)).toHaveLength(expected.failed);
});

test('JUnit and CTRF say the same of each case', () => {
  const { results } = JSON.parse(renderCtrf(record)) as {
    readonly results: { readonly tests: readonly { readonly name: string; readonly status: string }[] };
  };
  const xml = renderJunit(record);
  for (const { name, status } of results.tests) {
    const id = name.slice(0, name.indexOf(':'));
    const found = new RegExp(`<testcase [^>]*name="${id}:[^>]*?(?:/>|>\\s*<(failure|skipped) )`).exec(xml);
    const word = status === 'failed' ? 'failure' : status === 'passed' ? undefined : 'skipped';
    expect([id, found?.[1]]).toEqual([id, word]);
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
      ...countsOf(variant).map(String),
      String(waivedOf(variant)),
    ]);
  });

  test('has the counts of the record in the console', () => {
    const [pass = 0, fail = 0, review = 0, inconclusive = 0] = countsOf(variant);
    const said = words.counts({ pass, fail, review, inconclusive }, waivedOf(variant));
    expect(renderConsole(record, { width: 200, color: false })).toContain(said);
  });

  test('has the verdicts of the record in the matrix of report.html', async () => {
    const { renderHtml } = await import('../html/render-html.ts');
    const html = renderHtml(record);
    const matrix = html.slice(html.indexOf('id="matrix"')).split('</section>')[0] ?? '';
    for (const { id, verdict, waived } of requirementsOf(variant)) {
      const [said = ''] = new RegExp(`href="#${id.replaceAll('.', '\\.')}"[^]*?</a\\s*>`).exec(matrix) ?? [];
      expect([id, said.includes(words.verdicts[verdict])]).toEqual([id, true]);
      expect([id, said.includes(words.labels.waived)]).toEqual([id, waived]);
    }
  });
});

test('the headings of summary.md and console tell the same numbers', () => {
  const failed = record.requirements.filter((one) => one.verdict === 'fail' && !one.waived).length;
  const reviews = record.requirements.filter((one) => one.verdict === 'review');
  const undecided = reviews.filter(({ decided }) => decided === null).length;
  const headings = [
    `${words.labels.failures}: ${failed}`,
    `${words.labels.reviews}: ${undecided}`,
    `${words.labels.decidedBy}: ${reviews.length - undecided}`,
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
