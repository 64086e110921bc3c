import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner, withService } from '../execution/small-service.test-support.ts';
import { call, filesOf, inFolder } from './fake-terminal.test-support.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

/** A results file of variant A that somebody has edited, and the profile beside it. */
async function withRecord(
  edit: (text: string) => string,
  work: (folder: string, target: string, record: string) => Promise<void>,
): Promise<void> {
  await withService(
    () => 'documented',
    ({ url }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url, { variants: { a: {} } });
        const options = [
          '--target',
          target,
          '--out',
          folder,
          '--format',
          'json',
          '--case',
          'a.success',
          '--quiet',
        ];
        await call(run, options, { cwd: folder });
        const record = join(folder, 'results.json');
        await writeFile(record, edit(await readFile(record, 'utf8')));
        await work(folder, target, record);
      }),
  );
}

const plant = (text: string): string =>
  text.replace('"name": "a service of few banks"', `"name": "${partner.password}"`);

describe('a report that is rendered again', () => {
  it('from a masked record ends in 0, whatever secrets are looked for', async () => {
    await withRecord(
      (text) => text,
      async (folder, target, record) => {
        const { code, err } = await call(report, [record, '--out', join(folder, 'out'), '--target', target], {
          cwd: folder,
        });
        expect([code, err]).toEqual([0, '']);
        expect(Object.keys(await filesOf(join(folder, 'out')))).toContain('report.html');
      },
    );
  });

  it.each([
    ['a profile is named by --target', (target: string) => ({ options: ['--target', target], env: {} })],
    ['a profile is named by SBP_TARGET', (target: string) => ({ options: [], env: { SBP_TARGET: target } })],
    [
      'the environment holds the password',
      () => ({ options: [], env: { SBP_PARTNER_PASSWORD: partner.password } }),
    ],
  ])('from a record that holds the password ends in 4, without the files, where %s', async (_how, given) => {
    await withRecord(plant, async (folder, target, record) => {
      const { options, env } = given(target);
      const out = join(folder, 'out');
      const { code, err } = await call(report, [record, '--out', out, ...options], { cwd: folder, env });
      expect(code).toBe(4);
      expect(
        Object.keys(await filesOf(out)).filter(
          (file) => /\.(json|html)$/.test(file) && !/badge|ctrf/.test(file),
        ),
      ).toEqual([]);
      expect(err).toMatch(
        /report\.html held a secret of the profile \([\w.]+\) and was deleted \(secret-in-output\)/,
      );
      expect(err).not.toContain(partner.password);
    });
  });

  it('with a profile that is wrong is a wrong usage, and nothing is written', async () => {
    await withRecord(plant, async (folder, _target, record) => {
      const out = join(folder, 'out');
      const asked = call(report, [record, '--out', out, '--target', 'nowhere.yaml'], { cwd: folder });
      await expect(asked).rejects.toMatchObject({ code: 'profile-not-found' });
      expect(await filesOf(out)).toEqual({});
    });
  });
});
