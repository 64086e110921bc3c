import {
  type Behaviour,
  type CheckName,
  parameterNames,
  type Refusal,
  type VariantBehaviour,
} from './behaviour.ts';
import { authorize, checks } from './checks.ts';
import { isDigits, isText, readJsonBody, readQuery } from './credentials.ts';
import { texts } from './texts.ts';

const statuses = {
  success: 200,
  missing: 422,
  unencrypted: 422,
  unauthorized: 403,
  'partner-blocked': 403,
  'ip-blocked': 403,
  'reward-unavailable': 403,
  unavailable: 500,
  malformed: 400,
  'not-found': 404,
  'wrong-method': 405,
  'too-large': 413,
} as const satisfies Record<'success' | Refusal, number>;

const common: readonly CheckName[] = ['unavailable', 'missing', 'unencrypted', 'unauthorized'];

const a: VariantBehaviour = {
  isPath: (path) => path === '/partner/sbp/banks',
  read: readJsonBody,
  required: parameterNames,
  isGiven: isText,
  openPassword: (value, service) => service.decrypt(value),
  authorize,
  checks,
  order: common,
  status: ({ kind }) => statuses[kind],
  text: ({ kind, parameters }, language) =>
    kind === 'success' ? '' : texts[language][kind](parameters[0] ?? ''),
  successBody: (banks) => ({ banks }),
  errorBody: (text) => ({ description_status: text }),
  serialize: (body) => Buffer.from(JSON.stringify(body)),
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  finish: (answer) => answer,
};

const b: VariantBehaviour = {
  ...a,
  isPath: (path, bankCode) => path === `/partner/${bankCode}/sbp/banks/`,
  read: readQuery,
  isGiven: (value, name) => (name === 'partnerName' ? isDigits(value) : isText(value)),
  order: [...common, 'ip-blocked', 'partner-blocked', 'reward-unavailable'],
  status: ({ kind }) => (kind === 'unauthorized' ? 401 : statuses[kind]),
};

/** The service as the specification describes it, both variants, nothing more lenient than it says. */
export const conforming: Behaviour = { a, b, http2: false, keepAlive: 30_000 };
