/** What the beginning of a JSON text shows (RFC 8259). */
export interface JsonPrefix {
  /** The beginning as a whole text: what is complete at most two levels deep, so that no record of a list is half there. */
  readonly complete: string;
  /** The same with whatever had begun further down. */
  readonly begun: string;
  /** Whether the members of the list, or of whatever else stands at the second level, may go on. */
  readonly isOpen: boolean;
  /** The text that the beginning ends in, by the name of its member on top; null where it ends otherwise. */
  readonly openText: { readonly name: string; readonly value: string } | null;
}

/** `blank`: nothing but white space; `broken`: no JSON text begins so; `unread`: nothing of it is complete. */
type PrefixReading = JsonPrefix | 'blank' | 'broken' | 'unread';

/** White space, a text in quotation marks, a mark, or anything else up to the next of them. */
const token = /[ \t\n\r]+|"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/y;

interface Place {
  readonly end: number;
  /** What closes the values that are open here, the innermost first. */
  readonly closers: string;
}

interface Scan {
  readonly shallow: Place | null;
  readonly deep: Place | null;
  /** Where the text goes on that has no end; null: it ends otherwise. */
  readonly rest: number | null;
  readonly key: string;
}

/** Reads the beginning of a JSON text that was cut off anywhere. */
export function readJsonPrefix(text: string): PrefixReading {
  if (/^[ \t\n\r]*$/.test(text)) return 'blank';
  const { shallow, deep, rest, key } = scan(text);
  if (shallow === null || deep === null) return 'unread';
  const [complete, begun] = [closed(text, shallow), closed(text, deep)];
  if (!isJson(complete) || !isJson(begun)) return 'broken';
  const value = rest === null || deep.closers.length !== 1 ? null : readOpenText(text.slice(rest));
  const name = isJson(key) ? String(JSON.parse(key)) : '';
  return {
    complete,
    begun,
    isOpen: shallow.closers.length > 1,
    openText: value === null || name === '' ? null : { name, value },
  };
}

function scan(text: string): Scan {
  const matcher = new RegExp(token);
  let shallow: Place | null = null;
  let deep: Place | null = null;
  let [closers, key, isValue] = ['', '', true];
  let at = 0;
  for (let found = matcher.exec(text); found !== null; found = matcher.exec(text)) {
    const [word] = found;
    at = matcher.lastIndex;
    const isText = word.startsWith('"');
    const isDone = isText || at < text.length;
    const isMark = /^[{}[\],:\s]/.test(word);
    if (word === '{' || word === '[') closers = (word === '{' ? '}' : ']') + closers;
    if (word === '}' || word === ']') closers = closers.slice(1);
    if (/^[{}[\]]$/.test(word) || (isValue && isDone && !isMark)) {
      deep = { end: at, closers };
      if (closers.length <= 2) shallow = deep;
    }
    if (isText && !isValue) key = word;
    if (!/^\s/.test(word))
      isValue = word === ':' || word === '[' || (word === ',' && closers.startsWith(']'));
    // What comes after the whole value is another matter.
    if (closers === '' && deep !== null) return { shallow, deep, rest: null, key };
  }
  return { shallow, deep, rest: isValue && text[at] === '"' ? at : null, key };
}

const closed = (text: string, { end, closers }: Place): string => text.slice(0, end) + closers;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The cut may go through an escape. */
function readOpenText(begun: string): string | null {
  for (let less = 0; less <= 6; less += 1) {
    const text = `${begun.slice(0, begun.length - less)}"`;
    if (isJson(text)) return String(JSON.parse(text));
  }
  return null;
}
