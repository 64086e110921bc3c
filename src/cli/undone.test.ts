import { expect, test } from 'vitest';
import { deriveCases } from '../case/derive.ts';
import type { TestCase } from '../case/test-case.ts';
import { specification } from '../spec/variant.ts';
import { loadTarget } from '../target/load-target.ts';
import { inFolder } from './fake-terminal.test-support.ts';
import { writeProfile } from './small-profile.test-support.ts';
import { trackUndone } from './undone.ts';

test('the teardown of a case under way is told with its command, once, and no longer when it has ended', async () => {
  await inFolder(async (folder) => {
    const profilePath = await writeProfile(folder, 'http://127.0.0.1:1', {
      conditions: { unavailable: { setup: { command: 'break it' }, teardown: { command: 'mend it' } } },
    });
    const target = await loadTarget({ profilePath, flags: {}, env: {}, cwd: folder }, specification.variants);
    const undone = trackUndone(target);
    const cases = deriveCases(specification, target);
    const start = (id: string): TestCase | undefined => {
      const testCase = cases.find((one) => one.id === id);
      if (testCase !== undefined) undone.follow({ kind: 'case-started', testCase });
      return testCase;
    };
    start('a.success');
    expect(undone.lastWords()).toEqual([]);
    start('a.unavailable');
    expect(undone.lastWords()).toEqual([expect.stringMatching(/a\.unavailable.*by hand: mend it$/)]);
    const result = { id: 'a.unavailable' } as unknown as Extract<
      Parameters<typeof undone.follow>[0],
      { readonly kind: 'case-ended' }
    >['result'];
    undone.follow({ kind: 'case-ended', result });
    expect(undone.lastWords()).toEqual([]);
  });
});
