import { expect, test } from 'vitest';
import { wordsIn } from '../messages/message.ts';
import { goldenText } from './golden.test-support.ts';
import { countsOf, sentenceOf } from './sentences.ts';

/** Counts of pass, fail, review, inconclusive, waived and decided. */
const summaries = [
  ['conforming', [25, 0, 0, 0], 0, 0],
  ['conforming', [25, 0, 0, 0], 0, 1],
  ['nonconforming', [29, 1, 0, 0], 0, 1],
  ['nonconforming', [20, 4, 0, 1], 1, 0],
  ['nonconforming', [20, 3, 1, 1], 1, 2],
  ['nonconforming', [0, 1, 0, 24], 0, 0, ['credentials']],
  ['nonconforming', [20, 4, 0, 1], 0, 0, ['partner-blocked', 'unavailable']],
  ['nonconforming', [0, 1, 0, 24], 0, 0, ['address']],
  ['incomplete', [24, 1, 0, 0], 1, 0],
  ['incomplete', [20, 2, 1, 2], 2, 0],
  ['incomplete', [24, 0, 1, 0], 0, 2],
] as const;

test('what is said about a variant is what sentences.txt has; UPDATE_GOLDEN=1 writes it', async () => {
  const said = summaries.flatMap(
    ([verdict, [pass, fail, review, inconclusive], waived, decided, suspicions = []]) => {
      const counts = { pass, fail, review, inconclusive };
      const words = [wordsIn('en'), wordsIn('ru')];
      const summary = { variant: 'a', verdict, suspicions, counts, waived, decided };
      return words.flatMap((one) => [sentenceOf(summary, one), `  ${countsOf(summary, one)}`]);
    },
  );
  const text = `${said.join('\n')}\n`;
  expect(text).toBe(await goldenText('sentences.txt', text));
});
