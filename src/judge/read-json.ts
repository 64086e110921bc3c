/** Bytes of a piece: little memory, but enough for `JSON.parse` to see many objects of one shape. */
const usualPiece = 64 * 1024;
/**
 * Limits of what is parsed. More values than in 128 MiB of banks would take too long. A piece that cannot be
 * cut takes up to 250 bytes for a value and six for a byte. A results file of 256 MiB has 5 million values down
 * to depth 11, and all of it stays in memory.
 */
const limits = {
  body: {
    values: 20_000_000,
    pieceValues: 1_000_000,
    pieceBytes: 64 * 1024 * 1024,
    depth: Infinity,
    members: Infinity,
  },
  file: {
    values: 8_000_000,
    pieceValues: 1_000_000,
    pieceBytes: 64 * 1024 * 1024,
    depth: 100,
    members: 1000,
  },
} as const;
const keptNames = 20;
const keptRepeated = 10;

/** Result of reading, with what was seen while cutting the text into pieces. */
export type Reading =
  | { readonly kind: 'not-json' }
  /** It contains more than is parsed, so it may or may not be JSON. */
  | ({ readonly kind: 'unread'; readonly values: number } & Shown)
  | ({
      readonly kind: 'json';
      /** Names of the first 20 members of the top object; a repeated name occurs several times. */
      readonly names: readonly string[];
      readonly memberCount: number;
      /** Number of top members with the name of the error text, however many others there are. */
      readonly textCount: number;
      /** The first items of the top list in which a member of a record is repeated. */
      readonly repeated: readonly Repeated[];
      readonly repeatedCount: number;
    } & Shown);

/** What is seen of a list, even if a later member of the same name replaces it. */
interface Shown {
  /**
   * True if, at any depth, the list's name holds an array or object with a record, which has one of the members
   * as a text or number; or if an object has all of them as texts.
   */
  readonly showsList: boolean;
  /** True if a top member with the list's name holds an array. */
  readonly namesList: boolean;
}

/** An item of the list, counted from 0, and the member that it repeats. */
interface Repeated {
  readonly index: number;
  readonly member: string;
}

/** A body, or a results file, whose top members are read in one piece. Both come from strangers. */
export type Source = 'body' | 'file';

export interface Visitor {
  /** The top member that may hold a long array. */
  readonly list: string;
  /** Members of its items; not used for a file. */
  readonly record?: readonly string[];
  /** The top member that may hold an error text; not used for a file. */
  readonly text?: string;
  /**
   * Called with the top value, or with some of its members or items. The list in it is empty, and its last
   * member may be continued.
   */
  readonly onTop: (value: unknown) => void;
  /**
   * Called with some items of a list; `isFirst` at its beginning. If the list's name is repeated, the last list
   * counts.
   */
  readonly onItems: (items: readonly unknown[], isFirst: boolean) => void;
}

/**
 * Reads JSON (RFC 8259) in UTF-8 in one pass and linear time. The pass only follows brackets and strings. It
 * cuts at commas, but never within an item of the list. `JSON.parse` parses each piece in the brackets around
 * it: all pieces parse if and only if the whole does, and only one of them is in memory at a time.
 */
