import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execute } from '../../cli/child.test-support.ts';
import { packageFolder } from '../../base/package.ts';
import { deviations } from './deviation.ts';
import type { Ran } from './deviation.ts';
import { createPlayer } from './play.ts';
import type { Scenario } from './scenario.ts';
import { inCi, named } from './scenarios.ts';

const limiter: Scenario = {
  name: 'a limiter',
  gateway: { kind: 'bucket', rate: 5, status: 429 },
  expected: { exit: 0, judged: 55, times: 1.15, rate: 5, countsAgree: true },
};
const good: Ran = {
  exit: 0,
  failed: [],
  judged: 55,
  requests: 115,
  refused: 4,
  usual: 100,
  logins: { counted: 3, reported: 3, limit: 3 },
  seconds: 34.9,
};

it('a run that came to all that is expected deviates in nothing', () => {
  expect(deviations(limiter, good)).toEqual([]);
});

it.each<[string, Partial<Ran>]>([
  ['exit 3, not 0', { exit: 3 }],
  ['b.success.status', { failed: ['b.success.status'] }],
  ['judged 54, not 55', { judged: 54 }],
  ['more than 1.15 × the requests', { requests: 116 }],
  ['never disturbed', { refused: 0 }],
  ['4 failed logins, 3 allowed', { logins: { counted: 4, reported: 3, limit: 3 } }],
  ['4 failed logins reported, 3 allowed', { logins: { counted: 3, reported: 4, limit: 3 } }],
  ['2 failed logins reported, 3 counted', { logins: { counted: 3, reported: 2, limit: 3 } }],
  ['3 failed logins reported, 2 counted', { logins: { counted: 2, reported: 3, limit: 3 } }],
  ['35.0 s, not 34.9', { seconds: 35 }],
])('a run deviates: %s', (text, change) => {
  expect(deviations(limiter, { ...good, ...change })).toContain(text);
});

it.each<[string, Partial<Scenario['expected']>, Partial<Ran>]>([
  ['one of several exit codes', { exit: [1, 3] }, { exit: 3 }],
  ['failures where they are expected', { exit: [1, 3] }, { exit: 1, failed: ['b.success.status'] }],
  [
    'a lock that nobody can maskInAdvance',
    { failedLogins: 'any' },
    { logins: { counted: 4, reported: 4, limit: 3 } },
  ],
  ['more reported than counted', { countsAgree: false }, { logins: { counted: 2, reported: 3, limit: 3 } }],
  ['no gateway in the way', { undisturbed: true }, { refused: 0 }],
])('what is not expected is not judged: %s', (_what, expected, change) => {
  const scenario = { ...limiter, expected: { ...limiter.expected, ...expected } };
  expect(deviations(scenario, { ...good, ...change })).toEqual([]);
});

describe('the scenarios', () => {
  it('have names of their own', () => {
    const names = named([]).map(({ name }) => name);
    expect([...new Set(names)]).toEqual(names);
  });

  it('of continuous integration exist', () => {
    expect(inCi.filter((glob) => named([glob]).length === 0)).toEqual([]);
    expect(named(inCi).length).toBeLessThan(named([]).length);
  });
});

it('the page lists every scenario; npm run scenarios -- --write writes it', async () => {
  const page = await readFile(join(packageFolder, 'docs', 'gateways.md'), 'utf8');
  const [, block = ''] = /<!-- measured: scenarios -->(.*?)<!-- end -->/s.exec(page) ?? [];
  const listed = [...block.matchAll(/^\| ([\w-]+\/\S+)/gm)].map(([, name = '']) => name);
  expect(listed.filter((name) => named([name]).length === 0)).toEqual([]);
  expect(new Set(listed.flatMap((name) => named([name])))).toEqual(new Set(named([])));
});

describe('a scenario that is played', () => {
  const cases = ['a.success', 'a.unauthorized.wrong-password'];

  it('is compared with the same run without a gateway, and both are counted where they arrive', async () => {
    const gateway = { kind: 'connections', mostOnConnection: { requests: 1, by: 'end' } } as const;
    const expected = { exit: 0, times: 1, countsAgree: true } as const;
    const played = await createPlayer()({ name: 'x', gateway, cases, expected });
    expect(played).toMatchObject({ kind: 'ran', off: [] });
    const ran = played.kind === 'ran' ? played.ran : null;
    expect(ran).toMatchObject({ usual: ran?.requests, logins: { counted: 1, reported: 1, limit: 3 } });
    expect(ran?.refused).toBeGreaterThan(0);
  });

  it('is not as expected where a service does not conform', async () => {
    const service = { refusal: 404 } as const;
    const played = await createPlayer()({ name: 'x', service, cases, expected: { exit: 0 } });
    expect(played).toMatchObject({ kind: 'ran', off: expect.arrayContaining(['exit 1, not 0']) });
  });

  it('says what broke', async () => {
    const gateway = { kind: 'nginx', http: 'no_such_directive;', location: '' } as const;
    const played = await createPlayer()({ name: 'x', gateway, expected: { exit: 0 } });
    const said = expect.stringContaining('no_such_directive');
    expect(played).toMatchObject(played.kind === 'missing' ? { program: 'nginx' } : { off: [said] });
  });
});

it.each([
  [['--lits'], 'scenarios has no option --lits; did you mean --list?'],
  [['nginx/7-*'], 'found "nginx/7-*", expected names of scenarios, as --list prints them'],
])('wrong usage is reported in one line: %j', async (words, message) => {
  const found = await execute(process.execPath, ['src/tools/scenarios/main.ts', ...words], packageFolder);
  expect(found).toMatchObject({ code: 2, out: '', err: `error: ${message}\n` });
});
