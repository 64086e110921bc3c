import type { CaseResult, RequirementResult, Results } from '../../results/results.ts';
import type { Since } from '../../comparison/since.ts';
import type { Evidence } from '../../judge/evidence.ts';
import { viewOf } from '../view.ts';

// Keeps a report of hundreds of exchanges small enough for e-mail, whatever a target sends.
const bodiesInFull = 40_000;
const fullRange = { least: 300, most: 4000 } as const;
const briefLimit = 300;
/** Maximum number of exchanges on a page, not counting controls. */
export const exchangesShown = 1000;

export type PageContext = Readonly<ReturnType<typeof pageContext>>;

const isInFull = ({ verdict }: CaseResult): boolean => verdict === 'fail' || verdict === 'review';

export function pageContext(recorded: Results, since: Since | null) {
  const view = viewOf(recorded, since);
  const { results, exchanges, failures } = view;
  const carded = failures.blocks.flatMap(({ exchange }) => exchange ?? []);
  const roomy = casesWithExchanges(results.cases);
  const shown = [...carded, ...[...roomy].flatMap((one) => one.exchanges), ...results.controls];
  const count = results.cases.filter(isInFull).reduce((sum, one) => sum + one.exchanges.length, 0);
  const share = Math.floor(bodiesInFull / Math.max(1, count));
  const fullLimit = Math.min(fullRange.most, Math.max(fullRange.least, share));
  return {
    ...view,
    requirements: new Map(results.requirements.map((one): [string, RequirementResult] => [one.id, one])),
    cases: new Set(results.cases.map(({ id }) => id)),
    /** The card of each failed requirement. */
    cards: new Map(
      failures.blocks.flatMap(({ id, requirements }) => requirements.map((one) => [one.id, id])),
    ),
    inCards: new Set(carded.map(({ id }) => id)),
    /** Cases whose checks and exchanges the page has room for. */
    roomy,
    /** The first exchange on the page with each body. Others with the same body refer to it. */
    bodies: new Map(shown.toReversed().map((one) => [one.response?.body ?? '', one.id])),
    /** The plain request of each variant. Differences from it are marked. */
    plain: new Map(
      Object.keys(results.variants).flatMap((variant): (readonly [string, Evidence])[] => {
        const recorded = exchanges.get(results.baselines[variant]?.attempts.at(-1) ?? '');
        const plain = recorded ?? results.cases.find(({ id }) => id === `${variant}.success`)?.exchanges[0];
        return plain === undefined ? [] : [[variant, plain]];
      }),
    ),
    /** Characters of a body to show. More for a case that failed or is under review. */
    limitOf: (testCase: CaseResult | null): number =>
      testCase !== null && isInFull(testCase) ? fullLimit : briefLimit,
  };
}

/** The cases to show with checks and exchanges: first those that failed and those under review. */
function casesWithExchanges(cases: readonly CaseResult[]): ReadonlySet<CaseResult> {
  let room = exchangesShown;
  return new Set(
    [...cases.filter(isInFull), ...cases.filter((one) => !isInFull(one))].filter(({ exchanges }) => {
      if (exchanges.length > room) return false;
      room -= exchanges.length;
      return true;
    }),
  );
}
