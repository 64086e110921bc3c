import type { Results } from '../../result/results.ts';
import { clip, visible } from '../visible.ts';
import { jsonText } from './json-text.ts';
import { ciTests, textLimit, waiverGroup } from './outcome.ts';
import type { CiTest } from './outcome.ts';

/** Version of the Common Test Report Format that is written. */
const specVersion = '0.0.0';

/** A review waits for a person, so it is pending; a waived failure is neither passed nor failed. */
const statuses = {
  passed: 'passed',
  failed: 'failed',
  waived: 'other',
  review: 'pending',
  inconclusive: 'skipped',
} as const satisfies Record<CiTest['kind'], string>;

const oneLine = (text: string): string => visible(clip(text, textLimit));

function testOf({ kind, id, testCase, requirements, text, evidence }: CiTest, results: Results) {
  const status = statuses[kind];
  const name = results.suite.name;
  if (testCase === null) {
    return {
      testId: oneLine(id),
      name: oneLine(id),
      status,
      duration: 0,
      suite: [name, waiverGroup],
      rawStatus: 'stale waiver',
      tags: [waiverGroup],
      message: oneLine(text),
      extra: { requirements: requirements.map(oneLine) },
    };
  }
  const { title, durationMs, variant, condition, verdict, reason, goes } = testCase;
  const waived = new Set(results.requirements.filter((one) => one.waived).map((one) => one.id));
  return {
    testId: id,
    name: oneLine(`${id}: ${title}`),
    status,
    duration: Math.round(durationMs),
    suite: [name, variant, condition],
    rawStatus: kind === 'waived' ? 'fail (waived)' : (verdict ?? ''),
    tags: [variant, condition],
    ...(text === '' ? {} : { message: oneLine(text) }),
    ...(kind === 'failed' ? { trace: evidence().map(visible).join('\n') } : {}),
    extra: {
      requirements,
      verdict,
      reason,
      waived: requirements.filter((one) => waived.has(one)),
      ...(goes === undefined ? {} : { goes }),
    },
  };
}

/**
 * Renders a CTRF report with a test for each judged case. A pass is `passed`, a failure `failed`, inconclusive
 * `skipped`, a review `pending` (or `failed` or `passed` as persons decided), a waived failure `other`. Cases
 * that only observe are omitted. Each stale waiver is a failed test.
 */
export function renderCtrf(results: Results): string {
  const { suite, target, environment, verdict, variants, rootCauses, waivers, interrupted } = results;
  const tests = ciTests(results).map((test) => testOf(test, results));
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const hasStale = tests.some(({ tags }) => tags[0] === waiverGroup);
  const start = Date.parse(results.startedAt);
  const duration = Math.round(results.durationMs);
  return jsonText({
    reportFormat: 'CTRF',
    specVersion,
    timestamp: results.startedAt,
    generatedBy: suite.name,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: Object.keys(variants).length + (hasStale ? 1 : 0),
        start,
        stop: start + duration,
        duration,
      },
      tests,
      environment: {
        appName: visible(target.name),
        osPlatform: environment.platform,
        healthy: verdict === 'conforming' && !hasStale,
        extra: {
          baseUrl: target.baseUrl,
          node: environment.node,
          ...(environment.influences === undefined ? {} : { influences: environment.influences }),
          ...(target.tls === undefined ? {} : { tls: 'TLS not verified' }),
        },
      },
      extra: {
        verdict,
        variants,
        rootCauses: rootCauses.map(({ variant, message, hint }) => ({
          variant,
          message: oneLine(message),
          hint: oneLine(hint),
        })),
        waivers,
        interrupted,
      },
    },
  });
}
