import { describe, expect, test } from 'vitest';
import type { Results } from '../result/results.ts';
import {
  advisoryOf,
  caseOf,
  checkOf,
  observationOf,
  resultsOf,
  targetOf,
  waiverOf,
} from '../report/made-results.test-data.ts';
import type { Parts } from '../report/made-results.test-data.ts';
import { verbatim } from '../wording/message.ts';
import { deriveRequirements } from '../spec/requirement.ts';
import { specification } from '../spec/variant.ts';
import { answered } from '../verdict/evidence.test-data.ts';
import type { Reason, Verdict } from '../verdict/verdict.ts';
import { compareResults, isAlike } from './compare-results.ts';

const catalogue = deriveRequirements(specification).map(({ id }) => id);

type But = Readonly<Record<string, Verdict | Reason>>;

const casesOf = (but: But) => catalogue.map((id) => caseOf(`${id}.case`, [checkOf(id, but[id] ?? 'pass')]));

const results = (but: But = {}, parts: Parts = {}): Results => resultsOf(casesOf(but), parts);

const changed = (before: Results, after: Results): readonly string[] =>
  compareResults(before, after).requirements.map(
    ({ id, from, to, direction }) => `${direction}: ${id} ${from} → ${to}`,
  );

describe('two runs that came out alike', () => {
  test('do not differ, whenever and how fast they were made', () => {
    const later = results({}, { startedAt: '2026-02-01T00:00:00.000Z', durationMs: 99 });
    const comparison = compareResults(results(), later);
    expect(isAlike(comparison)).toBe(true);
    expect(comparison.isWorse).toBe(false);
    expect(comparison.context).toEqual([]);
  });

  test('do not differ where a failure says the same but for identifiers in the text', () => {
    const failing = (request: string): Results => {
      const check = {
        ...checkOf('a.error.body', 'fail'),
        message: `text: got “Error, request id ${request}”`,
      };
      return resultsOf([caseOf('a.x', [check])]);
    };
    expect(changed(failing('4f1c9a77'), failing('99ab01cd'))).toEqual([]);
  });

  test('differ where a failure says something else', () => {
    const failing = (status: string): Results => {
      const check = { ...checkOf('a.error.body', 'fail'), message: `status: expected 422, got ${status}` };
      return resultsOf([caseOf('a.x', [check])]);
    };
    expect(changed(failing('400'), failing('404'))).toEqual(['other: a.error.body fail → fail']);
  });
});

describe('a requirement', () => {
  test('that fails now makes it worse, and the other way round better', () => {
    const [good, bad] = [results(), results({ 'b.success.body': 'fail' })];
    expect(changed(good, bad)).toEqual(['worse: b.success.body pass → fail']);
    expect(compareResults(good, bad).isWorse).toBe(true);
    expect(changed(bad, good)).toEqual(['better: b.success.body fail → pass']);
    expect(compareResults(bad, good).isWorse).toBe(false);
  });

  test('of a variant that is claimed no more is a loss where it held', () => {
    const alone = resultsOf(
      casesOf({}).filter(({ variant }) => variant === 'a'),
      { target: targetOf(['a']) },
    );
    const lost = changed(results({ 'b.error.body': 'fail' }), alone);
    expect(lost).toContain('worse: b.success.status pass → absent');
    expect(lost).toContain('other: b.error.body fail → absent');
    expect(lost).toHaveLength(30);
    expect(compareResults(alone, results()).isWorse).toBe(false);
  });

  test('that was not tried this time is told, and is no loss', () => {
    const partly = results({ 'a.missing.several.status': 'not-selected' });
    const comparison = compareResults(results(), partly);
    expect(changed(results(), partly)).toEqual(['other: a.missing.several.status pass → not-run']);
    expect(comparison.classes).toEqual([]);
    expect(comparison.isWorse).toBe(false);
  });

  test('whose failure is waived now is better than one that fails, and worse than one that passes', () => {
    const failing = { 'b.unavailable.meaning': 'fail' } as const;
    const waived = results(failing, { waivers: [waiverOf('b.unavailable.meaning')] });
    expect(changed(results(failing), waived)).toEqual(['better: b.unavailable.meaning fail → waived']);
    expect(changed(results(), waived)).toEqual(['worse: b.unavailable.meaning pass → waived']);
  });
});

