import { blocks } from '../behaviour.ts';
import type { CheckName, ParameterName, Patch } from '../behaviour.ts';
import { treatAs, withoutCheck } from '../change.ts';
import { altered, fails, ids, inA, inB, inBoth } from '../defect.ts';
import type { Altered } from '../defect.ts';

const required =
  (...names: readonly ParameterName[]): Patch =>
  () => ({ required: names });

/** A condition that is answered like another one. What its text means is then undefined. */
const treatedAs = (kind: CheckName, other: CheckName) =>
  fails(ids(kind), { review: [`${other}.meaning`] })(treatAs(kind, other));

const forgotten = (kind: CheckName) => fails(ids(kind))(withoutCheck(kind));

/** Checks that are missing, or made in the wrong order. */
export const checkDefects: readonly Altered[] = [
  inBoth`partner-name-not-required: {} forgets to check that the name is there, so that authorization fails instead.`(
    fails(ids('missing.partnerName'), { review: ['unauthorized.meaning'] })(
      required('partnerPassword', 'useAuthByCert'),
    ),
  ),
  inBoth`password-not-required: {} forgets to check that the password is there and finds it not encrypted instead.`(
    fails(['missing.partnerPassword.meaning'], { review: ['unencrypted.partnerPassword.meaning'] })(
      required('partnerName', 'useAuthByCert'),
    ),
  ),
  inBoth`flag-not-required: {} takes useAuthByCert for optional.`(
    fails(ids('missing.useAuthByCert'))(required('partnerName', 'partnerPassword')),
  ),
  inBoth`anonymous-gets-list: {} takes a request without a name for one of its own and hands out the list.`(
    fails([...ids('missing.partnerName'), 'authorization.enforced'])(
      treatAs('missing-only-partner-name', 'success'),
    ),
  ),
  inBoth`no-password-gets-list: {} skips authorization where there is no password.`(
    fails([...ids('missing.partnerPassword'), 'authorization.enforced'])(
      treatAs('missing-only-password', 'success'),
    ),
  ),
  inB`nothing-gets-list: {} takes a request without any parameter for a health check and hands out the list.`(
    fails([...ids('missing-everything'), 'authorization.enforced'])(treatAs('missing-everything', 'success')),
  ),
  inA`missing-several-is-unauthorized: {} takes a request that lacks more than one parameter for an intruder.`(
    fails(ids('missing-several'))(treatAs('missing-several', 'unauthorized')),
  ),
  inBoth`encryption-not-checked: {} decrypts whatever comes, and refuses a plain password as a wrong one.`(
    fails(ids('unencrypted'), { review: ['unauthorized.meaning'] })(withoutCheck('unencrypted')),
  ),
  inB`decryption-crashes: {} lets the exception of a failed decryption end as an unavailable service.`(
    treatedAs('unencrypted', 'unavailable'),
  ),
  inA`unauthorized-is-unavailable: {} answers like an unavailable service where authorization failed.`(
    treatedAs('unauthorized', 'unavailable'),
  ),
  inB`unauthorized-is-blocked: {} treats everybody it does not know as blocked.`(
    treatedAs('unauthorized', 'partner-blocked'),
  ),
  inB`blocked-partner-allowed: {} does not look whether a partner is blocked.`(forgotten('partner-blocked')),
  inB`blocked-ip-allowed: {} does not look where a request comes from.`(forgotten('ip-blocked')),
  inB`reward-not-checked: {} does not look which rewards a partner has.`(forgotten('reward-unavailable')),
  inB`blocked-partner-is-unauthorized: {} treats a blocked partner as unknown.`(
    fails([], { open: ids('partner-blocked') })(treatAs('partner-blocked', 'unauthorized')),
  ),
  inB`blocked-ip-is-unauthorized: {} treats a blocked address like failed authorization.`(
    treatedAs('ip-blocked', 'unauthorized'),
  ),
  inB`reward-is-unavailable-service: {} answers like an unavailable service where the reward is not available.`(
    treatedAs('reward-unavailable', 'unavailable'),
  ),
  inBoth`never-unavailable: {} serves an old list while the service is unavailable.`(
    forgotten('unavailable'),
  ),
  inA`unavailable-is-unauthorized: {} treats a failing look-up of the partner as failed authorization.`(
    treatedAs('unavailable', 'unauthorized'),
  ),
  altered({
    kind: 'defect',
    id: 'all-checks-of-b-in-a',
    summary: 'A has the authorization of variant B: its statuses, and its order of checks.',
    fails: ['a.unauthorized.status', 'a.status.no-401'],
    change: ({ a, b, ...rest }) => ({ ...rest, a: { ...a, status: b.status, order: b.order }, b }),
  }),
  inB`checks-nothing-but-names: {} makes none of the checks that follow authorization.`(
    fails(blocks.flatMap((name) => ids(name)))(withoutCheck(...blocks)),
  ),
].flat();
