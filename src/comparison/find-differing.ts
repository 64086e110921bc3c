import type { Results } from '../results/results.ts';

/** Cases and requirements whose verdict is another than before, each in a sentence. */
export const findDiffering = (before: Results, after: Results): readonly string[] =>
  (['cases', 'requirements'] as const).flatMap((list) => {
    const verdicts = new Map(after[list].map(({ id, verdict }) => [id, verdict]));
    return before[list]
      .filter(({ id, verdict }) => verdicts.get(id) !== verdict)
      .map(
        ({ id, verdict }) =>
          `${id}: recorded as ${verdict ?? 'observed'}, judged again as ${verdicts.get(id) ?? 'observed'}`,
      );
  });
