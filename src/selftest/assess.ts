import type { Results } from '../results/results.ts';
import type { Verdict } from '../judge/check.ts';
import type { Subject } from '../reference/defect.ts';

/** The verdicts on a subject compared with the expected ones. */
export interface Assessment {
  readonly subject: Subject;
  readonly failed: readonly string[];
  readonly reviewed: readonly string[];
  /** Differences, one sentence each; empty if the suite was right. */
  readonly problems: readonly string[];
  readonly errors: Errors;
}

/** Mistakes of the suite as numbers. */
export interface Errors {
  /** Requirements judged. */
  readonly judged: number;
  /** Requirements that fail, and that the subject does not violate. */
  readonly wronglyFailed: number;
  /** Requirements that pass, and that the subject violates. */
  readonly wronglyPassed: number;
  /** Failed logins beyond the limit of the profile. */
  readonly beyondLimit: number;
}

type Judged = Pick<Results, 'requirements' | 'failedLogins' | 'profile'>;

/** Failed logins of a run beyond the limit of its profile. */
const beyondLimit = ({ failedLogins, profile }: Judged): number =>
  Math.max(0, failedLogins - (profile.limits['failedLogins'] ?? 0));

/** Counts the mistakes in a record of a subject. An intermittent defect need not show in every requirement. */
export function errorsIn(
  { fails, intermittent }: Pick<Subject, 'fails' | 'intermittent'>,
  results: Judged,
): Errors {
  const { requirements } = results;
  const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const passed = requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  const isCaught = intermittent && fails.some((id) => failed.includes(id));
  return {
    judged: requirements.length,
    wronglyFailed: without(failed, fails).length,
    wronglyPassed: isCaught ? 0 : fails.filter((id) => passed.includes(id)).length,
    beyondLimit: beyondLimit(results),
  };
}

/** The sum of several counts. */
export const sumOf = (all: readonly Errors[]): Errors => ({
  judged: all.reduce((sum, one) => sum + one.judged, 0),
  wronglyFailed: all.reduce((sum, one) => sum + one.wronglyFailed, 0),
  wronglyPassed: all.reduce((sum, one) => sum + one.wronglyPassed, 0),
  beyondLimit: all.reduce((sum, one) => sum + one.beyondLimit, 0),
});

/**
 * Compares the verdicts of a run with the expected ones. `differing`: changes when the record is judged again.
 * `takenBack`: cases that were shown as failed during the run, and had not failed at its end.
 */
export function assess(
  subject: Subject,
  results: Judged,
  differing: readonly string[],
  takenBack: readonly string[] = [],
): Assessment {
  const { requirements } = results;
  const errors = errorsIn(subject, results);
  const withVerdict = (verdict: Verdict): readonly string[] =>
    requirements.filter((found) => found.verdict === verdict).map(({ id }) => id);
  const [failed, reviewed, open] = [withVerdict('fail'), withVerdict('review'), withVerdict('inconclusive')];
  const unrelated = without(failed, subject.fails);
  const escaped = without(subject.fails, failed);
  const isCaught = subject.intermittent ? escaped.length < subject.fails.length : escaped.length === 0;
  return {
    subject,
    failed,
    reviewed,
    problems: [
      ...problem('escaped', isCaught ? [] : escaped),
      ...problem('blamed', unrelated),
      ...problem('not under review', subject.intermittent ? [] : without(subject.reviews, reviewed)),
      ...problem('under review', subject.intermittent ? [] : without(reviewed, subject.reviews)),
      ...problem('not open', without(subject.vacuous, open)),
      ...problem('judged otherwise from its record', differing),
      ...problem('taken back', takenBack),
      ...problem('open', subject.kind === 'tolerance' ? without(open, subject.vacuous) : []),
      ...problem('failed logins beyond the limit', errors.beyondLimit === 0 ? [] : [`${errors.beyondLimit}`]),
    ],
    errors,
  };
}

/** True if nothing is wrong but that an intermittent defect did not show, as it may in another run. */
export const isOnlyMissed = ({ subject, failed, problems }: Assessment): boolean =>
  subject.intermittent && problems.length === 1 && !subject.fails.some((id) => failed.includes(id));

/** Requirements that no permanent defect violates. Their checks were never seen to fail. */
export function findUnguarded(
  subjects: readonly Subject[],
  requirements: readonly string[],
): readonly string[] {
  const guarded = new Set(
    subjects
      .filter(({ kind, intermittent }) => kind === 'defect' && !intermittent)
      .flatMap(({ fails }) => fails),
  );
  return requirements.filter((id) => !guarded.has(id));
}

const problem = (word: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [] : [`${word}: ${ids.join(', ')}`];

const without = (ids: readonly string[], others: readonly string[]): readonly string[] =>
  ids.filter((id) => !others.includes(id));

/** A line for each change with the requirements that failed, and lines for mistakes of the suite. */
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

const sentenceOf = ({ judged, wronglyFailed, wronglyPassed, beyondLimit: harm }: Errors): string =>
  `${judged} requirements judged: ${wronglyFailed} wrongly failed, ${wronglyPassed} wrongly passed; ${harm} failed logins beyond the limit`;

function summaryLines(
  assessments: readonly Assessment[],
  unguarded: readonly string[],
  durationMs: number,
): readonly string[] {
  const count = (kind: 'defect' | 'tolerance'): string => {
    const ofKind = assessments.filter(({ subject }) => subject.kind === kind);
    return `${ofKind.filter(({ problems }) => problems.length === 0).length}/${ofKind.length}`;
  };
  return [
    `${count('defect')} defects caught by the requirements that they violate, and by no other`,
    `${count('tolerance')} tolerances left alone`,
    sentenceOf(sumOf(assessments.map(({ errors }) => errors))),
    unguarded.length === 0
      ? 'every requirement is violated by a defect'
      : `no defect violates: ${unguarded.join(', ')}`,
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
}
