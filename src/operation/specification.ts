/** States of the partner, its address or the service. No request can create them. */
const provisioned = ['partner-blocked', 'ip-blocked', 'reward-unavailable', 'unavailable'] as const;

export const conditionNames = ['success', 'missing', 'unencrypted', 'unauthorized', ...provisioned] as const;
export type ConditionName = (typeof conditionNames)[number];

/** What the text of an error response must say. Several conditions can share a meaning. */
export const meanings = [
  'correct-data',
  'encrypted-form',
  'not-authorized',
  'contact-manager',
  'try-later',
] as const;
export type Meaning = (typeof meanings)[number];

/** How credentials are sent: as members of a JSON object in the body, or as query parameters. */
export type Carrier = 'json-body' | 'query';

export interface Parameter {
  readonly name: string;
  readonly role: 'partner' | 'password' | 'flag';
  readonly type: 'string' | 'int';
  readonly encrypted: boolean;
}

/** One row of a variant's table of answers. */
export interface Condition {
  readonly name: ConditionName;
  readonly status: number;
  /** What the text must say; null for the successful answer. */
  readonly meaning: Meaning | null;
  readonly section: string;
}

/** One variant of an operation, as the specification shows it. */
export interface Variant {
  readonly id: string;
  readonly section: string;
  readonly method: string;
  /** Path below the base URL. `<bank_code>` is a fixed segment that the target profile sets. */
  readonly path: string;
  readonly carrier: Carrier;
  /** All of them are required. */
  readonly parameters: readonly Parameter[];
  readonly conditions: readonly Condition[];
  /** Statuses that this variant never answers, according to the specification (section 7). */
  readonly unusedStatuses: readonly number[];
}

/** Shapes of the bodies in the specification. They are the same for all variants. */
export interface BodyContract {
  /** The only member of a successful body, an array of records (section 4). */
  readonly list: string;
  /** Members of every record, each a string (section 2). Others are allowed. */
  readonly record: readonly string[];
  /** The member of an error body with its text, a non-empty string (sections 2 and 7). Others are allowed. */
  readonly text: string;
}

/** Everything that the specification says, as data. */
export interface Specification {
  readonly title: string;
  readonly variants: readonly Variant[];
  readonly body: BodyContract;
}

/** True for states of the partner, its address or the service, which no request can create. */
export const needsProvisioning = (group: string): group is (typeof provisioned)[number] =>
  provisioned.some((name) => name === group);

/** Throws if the specification has no such variant. */
export function variantById(spec: Specification, id: string): Variant {
  const variant = spec.variants.find((variant) => variant.id === id);
  if (variant === undefined) throw new RangeError(`the specification has no variant ${id}`);
  return variant;
}

/** The row of the variant's table for this condition; null if it is not documented. */
export function findCondition(variant: Variant, name: ConditionName): Condition | null {
  return variant.conditions.find((condition) => condition.name === name) ?? null;
}

/** The row of the variant's table for this condition. Throws if it is not documented. */
export function conditionOf(variant: Variant, name: ConditionName): Condition {
  const condition = findCondition(variant, name);
  if (condition === null) throw new RangeError(`variant ${variant.id} has no condition ${name}`);
  return condition;
}

export function encryptedParameters(variant: Variant): readonly Parameter[] {
  return variant.parameters.filter((parameter) => parameter.encrypted);
}

const password = { name: 'partnerPassword', role: 'password', type: 'string', encrypted: true } as const;
const flag = { name: 'useAuthByCert', role: 'flag', type: 'string', encrypted: false } as const;

const credentials = (partnerType: Parameter['type']): readonly Parameter[] => [
  { name: 'partnerName', role: 'partner', type: partnerType, encrypted: false },
  password,
  flag,
];

const shared = (section: string): readonly Condition[] => [
  { name: 'success', status: 200, meaning: null, section },
  { name: 'missing', status: 422, meaning: 'correct-data', section },
  { name: 'unencrypted', status: 422, meaning: 'encrypted-form', section },
  { name: 'unavailable', status: 500, meaning: 'try-later', section },
];

const variantA: Variant = {
  id: 'a',
  section: '4.1',
  method: 'POST',
  path: '/partner/sbp/banks',
  carrier: 'json-body',
  parameters: credentials('string'),
  conditions: [
    ...shared('4.1'),
    { name: 'unauthorized', status: 403, meaning: 'not-authorized', section: '4.1' },
  ],
  unusedStatuses: [401],
};

const variantB: Variant = {
  id: 'b',
  section: '4.2',
  method: 'POST',
  path: '/partner/<bank_code>/sbp/banks/',
  carrier: 'query',
  parameters: credentials('int'),
  conditions: [
    ...shared('4.2'),
    { name: 'unauthorized', status: 401, meaning: 'not-authorized', section: '4.2' },
    { name: 'partner-blocked', status: 403, meaning: 'contact-manager', section: '4.2' },
    { name: 'ip-blocked', status: 403, meaning: 'contact-manager', section: '4.2' },
    { name: 'reward-unavailable', status: 403, meaning: 'contact-manager', section: '4.2' },
  ],
  unusedStatuses: [],
};

/** The specification of the operation `banks` with both variants. */
export const specification: Specification = {
  title: 'Partner API: list of banks that can receive b2C transfers through the fast payment system',
  variants: [variantA, variantB],
  body: { list: 'banks', record: ['name', 'bic'], text: 'description_status' },
};

/** Statuses that the specification uses in any variant. */
export const documentedStatuses: readonly number[] = specification.variants.flatMap((variant) =>
  variant.conditions.map(({ status }) => status),
);
