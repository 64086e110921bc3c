import { mayBeMisread } from '../case/request.ts';
import { isWrongPassword } from '../case/test-case.ts';
import type { Stimulus } from '../case/test-case.ts';
import type { ConditionName, Variant } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';

/**
 * What a request may be taken for by a service that counts failed logins of a real partner. `wrong`: a wrong password, correctly
 * encrypted. `invalid`: another kind of invalid password. `misread`: the right password in a shape that may be read as a wrong
 * one. `valid`: the right password. `open`: the right password, in a request on which the specification is silent.
 */
export type Login = 'wrong' | 'invalid' | 'misread' | 'valid' | 'open' | 'none';

/** Conditions in which the specification has a real partner refused. */
const blocks: readonly ConditionName[] = [
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unavailable',
];

/** What a request may be taken for. */
export function loginOf(stimulus: Stimulus, variant: Variant): Login {
  const { without = [], partner, password = 'encrypted', twist, condition, credentials } = stimulus;
  const isSent = variant.parameters.every(({ name, role }) => role === 'flag' || !without.includes(name));
  // Beside another body a query still carries the credentials.
  const isReplaced = twist?.kind === 'raw-body' && variant.carrier === 'json-body';
  if (!isSent || partner !== undefined || isReplaced) return 'none';
  if (isWrongPassword(password)) return 'wrong';
  if (password !== 'encrypted' || isPasswordValue(stimulus, variant)) return 'invalid';
  if (mayBeMisread(stimulus, variant)) return 'misread';
  if (credentials === 'invalid' || credentials === 'nearly' || blocks.includes(condition)) return 'none';
  return credentials === 'valid' && without.length === 0 ? 'valid' : 'open';
}

/** Something else stands in the place of the password. */
const isPasswordValue = ({ twist }: Stimulus, { parameters }: Variant): boolean =>
  twist?.kind === 'value' &&
  parameters.some(({ name, role }) => name === twist.parameter && role === 'password');

/** A request that is about to be sent. */
interface Place {
  /** Notes what came of it; null: nothing was sent. What does not count is given back. */
  readonly settle: (evidence: Evidence | null) => void;
}

/** Counts failed logins, so that a run never makes more of them than the profile allows. */
export interface LoginBudget {
  /** Reserves a place where the request may take one; waits for those that are reserved where none is left; null: the limit is reached. */
  readonly reserve: (login: Login) => Promise<Place | null>;
  /** How many places are left. */
  readonly left: () => number;
  readonly spent: () => number;
  /** Valid credentials have been refused: since then they need a place as well. */
  readonly areCredentialsRefused: () => boolean;
}

/** Opens one budget for a whole run and all real partners together; `earlier` failed logins were made before it. */
export function createLoginBudget(limit: number, earlier = 0): LoginBudget {
  const waiting: (() => void)[] = [];
  let spent = 0;
  let reserved = 0;
  let isRefused = false;
  const left = (): number => limit - earlier - spent - reserved;
  const needsPlace = (login: Login): boolean => {
    switch (login) {
      case 'wrong':
      case 'invalid':
      case 'misread':
        return true;
      case 'valid':
      case 'open':
        return isRefused;
      case 'none':
        return false;
    }
  };
  return {
    async reserve(login) {
      // What was free when it began to wait may need a place by then.
      while (needsPlace(login) && left() <= 0) {
        if (reserved === 0) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      const isReserved = needsPlace(login);
      if (isReserved) reserved += 1;
      return {
        settle(evidence) {
          if (isReserved) reserved -= 1;
          if (evidence !== null && counts(login, evidence, isRefused)) spent += 1;
          if (evidence !== null && login === 'valid' && isRefusal(evidence)) isRefused = true;
          for (const wake of waiting.splice(0)) wake();
        },
      };
    },
    left,
    spent: () => spent,
    areCredentialsRefused: () => isRefused,
  };
}

const isRefusal = ({ response }: Evidence): boolean => response?.status === 401 || response?.status === 403;

/** Whether the answer counts as a failed login; where it got lost, an invalid password counts. */
function counts(login: Login, evidence: Evidence, isRefused: boolean): boolean {
  const { response, error } = evidence;
  // Nothing has reached the target.
  if (response === null && error?.stage === 'connect') return false;
  switch (login) {
    case 'wrong':
      return response?.status !== 200;
    case 'invalid':
      return response === null || ![200, 400, 422].includes(response.status);
    case 'misread':
      return response === null || isRefusal(evidence);
    case 'valid':
      return isRefusal(evidence);
    case 'open':
      return isRefused && isRefusal(evidence);
    case 'none':
      return false;
  }
}
