import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { withService } from '../execution/small-service.test-support.ts';
import type { Call, Reply } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

/** A failed login is refused in words that no lexicon knows. */
const vague = ({ kind }: Call): Reply =>
  kind === 'unauthorized'
    ? { status: 403, body: JSON.stringify({ description_status: 'Нет, так не пойдёт' }) }
    : 'documented';

const text = 'Нет, так не пойдёт';
const requirement = 'a.unauthorized.meaning';
const cases = ['a.unauthorized.wrong-password', 'a.unauthorized.unknown-partner'];

const decisions = (decision: string, parts: object = {}): string =>
  stringify(
    cases.map((id) => ({ case: id, text, decision, name: 'A. Person', date: '2026-11-20', ...parts })),
  );

interface Bench {
  readonly folder: string;
  readonly calls: readonly unknown[];
  readonly run: (...args: readonly string[]) => ReturnType<typeof call>;
  readonly report: (...args: readonly string[]) => ReturnType<typeof call>;
  readonly results: (out?: string) => Promise<Results>;
}

/** A service whose texts a person has to read, and a profile for its variant A; runs and reports stay in one folder. */
function onBench(work: (bench: Bench) => Promise<void>, profile: object = {}): Promise<void> {
  return withService(vague, ({ url, calls }) =>
    inFolder(async (folder) => {
      const target = await writeProfile(folder, url, { variants: { a: {} }, ...profile });
      const only = ['--format', 'json'];
      await work({
        folder,
        calls,
        run: (...args) => call(run, ['--target', target, ...only, ...args], { cwd: folder }),
        report: (...args) => call(report, [...only, ...args], { cwd: folder }),
        results: async (out = 'reports') =>
          JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8')) as Results,
      });
    }),
  );
}

const decided = ({ requirements }: Results): unknown =>
  requirements.find(({ id }) => id === requirement)?.decided;

