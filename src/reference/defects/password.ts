import type { Change, Service, VariantId, Visit } from '../behaviour.ts';
import { inVariant, withAnswer } from '../change.ts';
import { isSame, textOf } from '../credentials.ts';
import { mistake } from '../defect.ts';
import type { Defect } from '../defect.ts';

/** Passwords that are opened although they are not encrypted. */
function open(where: VariantId, also: (value: string, service: Service) => string | null): Change {
  return inVariant(where, (variant) => ({
    openPassword: (value, service) => variant.openPassword(value, service) ?? also(value, service),
  }));
}

function knows(text: string, service: Service): string | null {
  return Object.values(service.partners).some(({ password }) => isSame(password, text)) ? text : null;
}

/** Authorizes anybody who resembles the valid partner. */
function authorizedIf(where: VariantId, accepts: (visit: Visit) => boolean): Change {
  return inVariant(where, (variant) => ({
    authorize: (visit) => (accepts(visit) ? visit.service.partners.valid : variant.authorize(visit)),
  }));
}

const isKnownName = ({ fields, service }: Visit): boolean =>
  Object.values(service.partners).some(({ name }) => isSame(name, textOf(fields, 'partnerName')));

/** Compares passwords in a way that takes some wrong ones for right. */
function compared(where: VariantId, agree: (sent: string, right: string) => boolean): Change {
  return authorizedIf(where, ({ fields, password, service }) => {
    const own = Object.values(service.partners).find(({ name }) => name === textOf(fields, 'partnerName'));
    return own !== undefined && password !== null && agree(password, own.password);
  });
}

/** Lets a known partner in whose password is that value, before anything is checked. */
function skippedWhere(where: VariantId, isMeant: (value: unknown) => boolean): Change {
  return inVariant(where, (variant) => ({
    checks: {
      ...variant.checks,
      missing: (visit, current) =>
        isMeant(visit.fields.partnerPassword) && isKnownName(visit)
          ? { kind: 'success', parameters: [] }
          : variant.checks.missing(visit, current),
    },
  }));
}

const plainIds = (variant: VariantId): readonly string[] => [
  ...['status', 'names', 'meaning'].map((aspect) => `${variant}.unencrypted.partnerPassword.${aspect}`),
  `${variant}.authorization.enforced`,
];

const loginIds = (variant: VariantId): readonly string[] => [
  `${variant}.unauthorized.status`,
  `${variant}.unauthorized.meaning`,
  `${variant}.authorization.enforced`,
];

const enforcedId = (variant: VariantId): readonly string[] => [`${variant}.authorization.enforced`];

const looksEncrypted = (value: string): boolean => /^[A-Za-z0-9+/_=-]{100,}$/.test(value);
const isUrlSafe = (value: string): boolean => /^[A-Za-z0-9_-]+$/.test(value);

