import { expect, test } from 'vitest';
import { waiverOf, wholeRun } from './made-results.test-data.ts';
import { staleWaivers, waiverText } from './waiver-text.ts';
import { wordingFor } from './wording/wording.ts';

function textsOf(requirement: string): readonly string[] {
  const results = wholeRun({ waivers: [waiverOf(requirement)] });
  expect(staleWaivers(results)).toHaveLength(1);
  return (['en', 'ru'] as const).flatMap((language) =>
    results.waivers.map((waiver) => waiverText(waiver, results, wordingFor(language))),
  );
}

test('a waiver of a requirement that passed is told apart from one of an unknown id, with the nearest id where there is one', () => {
  expect(textsOf('a.success.status')).toEqual([
    'stale: its requirement passed; remove it',
    'устарело: его требование выполнено; удалите его',
  ]);
  expect(textsOf('a.sucess.status')).toEqual([
    'stale: no requirement has this id; did you mean `a.success.status`?',
    'устарело: требования с таким идентификатором нет; возможно, это `a.success.status`?',
  ]);
  expect(textsOf('nothing.like.it')).toEqual([
    'stale: no requirement has this id; remove it',
    'устарело: требования с таким идентификатором нет; удалите его',
  ]);
});

test('a waiver that is not stale says its state', () => {
  const results = wholeRun({
    verdicts: { 'a.success.body': 'fail' },
    waivers: [waiverOf('a.success.body'), waiverOf('a.success.body', '2025-01-01')],
  });
  const words = wordingFor('en');
  expect(results.waivers.map((waiver) => waiverText(waiver, results, words))).toEqual([
    words.waiverStates.used,
    words.waiverStates.expired,
  ]);
});
