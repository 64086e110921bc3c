import { isEscapeLead, readCommonEscape, readEscapes, type UnitReader } from './escape.ts';

/** Percent-encoded twice and written into JSON or HTML after that. */
const maxDepth = 3;
const maxRemembered = 4096;

/**
 * Creates the reader of one text: it gives every meaning that the characters at a position can have, raw or written
 * with percent-encoding (RFC 3986), JSON (RFC 8259) or HTML escapes, in one another up to three deep.
 */
export function createUnitReader(text: string): UnitReader {
  // Runs of backslashes or percent signs have many readings each; remembering them keeps the whole linear.
  const remembered = new Map<number, ReturnType<UnitReader>>();
  const read = (at: number, depth: number): ReturnType<UnitReader> => {
    if (at >= text.length) return [];
    const raw = { value: text.charAt(at), end: at + 1 };
    if (depth === 0 || !isEscapeLead(text.charCodeAt(at))) return [raw];
    const key = at * (maxDepth + 1) + depth;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const readings =
      readCommonEscape(text, at) ?? readEscapes(read(at, depth - 1), (next) => read(next, depth - 1));
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(key, readings);
    return readings;
  };
  return (at) => read(at, maxDepth);
}
