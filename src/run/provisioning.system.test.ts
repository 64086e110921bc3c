import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../cli/fake-terminal.test-support.ts';
import { catalogueOf } from '../operation/catalogue.test-data.ts';
import type { Provision } from '../profile/target.ts';
import { say } from '../messages/message.ts';
import {
  idsOf,
  page,
  requestTo,
  runAgainst,
  runWith,
  switched,
  targetAt,
  where,
} from './small-run.test-support.ts';
import type { Answer, Changes, Manner, Seen } from './small-run.test-support.ts';
import { withService } from './small-service.test-support.ts';
import type { Call, Reply, SmallService } from './small-service.test-support.ts';

/** Switches the service off. The condition holds as soon as this status is answered. */
const until =
  (within: number): typeof switched =>
  (service) => ({ ...switched(service), until: { status: 500, within } });

const only = { cases: ['a.unavailable'] };

/** Runs against a service that the condition `unavailable` switches off. */
const run = (
  answer: Answer | Reply = 'documented',
  manner: Manner = only,
  changes: Changes = {},
  unavailable: (service: SmallService) => Provision = switched,
): Promise<Seen> =>
  runWith(answer, (service) => ({ ...changes, conditions: { unavailable: unavailable(service) } }), manner);

const isDown = ({ kind }: Call): boolean => kind === 'unavailable';

const moves = ({ switches }: Seen): readonly string[] => switches.map(({ to }) => to);

describe.concurrent('a condition that is set up', () => {
  it('is judged by what the target answers while it holds', async () => {
    const ran = await run('documented', {});
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    expect(idsOf(ran.results, 'pass')).toEqual(catalogueOf('a'));
    expect(moves(ran)).toEqual(['/down', '/up']);
  });

  it('has the target for itself: no other request is open while it holds, in either variant', async () => {
    const slow = async (): Promise<Reply> => {
      await sleep(5);
      return 'documented';
    };
    const ran = await run(slow, {}, { variants: ['a', 'b'] });
    const { results, calls, switches } = ran;
    expect(moves(ran)).toEqual(['/down', '/up', '/down', '/up']);
    expect(switches.map(({ open }) => open)).toEqual([1, 1, 1, 1]);
    const [from, to, from2, to2] = switches.map((one) => one.calls);
    const meanwhile = [...calls.slice(from, to), ...calls.slice(from2, to2)];
    expect(meanwhile.map(({ kind, open }) => `${kind} ${open}`)).toEqual(['unavailable 1', 'unavailable 1']);
    expect(idsOf(results, 'fail')).toEqual([]);
  });

  it.each<[string, Reply, Changes['limits']?, typeof switched?]>([
    ['a page of a gateway', page],
    ['a 503', { status: 503, body: '{"description_status":"later"}' }],
    ['a reset connection', 'reset'],
    ['silence', 'silent', { retries: 0, timeout: 300 }],
    ['silence until the deadline', 'silent', { retries: 0, timeout: 300 }, until(100)],
  ])(
    'fails by %s in place of the 500, and is torn down all the same',
    async (_what, reply, limits, unavailable) => {
      const ran = await run(where(isDown, reply), only, { limits: limits ?? { retries: 1 } }, unavailable);
      expect(idsOf(ran.results, 'fail')).toContain('a.unavailable.status');
      expect(moves(ran)).toEqual(['/down', '/up']);
    },
  );

  it.each<[string, Reply, typeof switched]>([
    ['the only one', 'reset', switched],
    ['a page of a gateway', page, switched],
    ['the last before the deadline', 'silent', until(100)],
  ])('fails nothing where one answer is lost: %s', async (_what, reply, unavailable) => {
    const answer = where((call) => isDown(call) && call.indexOfKind === 0, reply);
    const { results } = await run(answer, only, { limits: { retries: 0, timeout: 300 } }, unavailable);
    expect(idsOf(results, 'fail')).toEqual([]);
    expect(idsOf(results, 'pass')).toContain('a.unavailable.status');
  });

  it('is not set up where the target does not work before', async () => {
    let isBroken = false;
    const onEvent = ({ kind }: { kind: string }): void => void (isBroken ||= kind === 'case-started');
    const answer = (): Reply => (isBroken ? { status: 503 } : 'documented');
    const ran = await run(answer, { ...only, onEvent }, { limits: { retries: 0 } });
    expect(moves(ran)).toEqual([]);
    expect(idsOf(ran.results, 'target-unavailable')).toContain('a.unavailable.status');
  });

  it('is not provisioned where there is no way to create it, and the note names what to provide', async () => {
    const { results } = await run('documented', only, {}, () => ({}));
    expect(results.cases[0]).toMatchObject({ verdict: 'inconclusive', reason: 'not-provisioned' });
    expect(results.cases[0]?.note).toContain('conditions.unavailable');
  });

  const late = (needed: number): Answer =>
    where((call) => isDown(call) && call.indexOfKind < needed, { status: 200, body: '{"banks":[]}' });

  it('is asked for until it holds', async () => {
    const { results, calls } = await run(late(2), only, {}, until(5000));
    expect(idsOf(results, 'pass')).toContain('a.unavailable.status');
    expect(calls.filter(({ kind }) => kind === 'unavailable')).toHaveLength(3);
  });

  it('is set-up-failed where it does not hold in time, and torn down', async () => {
    const ran = await run(late(1000), only, {}, until(250));
    expect(idsOf(ran.results, 'setup-failed')).toContain('a.unavailable.status');
    expect(idsOf(ran.results, 'fail')).toEqual([]);
    expect(moves(ran)).toEqual(['/down', '/up']);
  });
});

