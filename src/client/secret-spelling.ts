/** Replaces a secret in all output and tells its kind. */
export type Placeholder = '<password>' | '<ciphertext>' | '<secret>';

/** A text that must not appear in any output, and the setting of the profile that holds it. */
export interface Secret {
  readonly text: string;
  readonly placeholder: Placeholder;
  readonly setting: string;
}

/** One spelling of a secret. Escapes are undone before the search. */
export interface Form {
  /** With a blank for every `+`, as `comparable` writes it. */
  readonly text: string;
  /** Characters that must match. Further matching characters belong to the secret as well. */
  readonly least: number;
  /** True if line breaks may occur anywhere after the beginning. */
  readonly isBroken: boolean;
  /** Characters that must not stand next to the secret; null if any may. */
  readonly beside: RegExp | null;
  readonly secret: Secret;
}

/** Shorter secrets may be ordinary words. */
export const shortest = 8;
/** Matching the first 32 characters of a ciphertext is enough. */
const beginning = 32;
/** For a secret of at least `from` characters, matching the `first` ones is enough. */
const cut = { from: 16, first: 12 } as const;
/** Minimum of characters to search for encodings, and of bytes to search inside longer encodings. */
const least = { encoded: 4, aligned: 5 } as const;

const alphanumeric = /[\p{L}\p{N}]/u;

/**
 * Lists the ways to write a secret: plain, decoded, base64 (RFC 4648) at each alignment, hex, other charsets.
 * Omits plain forms of the suite's own words, and unescaped forms of a few characters.
 */
export function formsOf(secret: Secret, isOwnWord: (text: string) => boolean): readonly Form[] {
  const { text, placeholder } = secret;
  if (text.trim() === '') return [];
  const core = text.replace(/-----(?:BEGIN|END) [A-Z0-9 ]+-----/g, '').replace(/\s+/g, '');
  const isBroken = placeholder === '<ciphertext>' && core.length >= beginning;
  const form = (spelling: string, needed: number, beside: RegExp | null): Form => {
    const enough = isBroken ? Math.min(beginning, needed) : needed;
    return { text: comparable(spelling), least: enough, isBroken, beside, secret };
  };
  const written = isBroken ? core : text;
  const plain = [written, ...reread(written).filter(({ length }) => length >= least.encoded)].filter(
    (one) => !isOwnWord(one),
  );
  const bytes = Buffer.from(text, 'utf8');
  const isAligned = bytes.length >= least.aligned;
  const encoded = [bytes, ...(isBroken ? bytesOf(core) : [])].flatMap((one) => encodings(one, isAligned));
  return [
    // Plain, percent-decoded, or its bytes read as Latin-1. For a long one, the beginning is enough.
    ...plain.map((one) =>
      form(one, !isBroken && one.length >= cut.from ? cut.first : one.length, besideOf(one)),
    ),
    // As written in URLs, JSON and HTML, because `find` undoes no escapes.
    ...(isOwnWord(text) || text.length < shortest ? [] : escaped(written)).map((one) =>
      form(one, one.length, besideOf(one)),
    ),
    // Its bytes encoded, alone or within others. A ciphertext is also searched in encodings other than its own.
    ...(text.length < least.encoded ? [] : encoded).map(([one, needed]) =>
      form(one, needed, isAligned ? null : alphanumeric),
    ),
  ];
}

/**
 * Writes a text as in URLs, JSON and HTML, for URLs and JSON also escaped twice. A plain search finds these.
 */
