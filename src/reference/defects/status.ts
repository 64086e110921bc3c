import { all, withStatus } from '../change.ts';
import type { Defect } from '../defect.ts';
import { errorStatusIds, missingStatusIds } from '../requirement-ids.ts';

const anyMissing = { kind: 'missing' } as const;
const twoMissing = { kind: 'missing', atLeast: 2 } as const;
const noName = { kind: 'missing', parameter: 'partnerName' } as const;
const noPassword = { kind: 'missing', parameter: 'partnerPassword' } as const;
const noFlag = { kind: 'missing', parameter: 'useAuthByCert' } as const;

/** Right answers with a wrong status. */
export const statusDefects: readonly Defect[] = [
  {
    id: 'a-unauthorized-401',
    summary: 'A refuses authorization with the 401 of variant B.',
    violates: ['a.unauthorized.status', 'a.status.no-401'],
    change: withStatus('a', { kind: 'unauthorized' }, 401),
  },
  {
    id: 'b-unauthorized-403',
    summary: 'B refuses authorization with the 403 of variant A.',
    violates: ['b.unauthorized.status'],
    change: withStatus('b', { kind: 'unauthorized' }, 403),
  },
  {
    id: 'unauthorized-statuses-swapped',
    summary: 'The two variants have exchanged their statuses for failed authorization.',
    violates: ['a.unauthorized.status', 'a.status.no-401', 'b.unauthorized.status'],
    change: all(
      withStatus('a', { kind: 'unauthorized' }, 401),
      withStatus('b', { kind: 'unauthorized' }, 403),
    ),
  },
  {
    id: 'a-unauthorized-422',
    summary: 'A treats wrong credentials as incorrect data.',
    violates: ['a.unauthorized.status'],
    change: withStatus('a', { kind: 'unauthorized' }, 422),
  },
  {
    id: 'a-unauthorized-404',
    summary: 'A answers 404 where no partner is found for the credentials.',
    violates: ['a.unauthorized.status'],
    change: withStatus('a', { kind: 'unauthorized' }, 404),
  },
  {
    id: 'b-unauthorized-422',
    summary: 'B treats wrong credentials as incorrect data.',
    violates: ['b.unauthorized.status'],
    change: withStatus('b', { kind: 'unauthorized' }, 422),
  },
  {
    id: 'a-missing-400',
    summary: 'A answers 400 for every missing parameter, the default of the framework.',
    violates: missingStatusIds('a'),
    change: withStatus('a', anyMissing, 400),
  },
  {
    id: 'b-missing-400',
    summary: 'B answers 400 for every missing parameter, the default of the framework.',
    violates: missingStatusIds('b'),
    change: withStatus('b', anyMissing, 400),
  },
  {
    id: 'a-missing-partner-name-400',
    summary: 'A checks the partner name apart and answers 400 without it.',
    violates: ['a.missing.partnerName.status', 'a.missing.several.status'],
    change: withStatus('a', noName, 400),
  },
  {
    id: 'b-missing-partner-name-404',
    summary: 'B looks the partner up before it checks the name and answers 404 without one.',
    violates: ['b.missing.partnerName.status', 'b.missing.several.status'],
    change: withStatus('b', noName, 404),
  },
  {
    id: 'a-missing-password-401',
    summary: 'A answers 401 to a request without a password.',
    violates: ['a.missing.partnerPassword.status', 'a.missing.several.status', 'a.status.no-401'],
    change: withStatus('a', noPassword, 401),
  },
  {
    id: 'b-missing-password-401',
    summary: 'B answers 401 to a request without a password.',
    violates: ['b.missing.partnerPassword.status', 'b.missing.several.status'],
    change: withStatus('b', noPassword, 401),
  },
  {
    id: 'a-missing-flag-400',
    summary: 'A answers 400 where only useAuthByCert is missing.',
    violates: ['a.missing.useAuthByCert.status'],
    change: withStatus('a', noFlag, 400),
  },
  {
    id: 'b-missing-flag-409',
    summary: 'B answers 409 where only useAuthByCert is missing.',
    violates: ['b.missing.useAuthByCert.status'],
    change: withStatus('b', noFlag, 409),
  },
  {
    id: 'b-missing-flag-403',
    summary: 'B answers 403 where only useAuthByCert is missing.',
    violates: ['b.missing.useAuthByCert.status'],
    change: withStatus('b', noFlag, 403),
  },
  {
    id: 'a-missing-several-400',
    summary: 'A answers 400 as soon as more than one parameter is missing.',
    violates: ['a.missing.several.status'],
    change: withStatus('a', twoMissing, 400),
  },
  {
    id: 'b-missing-everything-400',
    summary: 'B answers 400 to a request without any parameter.',
    violates: ['b.missing.several.status'],
    change: withStatus('b', { kind: 'missing', atLeast: 3 }, 400),
  },
  {
    id: 'a-unencrypted-400',
    summary: 'A answers 400 to a password that cannot be decrypted.',
    violates: ['a.unencrypted.partnerPassword.status'],
    change: withStatus('a', { kind: 'unencrypted' }, 400),
  },
  {
    id: 'a-unencrypted-403',
    summary: 'A refuses a plain password with the status of failed authorization.',
    violates: ['a.unencrypted.partnerPassword.status'],
    change: withStatus('a', { kind: 'unencrypted' }, 403),
  },
  {
    id: 'b-unencrypted-400',
    summary: 'B answers 400 to a password that cannot be decrypted.',
    violates: ['b.unencrypted.partnerPassword.status'],
    change: withStatus('b', { kind: 'unencrypted' }, 400),
  },
  {
    id: 'b-unencrypted-401',
    summary: 'B refuses a plain password with the status of failed authorization.',
    violates: ['b.unencrypted.partnerPassword.status'],
    change: withStatus('b', { kind: 'unencrypted' }, 401),
  },
  {
    id: 'a-unavailable-503',
    summary: 'A answers 503 while the service is unavailable.',
    violates: ['a.unavailable.status'],
    change: withStatus('a', { kind: 'unavailable' }, 503),
  },
  {
    id: 'b-unavailable-503',
    summary: 'B answers 503 while the service is unavailable.',
    violates: ['b.unavailable.status'],
    change: withStatus('b', { kind: 'unavailable' }, 503),
  },
  {
    id: 'a-unavailable-502',
    summary: 'A answers 502 while the system behind it is out of order.',
    violates: ['a.unavailable.status'],
    change: withStatus('a', { kind: 'unavailable' }, 502),
  },
  {
    id: 'b-unavailable-504',
    summary: 'B answers 504 while the system behind it is out of order.',
    violates: ['b.unavailable.status'],
    change: withStatus('b', { kind: 'unavailable' }, 504),
  },
  {
    id: 'b-partner-blocked-401',
    summary: 'B refuses a blocked partner with 401.',
    violates: ['b.partner-blocked.status'],
    change: withStatus('b', { kind: 'partner-blocked' }, 401),
  },
  {
    id: 'b-partner-blocked-423',
    summary: 'B refuses a blocked partner with 423 Locked.',
    violates: ['b.partner-blocked.status'],
    change: withStatus('b', { kind: 'partner-blocked' }, 423),
  },
  {
    id: 'b-ip-blocked-401',
    summary: 'B refuses a blocked address with 401.',
    violates: ['b.ip-blocked.status'],
    change: withStatus('b', { kind: 'ip-blocked' }, 401),
  },
  {
    id: 'b-reward-unavailable-404',
    summary: 'B answers 404 for a reward that the partner does not have.',
    violates: ['b.reward-unavailable.status'],
    change: withStatus('b', { kind: 'reward-unavailable' }, 404),
  },
  {
    id: 'b-reward-unavailable-422',
    summary: 'B treats an unavailable reward as incorrect data.',
    violates: ['b.reward-unavailable.status'],
    change: withStatus('b', { kind: 'reward-unavailable' }, 422),
  },
  {
    id: 'a-errors-200',
    summary: 'A answers 200 to everything and tells errors by the body only.',
    violates: errorStatusIds('a'),
    change: withStatus('a', { kind: 'error' }, 200),
  },
  {
    id: 'b-unauthorized-200',
    summary: 'B answers 200 with the error text where authorization failed.',
    violates: ['b.unauthorized.status'],
    change: withStatus('b', { kind: 'unauthorized' }, 200),
  },
  {
    id: 'b-blocks-200',
    summary: 'B answers 200 with the error text to everybody who is blocked.',
    violates: ['b.partner-blocked.status', 'b.ip-blocked.status', 'b.reward-unavailable.status'],
    change: all(
      withStatus('b', { kind: 'partner-blocked' }, 200),
      withStatus('b', { kind: 'ip-blocked' }, 200),
      withStatus('b', { kind: 'reward-unavailable' }, 200),
    ),
  },
  {
    id: 'a-success-201',
    summary: 'A answers 201, as its framework does for every POST.',
    violates: ['a.success.status'],
    change: withStatus('a', { kind: 'success' }, 201),
  },
  {
    id: 'b-success-202',
    summary: 'B answers 202 with the list.',
    violates: ['b.success.status'],
    change: withStatus('b', { kind: 'success' }, 202),
  },
];
