import { createHash, timingSafeEqual } from 'node:crypto';
import type { Check, CheckName, Outcome, Partner, Refusal, Visit } from './behaviour.ts';
import { textOf } from './credentials.ts';

/** An outcome that concerns no parameter. */
export function outcome(kind: 'success' | Refusal): Outcome {
  return { kind, parameters: [] };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether two texts are equal, in a time that does not depend on them. */
export function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/** The partner whose name and password were sent, or null (section 5.6); wrong name and wrong password look alike. */
export function authorize(visit: Visit): Partner | null {
  const name = textOf(visit.fields, 'partnerName');
  const password = visit.password ?? '';
  const found = Object.values(visit.service.partners).filter(
    (partner: Partner) => isSame(partner.name, name) && isSame(partner.password, password),
  );
  return visit.password === null ? null : (found[0] ?? null);
}

function isPartner(kind: 'blocked' | 'withoutReward'): (visit: Visit) => boolean {
  return ({ fields, service }) => isSame(service.partners[kind].name, textOf(fields, 'partnerName'));
}

function when(kind: Refusal, holds: (visit: Visit) => boolean): Check {
  return (visit) => (holds(visit) ? outcome(kind) : null);
}

/** The checks of a request as the specification has them (sections 4 and 5). */
export const checks: Readonly<Record<CheckName, Check>> = {
  unavailable: when('unavailable', ({ request, service }) => service.isUnavailable(request)),
  missing: ({ fields }, variant) => {
    const parameters = variant.required.filter((name) => !variant.isGiven(fields[name], name));
    return parameters.length > 0 ? { kind: 'missing', parameters } : null;
  },
  unencrypted: ({ password }) =>
    password === null ? { kind: 'unencrypted', parameters: ['partnerPassword'] } : null,
  unauthorized: (visit, variant) => (variant.authorize(visit) === null ? outcome('unauthorized') : null),
  'ip-blocked': when('ip-blocked', ({ request, service }) => service.isBlocked(request.address)),
  'partner-blocked': when('partner-blocked', isPartner('blocked')),
  'reward-unavailable': when('reward-unavailable', isPartner('withoutReward')),
};
