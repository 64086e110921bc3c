import { isFailure } from '../result/outcome.ts';
import type { Results } from '../result/results.ts';
import { decidingFindings } from './view.ts';
import type { Finding } from './view.ts';

/** Failed requirements whose first failed check speaks of the same exchange of the same case, shown together. */
export interface FailureBlock {
  readonly lead: Finding;
  /** Each with the other cases in which its requirement failed. */
  readonly findings: readonly { readonly finding: Finding; readonly also: readonly string[] }[];
}

/** The failed requirements that are not waived, those that persons refused among them, in their order, those of one exchange together. */
export function failureBlocks(results: Results): readonly FailureBlock[] {
  const failed = results.requirements.filter(isFailure);
  const firsts = failed.flatMap((requirement) => {
    const [finding, ...others] = decidingFindings(results, requirement);
    const also = [...new Set(others.map(({ testCase }) => testCase.id))].filter(
      (id) => id !== finding?.testCase.id,
    );
    return finding === undefined ? [] : [{ finding, also }];
  });
  const grouped = Map.groupBy(
    firsts,
    ({ finding }) => `${finding.testCase.id} ${finding.check.exchange ?? ''}`,
  );
  return [...grouped.values()].flatMap((findings) => {
    const lead = findings[0]?.finding;
    return lead === undefined ? [] : [{ lead, findings }];
  });
}

/** Splits blocks after so many requirements: what is shown in full, and the findings that are left. */
export function limitBlocks(
  blocks: readonly FailureBlock[],
  limit: number,
): readonly [readonly FailureBlock[], readonly Finding[]] {
  let left = limit;
  const full: FailureBlock[] = [];
  const short: Finding[] = [];
  for (const { lead, findings } of blocks) {
    const kept = findings.slice(0, left);
    if (kept.length > 0) full.push({ lead, findings: kept });
    short.push(...findings.slice(kept.length).map(({ finding }) => finding));
    left -= kept.length;
  }
  return [full, short];
}
