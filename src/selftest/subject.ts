import { defects, tolerances } from '../reference/defects.ts';

/** One way in which the reference implementation is changed, and what the suite has to say of it. */
export interface Subject {
  readonly kind: 'defect' | 'tolerance';
  readonly id: string;
  readonly summary: string;
  /** Requirements that must fail; with `intermittent` at least one of them, and none beside them. */
  readonly fails: readonly string[];
  readonly reviews: readonly string[];
  /** Requirements that show nothing, where the suite must say so. */
  readonly vacuous: readonly string[];
  readonly intermittent: boolean;
  readonly needsTls: boolean;
  /** The limit of failed logins that it is run with; null: an ample one. */
  readonly failedLogins: number | null;
}

/** Every defect and every tolerance of the reference implementation. */
export const subjects: readonly Subject[] = [
  ...defects.map(({ id, summary, violates, review, intermittent }) => ({
    kind: 'defect' as const,
    id,
    summary,
    fails: violates,
    reviews: review ?? [],
    vacuous: [],
    intermittent: intermittent === true,
    needsTls: false,
    failedLogins: null,
  })),
  ...tolerances.map(({ id, summary, vacuous, needs, failedLogins }) => ({
    kind: 'tolerance' as const,
    id,
    summary,
    fails: [],
    reviews: [],
    vacuous: vacuous ?? [],
    intermittent: false,
    needsTls: needs === 'tls',
    failedLogins: failedLogins ?? null,
  })),
];
