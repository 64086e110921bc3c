import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { BodyContract } from '../operation/specification.ts';
import { message, say, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { jsonType } from './evidence.ts';
import type { BodyFacts, ListFacts, RecordProblem, TextFacts } from './evidence.ts';
import { findHints } from './lexicon/hint.ts';
import { findMeanings } from './lexicon/meaning.ts';
import { findNaming } from './lexicon/naming.ts';
import { maskVolatile } from './lexicon/volatile.ts';
import { readJson } from './read-json.ts';

/** Input besides the body: the shapes of the specification, and what to look for in an error text. */
export interface Inspection {
  readonly contract: BodyContract;
  /** Names to look for in an error text. */
  readonly parameters: readonly string[];
}

const keptName = 100;

/**
 * Computes facts of bodies, each only once: a service repeats the same few. Holds no body. `mask` hides secrets
 * in what the facts quote.
 */
export function createInspector() {
  const known = new Map<string, BodyFacts>();
  return (
    bytes: Uint8Array,
    bodyError: string | null,
    inspection: Inspection,
    mask: (text: string) => string = (text) => text,
  ): BodyFacts => {
    const digest = createHash('sha256').update(bytes).digest('hex');
    const key = JSON.stringify([digest, bodyError, ...inspection.parameters]);
    // A substring would keep the whole body in memory, so facts are copied.
    const facts = known.get(key) ?? structuredClone(inspectBody(bytes, bodyError, inspection));
    known.set(key, facts);
    return maskFacts(facts, mask);
  };
}

/** Facts about the beginning of a body that is too long: whether a list begins in it. */
export const inspectBeginning = (bytes: Uint8Array, contract: BodyContract): BodyFacts => ({
  kind: 'unread',
  values: 0,
  ...resemblesList(bytes, contract),
});

/** Computes all facts that the judges need from a body. `bodyError` says why it could not be decompressed. */
export function inspectBody(bytes: Uint8Array, bodyError: string | null, inspection: Inspection): BodyFacts {
  const { contract } = inspection;
  const notJson = (words: Message): BodyFacts => {
    return { kind: 'not-json', problem: say(words, 'en'), words, ...resemblesList(bytes, contract) };
  };
  if (bodyError !== null) return notJson(verbatim(bodyError));
  if (bytes.length === 0) return notJson(message('body-empty'));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return notJson(message('body-with-bom'));
  if (!isUtf8(bytes)) return notJson(message('body-not-utf8'));
  const reading = readJson(bytes, contract);
  switch (reading.kind) {
    case 'not-json':
      return notJson(message(isHtml(bytes) ? 'body-html' : 'json-unparsable'));
    case 'json': {
      const { value, names, memberCount, textCount, repeated, repeatedCount, showsList, namesList } = reading;
      const [list, text] = [contract.list, contract.text].map((name) => memberOf(value, name));
      return {
        kind: 'json',
        type: jsonType(value),
        members: names.map((name) => name.slice(0, keptName)),
        memberCount,
        isSuccess: memberCount === 1 && Array.isArray(list),
        isError: typeof text === 'string' && text !== '' && textCount === 1,
        showsList,
        namesList,
        list:
          list === undefined
            ? null
            : Array.isArray(list)
              ? withRepeated(inspectList(list, contract.record), repeated, repeatedCount)
              : noList(list),
        text: text === undefined ? null : inspectText(text, inspection),
      };
    }
  }
}

/** A member of an object of its own. */
const memberOf = (value: unknown, name: string): unknown =>
  jsonType(value) === 'object' && Object.hasOwn(value as object, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

const isHtml = (bytes: Uint8Array): boolean =>
  /^\s*<(?:!doctype html|html|head|body)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 200)));

/** Hides secrets in quoted facts. */
function maskFacts(facts: BodyFacts, mask: (text: string) => string): BodyFacts {
  if (facts.kind !== 'json') return facts;
  const { members, list, text } = facts;
  return {
    ...facts,
    members: members.map(mask),
    list: list === null ? null : { ...list, extraMembers: [...new Set(list.extraMembers.map(mask))] },
    text: text === null ? null : { ...text, text: mask(text.text) },
  };
}

/**
 * Bytes of a body that is not JSON that are searched at a time, and characters that overlap with the next part.
 */
const [searched, carried] = [1024 * 1024, 256];

/**
 * Searches bytes that are nearly JSON for a list: UTF-16, cut, with comments, other quotation marks or none. A
 * list with a record is found anywhere, one that may be empty only at the top of the first MiB.
 */
function resemblesList(
  bytes: Uint8Array,
  { list, record }: BodyContract,
): { readonly showsList: boolean; readonly namesList: boolean } {
  const array = `(?<![\\p{L}\\p{N}_])["'\`]?${list}["'\`]?\\s*[:=]\\s*\\[`;
  const begins = new RegExp(`${array}\\s*\\{`, 'u');
  const member = new RegExp(`[{,\\s]["'\`]?(?:${record.join('|')})["'\`]?\\s*[:=]`, 'u');
  const decoder = new TextDecoder();
  let [hasBegun, showsList, namesList, rest] = [false, false, false, ''];
  for (let at = 0; at < bytes.length && !showsList; at += searched) {
    const text = rest + decoder.decode(bytes.subarray(at, at + searched), { stream: true });
    rest = text.slice(-carried);
    const plain = withoutComments(text);
    if (at === 0) namesList = holdsOnTop(plain, new RegExp(array, 'gu'));
    const start = hasBegun ? 0 : plain.search(begins);
    if (start === -1) continue;
    hasBegun = true;
    showsList = member.test(plain.slice(start));
  }
  return { showsList, namesList };
}

