import { withAnswer } from '../change.ts';
import type { Selector } from '../change.ts';
import { altered, fails, ids, inA, inB } from '../defect.ts';
import type { Altered, Mistaken } from '../defect.ts';

type Row = readonly [where: Mistaken, of: Selector, status: number, summary: string];

/** One kind of answer of one variant, its wrong status, and a description. */
const wrongStatuses: readonly Row[] = [
  [inA, 'unauthorized', 401, '{} refuses authorization with the 401 of variant B.'],
  [inB, 'unauthorized', 403, '{} refuses authorization with the 403 of variant A.'],
  [inA, 'unauthorized', 422, '{} treats wrong credentials as incorrect data.'],
  [inA, 'unauthorized', 404, '{} answers 404 where no partner is found for the credentials.'],
  [inB, 'unauthorized', 422, '{} treats wrong credentials as incorrect data.'],
  [inA, 'missing', 400, '{} answers 400 for every missing parameter, the default of the framework.'],
  [inB, 'missing', 400, '{} answers 400 for every missing parameter, the default of the framework.'],
  [inA, 'missing-partner-name', 400, '{} checks the partner name apart and answers 400 without it.'],
  [
    inB,
    'missing-partner-name',
    404,
    '{} looks the partner up before it checks the name and answers 404 without one.',
  ],
  [inA, 'missing-password', 401, '{} answers 401 to a request without a password.'],
  [inB, 'missing-password', 401, '{} answers 401 to a request without a password.'],
  [inA, 'missing-flag', 400, '{} answers 400 where only useAuthByCert is missing.'],
  [inB, 'missing-flag', 409, '{} answers 409 where only useAuthByCert is missing.'],
  [inB, 'missing-flag', 403, '{} answers 403 where only useAuthByCert is missing.'],
  [inA, 'missing-several', 400, '{} answers 400 as soon as more than one parameter is missing.'],
  [inB, 'missing-everything', 400, '{} answers 400 to a request without any parameter.'],
  [inA, 'unencrypted', 400, '{} answers 400 to a password that cannot be decrypted.'],
  [inA, 'unencrypted', 403, '{} refuses a plain password with the status of failed authorization.'],
  [inB, 'unencrypted', 400, '{} answers 400 to a password that cannot be decrypted.'],
  [inB, 'unencrypted', 401, '{} refuses a plain password with the status of failed authorization.'],
  [inA, 'unavailable', 503, '{} answers 503 while the service is unavailable.'],
  [inB, 'unavailable', 503, '{} answers 503 while the service is unavailable.'],
  [inA, 'unavailable', 502, '{} answers 502 while the system behind it is out of order.'],
  [inB, 'unavailable', 504, '{} answers 504 while the system behind it is out of order.'],
  [inB, 'partner-blocked', 401, '{} refuses a blocked partner with 401.'],
  [inB, 'partner-blocked', 423, '{} refuses a blocked partner with 423 Locked.'],
  [inB, 'ip-blocked', 401, '{} refuses a blocked address with 401.'],
  [inB, 'reward-unavailable', 404, '{} answers 404 for a reward that the partner does not have.'],
  [inB, 'reward-unavailable', 422, '{} treats an unavailable reward as incorrect data.'],
  [inB, 'unauthorized', 200, '{} answers 200 with the error text where authorization failed.'],
  [inA, 'success', 201, '{} answers 201, as its framework does for every POST.'],
  [inB, 'success', 202, '{} answers 202 with the list.'],
];

/** Right answers with a wrong status. */
export const statusDefects: readonly Altered[] = [
  ...wrongStatuses.flatMap(([where, selector, status, summary]) =>
    where`${selector}-${String(status)}: ${summary}`(
      fails([...ids(selector, 'status'), ...(status === 401 ? ['status.no-401'] : [])])(
        withAnswer(selector, { status }),
      ),
    ),
  ),
  altered({
    kind: 'defect',
    id: 'unauthorized-statuses-swapped',
    summary: 'The two variants have exchanged their statuses for failed authorization.',
    fails: ['a.unauthorized.status', 'a.status.no-401', 'b.unauthorized.status'],
    change: ({ a, b, ...rest }) => ({
      ...rest,
      a: { ...a, status: b.status },
      b: { ...b, status: a.status },
    }),
  }),
  ...inA`errors-200: {} answers 200 to everything and shows errors in the body only.`(
    fails(ids('error', 'status'))(withAnswer('error', { status: 200 })),
  ),
  ...inB`blocks-200: {} answers 200 with the error text to everybody who is blocked.`(
    fails(ids('blocked', 'status'))(withAnswer('blocked', { status: 200 })),
  ),
];
