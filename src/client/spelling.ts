// How a secret may be written, and what a text says once its escapes are undone, with the places where it says so.

const shortestCoded = 4;
/** Bytes that are searched inside longer encodings, too. */
const shortestAligned = 5;

/** Plain, in base64 and in hex, alone or within a longer text. What looks like an escape is undone in texts, too. */
export function formsOf(value: string): Readonly<Record<'plain' | 'coded', readonly string[]>> {
  const bytes = Buffer.from(value, 'utf8');
  const written = [value, bytes.toString('latin1'), value.replaceAll('\n', '\r\n')];
  const all = written.flatMap((one) => [one, one.replaceAll('+', ' '), one.replaceAll(' ', '+')]);
  const plain = all.flatMap((one) => [...viewsOf(one)].map(({ text }) => text));
  return {
    plain: [...new Set(plain)].filter((one) => one === value || one.trim().length >= shortestAligned),
    coded: value.length < shortestCoded ? [] : [...new Set(codesOf(bytes))],
  };
}

/** Base64 and base64url at each alignment, without what depends on neighbouring bytes, and hex. */
function codesOf(bytes: Buffer): readonly string[] {
  const base64 = (bytes.length < shortestAligned ? [0] : [0, 1, 2]).map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const end = (bytes.length + offset) % 3 === 0 ? text.length : text.length - 1;
    return text.slice(offset && offset + 1, end);
  });
  const urls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  return [...base64, ...urls, hex, hex.toUpperCase()];
}

/** A text, and from where to where in the original each of its characters stands. Null: at its own place. */
export interface View {
  readonly text: string;
  readonly starts: Uint32Array | null;
  readonly ends: Uint32Array | null;
}

type Table = Readonly<Record<string, string>>;
const entities: Table = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const letters: Table = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Of URLs, JSON, JavaScript, Python and HTML. */
const escape =
  /((?:%[\da-f]{2})+|(?:\\x[\da-f]{2})+|(?:\\\\)+)|(?:\\|%)u([\da-f]{4})|\\([^ux\\])|&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

/** Undoes one level of escapes; null: there is none. */
function unescapeOnce({ text, starts, ends }: View): View | null {
  const [from, to] = [new Uint32Array(text.length), new Uint32Array(text.length)];
  let [said, length, at] = ['', 0, 0];
  /** From `start` to `end` of the text stands this. */
  const put = (words: string, start: number, end: number): void => {
    const isAsItIs = words.length === end - start;
    for (let index = 0; index < words.length; index += 1, length += 1) {
      const [first, last] = isAsItIs ? [start + index, start + index] : [start, end - 1];
      from[length] = starts?.[first] ?? first;
      to[length] = ends?.[last] ?? last + 1;
    }
    said += words;
  };
  for (const match of text.matchAll(escape)) {
    const { index } = match;
    put(text.slice(at, index), at, index);
    at = index + match[0].length;
    const [, run, unit, sign, decimal, hex, entity] = match;
    if (run === undefined) put(characterOf(unit, sign, decimal, hex, entity), index, at);
    else for (const one of charactersOf(run)) put(one.said, index + one.start, index + one.end);
  }
  if (at === 0) return null;
  put(text.slice(at), at, text.length);
  return { text: said, starts: from, ends: to };
}

function characterOf(unit?: string, sign?: string, decimal?: string, hex?: string, entity?: string): string {
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (sign !== undefined) return letters[sign] ?? sign;
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? '';
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

/** Characters of encoded bytes or backslashes with their places; of bytes that are no UTF-8 one a byte. */
function* charactersOf(run: string): Generator<{ said: string; start: number; end: number }> {
  if (run.startsWith('\\\\')) {
    for (let at = 0; at < run.length; at += 2) yield { said: '\\', start: at, end: at + 2 };
    return;
  }
  const width = run.startsWith('%') ? 3 : 4;
  const bytes = Buffer.from(run.replaceAll(/%|\\x/gi, ''), 'hex');
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    const said = bytes.toString('utf8', at, at + length);
    const isWhole = !said.includes('\ufffd');
    const end = at + (isWhole ? length : 1);
    const shown = isWhole ? said : bytes.toString('latin1', at, end);
    yield { said: shown, start: at * width, end: end * width };
    at = end;
  }
}

/** More levels than anybody escapes. */
const levels = 6;

/** The text as it is, then with its escapes undone, level by level. */
export function* viewsOf(text: string): Generator<View> {
  let view: View | null = { text, starts: null, ends: null };
  for (let level = 0; level <= levels && view !== null; level += 1) {
    yield view;
    view = /[\\%&]/.test(view.text) ? unescapeOnce(view) : null;
  }
}

/** Letters and digits alone: no line breaks, no NULs of UTF-16, no `+` that may be a blank. */
export const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
