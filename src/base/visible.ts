// Shows hostile text on one line, with what is invisible as escapes.

const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Latin and Cyrillic letters, punctuation and signs of verdicts. All are visible and take one column each. */
export const plain =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u04ff\u2010-\u2027\u2500-\u257f\u2713\u2717]*$/;

// No script uses more marks on a letter. They would only cover other lines.
const piledMarks = /(?<=\p{M}{3})\p{M}/gu;

const shortForms: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return shortForms[character] ?? `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/**
 * Passes every character that is invisible or controls a terminal (controls, line breaks, bidi controls, lone
 * surrogates and others) to `mark`, together with its escape: `\x1b`, `\u202e`.
 */
export function markHidden(text: string, mark: (escape: string, character: string) => string): string {
  if (plain.test(text)) return text;
  const replace = (character: string): string => mark(escapeCharacter(character), character);
  return text.replace(hidden, replace).replace(piledMarks, replace);
}

/** Writes hostile text on one line, with invisible characters as escapes. */
export const visible = (text: string): string => markHidden(text, (escape) => escape);

/**
 * The first `limit` characters of a text, without splitting code points, and the number of those that were cut.
 */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit;
  return `${text.slice(0, end)}… (+${text.length - end})`;
}

/** The first of several ids, and the number of the others. */
export function some(ids: readonly string[], limit: number): string {
  const rest = ids.length - limit;
  return rest > 0 ? `${ids.slice(0, limit).join(', ')} … (+${rest})` : ids.join(', ');
}

// CI servers search for these anywhere in a line: old commands of GitHub, Azure Pipelines, TeamCity.
const commands = /##(?=\[|vso\[|teamcity\[)/g;

/** Writes hostile text on one line, invisible characters as escapes, without commands to a CI server. */
export const disarm = (text: string): string => visible(text).replace(commands, String.raw`#\x23`);

const oddities: readonly (readonly [RegExp, string])[] = [
  [/[\r\n]/, 'a line break'],
  [/^\s|\s$/, 'a blank at an end'],
  [/[\p{Cc}\p{Cf}\ufffd]/u, 'an invisible character'],
];

/** What a reader of a text might not see in it; null: nothing. */
export const oddityOf = (text: string): string | null =>
  oddities.find(([pattern]) => pattern.test(text))?.[1] ?? null;
