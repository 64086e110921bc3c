import type { Results } from './results.ts';

/** Cases and requirements whose verdict is another than before, each in a sentence. */
export function findDiffering(before: Results, after: Results): readonly string[] {
  return [...differing(before.cases, after.cases), ...differing(before.requirements, after.requirements)];
}

interface Judged {
  readonly id: string;
  readonly verdict: string | null;
}

function differing(before: readonly Judged[], after: readonly Judged[]): readonly string[] {
  const verdicts = new Map(after.map(({ id, verdict }) => [id, verdict]));
  return before
    .filter(({ id, verdict }) => verdicts.get(id) !== verdict)
    .map(
      ({ id, verdict }) => `${id}: recorded as ${word(verdict)}, judged again as ${word(verdicts.get(id))}`,
    );
}

const word = (verdict: string | null | undefined): string => verdict ?? 'observed';
