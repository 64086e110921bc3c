import { UserError } from '../base/errors.ts';
import { requirementId } from '../operation/requirement.ts';
import { needsProvisioning, variantById } from '../operation/specification.ts';
import type { ConditionName, Specification, Variant } from '../operation/specification.ts';
import { nearMiss } from '../base/near-miss.ts';
import type { Target } from '../profile/target.ts';
import { draftCases } from './judged-case.ts';
import type { Draft } from './judged-case.ts';
import { observedCases } from './observed-case.ts';
import { byGroup, stepOf } from './order.ts';
import type { Step } from './order.ts';
import { assertionKinds, baseline, judged, kindsOfSuccess, lacking } from './test-case.ts';
import { observed, ownPartner, requirementsOf } from './test-case.ts';
import type { Invariant, TestRequest, TestCase } from './test-case.ts';
import type { Risk } from './risk.ts';

/** What a target claims about one variant, as far as cases and their judgement depend on it. */
export interface Claim {
  /** Conditions that a request alone creates, or that the profile says how to create. */
  readonly provisioned: readonly ConditionName[];
  /** Conditions that change the target for every client while they hold. */
  readonly exclusive: readonly ConditionName[];
  /**
   * Conditions that use another route than the plain request. `address`: from another source address.
   * `gateway`: through a proxy or to another URL, which can fail as well.
   */
  readonly routes: Readonly<Partial<Record<ConditionName, 'address' | 'gateway'>>>;
  /** Conditions with a partner of their own, whose password may be outdated. */
  readonly partners: readonly ConditionName[];
  /**
   * The partner whose passwords are guessed. `own-uncontrolled`: the right password is unknown, so there is no
   * control.
   */
  readonly guessed: 'profile' | 'own' | 'own-uncontrolled';
}

/** By id of the variant. A missing variant is not claimed. */
export type Claims = Readonly<Record<string, Claim>>;

export function claimsOf(
  { variants, proxies }: Pick<Target, 'variants'> & Partial<Pick<Target, 'proxies'>>,
  spec: Specification,
): Claims {
  // Through a proxy, a request from another address may not reach the target.
  const direct = (proxies?.http ?? proxies?.https ?? null) === null ? 'address' : 'gateway';
  return Object.fromEntries(
    Object.entries(variants).map(([id, { conditions, credentials }]): [string, Claim] => {
      const names = variantById(spec, id).conditions.map(({ name }) => name);
      const isProvisioned = (name: ConditionName): boolean => {
        const {
          credentials: ownCredentials,
          headers,
          baseUrl,
          localAddress,
          proxy,
          setup,
        } = conditions[name] ?? {};
        const differences = [ownCredentials, headers, baseUrl, localAddress, proxy, setup];
        return !needsProvisioning(name) || differences.some((difference) => difference !== undefined);
      };
      const routes = names.flatMap((name): readonly (readonly [ConditionName, 'address' | 'gateway'])[] => {
        const { baseUrl, localAddress, proxy } = conditions[name] ?? {};
        if (baseUrl !== undefined || proxy !== undefined) return [[name, 'gateway']];
        return localAddress === undefined ? [] : [[name, direct]];
      });
      const guessed = conditions.unauthorized?.credentials;
      const isOwn = (guessed?.partnerName ?? credentials.partnerName) !== credentials.partnerName;
      return [
        id,
        {
          provisioned: names.filter(isProvisioned),
          exclusive: names.filter((name) => conditions[name]?.setup !== undefined),
          routes: Object.fromEntries(routes),
          partners: names.filter((name) => conditions[name]?.credentials !== undefined),
          guessed: !isOwn ? 'profile' : guessed?.rightPassword === undefined ? 'own-uncontrolled' : 'own',
        },
      ];
    }),
  );
}

