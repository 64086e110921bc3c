import { evidenceLines, textLimit, outcomeOf, waiverGroup, waiverTests } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { clip, visible } from '../visible.ts';
import type { CaseResult, Results } from '../../result/results.ts';

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function skipped(message: string): string {
  return `<skipped${attributes({ message: clip(message, textLimit) })}/>`;
}

function inside(outcome: Outcome, testCase: CaseResult, results: Results): string {
  switch (outcome.kind) {
    case 'passed':
      return outcome.note === ''
        ? ''
        : `<system-out>${escapeLine(clip(outcome.note, textLimit))}</system-out>`;
    case 'waived':
    case 'review':
    case 'inconclusive':
      return skipped(outcome.text);
    case 'failed': {
      const head = attributes({
        type: outcome.checks[0]?.requirement ?? 'fail',
        message: clip(outcome.text, textLimit),
      });
      const lines = evidenceLines(testCase, outcome.checks, results);
      return `<failure${head}>\n${lines.map(escapeLine).join('\n')}</failure>`;
    }
  }
}

function testcase(testCase: CaseResult, outcome: Outcome, results: Results): string {
  const head = `    <testcase${attributes({
    classname: `${results.suite.name}.${testCase.variant}.${testCase.condition}`,
    name: `${testCase.id}: ${testCase.title}`,
    time: seconds(testCase.durationMs),
  })}`;
  const content = inside(outcome, testCase, results);
  return content === '' ? `${head}/>` : `${head}>\n      ${content}\n    </testcase>`;
}

interface Suite {
  readonly text: string;
  readonly tests: number;
  readonly failures: number;
}

function suite(variant: string, results: Results): Suite {
  const judged = results.cases
    .filter((one) => one.variant === variant)
    .flatMap((testCase) => {
      const outcome = outcomeOf(testCase, results);
      return outcome === null ? [] : [{ testCase, outcome }];
    });
  const count = (wanted: (kind: Outcome['kind']) => boolean): number =>
    judged.filter(({ outcome }) => wanted(outcome.kind)).length;
  const failures = count((kind) => kind === 'failed');
  const head = attributes({
    name: `${results.suite.name}.${variant}`,
    tests: judged.length,
    failures,
    errors: 0,
    skipped: count((kind) => kind !== 'passed' && kind !== 'failed'),
    time: seconds(judged.reduce((sum, { testCase }) => sum + testCase.durationMs, 0)),
    timestamp: results.startedAt,
  });
  const cases = judged.map(({ testCase, outcome }) => testcase(testCase, outcome, results));
  const parts = [propertyList(results, variant), ...cases, ...causes(results, variant)];
  const text = [`  <testsuite${head}>`, ...parts, '  </testsuite>'].join('\n');
  return { text, tests: judged.length, failures };
}

function propertyList(results: Results, group: string): string {
  const values: Readonly<Record<string, string>> = {
    target: results.target.name,
    baseUrl: results.target.baseUrl,
    verdict: results.variants[group]?.verdict ?? results.verdict,
    'suite.version': results.suite.version,
    'spec.sha256': results.spec.sha256,
  };
  const lines = Object.entries(values).map(
    ([name, value]) => `      <property${attributes({ name, value })}/>`,
  );
  return ['    <properties>', ...lines, '    </properties>'].join('\n');
}

/** The stale waivers, which fail the run though no case does; none where there are none. */
function waiverSuites(results: Results): readonly Suite[] {
  const tests = waiverTests(results);
  if (tests.length === 0) return [];
  const name = `${results.suite.name}.${waiverGroup}`;
  const head = attributes({
    name,
    tests: tests.length,
    failures: tests.length,
    errors: 0,
    skipped: 0,
    time: seconds(0),
    timestamp: results.startedAt,
  });
  const cases = tests.map((test) => {
    const failure = attributes({ type: 'stale-waiver', message: test.text });
    const line = attributes({ classname: name, name: test.name, time: seconds(0) });
    return `    <testcase${line}>\n      <failure${failure}/>\n    </testcase>`;
  });
  const parts = [propertyList(results, waiverGroup), ...cases];
  const text = [`  <testsuite${head}>`, ...parts, '  </testsuite>'].join('\n');
  return [{ text, tests: tests.length, failures: tests.length }];
}

/** What explains many cases of the variant at once, a failed teardown for example; nothing where there is no such cause. */
function causes({ rootCauses, interrupted }: Results, variant: string): readonly string[] {
  const lines = rootCauses
    .filter((cause) => cause.variant === null || cause.variant === variant)
    .map(({ message, hint }) => clip(hint === '' ? message : `${message} (${hint})`, textLimit));
  const said = interrupted ? [...lines, 'The run was interrupted.'] : lines;
  return said.length === 0 ? [] : [`    <system-err>${said.map(escapeLine).join('\n')}</system-err>`];
}

/**
 * Renders JUnit XML for CI servers, valid against the schema `junit-10.xsd` of Jenkins' xUnit plugin: one suite per
 * variant, one test case per judged case; whatever was not seen to pass or to fail is skipped and says why. Stale waivers
 * are a suite of their own, each a test case that fails.
 */
export function renderJunit(results: Results): string {
  const suites = [
    ...Object.keys(results.variants).map((variant) => suite(variant, results)),
    ...waiverSuites(results),
  ];
  const sum = (of: (one: Suite) => number): number => suites.reduce((total, one) => total + of(one), 0);
  const head = attributes({
    name: results.suite.name,
    tests: sum(({ tests }) => tests),
    failures: sum(({ failures }) => failures),
    errors: 0,
    time: seconds(results.durationMs),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${head}>`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text for an element or an attribute of XML 1.0, on one line so that it cannot pass for lines of the report. */
export function escapeLine(text: string): string {
  return (
    visible(text)
      // Unicode knows these two, XML 1.0 does not (section 2.2).
      .replace(/[\ufffe\uffff]/g, '\ufffd')
      .replace(/[&<>"]/g, (character) => entities[character] ?? '')
  );
}

/** Attributes of an element, each with a space in front. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeLine(String(value))}"`)
    .join('');
}
