/** Part of a text, by offsets. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A member of an object as it stands in a text: from its name to the end of its value. */
export interface MemberSpan extends Span {
  readonly name: string;
  readonly valueFrom: number;
}

const space = /\s*/y;
const scalar = /[^\s,\]}]*/y;
const string = /"(?:[^"\\]|\\[^])*"?/y;
const structure = /"(?:[^"\\]|\\[^])*"?|[[\]{}]/g;

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text) === null ? from : pattern.lastIndex;
}

function endOfNested(text: string, from: number): number {
  let depth = 0;
  structure.lastIndex = from;
  for (let found = structure.exec(text); found !== null; found = structure.exec(text)) {
    if (found[0] === '{' || found[0] === '[') depth += 1;
    if (found[0] === '}' || found[0] === ']') depth -= 1;
    if (depth === 0) return structure.lastIndex;
  }
  return text.length;
}

function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOf(string, text, from);
  return first === '{' || first === '[' ? endOfNested(text, from) : endOf(scalar, text, from);
}

function decoded(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

function memberAt(text: string, from: number): MemberSpan | null {
  if (text[from] !== '"') return null;
  const nameEnd = endOf(string, text, from);
  const colon = endOf(space, text, nameEnd);
  if (text[colon] !== ':') return null;
  const valueFrom = endOf(space, text, colon + 1);
  return { name: decoded(text.slice(from, nameEnd)), from, valueFrom, to: endOfValue(text, valueFrom) };
}

function listed<Found extends Span>(
  text: string,
  open: '{' | '[',
  from: number,
  most: number,
  read: (at: number) => Found | null,
): readonly Found[] {
  const found: Found[] = [];
  let at = endOf(space, text, from);
  if (text[at] !== open) return found;
  while (found.length < most) {
    const next = read(endOf(space, text, at + 1));
    if (next === null || next.to <= next.from) return found;
    found.push(next);
    at = endOf(space, text, next.to);
    if (text[at] !== ',') return found;
  }
  return found;
}

/** The members of the object that begins at `from`, as far as the text can be read as JSON; it may be cut off. */
export function membersIn(text: string, from = 0, most = 200): readonly MemberSpan[] {
  return listed(text, '{', from, most, (at) => memberAt(text, at));
}

/** The items of the array that begins at `from`, the first `most` of them. */
export function itemsIn(text: string, from: number, most: number): readonly Span[] {
  return listed(text, '[', from, most, (at) => ({ from: at, to: endOfValue(text, at) }));
}
