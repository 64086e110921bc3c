import { specification } from '../spec/variant.ts';
import type { Waiver } from '../target/target.ts';
import { refused } from '../verdict/evidence.test-data.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { worst } from '../verdict/verdict.ts';
import type { Check, Reason, Verdict } from '../verdict/verdict.ts';
import type { Run } from './assemble.ts';
import type { Review } from './decision.ts';
import type { CaseResult, RequirementResult, Results } from './results.ts';

/** A check on a requirement: its verdict, and a reason where that is inconclusive. */
export function checkOf(requirement: string, verdict: Verdict | Reason): Check {
  const isVerdict = ['pass', 'fail', 'review', 'inconclusive'].includes(verdict);
  return {
    requirement,
    verdict: isVerdict ? (verdict as Verdict) : 'inconclusive',
    reason: isVerdict ? null : (verdict as Reason),
    message: verdict,
    expected: '',
    actual: '',
    exchange: null,
  };
}

/** A case of the variant that its id begins with, its verdict the worst of its checks. */
export function caseOf(id: string, checks: readonly Check[], parts: Partial<CaseResult> = {}): CaseResult {
  const verdict = worst(checks.map((check) => check.verdict));
  const open = checks.find((check) => check.reason !== null);
  return {
    id,
    variant: id.split('.')[0] ?? '',
    condition: 'success',
    title: `What about ${id}?`,
    verdict,
    reason: verdict === 'inconclusive' ? (open?.reason ?? null) : null,
    note: '',
    durationMs: 1,
    checks,
    exchanges: [],
    trials: [],
    controls: [],
    ...parts,
  };
}

/** A case that shows these exchanges, each of them the last attempt of a request. */
export const caseShowing = (
  id: string,
  exchanges: readonly Evidence[],
  parts: Partial<CaseResult> = {},
): CaseResult =>
  caseOf(id, [], {
    exchanges,
    trials: exchanges.map((evidence) => ({
      expectation: {
        label: evidence.label,
        condition: 'success',
        status: null,
        credentials: 'open',
        onOperation: true,
      },
      attempts: [evidence.id],
      controls: [],
      outage: false,
      ownRoute: false,
      ownGateway: false,
      earlierLogin: null,
      halted: null,
    })),
    ...parts,
  });

export const targetOf = (
  variants: readonly string[] = ['a', 'b'],
  baseUrl = 'http://127.0.0.1:8080',
): Results['target'] => ({ name: 'Test', baseUrl, variants, language: 'en' });

/** A run of these cases against both variants, on the first of January. */
export const runOf = (cases: readonly CaseResult[], parts: Partial<Run> = {}): Run => ({
  spec: specification,
  suite: { name: 'test', version: '1' },
  target: targetOf(),
  waivers: [],
  cases,
  controls: [],
  reviews: [],
  leftOut: { cases: [], requirements: [] },
  warnings: [],
  baselines: {},
  startedAt: new Date('2026-01-01T12:00:00Z'),
  durationMs: 1,
  interrupted: false,
  requests: 0,
  failedLogins: 0,
  profile: { sha256: '0'.repeat(64) },
  environment: { node: 'v24.0.0', platform: 'linux x64' },
  repeat: 1,
  seed: null,
  ...parts,
});

export const waiverOf = (requirement: string, until = '2026-06-01'): Waiver => ({
  requirement,
  reason: 'being reworded',
  owner: 'payouts',
  until,
});

export const requirementOf = (
  verdict: Verdict,
  parts: Partial<RequirementResult> = {},
): RequirementResult => ({
  id: 'a.success.status',
  variant: 'a',
  section: '4.1',
  statement: '',
  verdict,
  reason: null,
  waived: false,
  decided: null,
  cases: [],
  ...parts,
});

/** A case whose one check is under review for that text. */
export function reviewCase(id: string, requirement: string, text: string): CaseResult {
  const exchange = refused(422, text, { id });
  return caseOf(id, [{ ...checkOf(requirement, 'review'), exchange: id }], { exchanges: [exchange] });
}

export const reviewOf = (
  id: string,
  text: string,
  decision: Review['decision'],
  parts: Partial<Review> = {},
): Review => ({
  case: id,
  text,
  decision,
  name: 'A. Person',
  date: '2026-01-02',
  note: '',
  requirement: null,
  ...parts,
});
