import { needsProvisioning } from '../operation/specification.ts';
import type { ConditionName, Variant } from '../operation/specification.ts';
import { isHarmless } from './risk.ts';
import type { Risk } from './risk.ts';
import { baseline } from './test-case.ts';
import type { TestCase, TestRequest } from './test-case.ts';
import { isWrongPassword, wrongPasswords } from './password-form.ts';
import type { WrongPassword } from './password-form.ts';

/**
 * When a request is sent. `setup`: while its condition is set up. `login`: last, because a conforming service
 * may refuse it as a failed login: wrong passwords, other names of the partner, and other flags.
 */
const stepOrder = ['baseline', 'harmless', 'setup', 'misreadable', 'login'] as const;
export type Step = (typeof stepOrder)[number];

/** A part of a step. A kind of wrong password is a stage. */
type StageName =
  | 'baseline'
  | 'condition'
  | 'judged'
  | 'observed'
  | 'setup'
  | 'judged-form'
  | 'plain'
  | 'form'
  | WrongPassword
  | 'judged-wrong-password'
  | 'shorter-name'
  | 'other-value'
  | 'other-flag'
  | 'other-login';

const kindsAccepted = (accepted: 'fail' | 'review'): readonly StageName[] =>
  wrongPasswords.filter((kind) => kind.accepted === accepted).map(({ id }) => id);

/**
 * All stages in the order of sending. Refusals of a partner come first, because a control follows them. Of the
 * logins, first what is judged, then what is likeliest to be accepted.
 */
const stageNames: readonly StageName[] = [
  'baseline',
  'condition',
  'judged',
  'observed',
  'setup',
  'judged-form',
  'plain',
  'form',
  'judged-wrong-password',
  ...kindsAccepted('fail'),
  'shorter-name',
  'other-flag',
  ...kindsAccepted('review'),
  'other-value',
  'other-login',
];

/** A request as far as its order depends on it. */
interface Ordered {
  readonly variant: Variant;
  readonly testRequest: TestRequest;
  /** With that of a condition's own partner. */
  readonly risk: Risk;
}

/** `exclusive`: conditions with a set-up. */
export function stepOf(request: Ordered, exclusive: readonly ConditionName[]): Step {
  const { testRequest, risk } = request;
  if (testRequest.id === baseline.id) return 'baseline';
  if (exclusive.includes(testRequest.condition)) return 'setup';
  if (isHarmless(request)) return 'harmless';
  return risk === 'wrong' || namesOther(request) || flagsOther(request) ? 'login' : 'misreadable';
}

/** The role of the parameter that a mutation changes. */
function mutatedRole({ variant, testRequest: { mutation } }: Ordered): string | undefined {
  const changed = mutation !== undefined && 'parameter' in mutation ? mutation.parameter : null;
  return variant.parameters.find(({ name }) => name === changed)?.role;
}

const namesOther = (request: Ordered): boolean =>
  request.testRequest.partner !== undefined || mutatedRole(request) === 'partner';

const flagsOther = (request: Ordered): boolean =>
  request.testRequest.password === undefined && mutatedRole(request) === 'flag';

/** The stage of a request, and its place among all. Requests of one stage may be sent in parallel. */
export function stageOf(request: Ordered & { readonly step: Step }): {
  readonly name: StageName;
  readonly place: number;
} {
  const name = nameOf(request);
  return { name, place: stageNames.indexOf(name) };
}

function nameOf(request: Ordered & { readonly step: Step }): StageName {
  const { step, testRequest } = request;
  const { status, condition, password } = testRequest;
  switch (step) {
    case 'baseline':
    case 'setup':
      return step;
    case 'harmless':
      if (needsProvisioning(condition) || status === 401 || status === 403) return 'condition';
      return status === null ? 'observed' : 'judged';
    case 'misreadable':
      if (needsProvisioning(condition)) return 'condition';
      if (status !== null) return 'judged-form';
      return password === 'plain' ? 'plain' : 'form';
    case 'login':
      return loginStageOf(request);
  }
}

function loginStageOf(request: Ordered): StageName {
  const { status, password, partner, condition, mutation } = request.testRequest;
  if (status !== null) return 'judged-wrong-password';
  if (partner === 'shortened') return 'shorter-name';
  if (namesOther(request) || flagsOther(request)) return 'other-value';
  if (!isWrongPassword(password) || condition !== 'unauthorized') return 'other-login';
  return mutation === undefined ? password : 'other-flag';
}

/**
 * Groups of cases in the order in which results list them. The requests of a case may have several stages, and
 * what is only observed comes after all that is judged.
 */
const caseGroups = ['judged', 'setup', 'login', 'wrong-password', 'observed', 'observed-login'] as const;

function groupOf({ kind, testRequests, exclusive }: TestCase): (typeof caseGroups)[number] {
  if (kind === 'observed') return testRequests.every(isHarmless) ? 'observed' : 'observed-login';
  if (testRequests.some(({ password }) => isWrongPassword(password))) return 'wrong-password';
  if (testRequests.some(({ password }) => password !== undefined)) return 'login';
  return exclusive.length > 0 ? 'setup' : 'judged';
}

/** Compares cases by their groups. */
export const byGroup = (left: TestCase, right: TestCase): number =>
  caseGroups.indexOf(groupOf(left)) - caseGroups.indexOf(groupOf(right));
