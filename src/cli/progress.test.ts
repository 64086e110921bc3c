import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConformanceEvent } from '../embedding/run-target.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import type { CaseResult } from '../result/results.ts';
import { verbatim } from '../wording/message.ts';
import { createProgress, warningLine } from './progress.ts';
import type { ProgressManner } from './progress.ts';
import type { Terminal } from './terminal.ts';

const testCase = { id: 'a.success', variant: 'a', title: 'a success' };

const [passed] = sampleResults().cases.filter(({ verdict }) => verdict === 'pass');
const [failed] = sampleResults().cases.filter(({ verdict }) => verdict === 'fail');
if (passed === undefined || failed === undefined) throw new RangeError('there are no such results');

const saying = (message: string): CaseResult => ({
  ...failed,
  checks: failed.checks.map((check) => ({ ...check, verdict: 'fail', message })),
});

const exchanged: ConformanceEvent = {
  kind: 'exchanged',
  case: 'b.success',
  exchange: {
    id: 'b.success',
    request: {
      method: 'POST',
      url: 'https://user@example.test/api/partner/acme/sbp/banks/?partnerPassword=<ciphertext>',
      headers: [],
      body: null,
    },
    response: null,
    error: {
      kind: 'timeout',
      stage: 'exchange',
      code: 'TIMEOUT',
      message: 'no answer',
      words: verbatim('no answer'),
    },
    startedAt: '2026-11-20T10:20:30.456Z',
    durationMs: 1999.6,
    curl: '',
  },
};

function watch(traits: Partial<Terminal>, total: number, manner: ProgressManner) {
  const said: string[] = [];
  const terminal = {
    write: () => undefined,
    writeError: (text: string) => void said.push(text),
    width: 80,
    color: false,
    isLive: false,
    ...traits,
  };
  return { progress: createProgress(terminal, total, manner), said: () => said.join('') };
}

/** What stands on a terminal after carriage returns and erasures were obeyed. */
const shown = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split('\r\u001b[2K').at(-1) ?? '')
    .join('\n');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('in a log', () => {
  it('how far the run is stands on one line every ten seconds, and no more often', () => {
    const { progress, said } = watch({}, 20, { isQuiet: false });
    progress.begin();
    for (let second = 0; second < 30; second += 1) {
      if (second % 2 === 0) progress.show({ kind: 'case-ended', result: passed });
      vi.advanceTimersByTime(1000);
    }
    progress.end();
    vi.advanceTimersByTime(60_000);
    expect(said()).toBe(
      [
        '5 of 20 cases after 10 s, about 30 s left',
        '10 of 20 cases after 20 s, about 20 s left',
        '15 of 20 cases after 30 s, about 10 s left',
        '',
      ].join('\n'),
    );
  });

  it('a run that hangs is seen to be alive', () => {
    const { progress, said } = watch({}, 20, { isQuiet: false });
    progress.begin();
    vi.advanceTimersByTime(20_000);
    progress.end();
    expect(said()).toBe('0 of 20 cases after 10 s\n0 of 20 cases after 20 s\n');
  });

  it('a failure is told once, however often the case is repeated', () => {
    const { progress, said } = watch({}, 20, { isQuiet: false });
    progress.begin();
    for (let go = 0; go < 3; go += 1) progress.show({ kind: 'case-ended', result: saying('no') });
    progress.end();
    expect(said()).toBe(`✗ ${failed.id}: no\n`);
  });

  it.each(['##[error]x', '##vso[task.complete]', '##teamcity[x', '\n::error::x', '\u001b[31mx\u001b[2K\rx'])(
    'what a target says commands nothing: %j',
    (message) => {
      const { progress, said } = watch({ width: 120 }, 20, { isQuiet: false });
      progress.show({ kind: 'case-ended', result: saying(`${message} ${'x'.repeat(10_000)}`) });
      progress.show({ kind: 'warning', message });
      expect(said()).not.toMatch(/##\[|##vso\[|##teamcity\[|^\s*::|\r/m);
      expect(said()).not.toContain('\u001b');
      expect(said().split('\n')).toHaveLength(3);
      expect(said().split('\n')[0]?.length).toBeLessThan(120);
    },
  );
});

describe('on a terminal', () => {
  it('one line is drawn anew with what is under way, failures stay above it, and nothing of it remains', () => {
    const { progress, said } = watch({ isLive: true }, 4, { isQuiet: false });
    progress.begin();
    progress.show({ kind: 'case-started', case: testCase });
    expect(shown(said())).toBe('0/4  a.success');
    progress.show({ kind: 'case-ended', result: saying('no') });
    expect(shown(said())).toBe(`✗ ${failed.id}: no\n1/4  a.success`);
    progress.end();
    progress.end();
    expect(shown(said())).toBe(`✗ ${failed.id}: no\n`);
  });

  it('time left is shown while nothing happens, and the line is never as wide as the terminal', () => {
    const { progress, said } = watch({ isLive: true, width: 40 }, 10, { isQuiet: false });
    progress.begin();
    for (let count = 0; count < 5; count += 1) progress.show({ kind: 'case-ended', result: passed });
    progress.show({ kind: 'case-started', case: { ...testCase, id: 'a'.repeat(100) } });
    vi.advanceTimersByTime(30_000);
    expect(shown(said())).toMatch(/^5\/10 {2}about 30 s left {2}a+$/);
    expect(shown(said())).toHaveLength(39);
  });

  it('before the first request nothing is drawn', () => {
    const { progress, said } = watch({ isLive: true }, 4, { isQuiet: false });
    progress.end();
    expect(said()).toBe('');
  });
});

describe('what is said', () => {
  it.each([true, false])('quietly is warnings only, terminal %s', (isLive) => {
    const { progress, said } = watch({ isLive }, 4, { isQuiet: true });
    progress.begin();
    progress.show({ kind: 'case-started', case: testCase });
    progress.show(exchanged);
    progress.show({ kind: 'case-ended', result: failed });
    vi.advanceTimersByTime(60_000);
    expect(said()).toBe('');
    progress.show({ kind: 'warning', message: 'the teardown failed' });
    progress.end();
    expect(said()).toBe('! the teardown failed\n');
  });

  it('verbosely is each exchange too: time, case, method, path, status, milliseconds, and no query', () => {
    const { progress, said } = watch({}, 4, { isQuiet: false, isVerbose: true });
    progress.show(exchanged);
    expect(said()).toBe('10:20:30.456  b.success  POST /api/partner/acme/sbp/banks/  timeout  2000 ms\n');
  });

  it('is coloured as standard error is', () => {
    const terminal = { write: () => undefined, writeError: () => undefined, width: 80, isLive: false };
    expect(warningLine('x', { ...terminal, color: true, isErrorColored: false })).toBe('! x\n');
    expect(warningLine('x', { ...terminal, color: false, isErrorColored: true })).toContain('\u001b[31m');
    expect(warningLine('x', { ...terminal, color: true })).toContain('\u001b[31m');
  });
});
