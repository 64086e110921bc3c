import { needsProvisioning } from '../operation/specification.ts';
import type { ConditionName } from '../operation/specification.ts';
import type { Risk } from './risk.ts';
import { baseline } from './test-case.ts';
import type { TestCase, TestRequest } from './test-case.ts';
import { isWrongPassword, wrongPasswords } from './wrong-password.ts';
import type { WrongPassword } from './wrong-password.ts';

/** When a request is sent. `setup`: while its condition is set up; `login`: as a possible failed login. */
export type Step = 'baseline' | 'judged' | 'observed' | 'setup' | 'login';

/** A step, or one of the stages of the step `login`. A kind of wrong password is a stage. */
type StageName =
  | Exclude<Step, 'login'>
  | WrongPassword
  | 'judged-login'
  | 'judged-wrong-password'
  | 'plain'
  | 'form'
  | 'other-partner-name'
  | 'other-flag'
  | 'other-login';

const kindsAccepted = (accepted: 'fail' | 'review'): readonly StageName[] =>
  wrongPasswords.filter((kind) => kind.accepted === accepted).map(({ id }) => id);

/**
 * All stages in the order of sending. Of the logins, first what is judged, then forms that services usually
 * refuse as malformed, then what is likeliest to be accepted.
 */
const stageNames: readonly StageName[] = [
  'baseline',
  'judged',
  'observed',
  'setup',
  'judged-login',
  'judged-wrong-password',
  'plain',
  'form',
  ...kindsAccepted('fail'),
  'other-partner-name',
  'other-flag',
  ...kindsAccepted('review'),
  'other-login',
];

/** `risk`: with that of a condition's own partner. `exclusive`: conditions with a set-up. */
export function stepOf(
  { id, status, condition, risk: own }: TestRequest,
  risk: Risk,
  exclusive: readonly ConditionName[],
): Step {
  if (id === baseline.id) return 'baseline';
  if (exclusive.includes(condition)) return 'setup';
  // The status of a partner's block is only known where it is judged. Elsewhere the password may be refused.
  if (own === 'wrong' || (status === null && risk === 'wrong')) return 'login';
  return status === null ? 'observed' : 'judged';
}

/** The stage of a request, and its place among all. Requests of one stage may be sent in parallel. */
export function stageOf({ step, testRequest }: { readonly step: Step; readonly testRequest: TestRequest }): {
  readonly name: StageName;
  readonly place: number;
} {
  const name = step === 'login' ? loginStageOf(testRequest) : step;
  return { name, place: stageNames.indexOf(name) };
}

function loginStageOf(request: TestRequest): StageName {
  const { status, password, partner, condition, credentials, mutation } = request;
  const isWrong = isWrongPassword(password);
  if (partner !== undefined) return 'other-partner-name';
  if (status !== null) return isWrong ? 'judged-wrong-password' : 'judged-login';
  if (isWrong && condition === 'unauthorized') return mutation === undefined ? password : 'other-flag';
  if (isWrong || credentials === 'open' || needsProvisioning(condition)) return 'other-login';
  return password === 'plain' ? 'plain' : 'form';
}

/**
 * Groups of cases in the order in which results list them. The requests of a case may have several stages, and
 * what is only observed comes after all that is judged.
 */
const caseGroups = ['judged', 'setup', 'login', 'wrong-password', 'observed', 'observed-login'] as const;

function groupOf({ kind, testRequests, exclusive }: TestCase): (typeof caseGroups)[number] {
  const isLogin = testRequests.some(({ risk }) => risk === 'wrong');
  if (kind === 'observed') return isLogin ? 'observed-login' : 'observed';
  if (testRequests.some(({ password }) => isWrongPassword(password))) return 'wrong-password';
  if (isLogin) return 'login';
  return exclusive.length > 0 ? 'setup' : 'judged';
}

/** Compares cases by their groups. */
export const byGroup = (left: TestCase, right: TestCase): number =>
  caseGroups.indexOf(groupOf(left)) - caseGroups.indexOf(groupOf(right));
