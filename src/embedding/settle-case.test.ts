import { describe, expect, it } from 'vitest';
import { assemble } from '../result/assemble.ts';
import { caseOf, checkOf, runOf, waiverOf } from '../result/run.test-data.ts';
import type { Waiver } from '../target/target.ts';
import { answered } from '../verdict/evidence.test-data.ts';
import { explainFailure } from './explain-failure.ts';
import { settleCase } from './settle-case.ts';
import type { Settlement } from './settle-case.ts';
import { unjudged } from './unjudged.ts';

const today = new Date('2026-06-01T00:00:00Z');
const settled = (checks: Parameters<typeof caseOf>[1], more: Partial<Settlement> = {}) =>
  settleCase(caseOf('a.x', checks), { waivers: [], reviews: [], controls: [], today, ...more });
const waiver = (requirement: string, until: string): Waiver => ({ ...waiverOf(requirement), until });

describe('a case, to a test runner,', () => {
  it('passes where all its checks pass', () => {
    expect(settled([checkOf('a.error.body', 'pass')]).kind).toBe('passed');
  });

  it('fails with every deviation', () => {
    const found = settled([checkOf('a.error.body', 'fail'), checkOf('a.success.body', 'fail')]);
    expect(found).toMatchObject({ kind: 'failed' });
    expect(String(found.kind === 'failed' && found.error.message)).toMatch(
      /a\.error\.body.*\n.*a\.success\.body/,
    );
  });

  it('is waived only where every failure is, and until its day', () => {
    const checks = [checkOf('a.error.body', 'fail'), checkOf('a.success.body', 'fail')];
    const one = waiver('a.error.body', '2026-07-01');
    expect(settled(checks, { waivers: [one] })).toMatchObject({ kind: 'failed' });
    const both = [one, waiver('a.success.body', '2026-07-01')];
    expect(settled(checks, { waivers: both })).toMatchObject({ kind: 'waived' });
    const past = [one, waiver('a.success.body', '2026-05-01')];
    expect(settled(checks, { waivers: past })).toMatchObject({ kind: 'failed' });
  });

  it('is in doubt where it is inconclusive or under review', () => {
    expect(settled([checkOf('a.error.body', 'target-unavailable')])).toMatchObject({
      kind: 'doubt',
      verdict: 'inconclusive',
      note: expect.stringContaining('target-unavailable'),
    });
    expect(settled([checkOf('a.error.body', 'review')])).toMatchObject({ kind: 'doubt', verdict: 'review' });
  });

  it('follows what a person decided on exactly this text', () => {
    const exchange = answered(422, { description_status: 'Odd' }, { id: 'a.x' });
    const result = caseOf(
      'a.x',
      [{ ...checkOf('a.missing.partnerName.meaning', 'review'), exchange: 'a.x' }],
      {
        exchanges: [exchange],
      },
    );
    const review = { case: 'a.x', name: 'Ann', date: '2026-05-01', note: '', requirement: null };
    const by = (text: string, decision: 'pass' | 'fail') =>
      settleCase(result, { waivers: [], reviews: [{ ...review, text, decision }], controls: [], today }).kind;
    expect([by('Odd', 'pass'), by('Odd', 'fail'), by('Even', 'pass')]).toEqual(['passed', 'failed', 'doubt']);
  });

  it('that only observes has seen nothing where nothing was answered', () => {
    const silent = { ...caseOf('a.observed', []), verdict: null };
    expect(settleCase(silent, { waivers: [], reviews: [], controls: [], today }).kind).toBe('unseen');
    const seen = { ...silent, exchanges: [answered(200, {})] };
    expect(settleCase(seen, { waivers: [], reviews: [], controls: [], today }).kind).toBe('passed');
  });
});

it('a failure never hands what steers a terminal or a log to the runner', () => {
  const hostile = answered(200, {}, { id: 'a.x' });
  const response = hostile.response && { ...hostile.response, body: '\n::error::x\u001b[2J' };
  const checks = [
    { ...checkOf('a.error.body', 'fail'), exchange: 'a.x', message: 'got \u001b[31m\n::error::' },
  ];
  const { message, stack } = explainFailure({ checks, exchanges: [{ ...hostile, response }] });
  expect(message).toContain('\\x1b[2J');
  expect(`${message}${stack}`).not.toContain('\u001b');
  expect(`${message}\n${stack}`).not.toMatch(/^::error/m);
});

describe('a run without failures is no good news', () => {
  const of = (checks: Parameters<typeof caseOf>[1], waivers: readonly Waiver[] = []) =>
    assemble(runOf([caseOf('a.x', checks)], { waivers }));

  it('where what was provisioned could not be judged', () => {
    expect(unjudged(of([checkOf('a.error.body', 'target-unavailable')]), false)).toContain(
      'a.error.body: inconclusive (target-unavailable)',
    );
    expect(unjudged(of([checkOf('a.error.body', 'not-provisioned')]), false)).toBeNull();
    expect(unjudged(of([checkOf('a.error.body', 'not-provisioned')]), true)).toContain('a.error.body');
  });

  it('where a waiver is stale', () => {
    const stale = of([checkOf('a.error.body', 'pass')], [waiverOf('a.nothing')]);
    expect(unjudged(stale, false)).toContain('a.nothing');
  });
});