const escaped = (text: string): readonly string[] =>
  [
    ...twice(text.toWellFormed(), encodeURIComponent),
    ...twice(text, (one) => JSON.stringify(one).slice(1, -1)),
    text.replace(/[&<>"']/g, (one) => pageEscapes[one] ?? one),
  ].filter((one) => one !== text);

const twice = (text: string, write: (one: string) => string): readonly string[] => [
  write(text),
  write(write(text)),
];

const pageEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Replaces `+` by a blank, because servers read it as one. */
export const comparable = (text: string): string => text.replaceAll('+', ' ');

/** A short secret of only letters or digits is ignored inside a word, and a number inside a number. */
function besideOf(text: string): RegExp | null {
  const isWord = text.length < least.encoded || /^(?:\p{L}+|\p{N}+)$/u.test(text);
  if (text.length < shortest && isWord) return alphanumeric;
  return /^\p{N}+$/u.test(text) ? /\p{N}/u : null;
}

/** A secret with its escapes undone, or its bytes read as Latin-1: UTF-8 in headers, UTF-16 without NULs. */
function reread(text: string): readonly string[] {
  const decoded: string[] = [];
  for (
    let next = undoEscapes(text);
    next !== null && decoded.length < levels;
    next = undoEscapes(next.text)
  ) {
    decoded.push(next.text);
  }
  if (Buffer.byteLength(text) === text.length) return decoded;
  const wide = Buffer.from(text, 'utf16le');
  const latin = [Buffer.from(text, 'utf8'), wide, Buffer.from(wide).swap16()];
  return [...decoded, ...latin.map((bytes) => bytes.toString('latin1').replaceAll('\0', ''))];
}

/** Bytes of a ciphertext that is already base64 or hex. */
function bytesOf(core: string): readonly Buffer[] {
  if (/^(?:[\da-f]{2})+$/i.test(core)) return [Buffer.from(core, 'hex')];
  return /^[\w+/-]+={0,2}$/.test(core) ? [Buffer.from(core, 'base64')] : [];
}

/** Base64 and hex of bytes, each with the length of the part that does not depend on neighbouring bytes. */
function encodings(bytes: Buffer, isAligned: boolean): readonly (readonly [text: string, needed: number])[] {
  const base64 = (isAligned ? [0, 1, 2] : [0]).flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset && offset + 1);
    const unpadded = whole.replace(/=+$/, '');
    const isShared = isAligned && (bytes.length + offset) % 3 !== 0;
    const needed = unpadded.length - (isShared ? 1 : 0);
    // Drop the padding: other text may follow in its place.
    const text = offset === 0 ? whole : unpadded.slice(0, needed);
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((one) => [one, needed] as const);
  });
  const hex = bytes.toString('hex');
  return [...base64, [hex, hex.length], [hex.toUpperCase(), hex.length]];
}

/** A decoded text, and for each of its characters the position in the original. */
export interface Reading {
  readonly text: string;
  readonly placeOf: (index: number) => number;
}

/** How often escapes are undone: a text may be percent-encoded twice, in JSON in JSON. */
export const levels = 4;

const hex = String.raw`[\dA-Fa-f]`;
/** The prefix of a byte in URLs and in Python. */
const byte = String.raw`(?:%|\\x)`;
const next = `${byte}[89ABab]${hex}`;
const escapes = new RegExp(
  [
    String.raw`(?:\\u|%u)(${hex}{4})|\\U(${hex}{8})|\\(["'\\/bfnrt])`,
    String.raw`&(?:#(\d{1,12})|#[xX](${hex}{1,12})|(amp|lt|gt|quot|apos|nbsp));`,
    `(${byte}[CDcd]${hex}${next}|${byte}[Ee]${hex}${next}${next}|${byte}[Ff][0-4]${next}${next}${next}|${byte}${hex}{2})`,
  ].join('|'),
  'g',
);

const meanings: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/**
 * Undoes one level of escapes: URL (RFC 3986), JS `%u`, JSON (RFC 8259), Python, HTML. Null if there are none.
 */
export function undoEscapes(text: string): Reading | null {
  return /[\\&%]/.test(text) ? replaced(text, escapes, meaningOf) : null;
}

/** Joins lines of base64 or hex, indented or not; null if there are none. */
export const withoutBreaks = (text: string): Reading | null =>
  text.includes('\n') ? replaced(text, /(?<=[\w+/=-]{4})\r?\n[ \t]*(?=[\w+/=-]{2})/g, () => '') : null;

/** Removes the NULs of UTF-16; null if there are none. */
export const withoutNuls = (text: string): Reading | null =>
  text.includes('\0') ? replaced(text, /\0+/g, () => '') : null;

type Match = readonly (string | undefined)[];

function meaningOf([whole = '', unit, wide, short, decimal, hexadecimal, name, bytes]: Match): string {
  const named = short ?? name;
  if (named !== undefined) return meanings[named] ?? named;
  // A byte that begins no UTF-8 character is read as Latin-1.
  const percents = bytes?.replaceAll(String.raw`\x`, '%');
  if (percents !== undefined && percents.length > 3) return decoded(percents, whole);
  const digits = unit ?? wide ?? hexadecimal ?? percents?.slice(1);
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code > 0x10ffff ? whole : String.fromCodePoint(code);
}

/** Undoes percent-encoding; returns `otherwise` if it is malformed. */
export function decoded(text: string, otherwise = text): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise;
  }
}

/** Replaces every match and keeps the original positions. */
function replaced(text: string, pattern: RegExp, meaning: (match: Match) => string): Reading | null {
  const parts: string[] = [];
  const [ends, places]: [number[], number[]] = [[0], [0]];
  let [length, done] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const value = meaning(match);
    parts.push(text.slice(done, match.index), value);
    length += match.index - done + value.length;
    done = match.index + match[0].length;
    ends.push(length);
    places.push(done);
  }
  if (done === 0) return null;
  const placeOf = (index: number): number => {
    const last = lastUpTo(ends, index);
    return (places[last] ?? 0) + index - (ends[last] ?? 0);
  };
  return { text: parts.join('') + text.slice(done), placeOf };
}

/** Index of the last number up to `limit` in an increasing list that starts with 0. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
