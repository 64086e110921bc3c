// Reads a body as `JSON.parse` does, and sees what that hides: members that stand twice, and lists anywhere.

const keptNames = 20;
const keptRepeated = 10;

export type Reading =
  | { readonly kind: 'not-json' }
  | {
      readonly kind: 'json';
      readonly value: unknown;
      /** Names of the first 20 members of the top object; a repeated name occurs several times. */
      readonly names: readonly string[];
      readonly memberCount: number;
      /** Number of top members with the name of the error text. */
      readonly textCount: number;
      /** The first items of the top list in which a member of a record is repeated. */
      readonly repeated: readonly Repeated[];
      readonly repeatedCount: number;
      /**
       * True if, at any depth, the list's name holds an array or object with a record, which has one of the
       * members as a text or number; or if an object has all of them as texts. A later member of the same name
       * does not undo it.
       */
      readonly showsList: boolean;
      /** True if a top member with the list's name holds an array, even if a later one replaces it. */
      readonly namesList: boolean;
    };

/** An item of the list, counted from 0, and the member that it repeats. */
interface Repeated {
  readonly index: number;
  readonly member: string;
}

/** Names of the top member that holds the list, of the members of its items, and of the error text. */
export interface Names {
  readonly list: string;
  readonly record: readonly string[];
  readonly text: string;
}

/** Reads JSON (RFC 8259) in UTF-8, in linear time. */
export function readJson(bytes: Uint8Array, names: Names): Reading {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return { kind: 'json', value: JSON.parse(body.toString()) as unknown, ...lookThrough(body, names) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'not-json' };
    throw error;
  }
}

/** Follows brackets, strings and colons of what is known to be JSON. */
function lookThrough(body: Buffer, { list, record, text }: Names) {
  const names: string[] = [];
  const progress = { depth: 0 };
  const watch = createWatch(body, record, progress);
  let [memberCount, textCount, item] = [0, 0, 0];
  let [stringStart, stringEnd] = [0, 0];
  let [isNamed, isInList, namesList] = [false, false, false]; // isNamed: the list's name and a colon came last
  for (let place = 0; place < body.length; place += 1) {
    const byte = body[place] ?? 0;
    switch (byte) {
      case code.quote:
        stringStart = place;
        for (place += 1; body[place] !== code.quote; place += 1)
          if (body[place] === code.backslash) place += 1;
        stringEnd = place + 1;
        isNamed = false;
        break;
      case code.colon:
        isNamed = isString(body, stringStart, stringEnd, list);
        watch.named(stringStart, stringEnd, place, isInList ? item : null);
        if (progress.depth !== 1) break;
        memberCount += 1;
        if (isString(body, stringStart, stringEnd, text)) textCount += 1;
        if (names.length < keptNames) names.push(stringAt(body, stringStart, stringEnd));
        break;
      case code.openArray:
      case code.openObject:
        if (isNamed && byte === code.openArray && progress.depth === 1) {
          [namesList, isInList, item] = [true, true, 0];
        }
        progress.depth += 1;
        watch.opened(byte, isNamed);
        isNamed = false;
        break;
      case code.closeArray:
      case code.closeObject:
        watch.closing();
        progress.depth -= 1;
        if (progress.depth === 1) isInList = false;
        isNamed = false;
        break;
      case code.comma:
        isNamed = false;
        if (progress.depth === 2 && isInList) item += 1;
        break;
    }
  }
  return { names, memberCount, textCount, namesList, ...watch.found() };
}

