import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConformanceEvent } from '../api/run-target.ts';
import { sampleResults } from '../report/made-results.test-data.ts';
import type { CaseResult } from '../results/results.ts';
import { silent } from '../judge/evidence.test-data.ts';
import { fakeTerminal } from './fake-terminal.test-support.ts';
import { createProgress, warningLine } from './progress.ts';
import { abilityOf, openOutput } from './terminal.ts';
import type { Terminal } from './terminal.ts';

const tty = { isTTY: true, columns: 100 };
const pipe = { isTTY: undefined };

const wide = { isTTY: true, columns: 500 };
const both = (shown: boolean) => ({ color: shown, isErrorColored: shown });

it.each([
  ['colour', {}, tty, pipe, { color: true, isErrorColored: false }],
  ['colour', {}, pipe, tty, { color: false, isErrorColored: true }],
  ['colour', { NO_COLOR: '1', FORCE_COLOR: '1' }, tty, tty, both(false)],
  ['colour', { FORCE_COLOR: '3', TERM: 'dumb', CI: 'true' }, pipe, pipe, both(true)],
  ['colour', { FORCE_COLOR: 'false' }, tty, tty, both(false)],
  ['colour and no line drawn again', { TERM: 'dumb' }, tty, tty, { ...both(false), isLive: false }],
  ['colour and no line drawn again', { CI: 'true' }, tty, tty, { ...both(false), isLive: false }],
  ['colour', { CI: 'false' }, tty, tty, both(true)],
  ['colour', { CI: 'true', GITHUB_ACTIONS: 'true' }, pipe, pipe, both(true)],
  ['colour', { CI: 'true', GITHUB_ACTIONS: 'true', NO_COLOR: '1' }, pipe, pipe, both(false)],
  ['lines drawn again', {}, pipe, tty, { isLive: true }],
  ['lines drawn again', {}, tty, pipe, { isLive: false }],
  ['the width', {}, pipe, pipe, { width: 80 }],
  ['the width', {}, wide, tty, { width: 120 }],
  ['the width', {}, { isTTY: true, columns: 10 }, tty, { width: 40 }],
  ['the width', {}, { isTTY: true, columns: 0 }, tty, { width: 80 }],
  ['the width', {}, pipe, { isTTY: true, columns: 60 }, { width: 60 }],
  ['the width', {}, pipe, wide, { width: 80 }],
] as const)('%s with %j, on %j and %j: %j', (_what, env, out, err, ability) => {
  expect(abilityOf(env, out, err)).toMatchObject(ability);
});

it.each([
  ['EPIPE', false],
  ['ENOSPC', true],
])('an output that breaks by %s takes what comes, and has lost something: %s', async (code, isLoss) => {
  const arrived: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      if (chunk !== 'b') arrived.push(chunk);
      done(chunk === 'b' ? Object.assign(new Error(code), { code }) : null);
    },
  });
  const output = openOutput(stream);
  for (const text of ['a', 'b']) output.write(text);
  await output.flush();
  output.write('c');
  await output.flush();
  expect([arrived.join(''), output.lost() !== null]).toEqual(['a', isLoss]);
});

