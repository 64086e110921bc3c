import type { Behaviour, Change, ParameterName, VariantId } from '../behaviour.ts';
import { all, inVariant, treatAs, withoutCheck } from '../change.ts';
import { mistake } from '../defect.ts';
import type { Defect } from '../defect.ts';

function required(where: VariantId, ...names: readonly ParameterName[]): Change {
  return inVariant(where, () => ({ required: names }));
}

function answerIds(condition: string): readonly string[] {
  return ['status', 'names', 'meaning'].map((aspect) => `${condition}.${aspect}`);
}

/** Checks that are forgotten, or made in the wrong place. */
export const checkDefects: readonly Defect[] = [
  ...mistake(
    'both',
    'partner-name-not-required',
    'forgets to check that the name is there, so that authorization fails instead.',
    (variant) => ({
      violates: answerIds(`${variant}.missing.partnerName`),
      review: [`${variant}.unauthorized.meaning`],
      change: required(variant, 'partnerPassword', 'useAuthByCert'),
    }),
  ),
  ...mistake(
    'both',
    'password-not-required',
    'forgets to check that the password is there and finds it not encrypted instead.',
    (variant) => ({
      violates: [`${variant}.missing.partnerPassword.meaning`],
      review: [`${variant}.unencrypted.partnerPassword.meaning`],
      change: required(variant, 'partnerName', 'useAuthByCert'),
    }),
  ),
  ...mistake('both', 'flag-not-required', 'takes useAuthByCert for optional.', (variant) => ({
    violates: answerIds(`${variant}.missing.useAuthByCert`),
    change: required(variant, 'partnerName', 'partnerPassword'),
  })),
  ...mistake(
    'both',
    'anonymous-gets-list',
    'takes a request without a name for one of its own and hands out the list.',
    (variant) => ({
      violates: [...answerIds(`${variant}.missing.partnerName`), `${variant}.authorization.enforced`],
      change: treatAlone(variant, 'partnerName'),
    }),
  ),
  ...mistake(
    'both',
    'no-password-gets-list',
    'skips authorization where there is no password.',
    (variant) => ({
      violates: [...answerIds(`${variant}.missing.partnerPassword`), `${variant}.authorization.enforced`],
      change: treatAlone(variant, 'partnerPassword'),
    }),
  ),
  {
    id: 'b-nothing-gets-list',
    summary: 'B takes a request without any parameter for a health check and hands out the list.',
    violates: ['b.missing.several.status', 'b.missing.several.names', 'b.authorization.enforced'],
    change: treatAs('b', { kind: 'missing', atLeast: 3 }, 'success'),
  },
  {
    id: 'a-missing-several-is-unauthorized',
    summary: 'A takes a request that lacks more than one parameter for an intruder.',
    violates: ['a.missing.several.status', 'a.missing.several.names'],
    change: treatAs('a', { kind: 'missing', atLeast: 2 }, 'unauthorized'),
  },
  ...mistake(
    'both',
    'encryption-not-checked',
    'decrypts whatever comes, and refuses a plain password as a wrong one.',
    (variant) => ({
      violates: answerIds(`${variant}.unencrypted.partnerPassword`),
      review: [`${variant}.unauthorized.meaning`],
      change: withoutCheck(variant, 'unencrypted'),
    }),
  ),
  {
    id: 'b-decryption-crashes',
    summary: 'B lets the exception of a failed decryption end as an unavailable service.',
    violates: answerIds('b.unencrypted.partnerPassword'),
    review: ['b.unavailable.meaning'],
    change: treatAs('b', { kind: 'unencrypted' }, 'unavailable'),
  },
  {
    id: 'a-unauthorized-is-unavailable',
    summary: 'A answers like an unavailable service where authorization failed.',
    violates: ['a.unauthorized.status', 'a.unauthorized.meaning'],
    review: ['a.unavailable.meaning'],
    change: treatAs('a', { kind: 'unauthorized' }, 'unavailable'),
  },
  {
    id: 'b-unauthorized-is-blocked',
    summary: 'B treats everybody it does not know as blocked.',
    violates: ['b.unauthorized.status', 'b.unauthorized.meaning'],
    review: ['b.partner-blocked.meaning'],
    change: treatAs('b', { kind: 'unauthorized' }, 'partner-blocked'),
  },
  {
    id: 'b-blocked-partner-allowed',
    summary: 'B does not look whether a partner is blocked.',
    violates: ['b.partner-blocked.status', 'b.partner-blocked.meaning'],
    change: withoutCheck('b', 'partner-blocked'),
  },
  {
    id: 'b-blocked-ip-allowed',
    summary: 'B does not look where a request comes from.',
    violates: ['b.ip-blocked.status', 'b.ip-blocked.meaning'],
    change: withoutCheck('b', 'ip-blocked'),
  },
  {
    id: 'b-reward-not-checked',
    summary: 'B does not look which rewards a partner has.',
    violates: ['b.reward-unavailable.status', 'b.reward-unavailable.meaning'],
    change: withoutCheck('b', 'reward-unavailable'),
  },
  {
    id: 'b-blocked-partner-is-unauthorized',
    summary: 'B treats a blocked partner as unknown.',
    violates: ['b.partner-blocked.status', 'b.partner-blocked.meaning'],
    review: ['b.unauthorized.meaning'],
    change: treatAs('b', { kind: 'partner-blocked' }, 'unauthorized'),
  },
  {
    id: 'b-blocked-ip-is-unauthorized',
    summary: 'B treats a blocked address like failed authorization.',
    violates: ['b.ip-blocked.status', 'b.ip-blocked.meaning'],
    review: ['b.unauthorized.meaning'],
    change: treatAs('b', { kind: 'ip-blocked' }, 'unauthorized'),
  },
  {
    id: 'b-reward-is-unavailable-service',
    summary: 'B answers like an unavailable service where the reward is not available.',
    violates: ['b.reward-unavailable.status', 'b.reward-unavailable.meaning'],
    review: ['b.unavailable.meaning'],
    change: treatAs('b', { kind: 'reward-unavailable' }, 'unavailable'),
  },
  ...mistake(
    'both',
    'never-unavailable',
    'serves an old list while the service is unavailable.',
    (variant) => ({
      violates: [`${variant}.unavailable.status`, `${variant}.unavailable.meaning`],
      change: withoutCheck(variant, 'unavailable'),
    }),
  ),
  {
    id: 'a-unavailable-is-unauthorized',
    summary: 'A treats a failing look-up of the partner as failed authorization.',
    violates: ['a.unavailable.status', 'a.unavailable.meaning'],
    review: ['a.unauthorized.meaning'],
    change: treatAs('a', { kind: 'unavailable' }, 'unauthorized'),
  },
  {
    id: 'all-checks-of-b-in-a',
    summary: 'A has the authorization of variant B: its statuses, and its order of checks.',
    violates: ['a.unauthorized.status', 'a.status.no-401'],
    change: (behaviour: Behaviour) => ({
      ...behaviour,
      a: { ...behaviour.a, status: behaviour.b.status, order: behaviour.b.order },
    }),
  },
  {
    id: 'b-checks-nothing-but-names',
    summary: 'B makes none of the checks that follow authorization.',
    violates: ['partner-blocked', 'ip-blocked', 'reward-unavailable'].flatMap((name) => [
      `b.${name}.status`,
      `b.${name}.meaning`,
    ]),
    change: all(
      withoutCheck('b', 'partner-blocked'),
      withoutCheck('b', 'ip-blocked'),
      withoutCheck('b', 'reward-unavailable'),
    ),
  },
];

function treatAlone(where: VariantId, parameter: ParameterName): Change {
  return inVariant(where, (variant) => ({
    checks: {
      ...variant.checks,
      missing: (visit, current) => {
        const found = variant.checks.missing(visit, current);
        const isAlone = found?.parameters.length === 1 && found.parameters[0] === parameter;
        return found !== null && isAlone ? { kind: 'success', parameters: [] } : found;
      },
    },
  }));
}
