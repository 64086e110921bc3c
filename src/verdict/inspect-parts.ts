import type { BodyContract } from '../spec/specification.ts';
import type { ListFacts } from './facts.ts';
import { createListInspector } from './inspect-list.ts';

/** Bytes of a part: its records stay close to the processor. One that would be much larger is left to whoever parses the whole. */
const partSize = 64 * 1024;
const most = 64;

const code = { quote: 34, comma: 44, open: 91, close: 93, begin: 123, end: 125 } as const;

/**
 * The facts about the list of a body that is an object with that list and nothing else, read part by part, so that the memory
 * it takes does not grow with the list. Null for any other body, and for one that this is too simple for: it has to be parsed
 * as a whole.
 *
 * A body is cut between two records, wherever `}`, a comma and `{` stand. A part that is put into brackets and parses was cut
 * in the right places: inside a text or a record one of them would lack its end.
 */
export function inspectParts(
  bytes: Uint8Array,
  { list, record }: BodyContract,
  mask: (text: string) => string,
  size = partSize,
): ListFacts | null {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [start, end] = [startOfList(body, list), endOfList(body)];
  if (start === null || end === null || start >= end) return null;
  const inspector = createListInspector(record, mask);
  let at = start;
  while (at < end) {
    const cut = nextCut(body, at + size, end);
    const items = cut - at > size * most ? null : parsePart(body.subarray(at, cut));
    if (items === null) return null;
    inspector.add(items);
    at = cut + 1;
  }
  return inspector.result();
}

/** The first byte of the list; null where the body does not begin with it. */
function startOfList(body: Buffer, list: string): number | null {
  const head = body.toString('latin1', 0, 256);
  const opening = new RegExp(`^[ \\t\\n\\r]*\\{[ \\t\\n\\r]*"${list}"[ \\t\\n\\r]*:[ \\t\\n\\r]*\\[`).exec(
    head,
  );
  return opening === null ? null : opening[0].length;
}

/** The byte after the last one of the list; null where the body does not end with it. */
function endOfList(body: Buffer): number | null {
  const end = skipSpaceBack(body, body.length - 1);
  if (body[end] !== code.end) return null;
  const close = skipSpaceBack(body, end - 1);
  return body[close] === code.close ? close : null;
}

/** The next comma between two objects; the end where there is none. */
function nextCut(body: Buffer, from: number, end: number): number {
  for (
    let at = body.indexOf(code.comma, from);
    at !== -1 && at < end;
    at = body.indexOf(code.comma, at + 1)
  ) {
    const isAfterObject = body[skipSpaceBack(body, at - 1)] === code.end;
    if (isAfterObject && body[skipSpace(body, at + 1)] === code.begin) return at;
  }
  return end;
}

function parsePart(part: Uint8Array): readonly unknown[] | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part);
    const items: unknown = JSON.parse(`[${text}]`);
    return Array.isArray(items) && items.length > 0 ? items : null;
  } catch {
    return null;
  }
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (isSpace(body[at])) at += 1;
  return at;
}

function skipSpaceBack(body: Buffer, from: number): number {
  let at = from;
  while (isSpace(body[at])) at -= 1;
  return at;
}

/** Tab, line feed, carriage return and space (RFC 8259, section 2). */
const isSpace = (byte: number | undefined): boolean =>
  byte === 9 || byte === 10 || byte === 13 || byte === 32;
