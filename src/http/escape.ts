/** One way to read the text at a position: what it stands for and where it ends. */
interface Reading {
  /** One UTF-16 unit, or the two of a surrogate pair. */
  readonly value: string;
  readonly end: number;
}

/** Reads what stands at a position of one text. */
export type UnitReader = (at: number) => readonly Reading[];

const jsonEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const htmlNames: readonly (readonly [name: string, value: string])[] = [
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
  ['nbsp;', '\u00a0'],
];

/** True for the code of a character that begins an escape: `%`, `&`, `+` or a backslash. */
export function isEscapeLead(code: number): boolean {
  return code === 37 || code === 38 || code === 43 || code === 92;
}

/**
 * Reads an escape as `readCommonEscape` does, without making anything, for whoever looks at every place of a text: the code of
 * what it means, and from the 17th bit on its length. 0 for what is none, or begins an escape again.
 */
export function readPlainEscape(text: string, at: number): number {
  const next = text.charCodeAt(at + 1);
  switch (text.charCodeAt(at)) {
    case 37:
      return next > 55 ? 0 : plain(hexValue(text, at + 1, 2), 3);
    case 92:
      return next === 117
        ? plain(hexValue(text, at + 2, 4), 6)
        : plain((jsonEscapes[text.charAt(at + 1)] ?? '').charCodeAt(0), 2);
    default:
      return 0;
  }
}

const plain = (code: number, length: number): number =>
  code > 0 && !isEscapeLead(code) ? code + length * 2 ** 16 : 0;

/** -1 where a digit is missing. */
function hexValue(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index += 1) {
    const digit = hexDigit(text.charCodeAt(at + index));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** -1 for any other character. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Reads an escape with nothing escaped in it, as nearly all are: it means the same at every depth; null for any other. */
export function readCommonEscape(text: string, at: number): readonly Reading[] | null {
  const common = /\\(?:(["'/bfnrt])|u([\da-f]{4}))|%([0-7][\da-f])/iy;
  common.lastIndex = at;
  const [whole = '', short, long, percent] = common.exec(text) ?? [];
  if (whole === '') return null;
  const hex = long ?? percent;
  const value = hex === undefined ? jsonEscapes[short ?? ''] : String.fromCharCode(Number.parseInt(hex, 16));
  // What begins an escape again may mean more.
  if (value === undefined || isEscapeLead(value.charCodeAt(0))) return null;
  return [
    { value: text.charAt(at), end: at + 1 },
    { value, end: at + whole.length },
  ];
}

/** Adds to the readings of a place those of the escapes that begin there; `read` reads what stands inside them. */
export function readEscapes(shallow: readonly Reading[], read: UnitReader): readonly Reading[] {
  const deeper = shallow.flatMap(({ value, end }) => {
    if (value === '+') return [{ value: ' ', end }];
    if (value === '%') return readPercent(end, read);
    if (value === '\\') return readJson(end, read);
    return value === '&' ? readHtml(end, read) : [];
  });
  return deeper.length === 0 ? shallow : withoutRepeats([...shallow, ...deeper]);
}

function withoutRepeats(readings: readonly Reading[]): Reading[] {
  return readings.filter(
    ({ value, end }, index) =>
      readings.findIndex((other) => other.value === value && other.end === end) === index,
  );
}

function readPercent(at: number, read: UnitReader): Reading[] {
  const lead = readHex(at, 2, read);
  if (lead === null) return [];
  const length = sequenceLength(lead.code);
  const bytes = [lead.code];
  let { end } = lead;
  while (bytes.length < length) {
    const byte = readContinuation(end, read);
    if (byte === null) return [];
    bytes.push(byte.code);
    end = byte.end;
  }
  const value = Buffer.from(bytes).toString('utf8');
  return value.includes('\ufffd') ? [] : [{ value, end }];
}

/** A percent sign has more than one reading where it is encoded itself; the one that continues the sequence counts. */
function readContinuation(at: number, read: UnitReader): { code: number; end: number } | null {
  for (const { value, end } of read(at)) {
    const byte = value === '%' ? readHex(end, 2, read) : null;
    if (byte !== null && byte.code >= 0x80 && byte.code < 0xc0) return byte;
  }
  return null;
}

/** Bytes of a UTF-8 sequence by its first (RFC 3629). */
function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function readJson(at: number, read: UnitReader): Reading[] {
  return read(at).flatMap(({ value, end }): Reading[] => {
    if (value === 'u') {
      const unit = readHex(end, 4, read);
      return unit === null ? [] : [{ value: String.fromCharCode(unit.code), end: unit.end }];
    }
    const escaped = Object.hasOwn(jsonEscapes, value) ? jsonEscapes[value] : undefined;
    return escaped === undefined ? [] : [{ value: escaped, end }];
  });
}

function readHtml(at: number, read: UnitReader): Reading[] {
  const hash = readCharacter(at, '#', read);
  if (hash !== null) return readNumeric(hash, read);
  return htmlNames.flatMap(([name, value]): Reading[] => {
    const end = readWord(at, name, read);
    return end === null ? [] : [{ value, end }];
  });
}

function readNumeric(at: number, read: UnitReader): Reading[] {
  const hexStart = readCharacter(at, 'x', read) ?? readCharacter(at, 'X', read);
  const isDigit = hexStart === null ? /^\d$/ : /^[\da-f]$/i;
  let digits = '';
  let end = hexStart ?? at;
  // Leading zeros are allowed; a dozen digits is more than any writer uses.
  while (digits.length < 12) {
    const digit = read(end).find(({ value }) => isDigit.test(value));
    if (digit === undefined) break;
    digits += digit.value;
    end = digit.end;
  }
  const close = readCharacter(end, ';', read);
  const code = Number.parseInt(digits, hexStart === null ? 10 : 16);
  return close === null || !(code <= 0x10ffff) ? [] : [{ value: String.fromCodePoint(code), end: close }];
}

function readWord(at: number, word: string, read: UnitReader): number | null {
  let end: number | null = at;
  for (const character of word) {
    end = end === null ? null : readCharacter(end, character, read);
  }
  return end;
}

function readCharacter(at: number, character: string, read: UnitReader): number | null {
  return read(at).find(({ value }) => value === character)?.end ?? null;
}

function readHex(at: number, count: number, read: UnitReader): { code: number; end: number } | null {
  let digits = '';
  let end = at;
  while (digits.length < count) {
    const digit = read(end).find(({ value }) => /^[\da-f]$/i.test(value));
    if (digit === undefined) return null;
    digits += digit.value;
    end = digit.end;
  }
  return { code: Number.parseInt(digits, 16), end };
}
