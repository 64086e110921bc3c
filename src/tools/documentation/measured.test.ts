import { describe, expect, it } from 'vitest';
import { computedIn } from './block.test-support.ts';

describe('docs/detection.md', () => {
  const counts = [1, 5, 10, 20, 50] as const;
  const percent = (share: number): string =>
    share > 0.9995 ? '> 99.9 %' : `${(share * 100).toFixed(share < 0.99 ? 0 : 1)} %`;

  it('has the probabilities of its formula; UPDATE_GOLDEN=1 writes them', async () => {
    const rows = [2, 10, 100].map((one) => [
      `${one}`,
      ...counts.map((runs) => percent(1 - (1 - 1 / one) ** runs)),
    ]);
    const table = [['wrong in one of', ...counts.map((runs) => `N = ${runs}`)], ...rows];
    expect(await computedIn('docs/detection.md', 'src/tools/documentation/measured.test.ts', table)).toEqual(
      table,
    );
  });
});
