import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../execution/small-service.test-support.ts';
import { withService } from '../execution/small-service.test-support.ts';
import type { Results } from '../result/results.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { writeProfile } from './small-profile.test-support.ts';

const wrong = (): Reply => ({ status: 400, body: JSON.stringify({ description_status: 'no' }) });

const resultsOf = async (folder: string): Promise<Results> =>
  JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')) as Results;

const ran = async (
  language: string,
  args: readonly string[],
): Promise<{ readonly out: string; readonly results: Results; readonly html: string }> =>
  withService(wrong, ({ url }) =>
    inFolder(async (folder) => {
      const target = await writeProfile(folder, url, { language });
      const cases = ['--case', 'a.success', '--case', 'a.missing.partnerName'];
      const { out } = await call(run, ['--target', target, '--out', folder, ...cases, ...args], {
        cwd: folder,
      });
      return {
        out,
        results: await resultsOf(folder),
        html: await readFile(join(folder, 'report.html'), 'utf8'),
      };
    }),
  );

describe('--language', () => {
  it('makes console and reports speak it, whatever the profile says; the record stays English', async () => {
    const { out, results, html } = await ran('en', ['--language', 'ru']);
    expect(out).toContain('НАРУШЕННЫЕ ТРЕБОВАНИЯ');
    expect(out).toContain('Отчёты:\n');
    expect(html).toContain('lang="ru"');
    expect(html).toContain('Ответ на запрос без');
    expect(results.target.language).toBe('ru');
    expect(results.cases[0]?.title).toBe('valid credentials obtain the list of banks');
  });

  it('wins over a Russian profile, which speaks for itself where it is left out', async () => {
    expect((await ran('ru', ['--language', 'en'])).out).toContain('FAILED REQUIREMENTS');
    expect((await ran('ru', [])).out).toContain('НАРУШЕННЫЕ ТРЕБОВАНИЯ');
  });

  it('of `report` renders a record in another language', async () => {
    await withService(wrong, ({ url }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url, {});
        await call(run, ['--target', target, '--out', folder, '--case', 'a.success'], { cwd: folder });
        const args = [join(folder, 'results.json'), '--out', join(folder, 'ru'), '--language', 'ru'];
        expect((await call(report, args, { cwd: folder })).code).toBe(0);
        expect(await readFile(join(folder, 'ru', 'report.html'), 'utf8')).toContain('lang="ru"');
        expect((await resultsOf(join(folder, 'ru'))).target.language).toBe('ru');
        expect((await resultsOf(folder)).target.language).toBe('en');
      }),
    );
  });

  it.each([run, report])('that is unknown is an error that names those there are', async (command) => {
    await inFolder(async (folder) => {
      await expect(
        call(command, ['--language', 'de', '--out', folder], { cwd: folder }),
      ).rejects.toMatchObject({
        code: 'unknown-language',
        message: '--language: found "de", expected one of en, ru',
      });
    });
  });
});