function withoutComments(text: string): string {
  const written = text
    .replaceAll('\0', '')
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)));
  // An unterminated comment is none. Searching for its end again and again would take minutes.
  const end = written.lastIndexOf('*/') + 1;
  const closed = written.slice(0, end) + written.slice(end).replaceAll('/*', '/ *');
  return closed.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
}

/**
 * True if an array stands within at most one bracket. A text that begins with markup is a page with a script.
 */
function holdsOnTop(text: string, array: RegExp): boolean {
  if (/^\s*</.test(text)) return false;
  let [depth, seen] = [0, 0];
  for (const { index } of text.matchAll(array)) {
    for (const [bracket] of text.slice(seen, index).matchAll(/[[{}\]]/g)) {
      depth += bracket === '[' || bracket === '{' ? 1 : -1;
    }
    if (depth <= 1) return true;
    seen = index;
  }
  return false;
}

/** A record with a repeated member is wrong, because readers may take either value. */
function withRepeated(
  facts: ListFacts,
  repeated: readonly { readonly index: number; readonly member: string }[],
  count: number,
): ListFacts {
  if (count === 0) return facts;
  const problems = repeated.map(({ index, member }): RecordProblem => {
    const words = message('record-repeats-member', { member });
    return { index, problem: say(words, 'en'), words };
  });
  const repeats = problems.slice(0, 1).map(({ index, words }) => ({ index, count, words }));
  const all = [...facts.problems, ...problems].toSorted((left, right) => left.index - right.index);
  return {
    ...nothing,
    type: facts.type,
    count: facts.count,
    problems: all.slice(0, most.problems),
    problemCount: facts.problemCount + count,
    mistakes: [...(facts.mistakes ?? []), ...repeats],
  };
}

const most = { problems: 10, extras: 20, nameLength: 100 } as const;

/** Inspects records, which must have these members as strings. Observes only where all are right. */
function inspectList(items: readonly unknown[], members: readonly string[]): ListFacts {
  const isRight = (item: unknown): item is object =>
    jsonType(item) === 'object' &&
    members.every((name) => typeof (item as Readonly<Record<string, unknown>>)[name] === 'string');
  const problems: RecordProblem[] = [];
  const mistakes = new Map<string, { index: number; count: number; words: Message }>();
  let problemCount = 0;
  const extras = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (isRight(item)) {
      if (extras.size < most.extras) addExtras(item, extras);
      continue;
    }
    const { key, words } = mistakeOf(item, members);
    problemCount += 1;
    if (problems.length < most.problems)
      problems.push({ index, problem: say(words(), 'en'), words: words() });
    const known = mistakes.get(key);
    if (known === undefined) mistakes.set(key, { index, count: 1, words: words() });
    else known.count += 1;
  }
  const common = { ...nothing, type: 'array' as const, count: items.length };
  return problemCount > 0
    ? { ...common, problems, problemCount, mistakes: [...mistakes.values()] }
    : { ...common, extraMembers: [...extras] };
}

const nothing = {
  count: 0,
  problems: [],
  problemCount: 0,
  extraMembers: [],
} as const satisfies Omit<ListFacts, 'type'>;

/** Facts about a value that has the list's name but is not a list. */
const noList = (value: unknown): ListFacts => ({ ...nothing, type: jsonType(value) });

/** What is wrong with a record: a key that is the same for the same mistake, and its words. */
function mistakeOf(item: unknown, members: readonly string[]) {
  const type = jsonType(item);
  if (type !== 'object') {
    return { key: type, words: () => message('record-of-wrong-type', { found: message(`type-${type}`) }) };
  }
  const record = item as Readonly<Record<string, unknown>>;
  const member = members.find((name) => typeof record[name] !== 'string') ?? '';
  if (!Object.hasOwn(record, member)) {
    return { key: `${member}:`, words: () => message('record-lacks-member', { member }) };
  }
  const found = jsonType(record[member]);
  const words = (): Message =>
    message('record-with-wrong-member', { member, found: message(`type-${found}`) });
  return { key: `${member}:${found}`, words };
}

function addExtras(bank: object, extras: Set<string>): void {
  for (const name in bank) {
    if (name === 'name' || name === 'bic' || extras.size >= most.extras) continue;
    extras.add(name.slice(0, most.nameLength));
  }
}

/** Characters of a text that are kept and searched for a meaning. */
const keptText = 16_384;

function inspectText(value: unknown, { parameters }: Inspection): TextFacts {
  if (typeof value !== 'string') return { ...noText, type: jsonType(value) };
  const text = value.slice(0, keptText);
  return {
    type: 'string',
    text,
    ...(value.length > keptText ? { cut: true } : {}),
    blank: value.trim() === '',
    meanings: [...findMeanings(text)],
    hints: [...findHints(text, parameters)],
    naming: Object.fromEntries(parameters.map((name) => [name, findNaming(value, name)])),
    sha256: createHash('sha256').update(maskVolatile(value)).digest('hex'),
  };
}

const noText = {
  text: '',
  blank: true,
  meanings: [],
  hints: [],
  naming: {},
  sha256: '',
} as const satisfies Omit<TextFacts, 'type'>;
