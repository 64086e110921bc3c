import { UserError } from '../errors.ts';
import { requirementId } from '../spec/requirement.ts';
import { needsProvisioning, variantById } from '../spec/specification.ts';
import type { ConditionName, Specification, Variant } from '../spec/specification.ts';
import type { Target } from '../target/target.ts';
import type { Standing } from '../verdict/check.ts';
import { draftCases } from './judged-case.ts';
import type { Draft } from './judged-case.ts';
import { observedCases } from './observed-case.ts';
import { mayFail, requirementsOf } from './test-case.ts';
import type { TestCase } from './test-case.ts';

/** What a target claims of one variant, as far as cases follow from it. */
interface Claim {
  /** Conditions that can be brought about: by a request alone, or because the profile says how. */
  readonly provisioned: readonly ConditionName[];
  /** Those that change the target for everybody while they hold. */
  readonly exclusive: readonly ConditionName[];
}

/** By the id of the variant; one that is not there is not claimed. */
export type Claims = Readonly<Record<string, Claim>>;

/** What the profile of a target claims. */
export function claimsOf({ variants }: Pick<Target, 'variants'>, spec: Specification): Claims {
  return Object.fromEntries(
    Object.entries(variants).map(([id, { conditions }]) => {
      const names = variantById(spec, id).conditions.map(({ name }) => name);
      const isProvisioned = (name: ConditionName): boolean => {
        const { credentials, headers, baseUrl, localAddress, proxy, setup } = conditions[name] ?? {};
        const differences = [credentials, headers, baseUrl, localAddress, proxy, setup];
        return !needsProvisioning(name) || differences.some((difference) => difference !== undefined);
      };
      const exclusive = names.filter((name) => conditions[name]?.setup !== undefined);
      return [id, { provisioned: names.filter(isProvisioned), exclusive }];
    }),
  );
}

/** A target that claims every variant and can bring about every condition. */
export const allClaims = (spec: Specification): Claims =>
  Object.fromEntries(
    spec.variants.map(({ id, conditions }) => [
      id,
      { provisioned: conditions.map(({ name }) => name), exclusive: [] },
    ]),
  );

/** Every case for the claimed variants, in the order in which they are started; `thorough` adds what may be a burden to the target. */
export function deriveCases(spec: Specification, claims: Claims, thorough = false): readonly TestCase[] {
  const cases = Object.entries(claims).flatMap(([id, claim]) => {
    const variant = variantById(spec, id);
    const comparable = claim.provisioned.filter((name) => !claim.exclusive.includes(name));
    return [
      ...draftCases(variant, claim.provisioned).map((draft) => caseOf(variant, claim, 'judged', draft)),
      ...observedCases(variant, comparable, thorough).map((draft) =>
        caseOf(variant, claim, 'observed', draft),
      ),
    ];
  });
  return cases.toSorted((left, right) => rankOf(left) - rankOf(right));
}

/** What may lock a partner comes late, first what is refused for its form; what is never judged comes last. */
function rankOf({ kind, stimuli, exclusive }: TestCase): number {
  const logins = stimuli.map(({ login }) => login);
  if (kind === 'observed') return logins.some(mayFail) ? 5 : 4;
  if (logins.includes('wrong')) return 3;
  if (logins.includes('invalid')) return 2;
  return exclusive.length > 0 ? 1 : 0;
}

/** What is checked with every answer of the variant. */
const standingOf = ({ id, unusedStatuses }: Variant): readonly Standing[] => [
  { kind: 'error-body', requirement: requirementId(id, 'error', null, 'body') },
  ...unusedStatuses.map((status): Standing => ({
    kind: 'unused-status',
    requirement: requirementId(id, 'status', null, `no-${status}`),
    status,
  })),
  { kind: 'authorization-enforced', requirement: requirementId(id, 'authorization', null, 'enforced') },
];

/** A list obtained by another way to write the request is a list like any other. */
const successStanding = ({ id }: Variant): readonly Standing[] => [
  { kind: 'success-body', requirement: requirementId(id, 'success', null, 'body') },
  { kind: 'success-record', requirement: requirementId(id, 'success', null, 'record') },
];

function caseOf(
  variant: Variant,
  claim: Claim,
  kind: TestCase['kind'],
  { suffix, ...draft }: Draft,
): TestCase {
  const conditions = kind === 'judged' ? draft.stimuli.map(({ condition }) => condition) : [];
  const exclusive = conditions.filter((name) => claim.exclusive.includes(name));
  const isSpelled = draft.stimuli.some(({ spelling }) => spelling !== undefined);
  return {
    ...draft,
    id: `${variant.id}.${suffix}`,
    variant: variant.id,
    kind,
    standing: [...standingOf(variant), ...(isSpelled ? successStanding(variant) : [])],
    provisioned: conditions.every((name) => claim.provisioned.includes(name)),
    exclusive,
  };
}

/** Patterns of `--case` and `--requirement`; `*` matches anything, `?` one character. */
export interface Selection {
  readonly cases?: readonly string[] | undefined;
  readonly requirements?: readonly string[] | undefined;
}

/** The cases that a selection names; throws a UserError where it names none. */
export function selectCases(all: readonly TestCase[], selection: Selection): readonly TestCase[] {
  const { cases = [], requirements = [] } = selection;
  const [byId, byRequirement] = [globMatcher(cases), globMatcher(requirements)];
  const chosen = all.filter((testCase) => byId([testCase.id]) && byRequirement(requirementsOf(testCase)));
  if (chosen.length > 0) return chosen;
  const given = [
    ...cases.map((glob) => `--case ${glob}`),
    ...requirements.map((glob) => `--requirement ${glob}`),
  ];
  throw new UserError(
    'usage',
    'empty-selection',
    `${given.join(' ')} selects none of the ${all.length} cases`,
    'list cases and requirements with `requirements`; * matches anything',
  );
}

/** A test whether one of some ids matches one of the patterns: `*` matches anything, `?` one character; without a pattern, everything matches. */
export function globMatcher(globs: readonly string[]): (ids: readonly string[]) => boolean {
  const patterns = globs.map((glob) => {
    const source = glob
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    return new RegExp(`^${source}$`, 'i');
  });
  return (ids) => globs.length === 0 || ids.some((id) => patterns.some((pattern) => pattern.test(id)));
}
