import type { VariantId } from '../behaviour.ts';
import { all, withStatus } from '../change.ts';
import type { Selector } from '../change.ts';
import type { Defect } from '../defect.ts';
import { errorStatusIds, missingStatusIds } from '../requirement-ids.ts';

const anyMissing = { kind: 'missing' } as const;
const twoMissing = { kind: 'missing', atLeast: 2 } as const;
const threeMissing = { kind: 'missing', atLeast: 3 } as const;
const noName = { kind: 'missing', parameter: 'partnerName' } as const;
const noPassword = { kind: 'missing', parameter: 'partnerPassword' } as const;
const noFlag = { kind: 'missing', parameter: 'useAuthByCert' } as const;

/** One kind of answer of one variant, which its id begins with, and the status that it has in place of its own. */
const wrongStatuses: readonly (readonly [id: string, status: number, of: Selector, summary: string])[] = [
  ['a-unauthorized-401', 401, { kind: 'unauthorized' }, 'A refuses authorization with the 401 of variant B.'],
  ['b-unauthorized-403', 403, { kind: 'unauthorized' }, 'B refuses authorization with the 403 of variant A.'],
  ['a-unauthorized-422', 422, { kind: 'unauthorized' }, 'A treats wrong credentials as incorrect data.'],
  [
    'a-unauthorized-404',
    404,
    { kind: 'unauthorized' },
    'A answers 404 where no partner is found for the credentials.',
  ],
  ['b-unauthorized-422', 422, { kind: 'unauthorized' }, 'B treats wrong credentials as incorrect data.'],
  [
    'a-missing-400',
    400,
    anyMissing,
    'A answers 400 for every missing parameter, the default of the framework.',
  ],
  [
    'b-missing-400',
    400,
    anyMissing,
    'B answers 400 for every missing parameter, the default of the framework.',
  ],
  ['a-missing-partner-name-400', 400, noName, 'A checks the partner name apart and answers 400 without it.'],
  [
    'b-missing-partner-name-404',
    404,
    noName,
    'B looks the partner up before it checks the name and answers 404 without one.',
  ],
  ['a-missing-password-401', 401, noPassword, 'A answers 401 to a request without a password.'],
  ['b-missing-password-401', 401, noPassword, 'B answers 401 to a request without a password.'],
  ['a-missing-flag-400', 400, noFlag, 'A answers 400 where only useAuthByCert is missing.'],
  ['b-missing-flag-409', 409, noFlag, 'B answers 409 where only useAuthByCert is missing.'],
  ['b-missing-flag-403', 403, noFlag, 'B answers 403 where only useAuthByCert is missing.'],
  ['a-missing-several-400', 400, twoMissing, 'A answers 400 as soon as more than one parameter is missing.'],
  ['b-missing-everything-400', 400, threeMissing, 'B answers 400 to a request without any parameter.'],
  [
    'a-unencrypted-400',
    400,
    { kind: 'unencrypted' },
    'A answers 400 to a password that cannot be decrypted.',
  ],
  [
    'a-unencrypted-403',
    403,
    { kind: 'unencrypted' },
    'A refuses a plain password with the status of failed authorization.',
  ],
  [
    'b-unencrypted-400',
    400,
    { kind: 'unencrypted' },
    'B answers 400 to a password that cannot be decrypted.',
  ],
  [
    'b-unencrypted-401',
    401,
    { kind: 'unencrypted' },
    'B refuses a plain password with the status of failed authorization.',
  ],
  ['a-unavailable-503', 503, { kind: 'unavailable' }, 'A answers 503 while the service is unavailable.'],
  ['b-unavailable-503', 503, { kind: 'unavailable' }, 'B answers 503 while the service is unavailable.'],
  [
    'a-unavailable-502',
    502,
    { kind: 'unavailable' },
    'A answers 502 while the system behind it is out of order.',
  ],
  [
    'b-unavailable-504',
    504,
    { kind: 'unavailable' },
    'B answers 504 while the system behind it is out of order.',
  ],
  ['b-partner-blocked-401', 401, { kind: 'partner-blocked' }, 'B refuses a blocked partner with 401.'],
  ['b-partner-blocked-423', 423, { kind: 'partner-blocked' }, 'B refuses a blocked partner with 423 Locked.'],
  ['b-ip-blocked-401', 401, { kind: 'ip-blocked' }, 'B refuses a blocked address with 401.'],
  [
    'b-reward-unavailable-404',
    404,
    { kind: 'reward-unavailable' },
    'B answers 404 for a reward that the partner does not have.',
  ],
  [
    'b-reward-unavailable-422',
    422,
    { kind: 'reward-unavailable' },
    'B treats an unavailable reward as incorrect data.',
  ],
  [
    'b-unauthorized-200',
    200,
    { kind: 'unauthorized' },
    'B answers 200 with the error text where authorization failed.',
  ],
  ['a-success-201', 201, { kind: 'success' }, 'A answers 201, as its framework does for every POST.'],
  ['b-success-202', 202, { kind: 'success' }, 'B answers 202 with the list.'],
];

/** The requirements on the status of these answers. */
function statusIds(where: VariantId, { kind, parameter, atLeast }: Selector): readonly string[] {
  const several = `${where}.missing.several.status`;
  if (kind === 'unencrypted') return [`${where}.unencrypted.partnerPassword.status`];
  if (kind !== 'missing') return [`${where}.${kind}.status`];
  if (atLeast !== undefined) return [several];
  if (parameter === undefined) return missingStatusIds(where);
  // The last one is never the first of several.
  return [`${where}.missing.${parameter}.status`, ...(parameter === 'useAuthByCert' ? [] : [several])];
}

/** Right answers with a wrong status. */
export const statusDefects: readonly Defect[] = [
  ...wrongStatuses.map(([id, status, selector, summary]): Defect => {
    const where = id.startsWith('a') ? 'a' : 'b';
    const unused = where === 'a' && status === 401 ? ['a.status.no-401'] : [];
    const change = withStatus(where, selector, status);
    return { id, summary, violates: [...statusIds(where, selector), ...unused], change };
  }),
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
    id: 'a-errors-200',
    summary: 'A answers 200 to everything and shows errors in the body only.',
    violates: errorStatusIds('a'),
    change: withStatus('a', { kind: 'error' }, 200),
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
];
