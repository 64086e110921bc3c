import { worst } from '../verdict/verdict.ts';
import type { Check, Verdict } from '../verdict/verdict.ts';
import { checksUnderReview } from './decision.ts';
import type { CaseResult } from './results.ts';
import { textOfCheck } from './spoken-text.ts';

/** Makes one result out of all goes of a case: each check at its worst, with its share where goes differ. */
export function mergeGoes(goes: readonly CaseResult[]): CaseResult {
  const [first] = goes;
  if (first === undefined) throw new RangeError('a case without a go');
  if (goes.length === 1) return first;
  const carried = goes.filter(({ reason }) => reason !== 'not-selected');
  const counted = carried.length === 0 ? goes : carried;
  const checks = keysOf(counted).flatMap((key) => mergeChecks(counted, key));
  // Where all come out the same, the first stands for them; not so where a person has more than one text to read.
  const kept = isSame(counted) && isSameText(counted) ? counted.slice(0, 1) : counted;
  const deciding = counted.find(({ verdict }) => verdict === worst(verdictsOf(counted))) ?? first;
  return {
    ...deciding,
    verdict: worst(verdictsOf(counted)),
    durationMs: goes.reduce((sum, { durationMs }) => sum + durationMs, 0),
    checks,
    exchanges: kept.flatMap(({ exchanges }) => exchanges),
    trials: kept.flatMap(({ trials }) => trials),
    controls: [...new Set(kept.flatMap(({ controls }) => controls))],
    goes: { times: counted.length, unstable: !isSame(counted), verdicts: shareOf(counted) },
  };
}

const verdictsOf = (goes: readonly CaseResult[]): readonly Verdict[] =>
  goes.flatMap(({ verdict }) => verdict ?? []);

const isSame = (goes: readonly CaseResult[]): boolean =>
  new Set(goes.map(({ checks, verdict }) => JSON.stringify([verdict, checks.map((check) => check.verdict)])))
    .size === 1;

const isSameText = (goes: readonly CaseResult[]): boolean =>
  new Set(goes.map((go) => JSON.stringify(textsUnderReview(go)))).size === 1;

const textsUnderReview = (go: CaseResult): readonly string[] =>
  checksUnderReview({ cases: [go], controls: [] }).map(({ text }) => text);

function shareOf(goes: readonly CaseResult[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { verdict } of goes)
    counts.set(verdict ?? 'observed', (counts.get(verdict ?? 'observed') ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** A case makes several checks on one requirement; the place among them tells them apart. */
interface Key {
  readonly requirement: string;
  readonly place: number;
}

function keysOf(goes: readonly CaseResult[]): readonly Key[] {
  const most = new Map<string, number>();
  for (const { checks } of goes) {
    const own = new Map<string, number>();
    for (const { requirement } of checks) own.set(requirement, (own.get(requirement) ?? 0) + 1);
    for (const [requirement, count] of own)
      most.set(requirement, Math.max(count, most.get(requirement) ?? 0));
  }
  return [...most].flatMap(([requirement, count]) =>
    Array.from({ length: count }, (_, place) => ({ requirement, place })),
  );
}

/** The check at its worst; where it is under review, one for each text that a person has to read. */
function mergeChecks(goes: readonly CaseResult[], { requirement, place }: Key): readonly Check[] {
  const own = goes.flatMap(
    ({ checks }) => checks.filter((check) => check.requirement === requirement)[place] ?? [],
  );
  const bad = worst(own.map(({ verdict }) => verdict));
  const alike = own.filter(({ verdict }) => verdict === bad);
  const [first] = alike;
  if (first === undefined) throw new RangeError(`no check on ${requirement}`);
  const shown = bad === 'review' ? withOwnTexts(alike, goes) : [first];
  if (alike.length === own.length) return shown;
  const share = `unstable: ${alike.length} of ${own.length}`;
  return shown.map((check) => ({
    ...check,
    message: `${check.message} (${share})`,
    actual: `${check.actual} (${share})`,
  }));
}

function withOwnTexts(checks: readonly Check[], goes: readonly CaseResult[]): readonly Check[] {
  const exchanges = new Map(goes.flatMap((go) => go.exchanges.map((one) => [one.id, one] as const)));
  const byText = Map.groupBy(checks, (check) => textOfCheck(check, exchanges));
  return [...byText.values()].flatMap(([first]) => first ?? []);
}
