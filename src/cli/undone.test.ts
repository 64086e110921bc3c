import { expect, it } from 'vitest';
import { trackUndone } from './undone.ts';

const owner = 'a.unavailable';

it('a set-up is told with the command of its teardown until that has gone well', () => {
  const undone = trackUndone();
  expect(undone.lastWords()).toEqual([]);
  undone.follow({ kind: 'setup-started', case: owner, byHand: 'mend it' });
  const [said, ...more] = undone.lastWords();
  expect(said).toMatch(/teardown of a\.unavailable .*by hand: mend it$/);
  expect(more).toEqual([]);
  undone.follow({ kind: 'teardown-ended', case: owner, problem: null });
  expect(undone.lastWords()).toEqual([]);
});

it('a teardown that failed is still told', () => {
  const undone = trackUndone();
  undone.follow({ kind: 'setup-started', case: owner, byHand: 'mend it' });
  undone.follow({ kind: 'teardown-ended', case: owner, problem: 'exit code 1' });
  expect(undone.lastWords()).toHaveLength(1);
});

it('a set-up without a teardown leaves nothing to repeat', () => {
  const undone = trackUndone();
  undone.follow({ kind: 'setup-started', case: owner, byHand: null });
  expect(undone.lastWords()).toEqual([]);
});
