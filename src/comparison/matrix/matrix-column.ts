import { tallyOf } from '../../report/view.ts';
import type { RequirementTally } from '../../report/wording/wording.ts';
import type { ClassName, Overall, RequirementResult, Results } from '../../result/results.ts';
import type { Reason, Verdict } from '../../verdict/verdict.ts';

/** What one requirement came to in one run. */
export interface MatrixCell {
  readonly variant: string;
  readonly section: string;
  readonly statement: string;
  readonly verdict: Verdict;
  readonly reason: Reason | null;
  readonly waived: boolean;
  readonly decided: RequirementResult['decided'];
  /** What the deciding checks said, each sentence once; empty where it passed. */
  readonly said: readonly string[];
}

/** What one variant came to in one run. */
export interface MatrixVariant extends RequirementTally {
  readonly verdict: Overall;
  /** The highest class that it reaches. */
  readonly reached: ClassName | null;
}

/** One run, as far as a matrix shows it. */
export interface MatrixColumn {
  readonly name: string;
  readonly baseUrl: string;
  /** Address of its report, relative to the matrix, escaped as a URL; null where there is none. */
  readonly href: string | null;
  /** Null: it could not be run, see `problem`. */
  readonly verdict: Overall | null;
  /** Why there are no results, or why they are not whole; null where they are. */
  readonly problem: string | null;
  readonly startedAt: string | null;
  readonly suite: string | null;
  /** SHA-256 of the specification. */
  readonly spec: string | null;
  readonly interrupted: boolean;
  readonly variants: ReadonlyMap<string, MatrixVariant>;
  /** By the id of the requirement. */
  readonly cells: ReadonlyMap<string, MatrixCell>;
}

/** Sentences that are kept of each requirement; the report holds them all. */
const kept = 3;

/** What a matrix needs of a run; nothing of its exchanges is kept. `href`: where its report lies, relative to the matrix and escaped as a URL, null where there is none. */
export function matrixColumn(results: Results, href: string | null): MatrixColumn {
  const { target, suite, spec, startedAt, verdict, interrupted, rootCauses } = results;
  const said = sentencesOf(results);
  return {
    name: target.name,
    baseUrl: target.baseUrl,
    href,
    verdict,
    problem: rootCauses[0]?.message ?? null,
    startedAt,
    suite: suite.version,
    spec: spec.sha256,
    interrupted,
    variants: new Map(
      Object.keys(results.variants).map((variant) => [variant, variantOf(results, variant)] as const),
    ),
    cells: new Map(results.requirements.map((one) => [one.id, cellOf(one, said)])),
  };
}

/** The column of a target that could not be run: it is shown, so that nobody takes it for one that passed. */
export function emptyColumn(target: {
  readonly name: string;
  readonly baseUrl: string;
  readonly problem: string | null;
}): MatrixColumn {
  return {
    ...target,
    href: null,
    verdict: null,
    startedAt: null,
    suite: null,
    spec: null,
    interrupted: false,
    variants: new Map(),
    cells: new Map(),
  };
}

function variantOf({ variants, requirements }: Results, id: string): MatrixVariant {
  const found = variants[id];
  if (found === undefined) throw new Error(`variant ${id} is not in the results`);
  const { verdict, classes } = found;
  const own = requirements.filter((one) => one.variant === id);
  const lower = classes.core.reached ? 'core' : null;
  return { verdict, ...tallyOf(own), reached: classes.full.reached ? 'full' : lower };
}

type Sentences = ReadonlyMap<string, ReadonlySet<string>>;

const keyOf = (requirement: string, verdict: Verdict): string => `${verdict} ${requirement}`;

/** The messages of all checks that did not pass, by requirement and verdict. */
function sentencesOf({ cases }: Results): Sentences {
  const said = new Map<string, Set<string>>();
  for (const { requirement, verdict, message } of cases.flatMap(({ checks }) => checks)) {
    if (verdict === 'pass') continue;
    const key = keyOf(requirement, verdict);
    const own = said.get(key) ?? new Set();
    said.set(key, own);
    if (own.size < kept) own.add(message);
  }
  return said;
}

function cellOf(requirement: RequirementResult, said: Sentences): MatrixCell {
  const { id, variant, section, statement, verdict, reason, waived, decided } = requirement;
  return {
    variant,
    section,
    statement,
    verdict,
    reason,
    waived,
    decided,
    said: [...(said.get(keyOf(id, verdict)) ?? [])],
  };
}
