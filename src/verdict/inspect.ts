import type { BodyContract } from '../spec/specification.ts';
import type { BodyFacts } from './facts.ts';
import { inspectList } from './inspect-list.ts';
import { inspectText } from './inspect-text.ts';
import { jsonType } from './json-type.ts';

/** What is needed besides the bytes: the shapes of the specification, and a mask for secrets. */
export interface Inspection {
  readonly contract: BodyContract;
  readonly mask: (text: string) => string;
  /** Names that a text may name. */
  readonly parameters: readonly string[];
  /** The profile's pattern for the condition, its placeholder filled in; null where there is none. */
  readonly pattern: string | null;
}

const keptMembers = 20;

/** Computes once from a body's bytes all that the judges need; `bodyError` says why it could not be decompressed. */
export function inspectBody(bytes: Uint8Array, bodyError: string | null, inspection: Inspection): BodyFacts {
  if (bodyError !== null) return notJson(bodyError, '', inspection);
  if (bytes.length === 0) return notJson('the body is empty', '', inspection);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return notJson('it begins with a byte order mark', lenientText(bytes), inspection);
  }
  const text = strictText(bytes);
  if (text === null) return notJson('it is not UTF-8', lenientText(bytes), inspection);
  const parsed = parse(text);
  if (!parsed.ok) return notJson(`it cannot be parsed as JSON`, text, inspection);
  return jsonFacts(parsed.value, text, inspection);
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

const lenientText = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes);

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function jsonFacts(value: unknown, text: string, inspection: Inspection): BodyFacts {
  const { contract, mask } = inspection;
  const top = jsonType(value) === 'object' ? new Map(Object.entries(value as object)) : new Map();
  const list: unknown = top.get(contract.list);
  return {
    kind: 'json',
    type: jsonType(value),
    members: [...top.keys()].slice(0, keptMembers).map((name) => mask(String(name).slice(0, 100))),
    memberCount: top.size,
    isSuccess: contract.success.safeParse(value).success,
    isError: contract.error.safeParse(value).success,
    showsList: writesList(text, contract.list) || holdsList(value, contract.list),
    list: top.has(contract.list) ? inspectList(list, contract.record, mask) : null,
    text: top.has(contract.text) ? inspectText(top.get(contract.text), inspection) : null,
  };
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
