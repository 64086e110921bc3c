import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readTarget } from '../embedding/options.ts';
import { commands } from './command.ts';
import { fakeTerminal } from './fake-terminal.test-support.ts';
import { readOptions } from './option.ts';
import { createGuard } from './program.ts';
import { settingsOf } from './settings.ts';
import { deviating, openSite } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';
import { watchTarget } from './watch.ts';

it('runs what is open again at Enter and when the profile changes, all within one limit of failed logins', async () => {
  let isFixed = false;
  const answer: Answer = (call) => (isFixed ? 'documented' : deviating(call));
  const profile = { limits: { failedLogins: 4 } };
  const { folder, target, results } = await openSite({ answer, profile });
  const { terminal, err } = fakeTerminal();
  const input = new PassThrough();
  const { signal } = new AbortController();
  const invocation = { env: {}, cwd: folder, terminal, signal, guard: createGuard() };
  const options = ['--target', target, '--quiet', '--format', 'json', '--watch'];
  const settings = await settingsOf(readOptions('run', options, commands.run.options), folder);
  const load = () => readTarget(target, { env: {}, folder });
  const rounds = async (count: number): Promise<void> => {
    await expect.poll(() => err().split('q: end').length - 1).toBe(count);
  };
  const ended = watchTarget(load, settings, invocation, input);
  await rounds(1);
  const whole = await results();
  input.write('\r');
  await rounds(2);
  const open = await results('reports/selection');
  const ofVerdict = (verdict: string): string[] =>
    whole.cases.filter((one) => one.verdict === verdict).map(({ id }) => id);
  expect(open.cases.map(({ id }) => id)).toEqual(expect.arrayContaining(ofVerdict('fail')));
  expect(open.cases.map(({ id }) => id)).toEqual(expect.not.arrayContaining(ofVerdict('pass')));
  isFixed = true;
  await writeFile(target, `${await readFile(target, 'utf8')}\n# changed\n`);
  await rounds(3);
  const last = await results('reports/selection');
  // What only the limit keeps open stays open, and is not green.
  expect(last.cases.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect([whole, open, last].reduce((sum, { failedLogins }) => sum + failedLogins, 0)).toBe(4);
  await writeFile(target, 'baseUrl: 7');
  await rounds(4);
  expect(err()).toContain('(profile-invalid)');
  input.write('q');
  expect(await ended).toBe(2);
  expect(await readFile(join(folder, 'reports', 'results.json'), 'utf8')).toContain(whole.startedAt);
});
