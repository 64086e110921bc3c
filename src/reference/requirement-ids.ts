import { parameterNames, type VariantId } from './behaviour.ts';

/** The conditions that only variant B has. */
export const blocks = ['partner-blocked', 'ip-blocked', 'reward-unavailable'] as const;
const missing = [...parameterNames.map((name) => `missing.${name}`), 'missing.several'];

/** Answers that have more than one subject, or another name than it: the first of several missing parameters is named, and the last one is never the first. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  missing,
  'missing-partner-name': ['missing.partnerName', 'missing.several'],
  'missing-password': ['missing.partnerPassword', 'missing.several'],
  'missing-flag': ['missing.useAuthByCert'],
  'missing-several': ['missing.several'],
  'missing-everything': ['missing.several'],
  unencrypted: ['unencrypted.partnerPassword'],
  blocked: blocks,
  error: [...missing, 'unencrypted.partnerPassword', 'unauthorized', ...blocks, 'unavailable'],
};

/** The aspects of a requirement on an answer, in the order of the reports. */
const aspects = {
  status: () => true,
  // Texts of 422 name a parameter (sections 4 and 7).
  names: (subject) => subject.includes('.'),
  meaning: (subject) => subject !== 'success' && subject !== 'missing.several',
} as const satisfies Readonly<Record<string, (subject: string) => boolean>>;

type Aspect = keyof typeof aspects;

/** The requirements on some answers, without the variant: on these aspects, or on all that there are. */
export function ids(answers: string, ...wanted: readonly Aspect[]): readonly string[] {
  const chosen = wanted.length > 0 ? wanted : (['status', 'names', 'meaning'] as const);
  return chosen.flatMap((aspect) =>
    (subjects[answers] ?? [answers]).filter(aspects[aspect]).map((subject) => `${subject}.${aspect}`),
  );
}

/** The requirements that fail where an error response has no text at all. */
export const errorBodyIds = ['error.body', ...ids('error', 'names', 'meaning')];

/** The requirements that fail where a failed login obtains the list. */
export const loginIds = [...ids('unauthorized'), 'authorization.enforced'];

const ofOneVariant: Readonly<Record<VariantId, readonly string[]>> = {
  a: ['request.body', 'status.no-401'],
  b: ['request.query', ...blocks],
};

/** Those of some requirements that a variant has, with the variant in front. */
export const ofVariant = (variant: VariantId, names: readonly string[]): readonly string[] =>
  names
    .filter((name) => !ofOneVariant[variant === 'a' ? 'b' : 'a'].some((other) => name.startsWith(other)))
    .map((name) => `${variant}.${name}`);

/** All requirements of one variant: 25 of A, 30 of B. */
export const allIds = (variant: VariantId): readonly string[] =>
  ofVariant(variant, [
    'success.status',
    'success.body',
    'success.record',
    'request.body',
    'request.query',
    ...ids('error', 'status'),
    ...errorBodyIds,
    'status.no-401',
    'authorization.enforced',
  ]);
