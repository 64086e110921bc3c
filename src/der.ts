/** A value of ASN.1 in DER (X.690, section 10). */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  /** All of it, tag and length included. */
  readonly bytes: Buffer;
}

/** Tags of universal values; those of sequences and sets say that they are constructed. */
export const tags = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  text: 0x0c,
  utcTime: 0x17,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The context-specific tag of a constructed value. */
export const context = (number: number): number => 0xa0 + number;

/** Writes a value that consists of these parts. */
export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const digits = content.length.toString(16);
  const size = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  const head = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 + size.length, ...size];
  return Buffer.concat([Buffer.from(head), content]);
}

/** Writes an object identifier. */
export function encodeOid(dotted: string): Buffer {
  const [top = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = [top * 40 + second, ...others].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) {
      digits.unshift(0x80 + (left % 128));
    }
    return digits;
  });
  return encodeDer(tags.oid, Buffer.from(bytes));
}

/** Writes a sequence of these members. */
export const sequence = (...members: readonly Uint8Array[]): Buffer => encodeDer(tags.sequence, ...members);

/** Writes a set of these members, which are in the order that DER asks for. */
export const set = (...members: readonly Uint8Array[]): Buffer => encodeDer(tags.set, ...members);

/** Writes a time as UTCTime, which RFC 5280 and RFC 5652 ask for until 2049. */
export const utcTime = (moment: Date): Buffer =>
  encodeDer(tags.utcTime, Buffer.from(moment.toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '')));

/** Reads consecutive values, but not those within them; throws for any encoding that is not DER. */
export function decodeDer(bytes: Buffer): readonly Der[] {
  const found: Der[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const size = first < 0x80 ? 0 : Math.min(first - 0x80, 4);
    const start = at + 2 + size;
    const length = size === 0 ? first : Number.parseInt(bytes.toString('hex', at + 2, start), 16);
    const content = bytes.subarray(start, start + length);
    const whole = bytes.subarray(at, start + length);
    if (!encodeDer(tag, content).equals(whole)) throw new RangeError('found no DER');
    found.push({ tag, content, bytes: whole });
    at = start + length;
  }
  return found;
}

/** The content of a value with that tag; throws for no value or another tag. */
export function contentOf(value: Der | undefined, tag: number): Buffer {
  if (value?.tag === tag) return value.content;
  throw new RangeError(`found no value with the tag ${tag}`);
}

/** The values that a constructed one consists of. */
export const membersOf = (value: Der | undefined, tag: number): readonly Der[] =>
  decodeDer(contentOf(value, tag));

/** Issuer and serial number of a certificate, as CMS names it (RFC 5652, section 10.2.4). Throws for no DER. */
export function issuerAndSerial(certificate: Buffer): Buffer {
  const [body] = membersOf(decodeDer(certificate)[0], tags.sequence);
  const [serial, , issuer] = membersOf(body, tags.sequence).filter(({ tag }) => tag !== context(0));
  return sequence(...[issuer, serial].map((one) => one?.bytes ?? Buffer.of()));
}

/** The dotted form of an object identifier. */
export function oidOf(value: Der | undefined): string {
  const bytes = contentOf(value, tags.oid);
  // Every arc begins with another byte than 0x80 and has an end (X.690, section 8.19).
  if (!/^(?:(?!80)(?:[89a-f].)*[0-7].)+$/.test(bytes.toString('hex'))) {
    throw new RangeError('found no object identifier');
  }
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of bytes) {
    arc = arc * 128 + (byte % 128);
    if (byte >= 128) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...others] = arcs;
  const top = Math.min(Math.floor(first / 40), 2);
  return [top, first - top * 40, ...others].join('.');
}

/** The blocks of a PEM text (RFC 7468); text around them, byte order marks and indentation do no harm. */
export const pemBlocks = (text: string) =>
  [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,64})-----((?:(?!-----)[^])*)-----END \1-----/g)].map(
    ([whole, label = '', body = '']) => ({ whole, label, bytes: Buffer.from(body, 'base64') }),
  );
