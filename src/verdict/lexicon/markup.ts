/** The named character references that stand in error texts of web services (HTML, section 13.5). */
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bdquo: '„',
  bull: ' ',
  emsp: ' ',
  ensp: ' ',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: ' ',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  rsquo: '’',
  shy: '\u{AD}',
  thinsp: ' ',
};

const entity = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));/giu;
const unicodeEscape = /\\u([0-9a-f]{4})/giu;
const whiteEscape = /\\[nrt]/gu;
const blockTag = /<\/?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|table|body|html)(?:\s[^<>]{0,200})?\/?>/giu;
const inlineTag = /<\/?[a-z][a-z0-9]{0,15}(?:\s[^<>]{0,200})?\/?>/giu;
const invisible = /[\p{Cf}\p{Mn}\p{Me}\u{115F}\u{1160}\u{3164}]/gu;

function codePoint(digits: string, radix: number): string {
  const value = Number.parseInt(digits, radix);
  return value > 0 && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff)
    ? String.fromCodePoint(value)
    : ' ';
}

/** Replaces character references by their characters; unknown names stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(entity, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return codePoint(hex, 16);
    if (decimal !== undefined) return codePoint(decimal, 10);
    return (name === undefined ? undefined : namedEntities[name.toLowerCase()]) ?? whole;
  });
}

/** Undoes one more layer of escaping than JSON has: references (twice encoded too), `\uXXXX`, `\n`. */
export function unescapeText(text: string): string {
  const characters = text.replace(unicodeEscape, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decodeEntities(decodeEntities(characters)).replace(whiteEscape, ' ');
}

/** Removes HTML tags: one that ends a line or a block becomes a full stop, any other a space. */
export function stripTags(text: string): string {
  return text.replace(blockTag, ' . ').replace(inlineTag, ' ');
}

/** Removes what is not seen: soft hyphens, zero-width characters, direction marks, loose accents. */
export function removeInvisible(text: string): string {
  return text.replace(invisible, '');
}