describe('the progress of a run', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const [passed] = sampleResults().cases.filter(({ verdict }) => verdict === 'pass');
  const [failed] = sampleResults().cases.filter(({ verdict }) => verdict === 'fail');
  if (passed === undefined || failed === undefined) throw new RangeError('there are no such results');
  const ended: ConformanceEvent = { kind: 'case-ended', result: passed };
  const saying = (message: string): ConformanceEvent => {
    const checks = failed.checks.map((check) => ({ ...check, verdict: 'fail' as const, message }));
    return { kind: 'case-ended', result: { ...failed, checks } satisfies CaseResult };
  };
  const started = (id: string): ConformanceEvent => ({
    kind: 'case-started',
    case: { id, variant: 'a', title: 'a success' },
  });

  function watch(traits: Partial<Terminal>, total: number, manner: object = {}) {
    const { terminal, err } = fakeTerminal(traits);
    const progress = createProgress(terminal, total, { isQuiet: false, isVerbose: false, ...manner });
    return { ...progress, said: err };
  }

  /** What a terminal shows after carriage returns and erasures. */
  const shown = (text: string): string =>
    text
      .split('\n')
      .map((line) => line.split('\r\u001b[2K').at(-1) ?? '')
      .join('\n');

  it('writes one line to a log every ten seconds, and no more often', () => {
    const { begin, show, end, said } = watch({}, 20);
    begin();
    for (let second = 0; second < 20; second += 1) {
      if (second % 2 === 0) show(ended);
      vi.advanceTimersByTime(1000);
    }
    end();
    vi.advanceTimersByTime(60_000);
    expect(said()).toBe('5 of 20 cases after 10 s\n10 of 20 cases after 20 s\n');
  });

  it('is one line of a terminal that is written again; failures stay above it, each once', () => {
    const { begin, show, end, said } = watch({ isLive: true }, 4);
    begin();
    show(started('a.success'));
    expect(shown(said())).toBe('0/4  a.success');
    show(saying('no'));
    show(saying('no'));
    expect(shown(said())).toBe(`✗ ${failed.id}: no\n2/4  a.success`);
    end();
    end();
    expect(shown(said())).toBe(`✗ ${failed.id}: no\n`);
  });

  it('is never as wide as the terminal', () => {
    const { begin, show, said } = watch({ isLive: true, width: 40 }, 10);
    begin();
    for (let count = 0; count < 5; count += 1) show(ended);
    show(started('a'.repeat(100)));
    vi.advanceTimersByTime(30_000);
    expect(shown(said())).toMatch(/^5\/10 {2}a+$/);
    expect(shown(said())).toHaveLength(39);
  });

  it.each(['##[error]x', '##vso[task.complete]', '##teamcity[x', '\n::error::x', '\u001b[31mx\u001b[2K\rx'])(
    'commands nothing that a target says: %j',
    (message) => {
      const { show, said } = watch({ width: 120 }, 20);
      const atTerminal = watch({ width: 120, isLive: true }, 20);
      atTerminal.show(saying(`${message} ${'x'.repeat(10_000)}`));
      expect(atTerminal.said().split('\n')[0]?.length).toBeLessThan(120);
      show(saying(`${message} ${'x'.repeat(10_000)}`));
      show({ kind: 'warning', message });
      expect(said()).not.toMatch(/##\[|##vso\[|##teamcity\[|^\s*::|\r/m);
      expect(said()).not.toContain('\u001b');
      expect(said().split('\n')).toHaveLength(3);
      // Without a terminal, nothing is cut to its width.
      expect(said().split('\n')[0]?.length).toBeGreaterThan(900);
    },
  );

  it('is warnings only where a run is quiet', () => {
    const { begin, show, end, said } = watch({ isLive: true }, 4, { isQuiet: true });
    begin();
    show(started('a.success'));
    show(saying('no'));
    vi.advanceTimersByTime(60_000);
    show({ kind: 'warning', message: 'the teardown failed' });
    end();
    expect(said()).toBe('! the teardown failed\n');
  });

  it('is each exchange too where a run is verbose, without its query', () => {
    const url = 'https://user@example.test/api/partner/acme/sbp/banks/?partnerPassword=<ciphertext>';
    const request = { method: 'POST', url, headers: [], body: null };
    const exchange = {
      ...silent({ kind: 'timeout' }),
      request,
      startedAt: '2026-11-20T10:20:30.456Z',
      durationMs: 1999.6,
    };
    const { show, said } = watch({}, 4, { isVerbose: true });
    show({ kind: 'exchanged', case: 'b.success', exchange });
    expect(said()).toBe('10:20:30.456  b.success  POST /api/partner/acme/sbp/banks/  timeout  2000 ms\n');
  });

  it('is coloured as standard error is', () => {
    const lineOf = (traits: Partial<Terminal>): string => warningLine('x', fakeTerminal(traits).terminal);
    expect(lineOf({ color: true })).toBe('! x\n');
    expect(lineOf({ isErrorColored: true })).toContain('\u001b[31m');
  });
});
