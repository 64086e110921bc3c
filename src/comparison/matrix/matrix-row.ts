import { requirementTopic } from '../../report/view.ts';
import type { Wording } from '../../report/wording/wording.ts';
import type { MatrixCell, MatrixColumn } from './matrix-column.ts';

/** One requirement with what each run made of it, in the order of the columns; null where a run has nothing on it. */
export interface MatrixRow {
  readonly id: string;
  readonly variant: string;
  readonly section: string;
  readonly statement: string;
  readonly cells: readonly (MatrixCell | null)[];
}

/** The requirements of one condition in one variant. */
export interface MatrixGroup {
  readonly topic: string;
  readonly variant: string;
  readonly rows: readonly MatrixRow[];
}

/** All requirements that any of the runs knows, by condition in the order of the table of words, then by variant. */
export function matrixGroups(columns: readonly MatrixColumn[], { topics }: Wording): readonly MatrixGroup[] {
  const known = Object.keys(topics);
  const place = ({ topic }: MatrixGroup): number =>
    known.includes(topic) ? known.indexOf(topic) : known.length;
  const groups = [...Map.groupBy(matrixRows(columns), groupKey).values()].flatMap((rows) => {
    const [first] = rows;
    return first === undefined ? [] : [{ topic: requirementTopic(first.id), variant: first.variant, rows }];
  });
  return groups.toSorted(
    (one, other) => place(one) - place(other) || one.variant.localeCompare(other.variant, 'en'),
  );
}

const groupKey = ({ id, variant }: MatrixRow): string => `${variant} ${requirementTopic(id)}`;

function matrixRows(columns: readonly MatrixColumn[]): readonly MatrixRow[] {
  const ids = new Set(columns.flatMap(({ cells }) => [...cells.keys()]));
  return [...ids].flatMap((id) => {
    const cells = columns.map((column) => column.cells.get(id) ?? null);
    const first = cells.find((cell) => cell !== null);
    if (first === undefined || first === null) return [];
    const { variant, section, statement } = first;
    return [{ id, variant, section, statement, cells }];
  });
}

/** All variants that any of the runs claims. */
export const matrixVariants = (columns: readonly MatrixColumn[]): readonly string[] =>
  [...new Set(columns.flatMap(({ variants }) => [...variants.keys()]))].toSorted();
