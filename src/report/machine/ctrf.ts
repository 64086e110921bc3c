import type { CaseResult, Results } from '../../result/results.ts';
import { clip, visible } from '../visible.ts';
import { evidenceLines, textLimit, outcomeOf, waiverGroup, waiverTests } from './outcome.ts';
import { jsonText } from './json.ts';
import type { Outcome, WaiverTest } from './outcome.ts';

/** Version of the Common Test Report Format that is written. */
const specVersion = '0.0.0';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** A review waits for a person, so it is pending; a waived failure is neither passed nor failed. */
const statuses = {
  passed: 'passed',
  failed: 'failed',
  waived: 'other',
  review: 'pending',
  inconclusive: 'skipped',
} as const satisfies Record<Outcome['kind'], Status>;

const oneLine = (text: string): string => visible(clip(text, textLimit));

function extraOf({ checks, verdict, reason, goes }: CaseResult, results: Results): object {
  const ids = [...new Set(checks.map(({ requirement }) => requirement))];
  const waived = new Set(results.requirements.filter((one) => one.waived).map(({ id }) => id));
  return {
    requirements: ids,
    verdict,
    reason,
    waived: ids.filter((id) => waived.has(id)),
    ...(goes === undefined ? {} : { goes }),
  };
}

function testOf(testCase: CaseResult, { kind, text, checks }: Outcome, results: Results) {
  const trace = (): string => evidenceLines(testCase, checks, results).map(visible).join('\n');
  return {
    testId: testCase.id,
    name: oneLine(`${testCase.id}: ${testCase.title}`),
    status: statuses[kind],
    duration: Math.round(testCase.durationMs),
    suite: [results.suite.name, testCase.variant, testCase.condition],
    rawStatus: kind === 'waived' ? 'fail (waived)' : (testCase.verdict ?? ''),
    tags: [testCase.variant, testCase.condition],
    ...(text === '' ? {} : { message: oneLine(text) }),
    ...(kind === 'failed' ? { trace: trace() } : {}),
    extra: extraOf(testCase, results),
  };
}

function waiverTestOf({ name, requirement, text }: WaiverTest, results: Results) {
  return {
    testId: oneLine(name),
    name: oneLine(name),
    status: 'failed',
    duration: 0,
    suite: [results.suite.name, waiverGroup],
    rawStatus: 'stale waiver',
    tags: [waiverGroup],
    message: oneLine(text),
    extra: { requirements: [oneLine(requirement)] },
  } as const;
}

function summaryOf(
  tests: readonly { readonly status: Status; readonly suite: readonly string[] }[],
  results: Results,
): object {
  const count = (status: Status): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(results.startedAt);
  const duration = Math.round(results.durationMs);
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: count('pending'),
    other: count('other'),
    suites:
      Object.keys(results.variants).length + (tests.some(({ suite }) => suite[1] === waiverGroup) ? 1 : 0),
    start,
    stop: start + duration,
    duration,
  };
}

function extraOfRun(results: Results): object {
  const { verdict, variants, rootCauses, waivers, interrupted } = results;
  const causes = rootCauses.map(({ variant, message, hint }) => ({
    variant,
    message: oneLine(message),
    hint: oneLine(hint),
  }));
  return { verdict, variants, rootCauses: causes, waivers, interrupted };
}

/**
 * Renders a CTRF report: each judged case a test, pass as `passed`, fail as `failed`, inconclusive as `skipped`, review
 * as `pending` (texts that persons refused or accepted: `failed` or `passed`), a waived failure as `other`; cases that only
 * observe are omitted. Each stale waiver is a test that failed.
 */
export function renderCtrf(results: Results): string {
  const judged = results.cases.flatMap((testCase) => {
    const outcome = outcomeOf(testCase, results);
    return outcome === null ? [] : [testOf(testCase, outcome, results)];
  });
  const stale = waiverTests(results).map((test) => waiverTestOf(test, results));
  const tests = [...judged, ...stale];
  const { suite, target, environment, verdict } = results;
  const report = {
    reportFormat: 'CTRF',
    specVersion,
    timestamp: results.startedAt,
    generatedBy: suite.name,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: summaryOf(tests, results),
      tests,
      environment: {
        appName: visible(target.name),
        osPlatform: environment.platform,
        healthy: verdict === 'conforming' && stale.length === 0,
        extra: { baseUrl: target.baseUrl, node: environment.node },
      },
      extra: extraOfRun(results),
    },
  };
  return jsonText(report);
}
