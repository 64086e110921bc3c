// Writes JSON that steers no terminal.

// Characters that control a terminal or reorder text. JSON does not escape them (RFC 8259, section 7).
const unseen = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

/**
 * Writes JSON, indented by two spaces, with a line break at the end. Escapes lone surrogates, C1 controls,
 * format characters and line separators.
 */
export function jsonText(value: unknown): string {
  return `${escapedJson(JSON.stringify(value, null, 2))}\n`;
}

/** Escapes the same characters in JSON text. `JSON.stringify` already escapes lone surrogates (ECMA-262). */
export const escapedJson = (json: string): string => json.replaceAll(unseen, escape);

/** `\\u` and four hex digits for each UTF-16 unit. */
const escape = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