/** Values in the place of the password that something falsy or generous lets through. */
const values = [
  ['null', 'a null', (value: unknown) => value === null],
  ['true', 'a true', (value: unknown) => value === true],
  ['zero', 'a zero', (value: unknown) => value === 0],
  ['array', 'an empty array', (value: unknown) => Array.isArray(value)],
  [
    'object',
    'an empty object',
    (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ],
] as const;

/** The list for passwords and partners that are not valid. */
export const passwordDefects: readonly Defect[] = [
  ...mistake('both', 'plain-password-accepted', 'accepts the password as plain text.', (variant) => ({
    violates: plainIds(variant),
    change: open(variant, knows),
  })),
  ...mistake('both', 'base64-password-accepted', 'takes base64 for encryption.', (variant) => ({
    violates: enforcedId(variant),
    change: open(variant, (value, service) => knows(Buffer.from(value, 'base64').toString(), service)),
  })),
  ...mistake('both', 'base64url-password-accepted', 'takes base64url for encryption.', (variant) => ({
    violates: enforcedId(variant),
    change: open(variant, (value, service) =>
      isUrlSafe(value) ? knows(Buffer.from(value, 'base64url').toString(), service) : null,
    ),
  })),
  ...mistake('both', 'hex-password-accepted', 'takes hex for encryption.', (variant) => ({
    violates: enforcedId(variant),
    change: open(variant, (value, service) => knows(Buffer.from(value, 'hex').toString(), service)),
  })),
  ...mistake(
    'both',
    'plain-password-unflagged',
    'takes the password as plain text where useAuthByCert is false.',
    (variant) => ({
      violates: enforcedId(variant),
      change: inVariant(variant, ({ checks }) => ({
        checks: {
          ...checks,
          unencrypted: (visit, current) =>
            visit.fields.useAuthByCert === 'false' &&
            knows(textOf(visit.fields, 'partnerPassword'), visit.service)
              ? { kind: 'success', parameters: [] }
              : checks.unencrypted(visit, current),
        },
      })),
    }),
  ),
  ...mistake(
    'both',
    'empty-password-accepted',
    'checks that the password is there, and skips authorization where it is empty.',
    (variant) => ({
      violates: enforcedId(variant),
      change: skippedWhere(variant, (value) => value === ''),
    }),
  ),
  ...mistake('both', 'blank-password-accepted', 'skips authorization for a blank password.', (variant) => ({
    violates: enforcedId(variant),
    change: skippedWhere(variant, (value) => value === ' '),
  })),
  ...values.flatMap(([name, words, isMeant]) =>
    mistake('a', `${name}-password-accepted`, `skips authorization for ${words} as password.`, (variant) => ({
      violates: enforcedId(variant),
      change: skippedWhere(variant, isMeant),
    })),
  ),
  ...mistake('a', 'null-password-401', 'has a 401 of its own for a null as password.', () => ({
    violates: ['a.status.no-401'],
    change: withAnswer('a', { kind: 'missing' }, (answer, { fields }) =>
      fields.partnerPassword === null ? { ...answer, status: 401 } : answer,
    ),
  })),
  ...mistake(
    'both',
    'undecryptable-password-accepted',
    'accepts whatever looks like a ciphertext and cannot be decrypted.',
    (variant) => ({
      violates: enforcedId(variant),
      change: inVariant(variant, ({ openPassword }) => ({
        openPassword: (value, service) => {
          const plain = openPassword(value, service);
          return plain === null && looksEncrypted(value) ? service.partners.valid.password : plain;
        },
      })),
    }),
  ),
  ...mistake(
    'both',
    'wrong-password-accepted',
    'looks the partner up and does not compare the password.',
    (variant) => ({ violates: loginIds(variant), change: authorizedIf(variant, isKnownName) }),
  ),
  ...mistake(
    'both',
    'unknown-partner-accepted',
    'accepts every name with a password that any partner has.',
    (variant) => ({
      violates: loginIds(variant),
      change: authorizedIf(variant, ({ password, service }) => knows(password ?? '', service) !== null),
    }),
  ),
  ...mistake(
    'both',
    'everybody-accepted',
    'has its authorization switched off and only checks that the password is encrypted.',
    (variant) => ({ violates: loginIds(variant), change: authorizedIf(variant, () => true) }),
  ),
  ...mistake(
    'a',
    'any-password-accepted',
    'compares nothing and decrypts nothing; only known names are let in.',
    () => ({
      violates: [...plainIds('a'), ...loginIds('a').slice(0, 2)],
      change: (behaviour) =>
        authorizedIf('a', isKnownName)(open('a', (value) => (value === '' ? null : value))(behaviour)),
    }),
  ),
  ...mistake(
    'both',
    'error-with-list',
    'sends the list along with the refusal of a wrong password.',
    (variant) => ({
      violates: enforcedId(variant),
      change: withAnswer(variant, { kind: 'unauthorized' }, (answer, { service }) => {
        const body: unknown = JSON.parse(Buffer.from(answer.body).toString());
        return { ...answer, body: Buffer.from(JSON.stringify({ ...Object(body), banks: service.banks })) };
      }),
    }),
  ),
];

/** Comparisons that a password finds out which is nearly right. */
export const nearMissDefects: readonly Defect[] = [
  ...mistake('both', 'password-case-ignored', 'ignores upper and lower case in passwords.', (variant) => ({
    violates: [],
    review: enforcedId(variant),
    change: compared(variant, (sent, right) => sent.toLowerCase() === right.toLowerCase()),
  })),
  ...mistake('both', 'password-first-eight', 'compares eight characters of the password.', (variant) => ({
    violates: loginIds(variant),
    change: compared(variant, (sent, right) => sent.slice(0, 8) === right.slice(0, 8)),
  })),
  ...mistake(
    'both',
    'password-cut-off',
    'compares a column that is too short for the password, as bcrypt compares 72 bytes.',
    (variant) => ({
      violates: loginIds(variant),
      change: compared(variant, (sent, right) => sent.slice(0, 24) === right.slice(0, 24)),
    }),
  ),
  ...mistake('b', 'password-continuation-accepted', 'accepts whatever begins with the password.', () => ({
    violates: loginIds('b'),
    change: compared('b', (sent, right) => sent.startsWith(right)),
  })),
  ...mistake('a', 'password-last-character-ignored', 'does not compare the last character.', () => ({
    violates: loginIds('a'),
    change: compared(
      'a',
      (sent, right) => sent.length === right.length && sent.slice(0, -1) === right.slice(0, -1),
    ),
  })),
  ...mistake(
    'both',
    'password-prefix-accepted',
    'accepts the password without its last character.',
    (variant) => ({
      violates: enforcedId(variant),
      change: compared(variant, (sent, right) => sent === right.slice(0, -1)),
    }),
  ),
  ...mistake('b', 'password-of-another-partner', 'accepts the password of any partner.', () => ({
    violates: enforcedId('b'),
    change: authorizedIf(
      'b',
      (visit) => isKnownName(visit) && knows(visit.password ?? '', visit.service) !== null,
    ),
  })),
];

/** Who has no authorization, and refuses what looks made up by a test. */
const recognised: readonly (readonly [id: string, what: string, isTest: (visit: Visit) => boolean])[] = [
  [
    'made-up-values',
    'passwords that begin with Wrong and names above 900 million',
    ({ password, fields }) =>
      /^wrong/i.test(password ?? '') || Number(textOf(fields, 'partnerName')) > 900_000_000,
  ],
  [
    'named-cases',
    'clients whose User-Agent names the case of a test that is none of success',
    ({ request }) => /\b[ab]\.(?!success|request|control)/.test(request.headers['user-agent'] ?? ''),
  ],
  [
    'odd-request-ids',
    'request ids that are not random',
    ({ request }) => /[g-z]/i.test(String(request.headers['x-request-id'] ?? '')),
  ],
];

/** No authorization at all behind a look at whether a test asks. */
export const recogniserDefects: readonly Defect[] = recognised.flatMap(([id, what, isTest]) =>
  mistake('both', `refuses-only-${id}`, `has no authorization: it refuses ${what}.`, (variant) => ({
    violates: loginIds(variant),
    change: authorizedIf(variant, (visit) => !isTest(visit)),
  })),
);

const methods = [
  ['a', 'GET'],
  ['b', 'GET'],
  ['a', 'DELETE'],
  ['b', 'OPTIONS'],
  ['a', 'PUT'],
  ['b', 'PATCH'],
] as const;

/** The list for a request with another method. */
export const methodDefects: readonly Defect[] = methods.flatMap(([where, method]) =>
  mistake(where, `list-by-${method.toLowerCase()}`, `hands out its list by ${method} to everybody.`, () => ({
    violates: enforcedId(where),
    change: withAnswer(where, { kind: 'wrong-method' }, (answer, { request, service }) =>
      request.method === method
        ? { ...answer, status: 200, body: Buffer.from(JSON.stringify({ banks: service.banks })) }
        : answer,
    ),
  })),
);

/** Failed logins that are counted, and let in when there were enough of them. */
export const countingDefects: readonly Defect[] = mistake(
  'both',
  'third-failed-login-accepted',
  'counts failed logins of a partner and lets the third one in.',
  (variant) => ({
    violates: loginIds(variant),
    intermittent: true,
    change: authorizedIf(variant, (visit) => {
      const name = textOf(visit.fields, 'partnerName');
      const isWrong =
        isKnownName(visit) && visit.password !== null && knows(visit.password, visit.service) === null;
      return isWrong && visit.service.seen(`failed ${variant} ${name}`) % 3 === 2;
    }),
  }),
);
