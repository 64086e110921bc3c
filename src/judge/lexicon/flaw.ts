/** Shows that nobody wrote a text for its reader: left over of a template, or not readable at all. */
export type Flaw = 'placeholder' | 'garbled';

const placeholders: readonly RegExp[] = [
  // What i18n libraries answer where a language lacks the text.
  /translation missing|missing translation|\[missing "/i,
  // The key of a text and nothing else: `errors.missing`.
  /^\s*[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+\s*$/u,
  // `{0}`, `{name}`, `{{name}}`, `${name}`, `%{name}`.
  /\{\s*(?:\d+|[A-Za-z_][\w.]*)\s*\}/,
  // `%s`, `%1$s`, `%(name)s`.
  /%(?:\d+\$|\(\w+\))?[sd](?!\w)/,
];

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
/** Bytes by character, in the encodings that servers take UTF-8 for. */
const misread = [
  Buffer.from(everyByte).toString('latin1'),
  ...['windows-1252', 'windows-1251'].map((encoding) => new TextDecoder(encoding).decode(everyByte)),
].map((characters) => new Map(characters.split('').map((character, byte) => [character, byte])));

/** True if the characters of a text, as bytes of one of these encodings, are UTF-8 again. */
function isEncodedTwice(text: string): boolean {
  if (!/\P{ASCII}/u.test(text)) return false;
  return misread.some((bytesOf) => {
    const bytes = text.split('').flatMap((character) => bytesOf.get(character) ?? []);
    if (bytes.length < text.length) return false;
    try {
      // The text may be cut within a character.
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes), { stream: true });
      return true;
    } catch {
      return false;
    }
  });
}

/** What is wrong with a text that the lexicon does not know; null if nothing shows. */
export function flawOf(text: string): Flaw | null {
  if (isEncodedTwice(text)) return 'garbled';
  return placeholders.some((pattern) => pattern.test(text)) ? 'placeholder' : null;
}
