import { existsSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { partner } from '../run/small-service.test-support.ts';
import type { Results } from '../results/results.ts';
import { filesOf, refusedWith } from './fake-terminal.test-support.ts';
import { openSite } from './small-profile.test-support.ts';
import type { Answer } from './small-profile.test-support.ts';
import { expectWarnings } from '../results/warning.test-support.ts';

const text = 'Нет, так не пойдёт';
/** Refuses a failed login with a text that the lexicon does not know. */
const vague: Answer = ({ kind }) =>
  kind === 'unauthorized'
    ? { status: 403, body: JSON.stringify({ description_status: text }) }
    : 'documented';
const requirement = 'a.unauthorized.meaning';
const cases = ['a.unauthorized.wrong-password', 'a.unauthorized.unknown-partner'];
const json = ['--format', 'json'];
const only = [...json, '--requirement', 'a.unauthorized.*'];

const decisions = (decision: string, parts: object = {}): string =>
  stringify(
    cases.map((id) => ({ case: id, text, decision, name: 'A. Person', date: '2026-11-20', ...parts })),
  );
const decided = ({ requirements }: Results): unknown =>
  requirements.find(({ id }) => id === requirement)?.decided;
const openVague = (profile = {}) => openSite({ answer: vague, profile });

describe('decisions of persons', () => {
  it('settle what a run has found; the flag wins over the profile', async () => {
    const { run, results, folder } = await openVague({ reviews: 'fail.yaml' });
    await writeFile(join(folder, 'pass.yaml'), decisions('pass'));
    await writeFile(join(folder, 'fail.yaml'), decisions('fail'));
    expect([(await run(...only)).code, decided(await results())]).toEqual([1, 'fail']);
    const accepted = await run(...only, '--reviews', 'pass.yaml');
    expect([accepted.code, decided(await results())]).toEqual([0, 'pass']);
    expect(accepted.err).not.toContain('stale');
    const found = (await results()).requirements.find(({ id }) => id === requirement);
    expect(found?.verdict).toBe('review');
  });

  it('that settle nothing are a warning and change no exit code', async () => {
    const { run, results, folder } = await openVague();
    await writeFile(join(folder, 'stale.yaml'), decisions('fail', { text: 'other' }));
    expectWarnings(/^! review of .*: stale/, /^! inconclusive: /, /^! review: /, /^! Excluded from this run/);
    const { code, err } = await run('--quiet', '--complete', ...only, '--reviews', 'stale.yaml');
    expect([code, decided(await results())]).toEqual([3, null]);
    expect(err.replaceAll('\n  ', ' ')).toContain(
      `! review of ${cases[0]} by A. Person: stale: it decides nothing\n`,
    );
  });

  it('that are wrong or missing end before anything is sent', async () => {
    const { run, service, folder } = await openVague();
    await writeFile(join(folder, 'blank.yaml'), decisions(''));
    const problems = /^error: blank\.yaml: 2 problems\n {2}entry 1 \(case "a\.unauthorized/;
    expect((await run('--reviews', 'blank.yaml')).err).toMatch(problems);
    const missing = await run('--dry-run', '--reviews', 'none.yaml');
    expect(missing).toMatchObject(refusedWith('reviews-not-found'));
    expect(service.calls).toEqual([]);
  });

  it('are made on a finished run as well, by filling in a draft', async () => {
    const { run, ask, results, folder } = await openVague();
    // One decision settles a text in all cases that show it.
    const drafts =
      '(1):\n  npx sbp-banks-conformance report reports/results.json --draft-reviews reviews.yaml\n';
    expect((await run(...json, '--case', 'a.unauthorized*')).out).toContain(drafts);
    const drafting = ['report', '--draft-reviews', 'draft.yaml', '--out', 'b', ...json];
    const drafted = await ask(...drafting);
    expect([drafted.code, drafted.out]).toEqual([0, expect.stringContaining('(1): draft.yaml')]);
    const blanks = await readFile(join(folder, 'draft.yaml'), 'utf8');
    const ids = cases.toSorted().map((id) => `    - "${id}"\n`);
    expect(blanks).toContain(`- cases:\n${ids.join('')}  text: "${text}"\n  decision: ""\n`);
    expect((await ask(...drafting)).err).toContain('reviews-not-written');
    const filled = blanks
      .replaceAll('decision: ""', 'decision: "fail"')
      .replaceAll('name: ""', 'name: "A. Person"')
      .replaceAll('date: ""', 'date: "2026-11-20"');
    await writeFile(join(folder, 'draft.yaml'), filled);
    const settled = ['report', '--reviews', 'draft.yaml', '--out', 'settled', ...json];
    expect((await ask(...settled, '--draft-reviews', 'more.yaml')).out).toContain('No text waits');
    expect([decided(await results('settled')), decided(await results())]).toEqual(['fail', null]);
    const kept = await ask('report', 'settled/results.json', '--rejudge', '--out', 'kept', ...json);
    expect(kept.code).toBe(0);
    expect(await results('kept')).toEqual(await results('settled'));
  });
});

describe('report', () => {
  it.each(['--reviews reviews.yaml --repeat 2 --case a.un*', '--case a.missing*'])(
    'writes the very results.json that a run with %s wrote, and judges it alike',
    async (args) => {
      const { run, ask, folder } = await openVague();
      await writeFile(join(folder, 'reviews.yaml'), decisions('pass'));
      await run(...json, ...args.split(' '));
      expect((await ask('report', '--rejudge', '--out', 'again', ...json)).code).toBe(0);
      const [written, again] = await Promise.all(
        ['reports', 'again'].map((name) => readFile(join(folder, name, 'results.json'), 'utf8')),
      );
      expect(again).toBe(written);
    },
  );

  it('renders a record in another language, and exits with code 1 if a verdict differs when judged again', async () => {
    const { run, ask, results, folder } = await openVague();
    await run('--case', 'a.success');
    expect((await ask('report', '--out', 'ru', '--language', 'ru')).code).toBe(0);
    expect(await readFile(join(folder, 'ru', 'report.html'), 'utf8')).toContain('lang="ru"');
    const [there, here] = [await results('ru'), await results()];
    expect([there.target.language, here.target.language]).toEqual(['ru', 'en']);
    const file = join(folder, 'reports', 'results.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"verdict": "pass"', '"verdict": "fail"'));
    const { code, err } = await ask('report', '--rejudge', '--out', 'judged', ...json);
    expect([code, err]).toEqual([1, expect.stringContaining('a.')]);
  });

  it('writes no reports over those of another run unless that folder is named', async () => {
    const { run, ask, results } = await openVague();
    await run(...json, '--case', 'a.success');
    await run(...json, '--case', 'a.missing*', '--out', 'other');
    const before = await results();
    const words = ['report', 'other/results.json', '--rejudge', ...json];
    const err = expect.stringContaining('(other-results)') as string;
    expect(await ask(...words)).toMatchObject({ code: 2, err });
    expect((await ask('report', 'other', '--draft-reviews', 'draft.yaml')).code).toBe(0);
    const own = await ask('report', 'reports/results.json', '--draft-reviews', 'own.yaml');
    expect([own.code, own.out.includes('Reports:')]).toEqual([0, false]);
    expect(await results()).toEqual(before);
    expect((await ask(...words, '--out', 'reports')).code).toBe(0);
  });

  it('writes one page for a person who signs, with the digest of the results beside it', async () => {
    const { run, ask, folder } = await openVague();
    await run(...json, '--case', 'a.success');
    expect((await ask('report', '--executive', '--out', 'sheet')).code).toBe(0);
    const files = await filesOf(join(folder, 'sheet'));
    expect(Object.keys(files).toSorted()).toEqual(['executive.html', 'results.json']);
    const digest = createHash('sha256').update(files['results.json'] ?? '');
    expect(files['executive.html']).toContain(digest.digest('hex'));
  });

  it.each([
    ['a profile is named by --target', ['--target', 'target.yaml'], {}],
    ['a profile is named by SBP_TARGET', [], { SBP_TARGET: 'target.yaml' }],
  ])(
    'from a record with the password in it ends in 4, without the files, where %s',
    async (_how, options, env) => {
      const { run, ask, folder } = await openSite({ env: env });
      await run(...json, '--case', 'a.success', '--quiet');
      expect(await ask('report', '--out', 'clean', ...options)).toMatchObject({ code: 0, err: '' });
      const file = join(folder, 'reports', 'results.json');
      const record = await readFile(file, 'utf8');
      await writeFile(file, record.replace('a service of few banks', partner.password));
      const { code, err } = await ask('report', '--out', 'out', ...options);
      expect(code).toBe(4);
      expect(existsSync(join(folder, 'out'))).toBe(false);
      expect(err).toMatch(/a secret of the profile \([\w.]+\) is in the results: nothing was written/);
      expect(err).not.toContain(partner.password);
    },
  );
});