describe('a class', () => {
  test('is lost with what prevents it, and won again', () => {
    const bad = results({ 'b.partner-blocked.status': 'fail', 'a.success.body': 'review' });
    expect(compareResults(results(), bad).classes).toEqual([
      { variant: 'a', name: 'core', direction: 'worse' },
      { variant: 'a', name: 'full', direction: 'worse' },
      { variant: 'b', name: 'full', direction: 'worse' },
    ]);
    expect(compareResults(bad, results()).classes.map(({ direction }) => direction)).toEqual([
      'better',
      'better',
      'better',
    ]);
  });
});

describe('what is only observed', () => {
  const noted = (value: string, id = 'a.banks.number'): Results => ({
    ...results(),
    observations: [observationOf(id, verbatim('How many banks?'), verbatim(value))],
  });

  test('is told where it changed, came or went', () => {
    expect(compareResults(noted('12'), noted('13')).notes).toEqual([
      { kind: 'observation', id: 'a.banks.number', about: 'How many banks?', before: '12', after: '13' },
    ]);
    expect(compareResults(results(), noted('13')).notes).toMatchObject([{ before: null, after: '13' }]);
    expect(compareResults(noted('12'), noted('13')).isWorse).toBe(false);
  });

  test('is not told of times and of answers that were asked again', () => {
    expect(compareResults(noted('1 ms', 'a.latency'), noted('9 ms', 'a.latency')).notes).toEqual([]);
    expect(compareResults(noted('1: 502', 'a.passing'), results()).notes).toEqual([]);
  });

  test('holds advisories', () => {
    const hinted: Results = {
      ...results(),
      advisories: [advisoryOf('a.stack-trace', verbatim('A trace shows.'))],
    };
    expect(compareResults(results(), hinted).notes).toMatchObject([
      { kind: 'advisory', id: 'a.stack-trace', before: null, after: 'A trace shows.' },
    ]);
  });
});

describe('latency', () => {
  const timed = (durationMs: number): Results =>
    resultsOf([caseOf('a.x', [], { exchanges: [{ ...answered(200, {}), durationMs }] })]);

  test.for([
    [30, 70, true],
    [70, 30, true],
    [30, 50, false],
    [4, 12, false],
  ] as const)('from %d to %d ms is told: %s', ([from, to, told]) => {
    const { latency, isWorse } = compareResults(timed(from), timed(to));
    expect(latency.length > 0).toBe(told);
    expect(isWorse).toBe(false);
  });
});

describe('what else differs', () => {
  const owners = (after: Results): readonly string[] =>
    compareResults(results(), after).context.map(({ owner, what }) => `${owner}: ${what}`);

  test('has an owner', () => {
    expect(owners(results({}, { suite: { name: 'test', version: '2' } }))).toEqual(['suite: suite version']);
    expect(owners({ ...results(), spec: { title: '', sha256: 'f' } })).toEqual([
      'specification: specification',
    ]);
    expect(owners(results({}, { profile: { sha256: 'f', claims: {} } }))).toEqual([
      'profile: target profile',
    ]);
    expect(owners(results({}, { target: targetOf(['a', 'b'], 'http://127.0.0.1:1') }))).toEqual([
      'address: base URL',
    ]);
    expect(owners(results({}, { environment: { node: 'v26.0.0', platform: 'linux x64' } }))).toEqual([
      'environment: Node',
    ]);
    expect(owners(results({}, { interrupted: true }))).toEqual(['selection: interrupted']);
  });

  test('shows in the headers by which a target tells its version', () => {
    const served = (version: string): Results => {
      const answer = answered(200, {}, { id: 'a.baseline' });
      const response = answer.response && {
        ...answer.response,
        headers: [
          ['X-App-Version', version],
          ['Date', version],
        ] as const,
      };
      const trial = { attempts: ['a.baseline'] } as unknown as Results['baselines'][string];
      return resultsOf([], { baselines: { a: trial }, controls: [{ ...answer, response }] });
    };
    expect(compareResults(served('1.4'), served('1.5')).context).toEqual([
      { owner: 'target', what: 'a: x-app-version', before: '1.4', after: '1.5' },
    ]);
  });
});