/** Claims of a target with every variant and every condition. */
export const allClaims = (spec: Specification): Claims =>
  Object.fromEntries(
    spec.variants.map(({ id, conditions }) => [
      id,
      {
        provisioned: conditions.map(({ name }) => name),
        exclusive: [],
        routes: {},
        partners: [],
        guessed: 'profile',
      },
    ]),
  );

/** All cases of the claimed variants, in the order of sending. */
export function deriveCases(spec: Specification, claims: Claims): readonly TestCase[] {
  const cases = Object.entries(claims).flatMap(([id, claim]) => {
    const variant = variantById(spec, id);
    const comparable = claim.provisioned.filter((name) => !claim.exclusive.includes(name));
    return [
      ...draftCases(variant, claim.provisioned).map((draft) => caseOf(variant, claim, 'judged', draft)),
      ...observedCases(variant, { ...claim, comparable }).map((draft) =>
        caseOf(variant, claim, 'observed', draft),
      ),
    ];
  });
  return cases.toSorted(byGroup);
}

/** Checks on every answer of the variant. */
const invariantsOf = ({ id, unusedStatuses }: Variant): readonly Invariant[] => [
  { kind: 'error-body', requirement: requirementId(id, 'error', null, 'body') },
  ...unusedStatuses.map((status): Invariant => ({
    kind: 'unused-status',
    requirement: requirementId(id, 'status', null, `no-${status}`),
    status,
  })),
  { kind: 'authorization-enforced', requirement: requirementId(id, 'authorization', null, 'enforced') },
];

/** A list obtained with another spelling of the request must meet the same requirements. */
const successInvariants = ({ id }: Variant): readonly Invariant[] =>
  kindsOfSuccess
    .filter((kind) => kind !== 'success-status')
    .map((kind) => ({ kind, requirement: requirementId(id, 'success', null, assertionKinds[kind]) }));

function caseOf(
  variant: Variant,
  claim: Claim,
  kind: TestCase['kind'],
  { suffix, ...draft }: Draft,
): TestCase {
  const conditions = kind === 'judged' ? draft.testRequests.map(({ condition }) => condition) : [];
  const exclusive = conditions.filter((name) => claim.exclusive.includes(name));
  const isSpelled = draft.testRequests.some(({ spelling }) => spelling !== undefined);
  const [only, ...others] = draft.testRequests;
  return {
    ...draft,
    id: `${variant.id}.${suffix}`,
    variant: variant.id,
    kind,
    invariants: [...invariantsOf(variant), ...(isSpelled ? successInvariants(variant) : [])],
    provisioned: conditions.every((name) => claim.provisioned.includes(name)),
    exclusive,
    guess: (others.length === 0 ? only?.guess : null) ?? null,
  };
}

/** One distinct request. All cases that need its answer share it. */
export interface Request {
  /** `<variant>.<difference from the baseline>`. */
  readonly id: string;
  readonly variant: Variant;
  readonly testRequest: TestRequest;
  readonly step: Step;
  /** `misreadable` also for a condition's own partner, whose password may be outdated. */
  readonly risk: Risk;
}

/** Builds the id of a request. No other code does. */
export const requestId = (variant: string, testRequest: string): string => `${variant}.${testRequest}`;

export const requestIdsOf = ({ variant, testRequests }: TestCase): readonly string[] =>
  testRequests.map(({ id }) => requestId(variant, id));

export const baselineId = (variant: string): string => requestId(variant, baseline.id);

/** Id of the request without credentials. No service counts it as a login. */
export const bareId = ({ id, parameters }: Variant): string =>
  requestId(id, lacking(parameters.map(({ name }) => name)).id);

/** Id of the plain request of the partner whose passwords are guessed. */
export const ownPartnerId = (variant: string): string => requestId(variant, ownPartner.id);

