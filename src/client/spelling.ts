// How a secret may be written: one expression for each, and what is left of a text without any escapes.

/** One way to write a secret's characters or bytes. */
export interface Form {
  readonly text: string;
  /** True for base64 and hex: nothing of it is an ordinary word. */
  readonly isCoded: boolean;
}

const shortestCoded = 4;
/** Bytes that are searched inside longer encodings, too. */
const shortestAligned = 5;
/** Of a ciphertext its first characters are enough. */
export const beginning = 32;

/** Plain, in base64 and in hex, alone or within a longer text. */
export function formsOf(value: string, isCiphertext: boolean): readonly Form[] {
  const bytes = Buffer.from(value, 'utf8');
  const plain = [value, ...(bytes.length === value.length ? [] : [bytes.toString('latin1')])];
  const inner = isCiphertext ? innerOf(value) : [];
  const coded = value.length < shortestCoded ? [] : [bytes, ...inner].flatMap(encodings);
  return [
    ...plain.map((text) => ({ text, isCoded: false })),
    ...coded.map((text) => ({ text, isCoded: true })),
  ];
}

/** The bytes of a ciphertext that is base64 or hex. */
function innerOf(value: string): readonly Buffer[] {
  if (/^(?:[\da-f]{2})+$/i.test(value)) return [Buffer.from(value, 'hex')];
  return /^[\w+/-]+={0,2}$/.test(value) ? [Buffer.from(value, 'base64')] : [];
}

/** Base64 at each alignment, without what depends on neighbouring bytes, and hex. */
function encodings(bytes: Buffer): readonly string[] {
  const base64 = (bytes.length < shortestAligned ? [0] : [0, 1, 2]).map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const end = (bytes.length + offset) % 3 === 0 ? text.length : text.length - 1;
    return text.slice(offset && offset + 1, end);
  });
  const hex = bytes.toString('hex');
  return [...base64, hex, hex.toUpperCase()];
}

const escaped = (character: string): string => character.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const eitherCase = (hex: string): string =>
  hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Characters with spellings of their own, besides those by their codes. The look behind keeps time linear. */
const named: Readonly<Record<string, string>> = {
  '"': String.raw`(?<!\\)\\+"|&(?:amp;)*quot;`,
  "'": String.raw`(?<!\\)\\+'|&(?:amp;)*apos;`,
  '&': '&(?:amp;)+',
  '<': '&(?:amp;)*lt;',
  '>': '&(?:amp;)*gt;',
  '/': String.raw`(?<!\\)\\+\/`,
  '\\': String.raw`\\+`,
  '\n': String.raw`\r\n|(?<!\\)\\+n`,
  '\r': String.raw`(?<!\\)\\+r`,
  '\t': String.raw`(?<!\\)\\+t`,
  // Servers read it as a blank.
  '+': ' ',
  ' ': String.raw`\+|%(?:25)*2[bB]`,
};

/** A character as it is and as in URLs, JSON and HTML, escaped once or more often. */
function spell(character: string, isCoded: boolean): string {
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...Buffer.from(character, 'utf8')].map((byte) => byte.toString(16).padStart(2, '0'));
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const own = named[character];
  // base64url
  const twin = isCoded && character === '+' ? '-' : isCoded && character === '/' ? '_' : undefined;
  const all = [
    escaped(character),
    ...(own === undefined ? [] : [own]),
    ...(twin === undefined ? [] : [twin]),
    bytes.map((byte) => `%(?:25)*${eitherCase(byte)}`).join(''),
    units.map((unit) => String.raw`(?<!\\)\\+u${eitherCase(unit)}`).join(''),
    `&(?:amp;)*#(?:0*${code}|[xX]0*${eitherCase(code.toString(16))});`,
  ];
  return `(?:${all.join('|')})`;
}

/** The expression of a form; `length`: of its first characters. */
export const expressionOf = ({ text, isCoded }: Form, length: number): string =>
  Array.from(text.slice(0, length), (one) => spell(one, isCoded)).join('');

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const byteRun = /(?:%(?:25)*[\da-fA-F]{2})+|(?:(?<!\\)\\+x[\da-fA-F]{2})+/g;
const unit = /(?:(?<!\\)\\+u|%(?:25)*u)([\da-fA-F]{4})/g;
const entity = /&(?:amp;)*(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g;

/** Mixed escapes are undone so often; those of one kind to any depth. */
const levels = 6;

/** A text without escapes of URLs, JSON, HTML and JavaScript. */
export function unescaped(text: string): string {
  let read = text;
  for (let level = 0; level < levels && /[\\&%]/.test(read); level += 1) {
    const before = read;
    read = read
      .replace(byteRun, (run) => {
        const bytes = Buffer.from(run.replaceAll(/%(?:25)*(?=[\da-fA-F]{2})|\\+x/g, ''), 'hex');
        const decoded = bytes.toString('utf8');
        return decoded.includes('\ufffd') ? bytes.toString('latin1') : decoded;
      })
      .replace(unit, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/(?<!\\)\\+[nrtbf]/g, ' ')
      .replace(/\\+/g, '')
      .replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0x10ffff ? whole : String.fromCodePoint(code);
      });
    if (read === before) break;
  }
  return read;
}

/** Letters and digits alone: no line breaks, no NULs of UTF-16, no `+` that may be a blank, no alphabet of base64url. */
export const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
