import type { CaseResult, Results } from '../../result/results.ts';
import { clip, visible } from '../visible.ts';
import { evidenceLines, outcomeOf, textLimit, waiverGroup, waiverTests } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/**
 * Renders JUnit XML for CI servers, valid against the schema `junit-10.xsd` of Jenkins' xUnit plugin: one suite per
 * variant, one test case per judged case; whatever was not seen to pass or to fail is skipped and says why. Stale waivers
 * are a suite of their own, each a test case that fails.
 */
export function renderJunit(results: Results): string {
  const stale = waiverTests(results).map(({ name, text }): TestCase => ({
    kind: 'failed',
    ms: 0,
    head: { classname: `${results.suite.name}.${waiverGroup}`, name, time: seconds(0) },
    inside: `<failure${attributes({ type: 'stale-waiver', message: text })}/>`,
  }));
  const suites = [
    ...Object.keys(results.variants).map((variant) => ({
      group: variant,
      cases: casesOf(variant, results),
      causes: causeLines(variant, results),
    })),
    ...(stale.length === 0 ? [] : [{ group: waiverGroup, cases: stale, causes: [] }]),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const head = attributes({
    name: results.suite.name,
    tests: all.length,
    failures: all.filter(({ kind }) => kind === 'failed').length,
    errors: 0,
    time: seconds(results.durationMs),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${head}>`,
    ...suites.flatMap((suite) => suiteLines(suite, results)),
    '</testsuites>',
    '',
  ].join('\n');
}

interface TestCase {
  readonly kind: Outcome['kind'];
  readonly ms: number;
  readonly head: Readonly<Record<string, string>>;
  readonly inside: string;
}

interface Suite {
  readonly group: string;
  readonly cases: readonly TestCase[];
  readonly causes: readonly string[];
}

function suiteLines({ group, cases, causes }: Suite, results: Results): readonly string[] {
  const count = (wanted: (kind: Outcome['kind']) => boolean): number =>
    cases.filter(({ kind }) => wanted(kind)).length;
  const head = attributes({
    name: `${results.suite.name}.${group}`,
    tests: cases.length,
    failures: count((kind) => kind === 'failed'),
    errors: 0,
    skipped: count((kind) => kind !== 'passed' && kind !== 'failed'),
    time: seconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    timestamp: results.startedAt,
  });
  const properties: Readonly<Record<string, string>> = {
    target: results.target.name,
    baseUrl: results.target.baseUrl,
    verdict: results.variants[group]?.verdict ?? results.verdict,
    'suite.version': results.suite.version,
    'spec.sha256': results.spec.sha256,
  };
  return [
    `  <testsuite${head}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...cases.map(({ head: own, inside }) =>
      inside === ''
        ? `    <testcase${attributes(own)}/>`
        : `    <testcase${attributes(own)}>\n      ${inside}\n    </testcase>`,
    ),
    ...(causes.length === 0 ? [] : [`    <system-err>${causes.map(escapeLine).join('\n')}</system-err>`]),
    '  </testsuite>',
  ];
}

const casesOf = (variant: string, results: Results): readonly TestCase[] =>
  results.cases
    .filter((one) => one.variant === variant)
    .flatMap((testCase) => {
      const outcome = outcomeOf(testCase, results);
      if (outcome === null) return [];
      const head = {
        classname: `${results.suite.name}.${variant}.${testCase.condition}`,
        name: `${testCase.id}: ${testCase.title}`,
        time: seconds(testCase.durationMs),
      };
      return [
        { kind: outcome.kind, ms: testCase.durationMs, head, inside: insideOf(outcome, testCase, results) },
      ];
    });

function insideOf({ kind, text, checks }: Outcome, testCase: CaseResult, results: Results): string {
  const message = clip(text, textLimit);
  if (kind === 'passed') return text === '' ? '' : `<system-out>${escapeLine(message)}</system-out>`;
  if (kind !== 'failed') return `<skipped${attributes({ message })}/>`;
  const head = attributes({ type: checks[0]?.requirement ?? 'fail', message });
  return `<failure${head}>\n${evidenceLines(testCase, checks, results).map(escapeLine).join('\n')}</failure>`;
}

/** What explains many cases of the variant at once, a failed teardown for example. */
function causeLines(variant: string, { rootCauses, interrupted }: Results): readonly string[] {
  const lines = rootCauses
    .filter((cause) => cause.variant === null || cause.variant === variant)
    .map(({ message, hint }) => clip(hint === '' ? message : `${message} (${hint})`, textLimit));
  return interrupted ? [...lines, 'The run was interrupted.'] : lines;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for an element or an attribute of XML 1.0, on one line so that it cannot pass for lines of the report. */
const escapeLine = (text: string): string =>
  visible(text)
    // Unicode knows these two, XML 1.0 does not (section 2.2).
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Attributes of an element, each with a space in front. */
const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeLine(String(value))}"`)
    .join('');
