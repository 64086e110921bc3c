import type { Subject } from '../selftest/subject.ts';
import { code, heading, literal, page, prose, table } from './markdown.ts';

/** The page that lists every mistake of the reference implementation with the requirements that must fail. */
export function defectPage(subjects: readonly Subject[]): string {
  const own = subjects.filter(({ kind }) => kind === 'defect');
  const [lasting, passing] = [false, true].map((wanted) =>
    own.filter(({ intermittent }) => intermittent === wanted),
  );
  return page('Defects', [
    prose(
      `Single, plausible mistakes that the reference implementation can be told to make, ${own.length} of them: \`npm run -s cli -- mock --defect ID\`. A run against it must fail the requirements named here, all of them and no other; \`selftest\` proves it for each.`,
    ),
    table(['id', 'what it does', 'what must fail', 'what must come under review'], (lasting ?? []).map(row)),
    heading('Defects that show in some answers only'),
    prose('At least one of the requirements must fail, and none beside them.'),
    table(['id', 'what it does', 'what must fail', 'what must come under review'], (passing ?? []).map(row)),
  ]);
}

const row = ({ id, summary, fails, reviews }: Subject): readonly string[] => [
  code(id),
  literal(summary),
  code(...fails),
  reviews.length === 0 ? 'nothing' : code(...reviews),
];

/** The page that lists every freedom of a conforming service with what the suite has to say of it. */
export function tolerancePage(subjects: readonly Subject[]): string {
  const own = subjects.filter(({ kind }) => kind === 'tolerance');
  return page('Tolerances', [
    prose(
      `Ways to be different that the specification leaves open, ${own.length} of them: \`npm run -s cli -- mock --tolerance ID\`. None may be blamed: every requirement must pass, but for those of which the answers show nothing, which must be inconclusive; \`selftest\` proves it for each.`,
    ),
    table(
      ['id', 'what it does', 'what it must end in'],
      own.map(({ id, summary, vacuous }) => [
        code(id),
        literal(summary),
        vacuous.length === 0 ? 'pass' : `pass, but for ${code(...vacuous)}: inconclusive`,
      ]),
    ),
  ]);
}