describe('decisions of persons', () => {
  it('settle what a run has found', async () => {
    await onBench(async (bench) => {
      await writeFile(join(bench.folder, 'pass.yaml'), decisions('pass'));
      await writeFile(join(bench.folder, 'fail.yaml'), decisions('fail'));
      expect((await bench.run('--complete')).code).toBe(3);
      expect(decided(await bench.results())).toBe(null);
      const accepted = await bench.run('--complete', '--reviews', 'pass.yaml');
      expect(decided(await bench.results())).toBe('pass');
      expect(accepted.err).not.toContain('stale');
      expect(accepted.code).toBe(0);
      expect((await bench.results()).requirements.find(({ id }) => id === requirement)?.verdict).toBe(
        'review',
      );
      const refused = await bench.run('--reviews', 'fail.yaml');
      expect(refused.code).toBe(1);
      expect(await bench.results()).toMatchObject({ verdict: 'nonconforming' });
    });
  });

  it('are named by the profile, relative to it; the flag wins', async () => {
    await onBench(
      async (bench) => {
        await writeFile(join(bench.folder, 'profile.yaml'), decisions('fail'));
        await writeFile(join(bench.folder, 'flag.yaml'), decisions('pass'));
        expect((await bench.run()).code).toBe(1);
        expect(decided(await bench.results())).toBe('fail');
        await bench.run('--reviews', 'flag.yaml');
        expect(decided(await bench.results())).toBe('pass');
      },
      { reviews: 'profile.yaml' },
    );
  });

  it('that settle nothing are a warning and change no exit code', async () => {
    await onBench(async (bench) => {
      await writeFile(join(bench.folder, 'stale.yaml'), decisions('fail', { text: 'other' }));
      const { code } = await bench.run();
      const ran = await bench.run('--quiet', '--reviews', 'stale.yaml');
      expect(ran.code).toBe(code);
      expect(ran.err).toContain(`! review of ${cases[0]} by A. Person: stale: it settles nothing\n`);
      expect(decided(await bench.results())).toBe(null);
    });
  });

  it('that are wrong or missing end before anything is sent', async () => {
    await onBench(async (bench) => {
      await writeFile(join(bench.folder, 'blank.yaml'), decisions(''));
      await expect(bench.run('--reviews', 'blank.yaml')).rejects.toMatchObject({
        code: 'reviews-invalid',
        message: expect.stringMatching(/^blank\.yaml: 2 problems\n {2}entry 1 \(case "a\.unauthorized/),
      });
      await expect(bench.run('--reviews', 'none.yaml')).rejects.toMatchObject({ code: 'reviews-not-found' });
      await expect(bench.run('--dry-run', '--reviews', 'none.yaml')).rejects.toThrow(
        'none.yaml: found no such',
      );
      expect(bench.calls).toEqual([]);
    });
  });

  it('are made on a finished run as well, by filling in a draft', async () => {
    await onBench(async (bench) => {
      const ran = await bench.run();
      expect(ran.out).toContain(
        `(${cases.length}):\n  report reports/results.json --draft-reviews reviews.yaml\n`,
      );
      const drafted = await bench.report(
        'reports/results.json',
        '--draft-reviews',
        'draft.yaml',
        '--out',
        'b',
      );
      expect(drafted).toMatchObject({ code: 0, out: expect.stringContaining('(2): draft.yaml') });
      const draft = join(bench.folder, 'draft.yaml');
      const blanks = await readFile(draft, 'utf8');
      for (const id of cases)
        expect(blanks).toContain(`- case: "${id}"\n  text: "${text}"\n  decision: ""\n`);
      const again = bench.report('reports/results.json', '--draft-reviews', 'draft.yaml', '--out', 'b');
      await expect(again).rejects.toMatchObject({ code: 'reviews-not-written' });
      const filled = blanks
        .replaceAll('decision: ""', 'decision: "fail"')
        .replaceAll('name: ""', 'name: "A. Person"')
        .replaceAll('date: ""', 'date: "2026-11-20"');
      await writeFile(draft, filled);
      const settled = ['reports/results.json', '--reviews', 'draft.yaml', '--out', 'settled'];
      expect((await bench.report(...settled, '--draft-reviews', 'more.yaml')).out).toContain('No text waits');
      await expect(readFile(join(bench.folder, 'more.yaml'))).rejects.toThrow('ENOENT');
      expect(decided(await bench.results('settled'))).toBe('fail');
      expect(decided(await bench.results())).toBe(null);
      const kept = await bench.report('settled/results.json', '--rejudge', '--out', 'kept');
      expect(kept.code).toBe(0);
      expect(await bench.results('kept')).toEqual(await bench.results('settled'));
    });
  });
});

describe('report', () => {
  it('writes the very results.json that run wrote', async () => {
    await onBench(async (bench) => {
      await writeFile(join(bench.folder, 'reviews.yaml'), decisions('pass'));
      for (const args of [[], ['--reviews', 'reviews.yaml'], ['--repeat', '2'], ['--case', 'a.missing*']]) {
        await bench.run(...args);
        const written = await readFile(join(bench.folder, 'reports/results.json'), 'utf8');
        await bench.report('reports/results.json', '--out', 'again');
        expect(await readFile(join(bench.folder, 'again/results.json'), 'utf8')).toBe(written);
        const judged = await bench.report('reports/results.json', '--rejudge', '--out', 'judged');
        expect(judged.code).toBe(0);
      }
    });
  });

  it('says what is wrong with the file that it is given', async () => {
    await inFolder(async (folder) => {
      await writeFile(join(folder, 'badge.json'), '{"schemaVersion":1,"label":"conformance"}');
      const given = (...args: readonly string[]) => call(report, args, { cwd: folder });
      await expect(given('badge.json')).rejects.toMatchObject({
        code: 'not-results',
        message: expect.stringMatching(/^badge\.json: found an object with `schemaVersion`, `label`/),
      });
      await expect(given()).rejects.toMatchObject({
        code: 'results-not-found',
        message: expect.stringMatching(/^reports\/results\.json: found no such file/),
      });
    });
  });
});
