import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ConditionName, Specification, Variant } from '../spec/specification.ts';
import { specification } from '../spec/specification.ts';

const section = '4.3';

/** A variant that nobody wrote code for: another path, credentials in the query, 407 for failed authorization, no blocks. */
export const variantC: Variant = {
  id: 'c',
  section,
  method: 'POST',
  path: '/partner/third/banks',
  carrier: 'query',
  parameters: [
    { name: 'partnerName', role: 'partner', type: 'string', encrypted: false },
    { name: 'partnerPassword', role: 'password', type: 'string', encrypted: true },
    { name: 'useAuthByCert', role: 'flag', type: 'string', encrypted: false },
  ],
  conditions: [
    { name: 'success', status: 200, meaning: null, section },
    { name: 'missing', status: 422, meaning: 'correct-data', section },
    { name: 'unencrypted', status: 422, meaning: 'encrypted-form', section },
    { name: 'unauthorized', status: 407, meaning: 'not-authorized', section },
    { name: 'unavailable', status: 500, meaning: 'try-later', section },
  ],
  unusedStatuses: [401, 403],
};

/** The specification with that one record more. */
export const threeVariants: Specification = {
  ...specification,
  variants: [...specification.variants, variantC],
};

/** What the service answers, by variant: its statuses as the tables of the three variants give them. */
export type Statuses = Readonly<Record<'a' | 'b' | 'c', Readonly<Partial<Record<ConditionName, number>>>>>;

const common = { success: 200, missing: 422, unencrypted: 422, unavailable: 500 } as const;

/** The statuses of a service that conforms. */
export const conforming: Statuses = {
  a: { ...common, unauthorized: 403 },
  b: { ...common, unauthorized: 401, 'partner-blocked': 403, 'ip-blocked': 403, 'reward-unavailable': 403 },
  c: { ...common, unauthorized: 407 },
};

/** The profile's module that encrypts for this service: a nonce makes every ciphertext another one. */
export const encryptionModule = `import { randomUUID } from 'node:crypto';
export default (plain) => Buffer.from('enc:' + randomUUID() + ':' + plain).toString('base64');
`;

/** The target profile that fits this service. */
export const profileFor = (port: number): string => `name: Three variants
baseUrl: http://127.0.0.1:${port}
variants: { a: {}, b: { bankCode: acme }, c: {} }
credentials: { partnerName: 1042, partnerPassword: correct-horse, useAuthByCert: "true" }
encryption: { scheme: module, module: ./encrypt.mjs }
conditions:
  partner-blocked: { headers: { X-Fault: p } }
  ip-blocked: { headers: { X-Fault: i } }
  reward-unavailable: { headers: { X-Fault: r } }
  unavailable: { headers: { X-Fault: u } }
limits: { retries: 1, failedLogins: 100, timeout: 5000 }
`;

/** Starts the service on a free loopback port. */
export async function startService(
  statuses: Statuses,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((request, response) => void answer(request, response, statuses));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

const faults: Readonly<Record<string, ConditionName>> = {
  p: 'partner-blocked',
  i: 'ip-blocked',
  r: 'reward-unavailable',
  u: 'unavailable',
};

const paths: Readonly<Record<string, 'a' | 'b' | 'c'>> = {
  '/partner/sbp/banks': 'a',
  '/partner/acme/sbp/banks/': 'b',
  '/partner/third/banks': 'c',
};

const banks = [{ name: 'Bank', bic: '044525225' }];
const manager = 'Please contact your assigned manager.';
const texts: Readonly<Record<ConditionName, string>> = {
  success: '',
  missing: 'is missing. Please repeat the request with correct data.',
  unencrypted: 'Parameter partnerPassword is expected in encrypted form.',
  unauthorized: 'User did not pass authorization, access to the resource is restricted.',
  'partner-blocked': manager,
  'ip-blocked': manager,
  'reward-unavailable': manager,
  unavailable: 'Service temporarily unavailable. Please repeat the operation later.',
};

async function answer(request: IncomingMessage, response: ServerResponse, statuses: Statuses): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const variant = paths[url.pathname];
  const body = await text(request);
  if (variant === undefined || request.method !== 'POST') return send(response, 404, 'Nothing is here.');
  const sent = variant === 'a' ? membersOf(body) : Object.fromEntries(url.searchParams);
  const [condition, detail] = conditionOf(sent, request.headers['x-fault']);
  send(response, statuses[variant][condition] ?? 418, `${detail} ${texts[condition]}`.trim());
}

function send(response: ServerResponse, status: number, said: string): void {
  const body = status === 200 ? { banks } : { description_status: said };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function conditionOf(
  sent: Readonly<Record<string, unknown>>,
  fault: unknown,
): readonly [ConditionName, string] {
  const held = typeof fault === 'string' ? faults[fault] : undefined;
  if (held !== undefined) return [held, ''];
  const missing = ['partnerName', 'partnerPassword', 'useAuthByCert'].find((name) => !sent[name]);
  if (missing !== undefined) return ['missing', `Parameter ${missing}`];
  const plain = /^enc:[^:]*:(.*)$/.exec(Buffer.from(String(sent['partnerPassword']), 'base64').toString());
  if (plain === null) return ['unencrypted', ''];
  const isKnown = sent['partnerName'] === '1042' && plain[1] === 'correct-horse';
  return [isKnown ? 'success' : 'unauthorized', ''];
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(body) as object) };
  } catch {
    return {};
  }
}
