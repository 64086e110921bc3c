import { shareTexts } from './share-texts.ts';

const code = {
  quote: 34,
  comma: 44,
  colon: 58,
  open: 91,
  backslash: 92,
  close: 93,
  begin: 123,
  end: 125,
} as const;

/** Gives the next bytes of a document, null at its end. */
type ReadBytes = () => Promise<Uint8Array | null>;

/** Bytes that were read and are not done with. */
interface Window {
  readonly body: Buffer;
  /** Reads on, from that place on; false at the end of the document. */
  readonly readOn: (from: number) => Promise<boolean>;
}

/** Bytes before the list; of a results file they are some hundred kilobytes. */
const longestHead = 16 * 1024 * 1024;
/** Stands for the list while the rest is parsed. */
const stub = 'items are parsed one by one';

/**
 * Parses a JSON object whose member of that name is a long list, item by item, so that neither bytes nor text of it stand in memory
 * as a whole. Null for any document that is not like that, and for one that is no JSON: whoever parses it as a whole says why.
 */
export async function parseInParts(read: ReadBytes, name: string): Promise<unknown> {
  const window = openWindow(read);
  try {
    const head = await takeHead(window, name);
    if (head === null) return null;
    const items = await takeItems(window);
    if (items === null) return null;
    const tail = await takeRest(window);
    const rest: unknown = JSON.parse(`${head}[${JSON.stringify(stub)}]${tail}`);
    return holdsStub(rest, name) ? { ...rest, [name]: items } : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

function openWindow(read: ReadBytes): Window {
  let body = Buffer.alloc(0);
  return {
    get body() {
      return body;
    },
    async readOn(from) {
      const more = await read();
      body = Buffer.concat([body.subarray(from), more ?? Buffer.alloc(0)]);
      return more !== null;
    },
  };
}

/** The last member of a name counts: it has to be the one that was taken out. */
function holdsStub(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const member = (value as Readonly<Record<string, unknown>>)[name];
  return Array.isArray(member) && member.length === 1 && member[0] === stub;
}

const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** What stands before the bracket that opens the list, which the window begins behind afterwards. */
async function takeHead(window: Window, name: string): Promise<string | null> {
  let start = findList(window.body, name);
  while (start === null) {
    if (window.body.length > longestHead || !(await window.readOn(0))) return null;
    start = findList(window.body, name);
  }
  const head = decode(window.body.subarray(0, start));
  await window.readOn(start + 1);
  return head;
}

/** The bracket that opens the list of that name in the object on top; null where it is not among these bytes. */
function findList(body: Buffer, name: string): number | null {
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === code.begin || byte === code.open) depth += 1;
    else if (byte === code.end || byte === code.close) depth -= 1;
    else if (byte === code.quote) {
      const end = endOfText(body, at);
      const isName = depth === 1 && body.toString('utf8', at + 1, end) === name;
      const start = isName ? startOfList(body, end + 1) : null;
      if (start !== null) return start;
      at = end;
    }
  }
  return null;
}

function startOfList(body: Buffer, from: number): number | null {
  const colon = skipSpace(body, from);
  if (body[colon] !== code.colon) return null;
  const start = skipSpace(body, colon + 1);
  return body[start] === code.open ? start : null;
}

/** The items up to the bracket that closes the list, which the window begins behind afterwards; null where it never comes. */
async function takeItems(window: Window): Promise<readonly unknown[] | null> {
  const items: unknown[] = [];
  const kept = new Map<string, string>();
  let from = 0;
  for (;;) {
    const { body } = window;
    const end = endOfItem(body, from);
    if (end === null) {
      if (!(await window.readOn(from))) return null;
      from = 0;
      continue;
    }
    // What stands between the brackets of an empty list parses as nothing, which is left to others as well.
    items.push(shareTexts(JSON.parse(decode(body.subarray(from, end))), kept));
    from = end + 1;
    if (body[end] !== code.close) continue;
    await window.readOn(from);
    return items;
  }
}

/** The comma or the bracket behind an item; null where it is not among these bytes. */
function endOfItem(body: Buffer, from: number): number | null {
  let depth = 0;
  for (let at = from; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === code.quote) at = endOfText(body, at);
    else if (byte === code.begin || byte === code.open) depth += 1;
    else if (depth > 0 && (byte === code.end || byte === code.close)) depth -= 1;
    else if (depth === 0 && (byte === code.comma || byte === code.close)) return at;
  }
  return null;
}

async function takeRest(window: Window): Promise<string> {
  while (await window.readOn(0)) continue;
  return decode(window.body);
}

/** The quotation mark that ends a text; the end of all where there is none. */
function endOfText(body: Buffer, start: number): number {
  let end = body.indexOf(code.quote, start + 1);
  while (end !== -1 && isEscaped(body, end)) end = body.indexOf(code.quote, end + 1);
  return end === -1 ? body.length : end;
}

function isEscaped(body: Buffer, at: number): boolean {
  let before = at - 1;
  while (body[before] === code.backslash) before -= 1;
  return (at - before) % 2 === 0;
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (body[at] === 32 || body[at] === 10 || body[at] === 13 || body[at] === 9) at += 1;
  return at;
}
