import type { RequirementResult, Results } from '../result/results.ts';
import type { Check } from '../verdict/verdict.ts';
import { isEqual } from './canonical.ts';

/** What a reader believes of Results: all that follows from the evidence, by the name of the member. */
const derivedMembers = [
  'spec',
  'verdict',
  'variants',
  'notApplicable',
  'requirements',
  'waivers',
  'reviews',
  'observations',
  'advisories',
] as const satisfies readonly (keyof Results)[];

/** What counts whatever the version: classes, waivers, what persons decided. */
const settledMembers = [
  'verdict',
  'variants',
  'waivers',
  'reviews',
] as const satisfies readonly (keyof Results)[];

/** Where Results say something else than their evidence, judged anew, one sentence each; wordings count only within one version of the suite. */
export function compareRejudged(
  recorded: Results,
  judged: Results,
  isSameVersion: boolean,
): readonly string[] {
  const verdicts = [
    ...differing('case', recorded.cases, judged.cases),
    ...differing('requirement', recorded.requirements, judged.requirements),
  ];
  if (!isSameVersion) {
    return [
      ...verdicts,
      ...recorded.requirements
        .filter((found, place) => !isEqual(settledOf(found), settledOf(judged.requirements[place])))
        .map(({ id }) => `requirement ${id}: it is not waived or decided as is recorded`),
      ...differingMembers(recorded, judged, settledMembers),
    ];
  }
  const named = new Set(verdicts.map((line) => line.split(':')[0]));
  return [
    ...verdicts,
    ...recorded.cases
      .filter(
        ({ id, checks }, place) =>
          !isEqual(inOrder(checks), inOrder(judged.cases[place]?.checks ?? [])) && !named.has(`case ${id}`),
      )
      .map(({ id }) => `case ${id}: its checks are not those that its exchanges lead to`),
    ...(verdicts.length === 0 ? differingMembers(recorded, judged, derivedMembers) : []),
  ];
}

const differingMembers = (
  recorded: Results,
  judged: Results,
  names: readonly (keyof Results)[],
): readonly string[] =>
  names
    .filter((name) => !isEqual(recorded[name], judged[name]))
    .map((name) => `\`${name}\` of the results is not what follows from the evidence`);

const settledOf = (found: RequirementResult | undefined): unknown => [
  found?.id,
  found?.waived,
  found?.decided,
];

/** By requirement: where a case was repeated, its checks are gathered in that way. */
const inOrder = (checks: readonly Check[]): readonly Check[] =>
  checks.toSorted((left, right) => left.requirement.localeCompare(right.requirement, 'en'));

interface Judged {
  readonly id: string;
  readonly verdict: string | null;
  readonly reason: string | null;
}

function differing(what: string, before: readonly Judged[], after: readonly Judged[]): readonly string[] {
  const anew = new Map(after.map((found) => [found.id, found]));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before
      .filter(({ id, verdict, reason }) => {
        const other = anew.get(id);
        return other?.verdict !== verdict || other.reason !== reason;
      })
      .map(
        ({ id, verdict }) =>
          `${what} ${id}: recorded as ${inWords(verdict)}, judged again as ${inWords(anew.get(id)?.verdict)}`,
      ),
    ...after.filter(({ id }) => !known.has(id)).map(({ id }) => `${what} ${id} is missing from the record`),
  ];
}

const inWords = (verdict: string | null | undefined): string =>
  verdict === undefined ? 'nothing' : (verdict ?? 'observed');
