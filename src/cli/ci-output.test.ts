import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partner, withService } from '../execution/small-service.test-support.ts';
import { renderSummary } from '../report/machine/summary.ts';
import { sampleResults } from '../report/sample-results.test-data.ts';
import { appendStepSummary, draftStepSummary, printAnnotations } from './ci-output.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { run } from './run.ts';
import { writeLeakyReviews, writeProfile } from './small-profile.test-support.ts';

/** What is printed where the variables are these. */
async function printed(env: Readonly<Record<string, string>>, isQuiet = false) {
  const [out, err]: [string[], string[]] = [[], []];
  const terminal = {
    write: (text: string) => void out.push(text),
    writeError: (text: string) => void err.push(text),
    width: 80,
    color: false,
    isLive: false,
  };
  await printAnnotations(sampleResults(), isQuiet, { env, terminal });
  await appendStepSummary(await draftStepSummary(sampleResults(), env), terminal);
  return { out: out.join(''), err: err.join('') };
}

describe('outside of Actions', () => {
  it.each([{}, { GITHUB_ACTIONS: 'false' }, { GITHUB_ACTIONS: '' }])(
    'with %j nothing is said',
    async (env) => {
      await inFolder(async (folder) => {
        const file = join(folder, 'step.md');
        expect(await printed({ ...env, GITHUB_STEP_SUMMARY: file })).toEqual({ out: '', err: '' });
        await expect(readFile(file, 'utf8')).rejects.toMatchObject({ code: 'ENOENT' });
      });
    },
  );
});

describe('in Actions', () => {
  const actions = { GITHUB_ACTIONS: 'true' };

  it('annotations are printed, each on a line that is a command', async () => {
    const { out, err } = await printed(actions);
    expect(
      out
        .trimEnd()
        .split('\n')
        .every((line) => /^::(error|warning|notice) title=/.test(line)),
    ).toBe(true);
    expect(out.match(/^::error /gm)).toHaveLength(7);
    expect(err).toBe('');
  });

  it('a quiet run prints no notice', async () => {
    const { out } = await printed(actions, true);
    expect(out).not.toContain('::notice');
    expect(out).toContain('::error');
  });

  it('the summary is appended to the file of the step', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'step.md');
      await printed({ ...actions, GITHUB_STEP_SUMMARY: file });
      expect(await readFile(file, 'utf8')).toBe(renderSummary(sampleResults()));
      await printed({ ...actions, GITHUB_STEP_SUMMARY: file });
      expect(await readFile(file, 'utf8')).toBe(
        `${renderSummary(sampleResults())}\n${renderSummary(sampleResults())}`,
      );
    });
  });

  it.each([1_000_000, 1_035_000, 1_047_000])(
    'a file of %i bytes stays below what GitHub takes',
    async (size) => {
      await inFolder(async (folder) => {
        const file = join(folder, 'step.md');
        await writeFile(file, 'x'.repeat(size));
        await printed({ ...actions, GITHUB_STEP_SUMMARY: file });
        const text = await readFile(file);
        expect(text.length).toBeGreaterThanOrEqual(size);
        expect(text.length).toBeLessThan(1_048_576);
      });
    },
  );

  it('a file that cannot be written costs a warning and nothing else', async () => {
    const { out, err } = await printed({ ...actions, GITHUB_STEP_SUMMARY: '/dev/null/step.md' });
    expect(out).toContain('::error');
    expect(err).toMatch(/^! GITHUB_STEP_SUMMARY: .*ENOTDIR/);
  });
});

it('a run in Actions prints annotations behind its report and appends its summary', async () => {
  await withService(
    ({ kind }) => (kind === 'missing' ? { status: 400, body: '{"description_status":"no"}' } : 'documented'),
    ({ url }) =>
      inFolder(async (folder) => {
        const target = await writeProfile(folder, url, { variants: { a: {} } });
        const step = join(folder, 'step.md');
        const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: step };
        const out = join(folder, 'out');
        const ran = await call(run, ['--target', target, '--out', out], { env });
        expect(ran.code).toBe(1);
        expect(ran.out).toMatch(/^::error title=a\.missing\.partnerName\.status::/m);
        expect(await readFile(step, 'utf8')).toBe(await readFile(join(out, 'summary.md'), 'utf8'));
      }),
  );
});

it('a summary that holds a secret is not appended, whatever formats are written', async () => {
  await withService(
    () => 'documented',
    ({ url }) =>
      inFolder(async (folder) => {
        const reviews = await writeLeakyReviews(folder, partner.password);
        const target = await writeProfile(folder, url, { reviews, variants: { a: {} } });
        const step = join(folder, 'step.md');
        await writeFile(step, 'before\n');
        const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: step };
        const args = ['--target', target, '--out', join(folder, 'out'), '--format', 'badge'];
        const ran = await call(run, args, { env });
        expect(ran.code).toBe(4);
        expect(ran.err).toContain('the summary of the step would have held a secret');
        expect(ran.err).not.toContain(partner.password);
        expect(await readFile(step, 'utf8')).toBe('before\n');
      }),
  );
});
