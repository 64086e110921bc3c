import { expect, test } from 'vitest';
import type { Results } from '../../results/results.ts';
import { everyVerdict, hostileTexts, withText, wholeRun } from '../made-results.test-data.ts';
import { viewOf } from '../view.ts';
import { renderAnnotations } from './annotation.ts';

const linesOf = (results: Results): readonly string[] => renderAnnotations(results).split('\n').slice(0, -1);

// fixtures/golden/decided/annotations.txt shows them.
test('there is one line for each cause, and none where nothing failed', () => {
  expect(linesOf(everyVerdict())).toHaveLength(viewOf(everyVerdict()).failures.blocks.length);
  expect(linesOf(wholeRun())).toEqual([]);
});

test.each(hostileTexts)('%j begins no command and ends none', (text) => {
  const titleOf = (line: string): string => line.replace(/::[^]*/, '');
  const lines = linesOf(withText(text));
  expect(lines.map(titleOf)).toEqual(linesOf(withText('plain')).map(titleOf));
  for (const line of lines) {
    expect(line).toMatch(/^::error title=[^:,\n]*::/);
    expect(line).not.toMatch(/##(\[|vso\[)|[\p{Cc}]/u);
  }
});

test('hostile text in a title and percent signs are escaped', () => {
  const named = 'a%0A,b:c\n::d';
  const hostile = JSON.parse(
    JSON.stringify(everyVerdict()).replaceAll('"b.unauthorized.meaning"', JSON.stringify(named)),
  ) as Results;
  expect(renderAnnotations(hostile)).toMatch(/^::error title=a%250A%2Cb%3Ac\\n%3A%3Ad::/m);
  expect(renderAnnotations(withText('100%25'))).toContain('100%2525');
});
