import type { Change, Service, VariantId, Visit } from '../behaviour.ts';
import { inVariant } from '../change.ts';
import { isSame } from '../checks.ts';
import { textOf } from '../credentials.ts';
import type { Defect } from '../defect.ts';

function open(where: VariantId, also: (value: string, service: Service) => string | null): Change {
  return inVariant(where, (variant) => ({
    openPassword: (value, service) => variant.openPassword(value, service) ?? also(value, service),
  }));
}

function knows(text: string, service: Service): string | null {
  return Object.values(service.partners).some(({ password }) => isSame(password, text)) ? text : null;
}

function authorizedIf(where: VariantId, accepts: (visit: Visit) => boolean): Change {
  return inVariant(where, (variant) => ({
    authorize: (visit) => (accepts(visit) ? visit.service.partners.valid : variant.authorize(visit)),
  }));
}

const isKnownName = ({ fields, service }: Visit): boolean =>
  Object.values(service.partners).some(({ name }) => isSame(name, textOf(fields, 'partnerName')));

const plainIds = (variant: VariantId): readonly string[] => [
  ...['status', 'names', 'meaning'].map((aspect) => `${variant}.unencrypted.partnerPassword.${aspect}`),
  `${variant}.authorization.enforced`,
];

const loginIds = (variant: VariantId): readonly string[] => [
  `${variant}.unauthorized.status`,
  `${variant}.unauthorized.meaning`,
  `${variant}.authorization.enforced`,
];

const looksEncrypted = (value: string): boolean => /^[A-Za-z0-9+/_=-]{100,}$/.test(value);

/** The list for passwords and partners that are not valid. */
export const passwordDefects: readonly Defect[] = [
  {
    id: 'a-plain-password-accepted',
    summary: 'A accepts the password as plain text.',
    violates: plainIds('a'),
    change: open('a', knows),
  },
  {
    id: 'b-plain-password-accepted',
    summary: 'B accepts the password as plain text.',
    violates: plainIds('b'),
    change: open('b', knows),
  },
  {
    id: 'a-base64-password-accepted',
    summary: 'A takes base64 for encryption.',
    violates: ['a.authorization.enforced'],
    change: open('a', (value, service) => knows(Buffer.from(value, 'base64').toString(), service)),
  },
  {
    id: 'b-base64-password-accepted',
    summary: 'B takes base64 for encryption.',
    violates: ['b.authorization.enforced'],
    change: open('b', (value, service) => knows(Buffer.from(value, 'base64').toString(), service)),
  },
  {
    id: 'a-hex-password-accepted',
    summary: 'A takes hex for encryption.',
    violates: ['a.authorization.enforced'],
    change: open('a', (value, service) => knows(Buffer.from(value, 'hex').toString(), service)),
  },
  {
    id: 'b-hex-password-accepted',
    summary: 'B takes hex for encryption.',
    violates: ['b.authorization.enforced'],
    change: open('b', (value, service) => knows(Buffer.from(value, 'hex').toString(), service)),
  },
  {
    id: 'a-empty-password-accepted',
    summary: 'A checks that the password is there, and skips authorization where it is empty.',
    violates: ['a.authorization.enforced'],
    change: skippedWhere('a', ''),
  },
  {
    id: 'b-empty-password-accepted',
    summary: 'B checks that the password is there, and skips authorization where it is empty.',
    violates: ['b.authorization.enforced'],
    change: skippedWhere('b', ''),
  },
  {
    id: 'a-undecryptable-password-accepted',
    summary: 'A accepts whatever looks like a ciphertext and cannot be decrypted.',
    violates: ['a.authorization.enforced'],
    change: undecryptableAccepted('a'),
  },
  {
    id: 'b-undecryptable-password-accepted',
    summary: 'B accepts whatever looks like a ciphertext and cannot be decrypted.',
    violates: ['b.authorization.enforced'],
    change: undecryptableAccepted('b'),
  },
  {
    id: 'a-wrong-password-accepted',
    summary: 'A looks the partner up and does not compare the password.',
    violates: loginIds('a'),
    change: authorizedIf('a', isKnownName),
  },
  {
    id: 'b-wrong-password-accepted',
    summary: 'B looks the partner up and does not compare the password.',
    violates: loginIds('b'),
    change: authorizedIf('b', isKnownName),
  },
  {
    id: 'a-unknown-partner-accepted',
    summary: 'A accepts every name with a password that any partner has.',
    violates: loginIds('a'),
    change: authorizedIf('a', ({ password, service }) => knows(password ?? '', service) !== null),
  },
  {
    id: 'b-unknown-partner-accepted',
    summary: 'B accepts every name with a password that any partner has.',
    violates: loginIds('b'),
    change: authorizedIf('b', ({ password, service }) => knows(password ?? '', service) !== null),
  },
  {
    id: 'a-everybody-accepted',
    summary: 'A has its authorization switched off and only checks that the password is encrypted.',
    violates: loginIds('a'),
    change: authorizedIf('a', () => true),
  },
  {
    id: 'b-everybody-accepted',
    summary: 'B has its authorization switched off and only checks that the password is encrypted.',
    violates: loginIds('b'),
    change: authorizedIf('b', () => true),
  },
  {
    id: 'a-any-password-accepted',
    summary: 'A compares nothing and decrypts nothing; only known names are let in.',
    violates: [...plainIds('a'), ...loginIds('a').slice(0, 2)],
    change: (behaviour) =>
      authorizedIf('a', isKnownName)(open('a', (value) => (value === '' ? null : value))(behaviour)),
  },
  {
    id: 'b-error-with-list',
    summary: 'B sends the list along with the refusal of a wrong password.',
    violates: ['b.authorization.enforced'],
    change: withList('b'),
  },
  {
    id: 'a-error-with-list',
    summary: 'A sends the list along with the refusal of a wrong password.',
    violates: ['a.authorization.enforced'],
    change: withList('a'),
  },
];

function skippedWhere(where: VariantId, value: string): Change {
  return inVariant(where, (variant) => ({
    checks: {
      ...variant.checks,
      missing: (visit, current) =>
        visit.fields.partnerPassword === value && isKnownName(visit)
          ? { kind: 'success', parameters: [] }
          : variant.checks.missing(visit, current),
    },
  }));
}

function undecryptableAccepted(where: VariantId): Change {
  return inVariant(where, (variant) => ({
    openPassword: (value, service) => {
      const plain = variant.openPassword(value, service);
      return plain === null && looksEncrypted(value) ? service.partners.valid.password : plain;
    },
  }));
}

function withList(where: VariantId): Change {
  return inVariant(where, (variant) => ({
    finish: (answer, outcome, visit) => {
      const made = variant.finish(answer, outcome, visit);
      if (outcome.kind !== 'unauthorized') return made;
      const body = {
        description_status: variant.text(outcome, visit.service.language),
        banks: visit.service.banks,
      };
      return { ...made, body: variant.serialize(body, outcome) };
    },
  }));
}
