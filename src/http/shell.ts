/** A word of a shell command: text as it is, and code that the shell puts something in the place of. */
export type Word = readonly (string | { readonly code: string })[];

/** A word as a POSIX shell reads it; a text with control characters as `$'…'`, which bash, zsh and ksh know. */
export function writeWord(word: Word): string {
  const texts = word.filter((part) => typeof part === 'string').join('');
  const isPlain = word.every((part) => typeof part === 'string');
  if (isPlain) return quote(texts);
  // One pair of double quotes is easiest to read where nothing in it needs an escape.
  const isEasy = !/["$`\\!\p{Cc}]/u.test(texts);
  if (isEasy) return `"${word.map((part) => (typeof part === 'string' ? part : part.code)).join('')}"`;
  return word.map((part) => (typeof part === 'string' ? quote(part) : `"${part.code}"`)).join('');
}

/** A text as one word, in quotes where it needs them. */
export function quote(text: string): string {
  if (/^[\w./:=-]+$/.test(text)) return text;
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, escapeControl)}'`;
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Byte by byte, which no locale reads otherwise. */
const escapeControl = (character: string): string =>
  short[character] ??
  [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/** A text of a profile in which the shell fills `${NAME}` and `${file:PATH}`; `place` gives a path as the caller writes it. */
export function wordOf(template: string, place: (path: string) => string): Word {
  const parts = template.split(/(\$\{[^}]*\})/);
  return parts.flatMap((part, index): Word => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    const name = part.slice(2, -1);
    if (name.startsWith('file:')) return [{ code: `$(cat ${quote(place(name.slice('file:'.length)))})` }];
    return [{ code: /^\w/.test(parts[index + 1] ?? '') ? part : `$${name}` }];
  });
}
