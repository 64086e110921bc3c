import type { Results } from '../../results/results.ts';
import { clip, visible } from '../../base/visible.ts';
import { ciTests, textLimit, waiverGroup } from './outcome.ts';
import type { CiTest } from './outcome.ts';

/**
 * Renders JUnit XML for CI servers, valid against `junit-10.xsd` of Jenkins' xUnit plugin. Each variant is a
 * suite, each judged case a test case. What neither passed nor failed is skipped with a reason. Stale waivers
 * are a suite of failed test cases.
 */
export function renderJunit(results: Results): string {
  const all = ciTests(results);
  const groups = Object.keys(results.variants);
  if (all.some(({ group }) => group === waiverGroup)) groups.push(waiverGroup);
  const head = attributes({
    name: results.suite.name,
    tests: all.length,
    failures: all.filter(({ kind }) => kind === 'failed').length,
    errors: 0,
    time: timeOf(all),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${head}>`,
    ...groups.flatMap((name) =>
      suiteLines(
        name,
        all.filter(({ group }) => group === name),
        results,
      ),
    ),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines(group: string, tests: readonly CiTest[], results: Results): readonly string[] {
  const { suite, target, variants, verdict, spec, startedAt } = results;
  const place = `${suite.name}.${group}`;
  const head = attributes({
    name: place,
    tests: tests.length,
    failures: tests.filter(({ kind }) => kind === 'failed').length,
    errors: 0,
    skipped: tests.filter(({ kind }) => kind !== 'passed' && kind !== 'failed').length,
    time: timeOf(tests),
    timestamp: startedAt,
  });
  const properties: Readonly<Record<string, string>> = {
    target: target.name,
    baseUrl: target.baseUrl,
    verdict: variants[group]?.verdict ?? verdict,
    // Tests are cases. Other reports count requirements.
    requirements: Object.entries(variants[group]?.counts ?? {})
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    'run.time': seconds(results.durationMs),
    ...(target.tls === undefined ? {} : { tls: 'TLS not verified' }),
    'suite.version': suite.version,
    'spec.sha256': spec.sha256,
  };
  const causes = group === waiverGroup ? [] : causeLines(group, results);
  return [
    `  <testsuite${head}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...tests.map((test) => testcase(test, place)),
    ...(causes.length === 0 ? [] : [`    <system-err>${causes.map(escapeLine).join('\n')}</system-err>`]),
    '  </testsuite>',
  ];
}

function testcase(test: CiTest, place: string): string {
  const { id, testCase } = test;
  const head = attributes({
    classname: testCase === null ? place : `${place}.${testCase.condition}`,
    name: testCase === null ? id : `${id}: ${testCase.title}`,
    time: seconds(testCase?.durationMs ?? 0),
  });
  const inside = insideOf(test);
  return inside === '' ? `    <testcase${head}/>` : `    <testcase${head}>\n      ${inside}\n    </testcase>`;
}

function insideOf({ kind, text, type, testCase, evidence }: CiTest): string {
  const message = clip(text, textLimit);
  if (kind === 'passed') return text === '' ? '' : `<system-out>${escapeLine(message)}</system-out>`;
  if (kind !== 'failed') return `<skipped${attributes({ message })}/>`;
  const head = `<failure${attributes({ type, message })}`;
  return testCase === null ? `${head}/>` : `${head}>\n${evidence().map(escapeLine).join('\n')}</failure>`;
}

/** Explanations of many cases of the variant, for example a failed teardown. */
function causeLines(variant: string, { rootCauses, interrupted }: Results): readonly string[] {
  const lines = rootCauses
    .filter((cause) => cause.variant === null || cause.variant === variant)
    .map(({ message, hint }) => clip(hint === '' ? message : `${message} (${hint})`, textLimit));
  return interrupted ? [...lines, 'The run was interrupted.'] : lines;
}

/** Cases overlap, so the sum of their times exceeds the time of the run. */
const timeOf = (tests: readonly CiTest[]): string =>
  seconds(tests.reduce((sum, { testCase }) => sum + Math.round(testCase?.durationMs ?? 0), 0));

const seconds = (ms: number): string => (Math.round(ms) / 1000).toFixed(3);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/**
 * Text for an element or attribute of XML 1.0. On one line, so that it cannot look like lines of the report.
 */
const escapeLine = (text: string): string =>
  visible(text)
    // XML 1.0 excludes these two noncharacters (section 2.2).
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Attributes of an element, each preceded by a space. */
const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeLine(String(value))}"`)
    .join('');
