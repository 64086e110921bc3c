// What a terminal or a log shows while a run goes on, and what becomes of output that nobody takes.

import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wordsIn } from '../messages/message.ts';
import { planOf } from '../plan/plan.ts';
import type { RunEvent } from '../run/shared.ts';
import { fakeTerminal } from './fake-terminal.test-support.ts';
import { createProgress } from './progress.ts';
import { openOutput } from './terminal.ts';
import type { Terminal } from './terminal.ts';

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

  const rows = planOf({ a: {} })
    .rows.filter(({ isProvisioned }) => isProvisioned)
    .slice(0, 20);
  const exchangeOf = (url: string, isAnswered: boolean) => ({
    id: 'x1',
    request: { method: 'POST', url, headers: [], body: null, length: 0 },
    response: isAnswered ? { status: 200, headers: [], body: null } : null,
    error: isAnswered ? null : ({ kind: 'timeout', code: '', message: 'nothing answers' } as const),
    startedAt: '2026-11-20T10:20:30.456Z',
    durationMs: 1999.6,
  });
  const asked = (at: number, url = 'https://x.test/partner/sbp/banks', isAnswered = true): RunEvent[] =>
    rows.slice(at, at + 1).map((row) => ({ kind: 'exchanged', row, exchange: exchangeOf(url, isAnswered) }));

  function watch(traits: Partial<Terminal>, manner: object = {}) {
    const { terminal, err } = fakeTerminal(traits);
    const undone = new Map<string, string>();
    const { show, end } = createProgress({ terminal, undone }, { quiet: false, ...manner });
    show({ kind: 'planned', rows });
    return { show: (...events: readonly RunEvent[]) => events.forEach(show), end, said: err, undone };
  }

  /** What a terminal shows after carriage returns and erasures. */
  const shown = (text: string): string =>
    text
      .split('\n')
      .map((line) => line.split('\r\u001b[2K').at(-1) ?? '')
      .join('\n');

  it('writes a line to a log after ten seconds, and then after twice the time of the one before', () => {
    const { show, end, said } = watch({});
    for (let second = 0; second < 20; second += 1) {
      if (second % 2 === 0) show(...asked(second), ...asked(second));
      vi.advanceTimersByTime(1000);
    }
    vi.advanceTimersByTime(169_000);
    end();
    vi.advanceTimersByTime(600_000);
    expect(said()).toBe(
      '5 of 20 requests, 5 repeats, 10 s\n' +
        [20, 40, 80, 160].map((time) => `10 of 20 requests, 10 repeats, ${time} s\n`).join(''),
    );
  });

  it('speaks the language of the reports', () => {
    const { terminal, err } = fakeTerminal({});
    const { show } = createProgress({ terminal, undone: new Map() }, { quiet: false }, wordsIn('ru'));
    show({ kind: 'planned', rows });
    for (const event of asked(0, 'https://x.test/', false)) show(event);
    vi.advanceTimersByTime(10_000);
    const said =
      '! ответа нет (целого ответа нет за отведённое время); запрос повторяется, подробнее скажет doctor';
    expect(err().replaceAll(/\s+/g, ' ')).toBe(`${said} запросов 1 из 20, повторов 0, 10 с `);
  });

  it('says that a limiter lets a run wait, until something else comes', () => {
    const { show, said } = watch({});
    const headers = [['Retry-After', '40']] as const;
    const limited = { ...exchangeOf('', true), error: null, response: { status: 429, headers, body: '' } };
    for (const row of rows.slice(0, 1)) show({ kind: 'exchanged', row, exchange: limited });
    vi.advanceTimersByTime(10_000);
    show(...asked(1));
    vi.advanceTimersByTime(10_000);
    expect(said()).toBe(
      '1 of 20 requests, 0 repeats, 10 s, waiting for a rate limiter\n2 of 20 requests, 0 repeats, 20 s\n',
    );
  });

  it('is one line of a terminal that is written again, never as wide as that; warnings stay above it', () => {
    const { show, end, said } = watch({ isLive: true, width: 50 });
    show(...asked(0));
    vi.advanceTimersByTime(1000);
    expect(shown(said())).toBe(`1 of 20 requests, 0 repeats, 1 s  ${rows[0]?.id}`.slice(0, 49));
    show({ kind: 'warning', text: 'the teardown failed' });
    expect(shown(said())).toMatch(/^! the teardown failed\n1 of 20 requests, 0 repeats, 1 s/);
    end();
    end();
    expect(shown(said())).toBe('! the teardown failed\n');
  });

  it.each(['##[error]x', '##vso[task.complete]', '##teamcity[x', '\n::error::x', '\u001b[31mx\u001b[2K\rx'])(
    'commands nothing that a target says: %j',
    (text) => {
      const { show, said } = watch({ width: 120 });
      show({ kind: 'warning', text: `${text} ${'x'.repeat(300)}` });
      expect(said()).not.toMatch(/##\[|##vso\[|##teamcity\[|^\s*::|\r/m);
      expect(said()).not.toContain('\u001b');
    },
  );

  it('is warnings only where a run is quiet', () => {
    const { show, end, said } = watch({ isLive: true }, { quiet: true });
    show(...asked(0));
    vi.advanceTimersByTime(60_000);
    show({ kind: 'warning', text: 'the teardown failed' });
    end();
    expect(said()).toBe('! the teardown failed\n');
  });

  it('is each exchange too where a run is verbose, without its query', () => {
    const { show, said } = watch({}, { verbose: true });
    show(...asked(0, 'https://user@example.test/api/partner/sbp/banks/?partnerPassword=<ciphertext>'));
    const line = `10:20:30.456  ${rows[0]?.id}  POST /api/partner/sbp/banks/  200  2000 ms\n`;
    expect(said()).toBe(line);
  });

  it('says at once what failed first, and not of what fails after an answer', () => {
    const failed = asked(0, 'https://x.test/', false);
    const [first, later] = [watch({}), watch({})];
    first.show(...failed, ...failed);
    later.show(...asked(0), ...failed);
    const said = '! no answer (nothing answers); asked again, doctor says more\n';
    expect([first.said(), later.said()]).toEqual([said, '']);
  });

  it('keeps what has to be torn down by hand until that is done', () => {
    const { show, undone } = watch({});
    show({ kind: 'setup-started', row: 'a.unavailable', byHand: './up' });
    expect([...undone]).toEqual([['a.unavailable', './up']]);
    show({ kind: 'teardown-ended', row: 'a.unavailable', problem: null });
    expect(undone.size).toBe(0);
  });
});
