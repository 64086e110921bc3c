import type { CaseResult, RequirementResult, Results } from '../../results/results.ts';
import type { Evidence } from '../../judge/evidence.ts';
import { viewOf } from '../view.ts';

// Keeps a report of hundreds of exchanges small enough to be mailed, whatever a target sent.
const bodiesInFull = 40_000;
const fullRange = { least: 300, most: 4000 } as const;
const briefLimit = 300;
/** Exchanges that a page shows at most, and controls besides. */
export const exchangesShown = 1000;

/** What all parts of a page are written from and with. */
export type PageContext = Readonly<ReturnType<typeof pageContext>>;

const isInFull = ({ verdict }: CaseResult): boolean => verdict === 'fail' || verdict === 'review';

/** Looks up what the parts of a page need of the Results. */
export function pageContext(recorded: Results) {
  const view = viewOf(recorded);
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
    /** The card of each requirement that failed. */
    cards: new Map(
      failures.blocks.flatMap(({ id, members }) => members.map(({ requirement }) => [requirement.id, id])),
    ),
    /** Exchanges that a card shows. */
    inCards: new Set(carded.map(({ id }) => id)),
    /** Cases that the page has room for with checks and exchanges. */
    roomy,
    /** The first exchange of the page that shows an answer's body: others with the same one refer to it. */
    bodies: new Map(shown.toReversed().map((one) => [one.response?.body ?? '', one.id])),
    /** The plain request of each variant: differences from it are marked. */
    plain: new Map(
      Object.keys(results.variants).flatMap((variant): (readonly [string, Evidence])[] => {
        const recorded = exchanges.get(results.baselines[variant]?.attempts.at(-1) ?? '');
        const plain = recorded ?? results.cases.find(({ id }) => id === `${variant}.success`)?.exchanges[0];
        return plain === undefined ? [] : [[variant, plain]];
      }),
    ),
    /** Characters of a body that are shown: more in a case that failed or is under review. */
    limitOf: (testCase: CaseResult | null): number =>
      testCase !== null && isInFull(testCase) ? fullLimit : briefLimit,
  };
}

/** The cases that the page shows with checks and exchanges: failed ones and those under review first. */
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
