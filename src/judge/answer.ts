// What an answer says, and whose words it is (rules 1 and 4): read once, asked by run and judge alike.

import { errorText, list as member, parameters, recordMembers } from '#banks/specification.ts';
import type { Exchange, Response } from '../client/exchange.ts';
import type { Attempt } from '../plan/attempt.ts';
import type { PlannedRow } from '../plan/plan.ts';
import { findNaming } from './lexicon/naming.ts';

export interface Answer {
  /** Null: no complete answer. */
  readonly status: number | null;
  /** Without what stands deeper than a member. Undefined: not JSON (RFC 8259, UTF-8, no byte order mark). */
  readonly json: unknown;
  /** `description_status`, if it is a string that is not blank. */
  readonly text: string | null;
  /** It is an object in which such a text stands once. */
  readonly isDocumented: boolean;
  /** `banks` on top, if it is an array. */
  readonly list: readonly unknown[] | null;
  /** Names of members that stand twice in one object. */
  readonly repeated: ReadonlySet<string>;
  /** False: the body is not recorded, since parts of a secret may stand in it. */
  readonly isKept: boolean;
  /** All strings in it, names of members included; of what is not JSON the whole. */
  readonly strings: () => string;
}

const answers = new WeakMap<Exchange, Answer>();

export function read(exchange: Exchange): Answer {
  const answer = answers.get(exchange) ?? readNow(exchange.response);
  answers.set(exchange, answer);
  return answer;
}

function readNow(response: Response | null): Answer {
  const body = response?.body ?? '';
  const encoding = response?.bodyEncoding;
  const whole = encoding === undefined ? parseJson(body) : undefined;
  const json = outline(whole);
  const { [errorText]: text, [member]: list } = isObject(whole) ? whole : {};
  const repeated = repeatedMembers(json === undefined ? '' : body);
  const hasText = typeof text === 'string' && text.trim() !== '';
  let strings: string | undefined;
  return {
    status: response?.status ?? null,
    json,
    text: hasText ? text : null,
    isDocumented: hasText && !repeated.has(errorText),
    list: Array.isArray(list) ? list.map(outline) : null,
    repeated,
    isKept: response?.body !== null,
    strings: () =>
      (strings ??= json === undefined ? textIn(body, encoding) : stringsIn(parseJson(body)).join('\n')),
  };
}

/** Of bytes that are no text in UTF-8 what is ASCII in them, so that numbers are found in UTF-16 too. */
const textIn = (body: string, encoding: 'base64' | undefined): string =>
  (encoding === undefined ? body : Buffer.from(body, encoding).toString('latin1')).replaceAll('\0', '');

const [anyArray, anyObject] = [Object.freeze([]), Object.freeze({})];

/** A hostile body may hold gigabytes of empty arrays, deep or side by side. */
function outline(value: unknown): unknown {
  const flat = (one: unknown): unknown => (Array.isArray(one) ? anyArray : isObject(one) ? anyObject : one);
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) return flat(value);
  return Object.fromEntries(members.map(([name, one]) => [name, flat(one)]));
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** RFC 8259 leaves open which of two members of one name a reader takes. */
function repeatedMembers(json: string): ReadonlySet<string> {
  const repeated = new Set<string>();
  const open: Set<string>[] = [];
  for (const [token, text, colon] of json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/gs)) {
    if (token === '{') open.push(new Set());
    else if (text === undefined) open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(text) as string;
      // Elsewhere nobody reads them: in the answer itself, or in a record of its list.
      const depth = recordMembers.some((one) => one === name) ? 2 : 1;
      if (open.length === depth && open.at(-1)?.has(name)) repeated.add(name);
      open.at(-1)?.add(name);
    }
  }
  return repeated;
}

/** Without recursion or spreading, since a hostile body may be as deep or as wide as it is long. */
function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') found.push(one);
    if (isObject(one)) found.push(Object.keys(one).join('\n'));
    if (typeof one === 'object' && one !== null) for (const each of Object.values(one)) left.push(each);
  }
  return found;
}

/** True if a secret stood there: only a person can tell what was said. */
export const isMasked = (text: string): boolean => /<(?:password|ciphertext|secret)>/.test(text);

/** The first that fits, as `kindOf` asks. `refusal`: the documented error body below 500, whatever it says. */
export type Kind = 'silence' | 'too-long' | 'busy' | 'length' | 'list' | 'unavailable' | 'refusal' | 'page';

