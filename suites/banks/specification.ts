// What the specification says, as data: two variants of one operation, their conditions, statuses and texts.

export const parameters = ['partnerName', 'partnerPassword', 'useAuthByCert'] as const;
export type Parameter = (typeof parameters)[number];

/** Section 4.1 and 4.2. */
export type VariantId = 'a' | 'b';

/** States of the partner, its address or the service. No request can create them. */
export const provisionedConditions = [
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unavailable',
] as const;

/** Why the service answers as it does. */
export const conditionNames = [
  'success',
  'missing',
  'unencrypted',
  'unauthorized',
  ...provisionedConditions,
] as const;
export type ConditionName = (typeof conditionNames)[number];

/** What the text of an error must say. The three blocks share one meaning. */
export const meanings = [
  'correct-data',
  'encrypted-form',
  'not-authorized',
  'contact-manager',
  'try-later',
] as const;
export type Meaning = (typeof meanings)[number];

/** One row of a variant's table of answers. */
export interface Condition {
  readonly status: number;
  /** Null: its answer has a status alone, or the list. */
  readonly meaning: Meaning | null;
}

/** One variant of the operation. The method is POST in both. */
export interface Variant {
  readonly id: VariantId;
  readonly section: string;
  /** Below the base URL. `<bank_code>` is a fixed segment that the target profile names. */
  readonly path: string;
  /** Where the credentials are: members of a JSON object in the body, or parameters of the query. */
  readonly credentialsIn: 'body' | 'query';
  readonly conditions: Readonly<Partial<Record<ConditionName, Condition>>>;
  /** Statuses that this variant never answers (section 7). */
  readonly unusedStatuses: readonly number[];
}

const shared = {
  success: { status: 200, meaning: null },
  missing: { status: 422, meaning: 'correct-data' },
  unencrypted: { status: 422, meaning: 'encrypted-form' },
  unavailable: { status: 500, meaning: 'try-later' },
} as const satisfies Variant['conditions'];

const blocked = { status: 403, meaning: 'contact-manager' } as const satisfies Condition;

export const variants: Readonly<Record<VariantId, Variant>> = {
  a: {
    id: 'a',
    section: '4.1',
    path: '/partner/sbp/banks',
    credentialsIn: 'body',
    conditions: { ...shared, unauthorized: { status: 403, meaning: 'not-authorized' } },
    unusedStatuses: [401],
  },
  b: {
    id: 'b',
    section: '4.2',
    path: '/partner/<bank_code>/sbp/banks/',
    credentialsIn: 'query',
    conditions: {
      ...shared,
      unauthorized: { status: 401, meaning: 'not-authorized' },
      'partner-blocked': blocked,
      'ip-blocked': blocked,
      'reward-unavailable': blocked,
    },
    unusedStatuses: [],
  },
};

/** What the texts of a variant may mean. */
export const meaningsOf = (variant: VariantId): readonly Meaning[] => [
  ...new Set(Object.values(variants[variant].conditions).flatMap(({ meaning }) => meaning ?? [])),
];

/** Below the base URL; with `hasOtherSlash` with a slash more, or less, at its end. */
export function pathOf(variant: VariantId, bankCode: string | null, hasOtherSlash = false): string {
  const path = variants[variant].path.replace('<bank_code>', () => bankCode ?? '');
  if (!hasOtherSlash) return path;
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
}

export const variantIds = ['a', 'b'] as const satisfies readonly VariantId[];

/** Names in the bodies, the same for both variants (sections 2, 4 and 7). */
export const list = 'banks';
export const recordMembers = ['name', 'bic'] as const;
export const errorText = 'description_status';

export const title =
  'Partner API: list of banks that can receive b2C transfers through the fast payment system';
