import { describe, expect, it } from 'vitest';
import { documented, page, partner, play } from './small-service.test-support.ts';
import type { Answer, Asked, Played } from './small-service.test-support.ts';

const isPlain = ({ name, password }: Asked): boolean =>
  name === partner.partnerName && password === partner.partnerPassword;
const isWrong = ({ name, password }: Asked): boolean =>
  name === partner.partnerName && password !== null && password !== partner.partnerPassword;
/** It names the real partner and has a password. */
const isCostly = ({ name, url, wire: { body } }: Asked): boolean =>
  name === partner.partnerName && /partnerPassword(?!":null)/.test(`${url}${body}`);
const rowsOf = ({ lines }: Played, pattern: RegExp): readonly string[] =>
  lines.filter((line) => pattern.test(line));
const whys = ({ attempts }: Played): ReadonlySet<string> =>
  new Set(attempts.flatMap(({ why }) => why?.kind ?? []));

describe('a whole run', () => {
  it.each([0, 1, 2, 3, 20])('keeps a limit of %i failed logins', async (failedLogins) => {
    const played = await play({ limits: { failedLogins } });
    const wrong = played.asked.filter(isWrong).length;
    expect(wrong).toBeLessThanOrEqual(failedLogins);
    expect(played.failedLogins).toBeLessThanOrEqual(failedLogins);
    expect(played.failedLogins).toBeGreaterThanOrEqual(wrong);
    if (failedLogins === 0) expect(played.asked.filter(isCostly)).toEqual([]);
    if (failedLogins === 3) expect(wrong).toBe(3);
  });

  it('sends every request of the plan once, or says why it did not', async () => {
    const played = await play({ limits: { failedLogins: 100 } });
    const [planned] = played.events.flatMap((event) => (event.kind === 'planned' ? [event.rows] : []));
    for (const { id } of planned ?? []) {
      const tries = played.attempts.filter(({ row, role }) => row === id && role === 'try');
      expect([id, tries.length]).toEqual([id, 1]);
    }
    expect([...whys(played)].toSorted()).toEqual(['not-provisioned', 'nothing-to-send']);
    expect(played.asked.length).toBeLessThan(235);
  });

  it('goes in steps, free before logins, wrong passwords behind the other judged ones, a control behind all', async () => {
    const { attempts, lines, rowOf } = await play();
    const steps = attempts.map(({ step }) => step);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    for (const { row, role, step } of attempts.filter(
      (one) => one.role === 'try' && !one.row.endsWith('.success'),
    )) {
      const { cost, expect: expected } = rowOf(row);
      expect([row, role, step]).toEqual([
        row,
        role,
        cost === 'free' || cost === 'plain' ? 2 : expected === null ? 5 : 4,
      ]);
    }
    const judged = attempts
      .filter(({ step, role }) => step === 4 && role === 'try')
      .map(({ row }) => rowOf(row).cost);
    expect(judged).toEqual(judged.toSorted());
    expect(lines.slice(-2)).toEqual(['a.success control 6 0 200', 'b.success control 6 0 200']);
  });

  it('sends only what is selected, with the plain requests', async () => {
    const { lines } = await play({ cases: /^b\.missing\.partnerName$/ });
    expect(lines).toEqual([
      'b.success try 1 0 200',
      'b.success control 2 0 200',
      'b.missing.partnerName try 2 0 422',
      'b.success control 6 0 200',
    ]);
  });

  it('draws another order with another seed', async () => {
    const [one, same, other] = await Promise.all(
      [7, 7, 8].map((seed) => play({ seed, limits: { concurrency: 1 } })),
    );
    expect(one?.lines).toEqual(same?.lines);
    expect(one?.lines).not.toEqual(other?.lines);
  });
});

describe('places', () => {
  it('keeps one for each variant while plain requests are asked again', async () => {
    const played = await play({
      answer: (asked) => (asked.variant === 'b' && isPlain(asked) ? page(502) : null),
    });
    expect(rowsOf(played, /^b\.success try/).length).toBe(2);
    expect(rowsOf(played, /^a\.unauthorized\.wrong-password try 4/)).toHaveLength(1);
    expect(played.failedLogins).toBe(3);
  });

  it('leaves a login that a page refused alone its place, and asks it again at once behind its control', async () => {
    let pages = 1;
    const played = await play({
      variants: ['a'],
      cases: /^a\.unencrypted/,
      answer: (asked) => (isCostly(asked) && asked.password === null && (pages -= 1) >= 0 ? page(500) : null),
    });
    const step = rowsOf(played, / 4 0 /).map((line) => line.replace('.partnerPassword', ''));
    expect(step[0]).toBe('a.success control 4 0 200');
    expect(step.filter((line) => line.includes('unencrypted try'))).toEqual([
      'a.unencrypted try 4 0 500',
      'a.unencrypted try 4 0 422',
    ]);
    expect(step[step.indexOf('a.unencrypted try 4 0 422') - 1]).toBe('a.success control 4 0 200');
    expect(step.filter((line) => line.includes('witness')).length).toBeGreaterThanOrEqual(4);
    // The form is refused: it was no login.
    expect(played.failedLogins).toBe(0);
  });

  it('keeps the last one while a judged login is open', async () => {
    let wrong = 0;
    const played = await play({
      variants: ['a'],
      limits: { failedLogins: 2 },
      answer: (asked) => (isWrong(asked) && (wrong += 1) === 1 ? page(429) : null),
    });
    const logins = played.asked.filter(({ wire }) => wire.isFresh).length;
    expect(rowsOf(played, / try 5 /)).toEqual([]);
    expect(rowsOf(played, /wrong-password try/).map((line) => line.slice(-7))).toEqual([
      '4 0 429',
      '7 0 403',
    ]);
    expect(logins).toBeGreaterThan(5);
  });

  it.each([
    [1, 1],
    [2, 2],
    [20, 3],
  ])('at a limit of %i lets %i logins go side by side', async (failedLogins, most) => {
    const { asked, attempts } = await play({ limits: { failedLogins } });
    expect(Math.max(...asked.filter(({ wire }) => wire.isFresh).map(({ beside }) => beside))).toBe(most);
    const isUnplaced = attempts.some(({ step, why }) => step === 4 && why?.kind === 'no-place');
    expect(isUnplaced).toBe(failedLogins === 1);
  });

  it.each([page(401), page(403), page(500)])(
    'is kept where whatever is wrong is refused alike: %j',
    async (alike) => {
      const answer = (asked: Asked): Answer | null => (isPlain(asked) ? null : alike);
      // Without a baseline, only what refuses logins is suspected.
      for (const cases of JSON.stringify(alike).includes('500')
        ? [/./]
        : [/./, /^a\.observed\.password|^a\.unauthorized/]) {
        const played = await play({ cases, answer });
        expect(played.asked.filter(isWrong).length).toBeLessThanOrEqual(3);
        expect(played.failedLogins).toBeGreaterThanOrEqual(played.asked.filter(isWrong).length);
      }
    },
  );

  it('gives a place back where others are refused alike', async () => {
    let [isAway, wrong] = [false, 0];
    const played = await play({
      limits: { failedLogins: 1 },
      variants: ['a'],
      cases: /^a\.unauthorized\.wrong-password/,
      answer(asked) {
        if (isWrong(asked)) isAway = (wrong += 1) === 1;
        else if (isPlain(asked)) isAway = false;
        return isAway ? page(502) : null;
      },
    });
    expect(rowsOf(played, /wrong-password try/).at(-1)).toMatch(/ 403$/);
    expect(rowsOf(played, / witness .* 502/)).toHaveLength(2);
    expect(played.failedLogins).toBe(1);
  });
});

describe('a service that answers whatever is wrong alike', () => {
  const isBad = (asked: Asked): boolean => asked.method !== 'POST' || !isPlain(asked);

  it.each([400, 404, 500, 502, 429])('by %i gets no wrong password beyond the limit', async (status) => {
    const played = await play({
      cases: /unauthorized|password/,
      answer: (one) => (isBad(one) ? page(status) : null),
    });
    expect(played.asked.filter(isWrong).length).toBeLessThanOrEqual(3);
    expect(played.failedLogins).toBeGreaterThanOrEqual(played.asked.filter(isWrong).length);
  });

  it.each([400, 500])('by %i, and then locks, is asked by logins no more', async (status) => {
    let isLocked = false;
    const played = await play({
      answer(asked) {
        const isRefused = isBad(asked) || isLocked;
        isLocked ||= isWrong(asked);
        return isRefused ? page(status) : null;
      },
    });
    const at = played.asked.findIndex(isWrong);
    expect(played.asked.slice(at + 1).filter(isWrong).length).toBeLessThanOrEqual(2);
  });
});

describe('a partner that is refused', () => {
  it('is not named any more, but by one control in each later step', async () => {
    let isLocked = false;
    const played = await play({
      answer(asked) {
        const isRefused = isLocked && isCostly(asked);
        isLocked ||= isWrong(asked);
        return isRefused ? documented(403, 'locked') : null;
      },
    });
    const at = played.lines.findIndex((line) => line.includes('wrong-password try'));
    expect(played.lines.slice(at + 1)).toEqual([4, 5, 6].map((step) => `a.success control ${step} 0 403`));
    expect(played.attempts.filter(({ why }) => why?.kind === 'refused').length).toBeGreaterThan(20);
    expect(played.failedLogins).toBe(3);
  });

  it.each([
    [null, 3, 5],
    [1, 1, 1],
  ])('is counted where requests were under way: at rate %s, from %i to %i', async (rate, least, most) => {
    const played = await play({
      limits: { failedLogins: 1, rate },
      variants: ['a'],
      cases: /^a\.missing\.partnerName$/,
      // Locked before a round, whose controls go side by side.
      answer: (asked) =>
        asked.number > 4 && isPlain(asked)
          ? documented(403, 'locked')
          : asked.number > 0 && asked.name === undefined && asked.method === 'POST'
            ? page(502)
            : null,
    });
    const refused = rowsOf(played, /success control 2 .* 403/).length;
    expect(refused).toBeGreaterThanOrEqual(least);
    expect(refused).toBeLessThanOrEqual(most);
    expect(played.failedLogins).toBeGreaterThanOrEqual(refused - 1);
  });

  it.each([
    [1, true],
    [2, false],
  ])('is named after a control was refused by %i page(s): %s', async (pages, isNamed) => {
    let left = pages;
    const played = await play({
      variants: ['a'],
      cases: /^a\.unauthorized/,
      answer: (asked) => (asked.number > 2 && isPlain(asked) && (left -= 1) >= 0 ? page(403) : null),
    });
    expect(played.lines.some((line) => /wrong-password try/.test(line))).toBe(isNamed);
  });

  it('of another partner for wrong passwords is asked by his right password', async () => {
    const credentials = { partnerName: '2042', rightPassword: 'other-right' };
    const played = await play({
      conditions: { unauthorized: { credentials } },
      answer: ({ name, password }) =>
        name === '2042' && password === 'other-right'
          ? { status: 200, body: { banks: [{ name: 'B', bic: '1' }] } }
          : null,
    });
    const at = played.lines.findIndex((line) => line.startsWith('a.unauthorized.wrong-password try'));
    expect(played.lines[at + 1]).toBe('a.own-partner control 4 0 200');
    expect(played.asked.filter(({ name }) => name === '2042').length).toBeGreaterThan(4);
  });
});

describe('foreign words', () => {
  it('are asked again in four rounds between controls, and once more at the very end', async () => {
    const played = await play({
      variants: ['a'],
      cases: /^a\.missing\.partnerName$/,
      answer: ({ name, password, method }) =>
        method === 'POST' && name === undefined && password !== null ? page(502) : null,
    });
    const rounds = rowsOf(played, /partnerName try/).map((line) => line.split(' ').slice(2, 4).join('.'));
    expect(rounds).toEqual(['2.0', '2.1', '2.2', '2.3', '2.4']);
    const controls = [1, 2, 3, 4, 5].map(
      (round) => rowsOf(played, new RegExp(`success control 2 ${round} 200`)).length,
    );
    // Behind two backends in turn, always as many would always meet the same one.
    expect(['4 5 4 5', '5 4 5 4']).toContain(controls.slice(1).join(' '));
  });

  it('are not asked again where the profile forbids that, at the very end neither', async () => {
    const played = await play({
      variants: ['a'],
      cases: /^a\.missing\.partnerName$/,
      limits: { retries: 0 },
      answer: ({ name, password }) => (name === undefined && password !== null ? page(502) : null),
    });
    expect(rowsOf(played, /partnerName try/)).toEqual(['a.missing.partnerName try 2 0 502']);
  });

  it('are forgotten once the service answers by itself', async () => {
    let left = 1;
    const played = await play({
      variants: ['a'],
      cases: /^a\.missing\.partnerName$/,
      answer: ({ name, password }) =>
        name === undefined && password !== null && (left -= 1) >= 0 ? 'cut' : null,
    });
    expect(rowsOf(played, /partnerName try/)).toEqual([
      'a.missing.partnerName try 2 0 cut',
      'a.missing.partnerName try 2 1 422',
    ]);
    expect(rowsOf(played, /control 2 2/)).toEqual([]);
  });

  it('to what is only observed are not asked again for what has failed', async () => {
    const pages = (asked: Asked): Answer | null =>
      asked.method === 'POST' && !isPlain(asked) && asked.name === undefined ? page(400) : null;
    const { lines } = await play({ variants: ['a'], answer: pages });
    expect(lines).toContain('a.missing.partnerName try 2 4 400');
    const observed = lines.filter((line) => /observed\.body\..* try/.test(line));
    // In its own step it has not failed yet, and at the very end nothing is asked once more.
    expect(new Set(observed.map((line) => line.split(' ')[2]))).toEqual(new Set(['2']));
  });

  it('that end before the last step leave a login in it with a control behind', async () => {
    let [isAway, lost] = [false, 0];
    const played = await play({
      variants: ['a'],
      cases: /^a\.missing\.useAuthByCert$/,
      answer(asked) {
        isAway ||= asked.password !== null && !/useAuthByCert/.test(`${asked.wire.body}`);
        return isAway && (lost += 1) <= 45 ? page(502) : null;
      },
    });
    expect(played.lines.slice(-2)).toEqual([
      'a.missing.useAuthByCert try 7 0 422',
      'a.success control 7 0 200',
    ]);
  });

  it('at the start end nothing where no plain request may be sent', async () => {
    const answer = ({ number }: Asked) => (number < 8 ? 'no-connection' : null);
    const { lines } = await play({ limits: { failedLogins: 0 }, answer });
    expect(lines.length).toBeGreaterThan(80);
  });

  it.each(['no-connection', 'timeout'] as const)('by %s alone end the run', async (nothing) => {
    const played = await play({ answer: () => nothing });
    expect(played.asked.filter(isWrong)).toEqual([]);
    expect(rowsOf(played, / (?:control|probe) \d/)).toEqual([]);
    expect(rowsOf(played, / try/).every((line) => /^[ab]\.success /.test(line))).toBe(true);
    expect(rowsOf(played, /^b\.success try 1/).length === 1).toBe(nothing === 'timeout');
    expect(whys(played)).toContain('target-unavailable');
  });

  it('of an outage make the run wait, and send again what was lost', async () => {
    const played = await play({
      variants: ['a'],
      limits: { concurrency: 4 },
      answer: ({ at, number }) => (number > 20 && at < 5000 ? page(502) : null),
    });
    expect(rowsOf(played, /control 2 0 502/).length).toBeGreaterThan(3);
    const lost = rowsOf(played, / try 2 0 502/).map((line) => line.split(' ')[0] ?? '');
    expect(lost.length).toBeLessThan(16);
    for (const row of lost)
      expect(played.lines.filter((line) => line.startsWith(`${row} try 2 0 `))).toHaveLength(2);
    expect(whys(played).has('target-unavailable')).toBe(false);
  });

  it.each([
    [{ recheck: 5000 }, 7],
    [{ recheck: 1_000_000 }, 17],
  ])('that do not end are waited for no longer than that: %j', async (limits, most) => {
    const played = await play({
      variants: ['a'],
      limits,
      answer: ({ number }) => (number > 20 ? page(502) : null),
    });
    expect(rowsOf(played, /control 2 0 502/)).toHaveLength(most);
    expect(whys(played).has('target-unavailable')).toBe(true);
  });

  it('of time-outs, and of logins whose place was kept, are asked again in two rounds', async () => {
    const roundsOf = async (cases: RegExp, answer: (asked: Asked) => Answer | null): Promise<string> => {
      const played = await play({ variants: ['a'], cases, limits: { failedLogins: 20 }, answer });
      return rowsOf(played, /(partnerName|partnerPassword) try/)
        .map((line) => line.split(' ')[3])
        .join('');
    };
    const late = ({ name, password, method }: Asked) =>
      method === 'POST' && name === undefined && password !== null ? 'timeout' : null;
    expect(await roundsOf(/^a\.missing\.partnerName$/, late)).toBe('012');
    const kept = (asked: Asked) => (isCostly(asked) && asked.password === null ? page(500) : null);
    expect(await roundsOf(/^a\.unencrypted/, kept)).toBe('0012');
  });

  it('at an address of its own are asked about there', async () => {
    const credentials = { partnerName: '1043', partnerPassword: 'blocked' };
    const played = await play({
      conditions: { 'partner-blocked': { credentials, baseUrl: 'http://other.test' } },
      cases: /^b\.partner-blocked/,
      answer: ({ url }) => (url.startsWith('http://other.test') ? page(502) : null),
    });
    const [login = -1, next] = played.asked.flatMap(({ url, number }) =>
      url.startsWith('http://other.test') ? [number] : [],
    );
    expect(next).toBe(login + 1);
    expect(played.asked[login + 1]?.name).toBeUndefined();
    expect(played.failedLogins).toBe(0);
  });

  it('to the plain request are asked again with probes before and behind the last try', async () => {
    const { lines } = await play({
      variants: ['a'],
      cases: /^a\.success$/,
      answer: (asked) => (isPlain(asked) ? page(500) : null),
    });
    const asked = lines.filter((line) => !line.includes('witness')).map((line) => line.split(' ')[1]);
    expect(asked.join(' ')).toMatch(/^try try (probe ){4,5}try (probe ?){4,5}$/);
    expect(
      lines.filter((line) => line.startsWith('a.unauthorized.unknown-partner probe')).length,
    ).toBeGreaterThanOrEqual(4);
  });
});

describe('pace', () => {
  /** A token bucket of one. */
  const limiter = (rate: number, headers = {}) => {
    let free = -Infinity;
    return ({ at }: Asked) => {
      if (at < free) return { status: 429, body: '', headers };
      free = at + 1000 / rate;
      return null;
    };
  };

  it('falls until a limiter lets everything pass', async () => {
    const played = await play({ answer: limiter(4) });
    expect(played.pace).toEqual({ refused: expect.any(Number) as number, rate: 2 });
    expect([...whys(played)].toSorted()).toEqual(['no-place', 'not-provisioned', 'nothing-to-send']);
    expect(played.attempts.filter(({ again }) => again).length).toBe(played.pace?.refused);
    expect(played.failedLogins).toBe(3);
  });

  it('waits as it is asked to, and ends where that is too long', async () => {
    const answer = (wait: string) => (asked: Asked) =>
      asked.number > 30 && asked.at < 20_000
        ? { status: 429, body: '', headers: { 'Retry-After': wait } }
        : null;
    const short = await play({ answer: answer('20') });
    expect(short.asked.filter(({ at }) => at > 0 && at < 20_000)).toEqual([]);
    const long = await play({ answer: answer('61') });
    expect(whys(long).has('rate-limited')).toBe(true);
    expect(long.pace?.rate).toBeNull();
  });

  it('keeps below the rate of the profile', async () => {
    const { asked } = await play({ limits: { rate: 20 }, variants: ['a'] });
    const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
  });
});

describe('set-ups', () => {
  const request = (path: string) => ({
    request: { method: 'POST', url: `http://small.test/${path}?key=right-one`, headers: {}, body: null },
  });
  /** Serves the set-up, and the condition a while later. */
  const outage = (delay: number, log: string[]) => {
    let since: number | null = null;
    return ({ url, at }: Asked) => {
      const path = new URL(url).pathname;
      if (path === '/on' || path === '/off') {
        log.push(path);
        since = path === '/on' ? at : null;
        return { status: 204, body: '' };
      }
      return since !== null && at >= since + delay
        ? documented(500, 'Temporarily unavailable, repeat later')
        : null;
    };
  };
  const unavailable = { setup: request('on'), teardown: request('off') };
  const only = { variants: ['a'], cases: /^a\.unavailable$/ } as const;

  it('run alone between plain requests', async () => {
    const log: string[] = [];
    const played = await play({ ...only, conditions: { unavailable }, answer: outage(0, log) });
    expect(rowsOf(played, / 3 0 /)).toEqual([
      'a.success control 3 0 200',
      'a.unavailable try 3 0 500',
      'a.success control 3 0 200',
    ]);
    expect(log).toEqual(['/on', '/off']);
    expect(played.events).toContainEqual({
      kind: 'setup-started',
      row: 'a.unavailable',
      byHand: 'POST http://small.test/off?key=<password>',
    });
  });

  it('are waited for', async () => {
    const until = { status: 500, within: 3000 };
    const played = await play({
      ...only,
      conditions: { unavailable: { ...unavailable, until } },
      answer: outage(2000, []),
    });
    const tries = played.attempts.filter(({ row, role }) => row === 'a.unavailable' && role === 'try');
    expect(tries.map(({ again, exchange }) => [again, exchange?.response?.status])).toEqual([
      [true, 200],
      [true, 200],
      [true, 200],
      [true, 200],
      [false, 500],
    ]);
  });

  it('that fail say so, and are torn down', async () => {
    const log: string[] = [];
    const setup = { command: 'exit 3' };
    const played = await play({
      ...only,
      conditions: { unavailable: { ...unavailable, setup } },
      answer: outage(0, log),
    });
    expect(played.attempts.find(({ why }) => why !== null)?.why).toEqual({
      kind: 'setup-failed',
      detail: 'the command exited with code 3',
    });
    expect(log).toEqual(['/off']);
  });

  it('leave nothing that is interrupted unsaid', async () => {
    const controller = new AbortController();
    const played = await play({
      signal: controller.signal,
      limits: { concurrency: 1 },
      answer({ number }) {
        if (number < 10) return null;
        controller.abort();
        return 'interrupted';
      },
    });
    const at = played.attempts.findIndex(({ exchange }) => exchange?.error?.kind === 'interrupted');
    expect(played.asked).toHaveLength(11);
    expect(played.attempts[at + 1]).toMatchObject({
      row: played.attempts[at]?.row,
      why: { kind: 'interrupted' },
    });
  });

  it('are torn down after an abort, four times if need be, and nothing else is sent', async () => {
    const controller = new AbortController();
    const log: string[] = [];
    const service = outage(0, log);
    const played = await play({
      conditions: { unavailable },
      signal: controller.signal,
      answer(asked) {
        const answer = service(asked);
        if (asked.url.includes('/off')) return page(500);
        if (answer?.body !== '' && answer !== null) controller.abort();
        return answer;
      },
    });
    expect(log).toEqual(['/on', '/off', '/off', '/off', '/off']);
    expect(rowsOf(played, / 3 0 /).at(-1)).toBe('a.unavailable try 3 0 500');
    expect(played.lines.at(-1)).toBe('a.unavailable try 3 0 500');
    expect(played.attempts.at(-1)?.why?.kind).toBe('interrupted');
    expect(played.warnings).toHaveLength(1);
    expect(played.warnings[0]).toBe(
      'The teardown of a.unavailable failed: it was answered 500. By hand: POST http://small.test/off?key=<password>',
    );
  });
});