/** What accepted plain requests of a variant have shown: during a run those so far, in judging all. */
export interface Facts {
  readonly isAccepted: boolean;
  /** The list never came, but a 200 did, while bad requests were refused: a 200 is an accepted control then. */
  readonly takes200: boolean;
  /** Names and BICs of the list, the longest first: one that stands in another is not taken for a second one. */
  readonly known: ReadonlySet<string>;
  /** Length of the longest one; 0: none was accepted. */
  readonly longest: number;
}

export const nothing: Facts = { isAccepted: false, takes200: false, known: new Set(), longest: 0 };

type Asked = Pick<PlannedRow, 'expect' | 'way'>;

/** True for a request to a service that is to be out of order. */
export const isOutage = ({ expect }: Pick<Asked, 'expect'>): boolean =>
  expect !== null && expect.status >= 500;

/** Said of the moment, whatever was asked. */
export const momentary = [408, 409, 425];

export function kindOf(row: Asked, exchange: Exchange, { known, longest }: Facts): Kind {
  const { status, isDocumented } = read(exchange);
  if (status === null) return exchange.error?.kind === 'too-long' ? 'too-long' : 'silence';
  if (status === 429 || (status === 503 && !isOutage(row) && !row.way.hasSetup)) return 'busy';
  const isLong = longest > 0 && exchange.request.length > longest;
  if (isLong && [413, 414, 431].includes(status) && !isDocumented) return 'length';
  if (isHandedOut(exchange, known)) return 'list';
  // 503: of a request for an outage a page, within a set-up what it says, else a limiter's.
  const isOfMoment = momentary.includes(status) || (status === 503 && !row.way.hasSetup);
  if (!isDocumented || isOfMoment) return 'page';
  return status >= 500 ? 'unavailable' : 'refusal';
}

/** The service's own words. All others are foreign: the network, a gateway or the moment may have said them. */
export const isOwn = (row: Asked, kind: Kind): boolean =>
  kind === 'list' || kind === 'refusal' || (kind === 'unavailable' && isOutage(row));

/** A limit, which asking again does not move. */
export const isOfLength = (kind: Kind): boolean => kind === 'length' || kind === 'too-long';

/** True if the list, or what only the list tells, is in the answer. */
export function isHandedOut(exchange: Exchange, known: ReadonlySet<string>): boolean {
  const { status, list, strings } = read(exchange);
  if (status === null) return /"banks"\s*:\s*\[\s*\{/.test(exchange.error?.beginning ?? '');
  if (list !== null && (list.length > 0 || status === 200)) return true;
  let [text, count] = [known.size > 1 ? strings() : '', 0];
  for (const one of known) if (text.includes(one)) [text, count] = [text.replaceAll(one, '\n'), count + 1];
  return count > 1;
}

export const isAccepting = (exchange: Exchange, kind: Kind, { takes200 }: Facts): boolean =>
  kind === 'list' || (takes200 && read(exchange).status === 200);

/** True of what a wrong profile or a locked partner may get, whoever said it: by status, unlike the kind `refusal`. */
export function isLockout(exchange: Exchange): boolean {
  const { status, text, isDocumented } = read(exchange);
  if (status !== 422 || !isDocumented) return [401, 403, 407, 423].includes(status ?? 0);
  // That the password is not encrypted is what a wrong key looks like.
  const [partner, , flag] = parameters;
  return ![partner, flag].some((name) => findNaming(text ?? '', name) === 'named');
}

export type Sent = Attempt & { readonly exchange: Exchange };
export const isSent = (attempt: Attempt): attempt is Sent => attempt.exchange !== null;

/** Those that count: not those that were sent to see who refused another request. */
export const plainAttempts = (plain: PlannedRow, attempts: readonly Attempt[]): readonly Sent[] =>
  attempts.filter(isSent).filter(({ row, role }) => row === plain.id && role !== 'witness');

export function factsOf(plain: PlannedRow, attempts: readonly Attempt[], takes200 = false): Facts {
  const facts = { ...nothing, takes200 };
  const accepted = plainAttempts(plain, attempts)
    .map(({ exchange }) => exchange)
    .filter((exchange) => isAccepting(exchange, kindOf(plain, exchange, facts), facts));
  const list = accepted.map((exchange) => read(exchange).list).find((found) => found !== null);
  const longest = Math.max(0, ...accepted.map(({ request }) => request.length));
  // Long enough to be known again.
  const known = (list ?? [])
    .flatMap((one) => (isObject(one) ? recordMembers.map((name) => one[name]) : []))
    .filter((one): one is string => typeof one === 'string' && one.length > 4 && !isMasked(one))
    .toSorted((one, other) => other.length - one.length);
  return { isAccepted: list !== undefined, takes200, known: new Set(known), longest };
}
