import { describe, expect, it } from 'vitest';
import { withService } from '../execution/small-service.test-support.ts';
import { displayWidth } from '../report/text-width.ts';
import { subjects } from '../selftest/subject.ts';
import { call, inFolder } from './fake-terminal.test-support.ts';
import { mock } from './mock.ts';
import { program } from './program.ts';
import { writeProfile } from './small-profile.test-support.ts';

const ask = (folder: string, ...words: readonly string[]) =>
  call((invocation) => program(words, invocation), [], { cwd: folder });

describe('mock --list', () => {
  it('names every defect and tolerance within 80 columns, and serves nothing', async () => {
    const { code, out } = await call(mock, ['--list']);
    expect(code).toBe(0);
    const lines = out.split('\n');
    for (const { id } of subjects) expect(lines).toContain(`  ${id}`);
    expect(lines.filter((line) => displayWidth(line) > 80)).toEqual([]);
  });

  it('as JSON says what each violates', async () => {
    const { out } = await call(mock, ['--list', '--json']);
    const rows = JSON.parse(out) as readonly { readonly id: string }[];
    expect(rows).toHaveLength(subjects.length);
    expect(rows).toContainEqual({
      kind: 'defect',
      id: 'a-bic-number',
      summary: expect.any(String),
      violates: ['a.success.record'],
    });
  });
});

describe('doctor --json', () => {
  it.each([
    [200, 3],
    [500, 3],
  ])('prints its findings and nothing else, the plain request answered %i', async (status, exitCode) => {
    await withService(
      ({ kind }) => (kind === 'success' && status === 500 ? { status, body: '{}' } : 'documented'),
      ({ url }) =>
        inFolder(async (folder) => {
          await writeProfile(folder, url);
          const { code, out } = await ask(folder, 'doctor', '--target', 'target.yaml', '--json');
          const said = JSON.parse(out) as { readonly findings: readonly object[] };
          expect(said).toMatchObject({ ready: false, exitCode });
          expect(code).toBe(exitCode);
          expect(said.findings).toContainEqual({
            mark: status === 200 ? 'good' : 'bad',
            found: expect.stringMatching(/^variant a, plain request/),
            details: expect.any(Array),
            mend: expect.any(Array),
          });
        }),
    );
  });
});

describe('verify --json', () => {
  it('prints whether a certificate holds, and why it does not', async () => {
    await inFolder(async (folder) => {
      await ask(folder, 'certify', '--init-authority', 'ca');
      await ask(folder, 'certify', '--init-authority', 'other');
      const signer = ['--key', 'ca/signer.key', '--cert', 'ca/signer.pem', '--out', 'out', '--quiet'];
      expect((await ask(folder, 'certify', '--reference', ...signer)).code).toBe(0);
      const good = await ask(folder, 'verify', 'out', '--ca', 'ca/root.pem', '--json');
      expect(good.code).toBe(0);
      expect(JSON.parse(good.out)).toMatchObject({
        valid: true,
        refusals: [],
        certificate: { variants: {} },
      });
      const bad = await ask(folder, 'verify', 'out', '--ca', 'other/root.pem', '--json');
      expect(bad.code).toBe(1);
      expect(JSON.parse(bad.out)).toMatchObject({ valid: false, refusals: [expect.any(String)] });
    });
  });
});

it('compare --json is --format json', async () => {
  await inFolder(async (folder) => {
    await ask(folder, 'run', '--quiet', '--case', 'a.success', '--format', 'json');
    const { out } = await ask(folder, 'compare', 'reports', 'reports', '--json');
    expect(JSON.parse(out)).toMatchObject({ isWorse: false });
    expect(out).toBe((await ask(folder, 'compare', 'reports', 'reports', '--format', 'json')).out);
  });
});
