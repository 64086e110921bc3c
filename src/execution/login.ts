import type { Stimulus } from '../case/test-case.ts';
import { mayBeMisread } from '../case/misread.ts';
import { provisionOf } from '../case/provision.ts';
import { variantById } from '../spec/look-up.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Context } from './context.ts';
import { settingsOf } from './transmit.ts';

/**
 * What a request risks with a real partner. `certain`: a wrong password, correctly encrypted.
 * `possible`: another kind of wrong password, which may be refused for its form alone.
 */
export type LoginRisk = 'certain' | 'possible' | 'none';

/** The risk of a stimulus; once the profile's own credentials are refused, everything that is sent with them has one. */
export function riskOf(context: Context, variantId: string, stimulus: Stimulus): LoginRisk {
  const absent = new Set(stimulus.without ?? []);
  const variant = variantById(context.spec, variantId);
  const isSent = variant.parameters
    .filter(({ role }) => role !== 'flag')
    .every(({ name }) => !absent.has(name));
  if (!isSent || stimulus.partner === 'unknown') return 'none';
  if (stimulus.password === 'wrong') return 'certain';
  if (stimulus.password !== undefined && stimulus.password !== 'encrypted') return 'possible';
  if (mayBeMisread(stimulus, variant)) return 'possible';
  const own = provisionOf(settingsOf(context, variantId), stimulus.condition).credentials;
  return own === undefined && context.areCredentialsRefused() ? 'possible' : 'none';
}

/** Whether what came of it counts as a failed login; where the answer does not say, a wrong password counts. */
export function isFailedLogin(risk: LoginRisk, { response, error }: Evidence): boolean {
  switch (risk) {
    case 'none':
      return false;
    case 'possible':
      if (response === null) return isOnItsWay(error);
      return response.status === 401 || response.status === 403;
    case 'certain':
      if (response === null) return isOnItsWay(error);
      // Turned away before anything was looked at.
      return ![200, 429, 503].includes(response.status);
  }
}

/** An answer that got lost may have been a refusal. */
const isOnItsWay = (error: Evidence['error']): boolean => error?.stage !== 'connect';

/** Whether a wrong password was turned away unread, as far as its answer says. */
export function isTurnedAway(risk: LoginRisk, { response }: Evidence): boolean {
  return risk === 'certain' && (response?.status === 429 || response?.status === 503);
}
