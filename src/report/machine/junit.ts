import type { CaseResult, Results } from '../../result/results.ts';
import type { Check } from '../../verdict/verdict.ts';
import { answerLine, requestLine } from '../exchange-text.ts';
import { exchangesById } from '../view.ts';
import { clip } from '../visible.ts';
import { wordingFor } from '../wording/wording.ts';
import type { Wording } from '../wording/wording.ts';
import { attributes, escapeLine } from './xml.ts';

const textLimit = 4000;

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function checkLines(check: Check, words: Wording): readonly string[] {
  const { expected, actual } = words.labels;
  return [
    `${check.requirement}: ${check.message}`,
    `  ${expected}: ${clip(check.expected, textLimit)}`,
    `  ${actual}: ${clip(check.actual, textLimit)}`,
    '',
  ];
}

function exchangeLines(testCase: CaseResult, checks: readonly Check[], results: Results): readonly string[] {
  const words = wordingFor(results.target.language);
  const all = exchangesById(results);
  const ids = new Set(checks.map(({ exchange }) => exchange).filter((id) => id !== null));
  const shown = [...ids].flatMap((id) => all.get(id) ?? []);
  return (shown.length > 0 ? shown : testCase.exchanges).flatMap((one) => [
    `> ${requestLine(one)}`,
    `> ${clip(one.request.body ?? words.labels.noBody, textLimit)}`,
    `< ${answerLine(one, words)}`,
    `< ${clip(one.response?.body ?? '', textLimit)}`,
    clip(one.curl, textLimit),
    '',
  ]);
}

function failure(testCase: CaseResult, checks: readonly Check[], results: Results): string {
  const words = wordingFor(results.target.language);
  const lines = [
    ...checks.flatMap((check) => checkLines(check, words)),
    ...exchangeLines(testCase, checks, results),
  ];
  return `<failure${attributes({
    type: checks[0]?.requirement ?? words.verdicts.fail,
    message: clip(checks.map(({ message }) => message).join('; '), textLimit),
  })}>\n${lines.map(escapeLine).join('\n')}</failure>`;
}

function skipped(message: string): string {
  return `<skipped${attributes({ message: clip(message, textLimit) })}/>`;
}

function messagesOf(testCase: CaseResult, verdict: Check['verdict']): string {
  return testCase.checks
    .filter((check) => check.verdict === verdict)
    .map((check) => `${check.requirement}: ${check.message}`)
    .join('; ');
}

function waivedText(results: Results, checks: readonly Check[]): string {
  return checks
    .map(({ requirement, message }) => {
      const waiver = results.waivers.find((one) => one.requirement === requirement && one.state === 'used');
      return `${requirement}: ${message}${waiver ? ` (${waiver.reason}, ${waiver.owner}, until ${waiver.until})` : ''}`;
    })
    .join('; ');
}

function outcome(testCase: CaseResult, results: Results): string {
  switch (testCase.verdict) {
    case null:
    case 'pass':
      return '';
    case 'review':
      return skipped(`review: ${messagesOf(testCase, 'review')}`);
    case 'inconclusive':
      return skipped(
        `${testCase.reason ?? 'inconclusive'}: ${testCase.note || messagesOf(testCase, 'inconclusive')}`,
      );
    case 'fail': {
      const waived = new Set(results.requirements.filter((one) => one.waived).map(({ id }) => id));
      const failed = testCase.checks.filter(({ verdict }) => verdict === 'fail');
      const blamed = failed.filter(({ requirement }) => !waived.has(requirement));
      return blamed.length > 0 || failed.length === 0
        ? failure(testCase, blamed, results)
        : skipped(`waived: ${waivedText(results, failed)}`);
    }
  }
}

function testcase(testCase: CaseResult, results: Results): string {
  const head = `    <testcase${attributes({
    classname: `${results.suite.name}.${testCase.variant}.${testCase.condition}`,
    name: `${testCase.id}: ${testCase.title}`,
    time: seconds(testCase.durationMs),
  })}`;
  const inside = outcome(testCase, results);
  return inside === '' ? `${head}/>` : `${head}>\n      ${inside}\n    </testcase>`;
}

interface Suite {
  readonly text: string;
  readonly tests: number;
  readonly failures: number;
}

function suite(variant: string, results: Results): Suite {
  const judged = results.cases.filter((one) => one.variant === variant && one.verdict !== null);
  const cases = judged.map((one) => testcase(one, results));
  const failures = cases.filter((one) => one.includes('\n      <failure ')).length;
  const head = attributes({
    name: `${results.suite.name}.${variant}`,
    tests: cases.length,
    failures,
    errors: 0,
    skipped: cases.filter((one) => one.includes('\n      <skipped ')).length,
    time: seconds(judged.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    timestamp: results.startedAt,
  });
  const properties = propertyList(results, variant);
  const text = [`  <testsuite${head}>`, properties, ...cases, '  </testsuite>'].join('\n');
  return { text, tests: cases.length, failures };
}

function propertyList(results: Results, variant: string): string {
  const values: Readonly<Record<string, string>> = {
    target: results.target.name,
    baseUrl: results.target.baseUrl,
    verdict: results.variants[variant]?.verdict ?? results.verdict,
    'suite.version': results.suite.version,
    'spec.sha256': results.spec.sha256,
  };
  const lines = Object.entries(values).map(
    ([name, value]) => `      <property${attributes({ name, value })}/>`,
  );
  return ['    <properties>', ...lines, '    </properties>'].join('\n');
}

/**
 * Renders JUnit XML for CI servers, valid against the schema `junit-10.xsd` of Jenkins' xUnit plugin: one suite per
 * variant, one test case per judged case; whatever was not seen to pass or to fail is skipped and says why.
 */
export function renderJunit(results: Results): string {
  const suites = Object.keys(results.variants).map((variant) => suite(variant, results));
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
