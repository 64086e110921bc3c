// JUnit XML for CI servers, valid against `junit-10.xsd` of Jenkins' xUnit plugin.

import { clip, visible } from '../base/visible.ts';
import { verdicts } from '../judge/check.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { decisionWords, evidenceOf, outcomeOfCase } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { viewOf } from './view.ts';
import type { ReportOptions, View } from './view.ts';

/** Characters of one text. */
const longest = 4000;

/** A case, or a decision that is stale, since that makes the exit code 1. */
interface Test {
  readonly group: string;
  /** Of its class, behind that of its suite. */
  readonly place: string;
  /** Histories hang on it: in English, whatever the language of the report. */
  readonly name: string;
  readonly ms: number;
  readonly outcome: Outcome;
  readonly type: string;
  readonly evidence: readonly string[];
}

/** What a stale decision stands in, beside the variants. */
const decisionGroup = 'waivers';

/** Each variant is a suite, each judged case a test case. What neither passed nor failed is skipped, with a reason. */
export function renderJunit(recorded: Results, options: ReportOptions = {}): string {
  const view = viewOf(recorded, options);
  const all = [...recorded.cases.flatMap((one) => testOf(one, view)), ...staleTests(view)];
  const groups = [
    ...recorded.target.variants,
    ...(all.some(({ group }) => group === decisionGroup) ? [decisionGroup] : []),
  ];
  const head = attributes({ name: recorded.suite.name, ...counted(all) });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${head}>`,
    ...groups.flatMap((group) => suiteLines(group, all, view)),
    '</testsuites>',
    '',
  ].join('\n');
}

function testOf(recorded: CaseResult, view: View): readonly Test[] {
  const { id, variant, condition, title } = recorded;
  const testCase = view.cases.get(id) ?? recorded;
  const outcome = outcomeOfCase(testCase, view);
  if (outcome === null) return [];
  const times = testCase.exchanges.map((one) => Math.round(view.exchanges.get(one)?.durationMs ?? 0));
  const isFailed = outcome.kind === 'failed';
  return [
    {
      group: variant,
      place: `.${condition}`,
      name: `${id}: ${title}`,
      ms: times.reduce((sum, ms) => sum + ms, 0),
      outcome,
      type: outcome.checks[0]?.requirement ?? 'fail',
      evidence: isFailed ? evidenceOf(testCase, outcome.checks, view) : [],
    },
  ];
}

const staleTests = (view: View): readonly Test[] =>
  view.results.decisions
    .filter(({ state }) => state === 'stale')
    .map((one, at, all) => {
      const same = all.slice(0, at + 1).filter(({ requirement }) => requirement === one.requirement).length;
      const what = one.decision === 'waived' ? 'waiver' : 'decision';
      const said = `${view.words('decision-stale')} (${decisionWords(one, view)})`;
      return {
        group: decisionGroup,
        place: '',
        name: `${what} ${one.requirement}${same > 1 ? ` (${same})` : ''}`,
        ms: 0,
        outcome: { kind: 'failed', checks: [], text: said },
        type: `stale-${what}`,
        evidence: [],
      };
    });

/** Cases overlap, so that the sum of their times exceeds the time of the run. */
const counted = (tests: readonly Test[]) => ({
  tests: tests.length,
  failures: tests.filter(({ outcome }) => outcome.kind === 'failed').length,
  errors: 0,
  time: seconds(tests.reduce((sum, { ms }) => sum + ms, 0)),
});

function suiteLines(group: string, all: readonly Test[], view: View): readonly string[] {
  const tests = all.filter((one) => one.group === group);
  const { suite, target, variants, verdict, spec, startedAt, durationMs } = view.results;
  const place = `${suite.name}.${group}`;
  const { time, ...counts } = counted(tests);
  const isSkipped = ({ outcome }: Test): boolean => !['passed', 'failed'].includes(outcome.kind);
  const skipped = tests.filter(isSkipped).length;
  const own = group === 'a' || group === 'b' ? variants[group] : undefined;
  const properties: Readonly<Record<string, string>> = {
    target: target.name,
    baseUrl: target.baseUrl,
    verdict: view.words(`overall-${own?.verdict ?? verdict}`),
    // Tests are cases. Other reports count requirements.
    requirements: verdicts
      .flatMap((name) => (own === undefined ? [] : `${own.counts[name]} ${view.words(`verdict-${name}`)}`))
      .join(', '),
    'run.time': seconds(durationMs),
    ...(target.isTlsVerified ? {} : { tls: view.words('tls-unverified') }),
    'suite.version': suite.version,
    'spec.sha256': spec.sha256,
  };
  const notes = group === decisionGroup ? [] : notesOf(group, view);
  return [
    `  <testsuite${attributes({ name: place, ...counts, skipped, time, timestamp: startedAt })}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property${attributes({ name, value })}/>`),
    '    </properties>',
    ...tests.map((test) => testLines(test, place)),
    ...(notes.length === 0 ? [] : [`    <system-err>${notes.map(escapeLine).join('\n')}</system-err>`]),
    '  </testsuite>',
  ];
}

function testLines(test: Test, suite: string): string {
  const { place, name, ms } = test;
  const head = attributes({ classname: `${suite}${place}`, name, time: seconds(ms) });
  const inside = insideOf(test);
  return inside === '' ? `    <testcase${head}/>` : `    <testcase${head}>\n      ${inside}\n    </testcase>`;
}

function insideOf({ outcome: { kind, text }, type, evidence }: Test): string {
  const message = clip(text, longest);
  if (kind === 'passed') return text === '' ? '' : `<system-out>${escapeLine(message)}</system-out>`;
  if (kind !== 'failed') return `<skipped${attributes({ message })}/>`;
  const head = `<failure${attributes({ type, message })}`;
  return evidence.length === 0 ? `${head}/>` : `${head}>\n${evidence.map(escapeLine).join('\n')}</failure>`;
}

/** What explains much that is open in the variant, and what went wrong beside the requests. */
function notesOf(variant: string, { results, words }: View): readonly string[] {
  const causes = results.causes
    .filter((one) => one.kind === 'open' && (one.variant === null || one.variant === variant))
    .map(({ found, advice }) => [found.message, advice && `(${advice.message})`].filter(Boolean).join(' '));
  const interrupted = results.interrupted ? [words('run-interrupted')] : [];
  return [...causes, ...results.warnings, ...interrupted].map((one) => clip(one, longest));
}

const seconds = (ms: number): string => (Math.round(ms) / 1000).toFixed(3);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element or attribute of XML 1.0. On one line, so that it cannot look like lines of the report. */
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
