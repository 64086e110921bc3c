/** What a text of JSON says, or why it is none. */
export type JsonOutcome =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'empty' }
  /** It ends in the middle of a value: the file was cut off. */
  | { readonly kind: 'truncated' }
  | { readonly kind: 'broken'; readonly line: number; readonly column: number };

/** Reads a text of JSON (RFC 8259, section 8.1: a byte order mark may be ignored). */
export function parseJson(text: string): JsonOutcome {
  const said = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return { kind: 'parsed', value: JSON.parse(said) as unknown };
  } catch (error) {
    if (said.trim() === '') return { kind: 'empty' };
    if (isCutOff(said)) return { kind: 'truncated' };
    return { kind: 'broken', ...placeOf(said, error) };
  }
}

const brackets = /["[\]{}]/g;
const stringEnd = /["\n\\]/g;

/** Whether an object or array on top is still open at the end, or a string within it. */
function isCutOff(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let at = 0;
  for (;;) {
    brackets.lastIndex = at;
    const found = brackets.exec(text);
    if (found === null) return depth > 0;
    at = found.index + 1;
    switch (found[0]) {
      case '"': {
        const end = endOfString(text, at);
        if (end === 'open') return true;
        if (end === 'broken') return false;
        at = end;
        break;
      }
      case '{':
      case '[':
        depth += 1;
        break;
      default:
        depth -= 1;
        if (depth === 0) return false;
    }
  }
}

/** Index behind the closing quote; a string ends on its own line. */
function endOfString(text: string, from: number): number | 'open' | 'broken' {
  let at = from;
  for (;;) {
    stringEnd.lastIndex = at;
    const found = stringEnd.exec(text);
    if (found === null) return 'open';
    if (found[0] === '"') return found.index + 1;
    if (found[0] === '\n') return text.slice(found.index).trim() === '' ? 'open' : 'broken';
    at = found.index + 2;
  }
}

function placeOf(text: string, error: unknown): { readonly line: number; readonly column: number } {
  const position = Number(/at position (\d+)/.exec(String(error))?.[1] ?? 0);
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
