import type { BodyContract } from '../spec/specification.ts';
import type { BodyFacts } from './facts.ts';
import { inspectList } from './inspect-list.ts';
import { inspectParts } from './inspect-parts.ts';
import { countMember } from './count-member.ts';
import { inspectText } from './inspect-text.ts';
import { jsonType } from './json-type.ts';
import type { ReadText } from './read-text.ts';

/** What is needed besides the bytes: the shapes of the specification, and a mask for secrets. */
export interface Inspection {
  readonly contract: BodyContract;
  readonly mask: (text: string) => string;
  /** Names that a text may name. */
  readonly parameters: readonly string[];
  /** The profile's pattern for the condition, its placeholder filled in; null where there is none. */
  readonly pattern: string | null;
  /** Reads texts; anew each time if left out. */
  readonly readText?: ReadText;
}

const keptMembers = 20;
/** Bytes of a body up to which it is parsed as a whole. */
const wholeSize = 1024 * 1024;
/** Brackets, braces and commas of a body that is read at all: each may cost a hundred bytes once it is parsed. A list of two million banks has nine million. */
const mostMarks = 9_000_000;
/** Bytes of something that is not JSON in which a list is looked for. */
const searched = 1024 * 1024;

/** Computes once from a body's bytes all that the judges need; `bodyError` says why it could not be decompressed. */
export function inspectBody(bytes: Uint8Array, bodyError: string | null, inspection: Inspection): BodyFacts {
  if (bodyError !== null) return notJson(bodyError, lenientText(bytes), inspection);
  if (bytes.length === 0) return notJson('the body is empty', '', inspection);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return notJson('it begins with a byte order mark', lenientText(bytes), inspection);
  }
  if (countMarks(bytes) > mostMarks) {
    return notJson(`it holds more than ${mostMarks} values`, lenientText(bytes), inspection);
  }
  const inParts = bytes.length > wholeSize ? inspectInParts(bytes, inspection) : null;
  if (inParts !== null) return inParts;
  const parsed = parse(bytes, inspection.contract.list);
  switch (parsed.kind) {
    case 'not-utf8':
      return notJson('it is not UTF-8', lenientText(bytes), inspection);
    case 'broken':
      return notJson('it cannot be parsed as JSON', parsed.start, inspection);
    case 'parsed':
      return jsonFacts(parsed, inspection);
  }
}

/** What is left out of the parsed body are the records, which stand in the facts already. */
function inspectInParts(bytes: Uint8Array, inspection: Inspection): BodyFacts | null {
  const { contract, mask } = inspection;
  const list = inspectParts(bytes, contract, mask);
  if (list === null) return null;
  const parsed = { kind: 'parsed', value: { [contract.list]: [] }, writesList: true, lists: 1 } as const;
  const facts = jsonFacts(parsed, inspection);
  return facts.kind === 'json' ? { ...facts, list } : facts;
}

function notJson(problem: string, text: string, { contract }: Inspection): BodyFacts {
  return { kind: 'not-json', problem, showsList: resemblesList(text, contract.list) };
}

function strictText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const lenientText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8').decode(bytes.subarray(0, searched));

function countMarks(bytes: Uint8Array): number {
  if (bytes.length <= mostMarks) return 0;
  let count = 0;
  // The codes of `,`, `[` and `{`: to look them up would take longer than to parse the body.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 44 || byte === 91 || byte === 123) count += 1;
  }
  return count;
}

/** A parsed body, whether its text holds a list, and how often it has the list's member. */
interface Parsed {
  readonly kind: 'parsed';
  readonly value: unknown;
  readonly writesList: boolean;
  readonly lists: number;
}

type Outcome = Parsed | { readonly kind: 'broken'; readonly start: string } | { readonly kind: 'not-utf8' };

/** The text of a large list takes as much memory as its records, so that it ends here. */
function parse(bytes: Uint8Array, list: string): Outcome {
  const text = strictText(bytes);
  if (text === null) return { kind: 'not-utf8' };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'parsed', writesList: writesList(text, list), lists: countMember(text, list), value };
  } catch {
    return { kind: 'broken', start: text.slice(0, searched) };
  }
}

function jsonFacts({ value, writesList: isWritten, lists }: Parsed, inspection: Inspection): BodyFacts {
  const { contract, mask } = inspection;
  const top = (jsonType(value) === 'object' ? value : {}) as Readonly<Record<string, unknown>>;
  // Further members of the list's own name are members as well.
  const repeated = Array.from({ length: Math.max(0, lists - 1) }, () => contract.list);
  const names = [...Object.keys(top), ...repeated];
  const [hasList, hasText] = [Object.hasOwn(top, contract.list), Object.hasOwn(top, contract.text)];
  // The shapes are asked about no more than they speak of, so that a million further members cost nothing.
  const error = hasText ? { [contract.text]: top[contract.text] } : null;
  return {
    kind: 'json',
    type: jsonType(value),
    members: names.slice(0, keptMembers).map((name) => mask(name.slice(0, 100))),
    memberCount: names.length,
    isSuccess: names.length === 1 && contract.success.safeParse(frameOf(top, contract.list)).success,
    isError: contract.error.safeParse(error).success,
    showsList: isWritten || holdsList(value, contract.list),
    list: hasList ? inspectList(top[contract.list], contract.record, mask) : null,
    text: hasText ? inspectText(top[contract.text], inspection) : null,
  };
}

/** The body around its records, which are judged one by one: to look at each here as well would cost a copy of the list. */
function frameOf(top: Readonly<Record<string, unknown>>, list: string): unknown {
  return Array.isArray(top[list]) ? { ...top, [list]: [] } : top;
}

/** The text of a list, whether or not a parser keeps it: one of two members of the same name gets lost. */
function writesList(text: string, name: string): boolean {
  return new RegExp(`(?<!\\\\)"${name}"\\s*:\\s*\\[`).test(text);
}

/** A list in something that is nearly JSON: in UTF-16 with its null bytes, with comments, other quotation marks or none. */
function resemblesList(text: string, name: string): boolean {
  const plain = text
    .replaceAll('\0', '')
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
    .replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
  return new RegExp(`(?<![\\p{L}\\p{N}_])["'\`]?${name}["'\`]?\\s*[:=]\\s*\\[`, 'u').test(plain);
}

/** A list at any depth, however its name is written; without recursion, for bodies that are nothing but depth. */
function holdsList(value: unknown, name: string): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const own = Object.hasOwn(next, name) ? (next as Readonly<Record<string, unknown>>)[name] : null;
    if (Array.isArray(own)) return true;
    for (const inner of Object.values(next)) if (typeof inner === 'object') open.push(inner);
  }
  return false;
}
