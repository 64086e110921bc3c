import type { Assessment } from './assess.ts';

/** The matrix as lines: what was changed, which requirements failed, and where the suite was wrong. */
export function renderMatrix(
  assessments: readonly Assessment[],
  unguarded: readonly string[],
  durationMs: number,
): string {
  const lines = assessments.flatMap(({ subject, failed, reviewed, problems }) => {
    const verdicts = [...failed, ...reviewed.map((id) => `${id} (review)`)].join(', ');
    const seen = verdicts === '' ? 'nothing failed' : verdicts;
    return [
      `${problems.length === 0 ? '✓' : '✗'} ${subject.id}: ${seen}`,
      ...(problems.length === 0 ? [] : [`    ${subject.summary}`]),
      ...problems.map((text) => `    ${text}`),
    ];
  });
  return [...lines, '', ...summaryLines(assessments, unguarded, durationMs), ''].join('\n');
}

function summaryLines(
  assessments: readonly Assessment[],
  unguarded: readonly string[],
  durationMs: number,
): readonly string[] {
  const count = (kind: 'defect' | 'tolerance'): string => {
    const own = assessments.filter(({ subject }) => subject.kind === kind);
    return `${own.filter(({ problems }) => problems.length === 0).length}/${own.length}`;
  };
  return [
    `${count('defect')} defects caught by the requirements that they violate, and by no other`,
    `${count('tolerance')} tolerances left alone`,
    unguarded.length === 0
      ? 'every requirement is violated by a defect'
      : `no defect violates: ${unguarded.join(', ')}`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
}