/** All requests that a run may send, by id: those of the cases in order, then those of controls. */
export function planRequests(
  cases: readonly TestCase[],
  spec: Specification,
  claims: Claims,
): ReadonlyMap<string, Request> {
  const requests = new Map<string, Request>();
  const add = (variant: Variant, testRequest: TestRequest, claim: Claim): void => {
    const id = requestId(variant.id, testRequest.id);
    if (requests.has(id)) return;
    const isOwn = needsProvisioning(testRequest.condition) && claim.partners.includes(testRequest.condition);
    const risk = isOwn && testRequest.risk === 'right' ? 'misreadable' : testRequest.risk;
    const request = { id, variant, testRequest, risk } as const;
    requests.set(id, { ...request, step: stepOf(request, claim.exclusive) });
  };
  for (const [id, claim] of Object.entries(claims)) {
    const variant = variantById(spec, id);
    add(variant, judged(variant, baseline), claim);
    for (const { testRequests } of cases.filter((one) => one.variant === id && one.provisioned)) {
      for (const testRequest of testRequests) add(variant, testRequest, claim);
    }
    add(variant, observed(variant, ownPartner), claim);
  }
  return requests;
}

/** Patterns of `--case` and `--requirement`. `*` matches any text, `?` one character. */
export interface Selection {
  readonly cases?: readonly string[] | undefined;
  readonly requirements?: readonly string[] | undefined;
  /** Only cases all of whose requests are plain or free, and need no set-up. */
  readonly isHarmless?: boolean | undefined;
}

/** True if the profile provides for a case, and none of its requests may be a failed login or needs a set-up. */
export const isHarmlessCase = (testCase: TestCase, { requests }: Pick<Plan, 'requests'>): boolean =>
  testCase.provisioned &&
  requestIdsOf(testCase).every((id) => {
    const step = requests.get(id)?.step;
    return step === 'baseline' || step === 'harmless';
  });

/** Throws a UserError if no case matches. */
export function selectCases(all: readonly TestCase[], selection: Selection): readonly TestCase[] {
  const { cases = [], requirements = [] } = selection;
  const [byId, byRequirement] = [globMatcher(cases), globMatcher(requirements)];
  const chosen = all.filter((testCase) => byId([testCase.id]) && byRequirement(requirementsOf(testCase)));
  if (chosen.length > 0) return chosen;
  const given = [
    ...cases.map((glob) => `--case ${glob}`),
    ...requirements.map((glob) => `--requirement ${glob}`),
  ];
  const ids = all.map(({ id }) => id);
  const near = meantBy(cases, ids) ?? meantBy(requirements, all.flatMap(requirementsOf));
  throw new UserError(
    'usage',
    'empty-selection',
    `${given.join(' ')} selects none of the ${all.length} cases${near === null ? '' : `; did you mean '${near}'?`}`,
    'list cases and requirements with `requirements`; * matches anything; nothing was sent',
  );
}

/** If one of `globs` matches no id: the corrected pattern that does match. Null if none is similar. */
export function meantBy(globs: readonly string[], ids: readonly string[]): string | null {
  for (const glob of globs.filter((one) => !globMatcher([one])(ids))) {
    const parts = glob.split(/([.-])/);
    const isOpen = (part = ''): boolean => /[*?]/.test(part);
    // A word that contains a star is not compared.
    const alike = (id: string): string =>
      id
        .split(/([.-])/, parts.length)
        .map((part, place) => (isOpen(parts[place]) ? parts[place] : part))
        .join('');
    const near = nearMiss(glob, isOpen(glob) ? ids.map(alike) : ids);
    if (near !== null) return near;
  }
  return null;
}

/** Makes a test for ids: `*` matches any text, `?` one character. An empty list matches every id. */
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

/** The cases and requests of a run with these claims. */
export interface Plan {
  readonly cases: readonly TestCase[];
  readonly requests: ReadonlyMap<string, Request>;
}

/** Derives cases and requests from the specification and the claims of a target. */
export function planOf(spec: Specification, claims: Claims): Plan {
  const cases = deriveCases(spec, claims);
  return { cases, requests: planRequests(cases, spec, claims) };
}
