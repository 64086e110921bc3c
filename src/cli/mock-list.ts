import { wrap } from '../report/text-width.ts';
import { subjects } from '../selftest/subject.ts';
import type { Subject } from '../selftest/subject.ts';

const titles = {
  defect: 'Defects, mistakes that --defect ID makes:',
  tolerance: 'Tolerances, freedoms of a conforming service that --tolerance ID uses:',
} as const satisfies Record<Subject['kind'], string>;

/** What `mock` can be told to do otherwise, for people: lines of at most `width` columns. */
export function listChanges(width: number): string {
  const blocks = (['defect', 'tolerance'] as const).map((kind) => {
    const own = subjects.filter((subject) => subject.kind === kind);
    return [titles[kind], '', ...own.flatMap((subject) => linesOf(subject, width)), ''].join('\n');
  });
  return `${blocks.join('\n')}`;
}

const linesOf = ({ id, summary }: Subject, width: number): readonly string[] => [
  `  ${id}`,
  ...wrap(summary, width - 6).map((line) => `      ${line}`),
];

/** The same for programs: each with its kind and the requirements that it violates. */
export function listChangesAsJson(): string {
  const rows = subjects.map(({ kind, id, summary, fails }) => ({ kind, id, summary, violates: fails }));
  return `${JSON.stringify(rows, null, 2)}\n`;
}