/** Looks for records, wherever they are, and for members that they repeat. */
function createWatch(body: Buffer, record: readonly string[], at: { readonly depth: number }) {
  const allMembers = 2 ** record.length - 1;
  const members: number[] = []; // a bit for each member of a record, of each open object
  const texts: number[] = []; // the same, of those that are strings
  const lists: (Listing | null)[] = []; // what each open bracket is to the list
  const repeated: Repeated[] = [];
  let [showsList, repeatedCount] = [false, 0];
  return {
    found: () => ({ showsList, repeated, repeatedCount }),
    /** `isNamed`: it is the value of a member with the list's name. */
    opened(byte: number, isNamed: boolean): void {
      lists[at.depth] = isNamed ? (byte === code.openArray ? 'array' : 'object') : null;
      if (byte === code.openObject) members[at.depth] = texts[at.depth] = 0;
    },
    closing(): void {
      if (lists[at.depth] === 'object-with-record') showsList = true;
    },
    /** A string before a colon may name a member of a record. `item`: its number in the list; null outside. */
    named(start: number, end: number, colon: number, item: number | null): void {
      const { depth } = at;
      const isKey = (name: string): boolean => isString(body, start, end, name);
      if (lists[depth]?.startsWith('object') === true && ofSchemas.some(isKey)) lists[depth] = null;
      // Names with BICs, or BICs with names.
      if (lists[depth] === 'object' && hasBic(body, start, colon)) lists[depth] = 'object-with-record';
      const member = record.findIndex(isKey);
      if (member < 0) return;
      const around = lists[depth - 1];
      if (isBeforeScalar(body, colon)) {
        if (around === 'array') showsList = true;
        // Whether it is a list is only known at its end: it may be a schema of a list.
        if (around === 'object') lists[depth - 1] = 'object-with-record';
      }
      const [bit, seen] = [2 ** member, members[depth] ?? 0];
      if ((seen & bit) !== 0 && item !== null && depth === 3) {
        repeatedCount += 1;
        if (repeated.length < keptRepeated) repeated.push({ index: item, member: record[member] ?? '' });
      }
      members[depth] = seen | bit;
      if (showsList || !isBeforeString(body, colon)) return;
      texts[depth] = (texts[depth] ?? 0) | bit;
      showsList = texts[depth] === allMembers;
    },
  };
}

const code = {
  quote: 34,
  comma: 44,
  minus: 45,
  colon: 58,
  openArray: 91,
  backslash: 92,
  closeArray: 93,
  openObject: 123,
  closeObject: 125,
} as const;

const stringAt = (body: Buffer, start: number, end: number): string =>
  String(JSON.parse(body.toString('utf8', start, end)));

/** Compares a JSON string, with or without escapes, to a text. */
function isString(body: Buffer, start: number, end: number, text: string): boolean {
  const [length, first] = [end - start - 2, body[start + 1]];
  if (first !== text.charCodeAt(0) && first !== code.backslash) return false;
  if (length === text.length && first !== code.backslash) {
    for (let at = 1; at < length; at += 1) if (body[start + 1 + at] !== text.charCodeAt(at)) return false;
    return true;
  }
  return length > text.length && length <= 6 * text.length && stringAt(body, start, end) === text;
}

/** What a bracket after the list's name contains. */
type Listing = 'array' | 'object' | 'object-with-record';

/** Members that distinguish a description of a list from an object of records (JSON Schema, OpenAPI). */
const ofSchemas = ['type', 'items', '$ref'] as const;

/** The first byte after a position that is not white space. */
function nextByte(body: Buffer, place: number): number {
  for (let at = place + 1; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return byte;
  }
  return 0;
}

const isBeforeString = (body: Buffer, colon: number): boolean => nextByte(body, colon) === code.quote;

function isBeforeScalar(body: Buffer, colon: number): boolean {
  const byte = nextByte(body, colon);
  return byte === code.quote || byte === code.minus || (byte >= 48 && byte <= 57);
}

/** True if the text before or after a colon is the BIC of a Russian bank. */
const hasBic = (body: Buffer, start: number, colon: number): boolean =>
  /^"\d{9}"/.test(body.toString('latin1', start, start + 11)) ||
  /^\s*"\d{9}"/.test(body.toString('latin1', colon + 1, colon + 100));
