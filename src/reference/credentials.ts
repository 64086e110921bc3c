import { createHash, timingSafeEqual } from 'node:crypto';
import { parameterNames } from './behaviour.ts';
import type {
  Check,
  CheckName,
  Fields,
  Incoming,
  Outcome,
  ParameterName,
  Partner,
  Refusal,
  Visit,
} from './behaviour.ts';

/** The text of a JSON document in UTF-8 without a byte order mark (RFC 8259, section 8.1); null if it is none. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The credentials among the members of a JSON object (section 4.1); null where the text is no such object. */
export function fieldsOfJson(text: string): Fields | null {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = new Map<string, unknown>(Object.entries(value));
  return pick((name) => members.get(name));
}

/** The credentials in a JSON body; an empty body holds none, one that is not a JSON object gives null. */
export function readJsonBody(request: Incoming): Fields | null {
  if (request.body.length === 0) return {};
  const text = decodeUtf8(request.body);
  return text === null ? null : fieldsOfJson(text);
}

/** A component of a URI percent-decoded (RFC 3986, section 2.1); `+` is not decoded. Null for a broken escape. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function decodePair(part: string, decode: (text: string) => string | null): readonly [string, string] | null {
  const at = part.indexOf('=');
  const name = decode(at < 0 ? part : part.slice(0, at));
  const value = at < 0 ? '' : decode(part.slice(at + 1));
  return name === null || value === null ? null : [name, value];
}

/** The pairs of a query string decoded, in their order; null for a broken escape. */
export function parseQuery(
  query: string,
  decode: (text: string) => string | null = decodePercent,
): ReadonlyArray<readonly [string, string]> | null {
  const parts = query.split('&').filter((part) => part !== '');
  const pairs = parts.map((part) => decodePair(part, decode)).filter((pair) => pair !== null);
  return pairs.length === parts.length ? pairs : null;
}

/** The credentials in the query string (section 4.2), the first of repeated ones; null for a broken escape. */
export function readQuery(request: Incoming): Fields | null {
  const pairs = parseQuery(request.query);
  return pairs && pick((name) => pairs.find(([key]) => key === name)?.[1]);
}

/** Collects the three credentials from a look-up by name. */
export function pick(find: (name: ParameterName) => unknown): Fields {
  return Object.fromEntries(parameterNames.map((name) => [name, find(name)]));
}

/** The value of a credential as a text; empty where it is none. */
export function textOf(fields: Fields, name: ParameterName): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** Whether a value is a text that is more than white space: absent, null, empty and blank are missing. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Whether a value is an integer written as digits, as variant B wants the partner's name (section 4.2). */
export function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9]+$/.test(value);
}

/** An outcome that concerns no parameter. */
export function outcome(kind: 'success' | Refusal): Outcome {
  return { kind, parameters: [] };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether two texts are equal, in a time that does not depend on them. */
export function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/** The partner whose name and password were sent, or null (section 5.6); wrong name and wrong password look alike. */
export function authorize(visit: Visit): Partner | null {
  const name = textOf(visit.fields, 'partnerName');
  const password = visit.password ?? '';
  const found = Object.values(visit.service.partners).filter(
    (partner: Partner) => isSame(partner.name, name) && isSame(partner.password, password),
  );
  return visit.password === null ? null : (found[0] ?? null);
}

function isPartner(kind: 'blocked' | 'withoutReward'): (visit: Visit) => boolean {
  return ({ fields, service }) => isSame(service.partners[kind].name, textOf(fields, 'partnerName'));
}

function when(kind: Refusal, holds: (visit: Visit) => boolean): Check {
  return (visit) => (holds(visit) ? outcome(kind) : null);
}

/** The checks of a request as the specification has them (sections 4 and 5). */
export const checks: Readonly<Record<CheckName, Check>> = {
  unavailable: when('unavailable', ({ request, service }) => service.isUnavailable(request)),
  missing: ({ fields }, variant) => {
    const parameters = variant.required.filter((name) => !variant.isGiven(fields[name], name));
    return parameters.length > 0 ? { kind: 'missing', parameters } : null;
  },
  unencrypted: ({ password }) =>
    password === null ? { kind: 'unencrypted', parameters: ['partnerPassword'] } : null,
  unauthorized: (visit, variant) => (variant.authorize(visit) === null ? outcome('unauthorized') : null),
  'ip-blocked': when('ip-blocked', ({ request, service }) => service.isBlocked(request.address)),
  'partner-blocked': when('partner-blocked', isPartner('blocked')),
  'reward-unavailable': when('reward-unavailable', isPartner('withoutReward')),
};
