import { blocks } from '../behaviour.ts';
import type { CheckName, Patch } from '../behaviour.ts';
import { treatAs, withoutCheck } from '../change.ts';
import { altered, ids, inA, inB, inBoth } from '../defect.ts';
import type { Altered } from '../defect.ts';

const required =
  (...names: readonly ('partnerName' | 'partnerPassword' | 'useAuthByCert')[]): Patch =>
  () => ({ required: names });

/** A condition that is answered like another one. What its text means is then undefined. */
const treatedAs = (kind: CheckName, other: CheckName) => ({
  violates: ids(kind),
  review: [`${other}.meaning`],
  patch: treatAs(kind, other),
});

const forgotten = (kind: CheckName) => ({ violates: ids(kind), patch: withoutCheck(kind) });

/** Checks that are missing, or made in the wrong order. */
export const checkDefects: readonly Altered[] = [
  inBoth('partner-name-not-required', {
    summary: '{} forgets to check that the name is there, so that authorization fails instead.',
    violates: ids('missing.partnerName'),
    review: ['unauthorized.meaning'],
    patch: required('partnerPassword', 'useAuthByCert'),
  }),
  inBoth('password-not-required', {
    summary: '{} forgets to check that the password is there and finds it not encrypted instead.',
    violates: ['missing.partnerPassword.meaning'],
    review: ['unencrypted.partnerPassword.meaning'],
    patch: required('partnerName', 'useAuthByCert'),
  }),
  inBoth('flag-not-required', {
    summary: '{} takes useAuthByCert for optional.',
    violates: ids('missing.useAuthByCert'),
    patch: required('partnerName', 'partnerPassword'),
  }),
  inBoth('anonymous-gets-list', {
    summary: '{} takes a request without a name for one of its own and hands out the list.',
    violates: [...ids('missing.partnerName'), 'authorization.enforced'],
    patch: treatAs('missing-only-partner-name', 'success'),
  }),
  inBoth('no-password-gets-list', {
    summary: '{} skips authorization where there is no password.',
    violates: [...ids('missing.partnerPassword'), 'authorization.enforced'],
    patch: treatAs('missing-only-password', 'success'),
  }),
  inB('nothing-gets-list', {
    summary: '{} takes a request without any parameter for a health check and hands out the list.',
    violates: [...ids('missing-everything'), 'authorization.enforced'],
    patch: treatAs('missing-everything', 'success'),
  }),
  inA('missing-several-is-unauthorized', {
    summary: '{} takes a request that lacks more than one parameter for an intruder.',
    violates: ids('missing-several'),
    patch: treatAs('missing-several', 'unauthorized'),
  }),
  inBoth('encryption-not-checked', {
    summary: '{} decrypts whatever comes, and refuses a plain password as a wrong one.',
    violates: ids('unencrypted'),
    review: ['unauthorized.meaning'],
    patch: withoutCheck('unencrypted'),
  }),
  inB('decryption-crashes', {
    summary: '{} lets the exception of a failed decryption end as an unavailable service.',
    ...treatedAs('unencrypted', 'unavailable'),
  }),
  inA('unauthorized-is-unavailable', {
    summary: '{} answers like an unavailable service where authorization failed.',
    ...treatedAs('unauthorized', 'unavailable'),
  }),
  inB('unauthorized-is-blocked', {
    summary: '{} treats everybody it does not know as blocked.',
    ...treatedAs('unauthorized', 'partner-blocked'),
  }),
  inB('blocked-partner-allowed', {
    summary: '{} does not look whether a partner is blocked.',
    ...forgotten('partner-blocked'),
  }),
  inB('blocked-ip-allowed', {
    summary: '{} does not look where a request comes from.',
    ...forgotten('ip-blocked'),
  }),
  inB('reward-not-checked', {
    summary: '{} does not look which rewards a partner has.',
    ...forgotten('reward-unavailable'),
  }),
  inB('blocked-partner-is-unauthorized', {
    summary: '{} treats a blocked partner as unknown.',
    patch: treatAs('partner-blocked', 'unauthorized'),
    open: ids('partner-blocked'),
  }),
  inB('blocked-ip-is-unauthorized', {
    summary: '{} treats a blocked address like failed authorization.',
    ...treatedAs('ip-blocked', 'unauthorized'),
  }),
  inB('reward-is-unavailable-service', {
    summary: '{} answers like an unavailable service where the reward is not available.',
    ...treatedAs('reward-unavailable', 'unavailable'),
  }),
  inBoth('never-unavailable', {
    summary: '{} serves an old list while the service is unavailable.',
    ...forgotten('unavailable'),
  }),
  inA('unavailable-is-unauthorized', {
    summary: '{} treats a failing look-up of the partner as failed authorization.',
    ...treatedAs('unavailable', 'unauthorized'),
  }),
  altered({
    kind: 'defect',
    id: 'all-checks-of-b-in-a',
    summary: 'A has the authorization of variant B: its statuses, and its order of checks.',
    fails: ['a.unauthorized.status', 'a.status.no-401'],
    change: ({ a, b, ...rest }) => ({ ...rest, a: { ...a, status: b.status, order: b.order }, b }),
  }),
  inB('checks-nothing-but-names', {
    summary: '{} makes none of the checks that follow authorization.',
    violates: blocks.flatMap((name) => ids(name)),
    patch: withoutCheck(...blocks),
  }),
].flat();
