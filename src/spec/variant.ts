import { z } from 'zod';
import type { Condition, Parameter, Specification, Variant } from './specification.ts';

/** One bank (section 2); further members are not shown, so they are let through. */
const bankRecord = z.looseObject({ name: z.string(), bic: z.string() });

/** The successful body around its records (section 4): one member, an array; records are judged one by one. */
const successBody = z.strictObject({ banks: z.array(z.unknown()) });

/** The body of every error response (sections 2 and 7); further members are not shown, so they are let through. */
const errorBody = z.looseObject({ description_status: z.string().min(1) });

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

/** What the specification of the operation `banks` says, both variants. */
export const specification: Specification = {
  title: 'Partner API: list of banks that can receive b2C transfers through the fast payment system',
  variants: [variantA, variantB],
  body: {
    list: 'banks',
    success: successBody,
    record: bankRecord,
    text: 'description_status',
    error: errorBody,
  },
};

/** Statuses that the specification uses for anything, in whichever variant. */
export const documentedStatuses: readonly number[] = specification.variants.flatMap((variant) =>
  variant.conditions.map(({ status }) => status),
);