export function readJson(
  bytes: Uint8Array,
  visitor: Visitor,
  source: Source = 'body',
  pieceSize = usualPiece,
): Reading {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^\s*(?:[{["\-\dtfn]|$)/.test(body.toString('latin1', 0, 1000))) return { kind: 'not-json' };
  try {
    return read(body, visitor, source, pieceSize);
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'not-json' };
    throw error;
  }
}

interface Piece {
  readonly start: number;
  readonly valuesBefore: number;
  /** Text to put before it so that it can be parsed. */
  readonly head: string;
  /** The lowest depth within it: `head` opens the brackets from there on. 0 for the first piece. */
  readonly floor: number;
}

/** How far the pass has come. */
interface Progress {
  /** Number of open brackets. */
  depth: number;
  values: number;
  /** Of the top object. */
  members: number;
}

function read(body: Buffer, visitor: Visitor, source: Source, pieceSize: number): Reading {
  const { list, record = [], text } = visitor;
  const at: Progress = { depth: 0, values: 0, members: 0 };
  const pieces = createPieces(body, visitor, limits[source], at);
  const watch = record.length === 0 ? null : createWatch(body, record, at);
  const names: string[] = [];
  let [textCount, item, lastCut] = [0, 0, 0];
  let [stringStart, stringEnd] = [0, 0];
  let [isNamed, namesList] = [false, false]; // isNamed: the list's name and a colon came last
  // A file that contains too much is not read any further.
  const isGivenUp = (): boolean => source === 'file' && pieces.isHeavy();
  for (let place = 0; place < body.length && !isGivenUp(); place += 1) {
    const byte = body[place] ?? 0;
    switch (byte) {
      case code.quote:
        stringStart = place;
        for (place += 1; place < body.length && body[place] !== code.quote; place += 1) {
          if (body[place] === code.backslash) place += 1;
        }
        stringEnd = place + 1;
        isNamed = false;
        break;
      case code.colon:
        isNamed = isString(body, stringStart, stringEnd, list);
        watch?.named(stringStart, stringEnd, place, pieces.isInList() ? item : null);
        if (at.depth !== 1) break;
        at.members += 1;
        if (text !== undefined && isString(body, stringStart, stringEnd, text)) textCount += 1;
        pieces.weigh(place);
        if (!pieces.isHeavy() && names.length < keptNames) names.push(stringAt(body, stringStart, stringEnd));
        break;
      case code.openArray:
      case code.openObject:
        if (isNamed && byte === code.openArray && at.depth === 1) {
          namesList = true;
          item = 0;
          pieces.enterList(place);
        }
        pieces.open(byte, place);
        at.depth += 1;
        at.values += 1;
        watch?.opened(byte, isNamed);
        isNamed = false;
        break;
      case code.closeArray:
      case code.closeObject:
        if (at.depth === 0) return { kind: 'not-json' };
        watch?.closing();
        if (pieces.isInList() && at.depth === 2) pieces.leaveList(place);
        at.depth -= 1;
        pieces.close();
        isNamed = false;
        break;
      case code.comma:
        at.values += 1;
        isNamed = false;
        if (at.depth === 2 && pieces.isInList()) item += 1;
        if (place - lastCut < pieceSize || !mayCut(at.depth, pieces.isInList(), source)) break;
        if (!isBetween(body, place)) break;
        pieces.cut(place);
        lastCut = place;
        break;
    }
  }
  const { values, members: memberCount } = at;
  const { showsList, repeated, repeatedCount } = watch?.found() ?? nothingFound;
  const shown = { showsList, namesList };
  if (isGivenUp()) return { kind: 'unread', values, ...shown };
  if (at.depth !== 0 || stringEnd > body.length) return { kind: 'not-json' };
  pieces.take(body.length);
  if (pieces.isHeavy()) return { kind: 'unread', values, ...shown };
  return { kind: 'json', names, memberCount, textCount, repeated, repeatedCount, ...shown };
}

/** Cuts the text into pieces and parses them, until it contains more than is parsed. */
function createPieces(
  body: Buffer,
  { onTop, onItems }: Visitor,
  most: (typeof limits)[Source],
  at: Readonly<Progress>,
) {
  const brackets: number[] = []; // those that are open
  let piece: Piece = { start: 0, valuesBefore: 0, head: '', floor: 0 };
  let around: Piece | null = null; // the piece around the list, while the pass is in it
  let [isFirst, isHeavy] = [true, false];
  const weigh = (end: number): void => {
    const [pieceBytes, pieceValues] = [end - piece.start, at.values - piece.valuesBefore];
    isHeavy ||= pieceBytes > most.pieceBytes || pieceValues > most.pieceValues;
    isHeavy ||= at.values > most.values || at.depth > most.depth || at.members > most.members;
  };
  const take = (end: number): void => {
    weigh(end);
    if (isHeavy) return;
    const closing = brackets.slice(Math.max(0, piece.floor - 1)).toReversed();
    const tail = Buffer.from(closing.map((bracket) => bracket + 2)).toString(); // `]` = `[` + 2, `}` = `{` + 2
    const value: unknown = JSON.parse(`${piece.head}${body.toString('utf8', piece.start, end)}${tail}`);
    if (around !== null) onItems(value as readonly unknown[], isFirst);
    else if (piece.floor <= 1) onTop(value);
    isFirst = false;
  };
  return {
    isHeavy: () => isHeavy,
    isInList: () => around !== null,
    weigh,
    /** Parses the piece that ends here. */
    take,
    /** At the comma with which the next piece begins. */
    cut(comma: number): void {
      take(comma);
      const head = brackets.at(-1) === code.openArray ? '[' : '{';
      piece = { start: comma + 1, valuesBefore: at.values, head, floor: at.depth };
    },
    enterList(bracket: number): void {
      weigh(bracket);
      around = { ...piece, head: piece.head + body.toString('utf8', piece.start, bracket + 1) };
      piece = { start: bracket + 1, valuesBefore: at.values, head: '[', floor: 2 };
      isFirst = true;
    },
    leaveList(bracket: number): void {
      take(bracket);
      if (around !== null) piece = { ...around, start: bracket, valuesBefore: at.values };
      around = null;
    },
    /** Before the pass goes down. */
    open(byte: number, bracket: number): void {
      if (at.values > most.values || at.depth > most.depth) weigh(bracket);
      if (!isHeavy) brackets.push(byte);
    },
    /** After the pass went up: a piece that began further down is read as part of what is around it. */
    close(): void {
      if (!isHeavy) brackets.pop();
      if (at.depth < 1 || at.depth >= piece.floor) return;
      const outer = brackets[at.depth - 1] === code.openArray ? '[' : '{"":';
      piece = { ...piece, head: `${outer}${piece.head}`, floor: at.depth };
    },
  };
}

const nothingFound = { showsList: false, repeated: [], repeatedCount: 0 } as const;

/** Looks for records, wherever they are, and for members that they repeat. */
function createWatch(body: Buffer, record: readonly string[], at: Readonly<Progress>) {
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

function mayCut(depth: number, isInList: boolean, source: Source): boolean {
  if (isInList) return depth === 2;
  return source === 'file' ? depth === 1 : depth >= 1;
}

/**
 * True if both sides of a comma contain something. Otherwise pieces could parse although the whole does not.
 */
const isBetween = (body: Buffer, comma: number): boolean =>
  /[^\s[{,]\s*$/.test(body.toString('latin1', Math.max(0, comma - 1000), comma)) &&
  /^\s*[^\s\]},]/.test(body.toString('latin1', comma + 1, comma + 1000));

/** Throws a SyntaxError if the bytes are not a JSON string. */
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