describe.concurrent('a set-up that fails', () => {
  it.each<[string, (url: string) => Provision, string]>([
    ['a command', () => ({ setup: { kind: 'command', command: 'exit 3' } }), 'exit code 3'],
    ['a request', (url) => ({ setup: requestTo(`${url}/nowhere`) }), 'answered 404'],
  ])('makes its requirements inconclusive and says why: %s', async (_what, setup, why) => {
    const ran = await run('documented', only, {}, (service) => ({
      ...switched(service),
      ...setup(service.url),
    }));
    expect(idsOf(ran.results, 'setup-failed')).toEqual(['a.unavailable.status', 'a.unavailable.meaning']);
    expect(ran.results.cases[0]?.note).toContain(why);
    expect(moves(ran)).toEqual(['/up']);
    expect(ran.calls.filter(({ kind }) => kind === 'unavailable')).toEqual([]);
  });
});

it('a teardown that fails is warned of, with what a person has to repeat by hand and no secret', async () => {
  const secret = 'hush-hush-token';
  await withService(
    () => 'documented',
    async ({ url }) => {
      const command = `curl -s ${url}/up; exit 9 # bring it back with ${secret}`;
      const unavailable = {
        setup: requestTo(`${url}/down`),
        teardown: { kind: 'command', command },
      } as const;
      const target = targetAt(url, { variants: ['a'], conditions: { unavailable }, limits: { retries: 0 } });
      const secrets = [{ setting: 'headers.X', value: secret }];
      const manner = { ...only, warns: ['teardown-failed'] };
      const { results } = await runAgainst({ ...target, secrets }, manner);
      const what = /exit code 9.*curl -s .*; exit 9 # bring it back with <secret>/;
      expect(results.warnings.map((words) => say(words, 'en'))).toEqual([expect.stringMatching(what)]);
    },
  );
});

it('commands as set-up and teardown run before and after the request of their case, in this order', () =>
  inFolder(async (folder) => {
    const log = join(folder, 'log');
    const note = (word: string) => ({ kind: 'command', command: `echo ${word} >> '${log}'` }) as const;
    const seen: string[] = [];
    const answer: Answer = async ({ kind }): Promise<Reply> => {
      if (kind === 'unavailable') seen.push(await readFile(log, 'utf8'));
      return 'documented';
    };
    const headers = { 'X-Fault': 'yes' };
    await run(answer, only, {}, () => ({ headers, setup: note('down'), teardown: note('up') }));
    expect(seen).toEqual(['down\n']);
    expect(await readFile(log, 'utf8')).toBe('down\nup\n');
  }));
