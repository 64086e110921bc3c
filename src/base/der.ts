/** An ASN.1 value in DER (X.690, section 10). */
export interface Der {
  readonly tag: number;
  readonly content: Buffer;
  /** The whole encoding, with tag and length. */
  readonly bytes: Buffer;
}

/** Tags of universal types. Those of sequences and sets include the bit for "constructed". */
export const tags = {
  boolean: 0x01,
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

/** The context-specific tag `[number]` of a constructed value. */
export const context = (number: number): number => 0xa0 + number;

/** The context-specific tag `[number]` of a primitive value. */
export const primitive = (number: number): number => 0x80 + number;

export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const digits = content.length.toString(16);
  const size = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  const head = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 + size.length, ...size];
  return Buffer.concat([Buffer.from(head), content]);
}

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

export const sequence = (...members: readonly Uint8Array[]): Buffer => encodeDer(tags.sequence, ...members);

/** The members must already be in the order that DER requires. */
export const set = (...members: readonly Uint8Array[]): Buffer => encodeDer(tags.set, ...members);

/** Writes a UTCTime, which RFC 5280 and RFC 5652 require until 2049. */
export const utcTime = (moment: Date): Buffer =>
  encodeDer(tags.utcTime, Buffer.from(moment.toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '')));

/** Reads consecutive values, without those nested in them. Throws for any encoding that is not DER. */
export function decodeDer(bytes: Buffer): readonly Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    // The first byte is the length itself, or 0x80 plus the number of bytes that hold the length.
    const start = at + 2 + (first < 0x80 ? 0 : first - 0x80);
    const digits = first < 0x80 ? [first] : [...bytes.subarray(at + 2, start)];
    const end = start + digits.reduce((length, digit) => length * 256 + digit, 0);
    const value = { tag, content: bytes.subarray(start, end), bytes: bytes.subarray(at, end) };
    // DER allows one form of each length, which `encodeDer` writes. Tags of X.509 and CMS have one byte.
    const isCanonical = encodeDer(tag, value.content).equals(value.bytes);
    const isLongTag = (tag & 0x1f) === 0x1f;
    if (!isCanonical || isLongTag) throw new RangeError('found no DER');
    values.push(value);
    at = end;
  }
  return values;
}

/** Reads exactly one value. Throws if there are none or several. */
export function decodeOne(bytes: Buffer): Der {
  const [value, ...others] = decodeDer(bytes);
  if (value === undefined || others.length > 0) throw new RangeError('found no single value');
  return value;
}

// The readers below throw for no value, for one of another type, and for one that is not DER.

function contentOf(value: Der | undefined, type: keyof typeof tags): Buffer {
  if (value?.tag === tags[type]) return value.content;
  throw new RangeError(`found no ${type}`);
}

export const readSequence = (value: Der | undefined): readonly Der[] =>
  decodeDer(contentOf(value, 'sequence'));

export const readSet = (value: Der | undefined): readonly Der[] => decodeDer(contentOf(value, 'set'));

/** Reads the values in a constructed value with this context-specific tag. */
export function readContext(value: Der | undefined, number: number): readonly Der[] {
  if (value?.tag === context(number)) return decodeDer(value.content);
  throw new RangeError(`found no [${number}]`);
}

export const readOctets = (value: Der | undefined): Buffer => contentOf(value, 'octets');

export function readInteger(value: Der | undefined): bigint {
  const bytes = contentOf(value, 'integer');
  const [first, second] = bytes;
  // DER omits a first byte that only repeats the sign (X.690, section 8.3.2).
  const isNegative = second !== undefined && second >= 0x80;
  const isPadded = second !== undefined && first === (isNegative ? 0xff : 0x00);
  if (first === undefined || isPadded) throw new RangeError('found no whole number');
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`));
}

/** Reads bits, first one first, without the padding of the last byte. */
export function readBits(value: Der | undefined): readonly boolean[] {
  const [unused = 8, ...bytes] = contentOf(value, 'bits');
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte & (0x80 >> at)) !== 0));
  if (unused > 7 || unused > bits.length) throw new RangeError('found no bits');
  return bits.slice(0, bits.length - unused);
}

/** Bytes. Decoding a longer object identifier could take minutes. */
const longestOid = 128;

/** Returns dotted form. */
export function readOid(value: Der | undefined): string {
  const bytes = contentOf(value, 'oid');
  const arcs: bigint[] = [];
  // Each byte has seven bits; its first bit says that another byte follows (X.690, section 8.19).
  let arc: bigint | null = null;
  for (const byte of bytes.subarray(0, longestOid)) {
    const isPadding = arc === null && byte === 0x80;
    if (isPadding) throw new RangeError('found no object identifier');
    arc = (arc ?? 0n) * 128n + BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = null;
  }
  const [first, ...others] = arcs;
  const isCutOff = arc !== null || bytes.length > longestOid;
  if (first === undefined || isCutOff) throw new RangeError('found no object identifier');
  // The first two numbers are encoded as one. The second can be 40 or more only after 2.
  const top = first < 80n ? first / 40n : 2n;
  return [top, first - top * 40n, ...others].join('.');
}

/** Reads UTCTime or GeneralizedTime with seconds, in UTC; null for another value. */
export function readTime({ tag, content }: Der): Date | null {
  if (tag !== tags.utcTime && tag !== tags.time) return null;
  const text = content.toString('latin1');
  // Years from 50 to 99 mean 19xx (RFC 5280, section 4.1.2.5.1).
  const century = tag === tags.time ? '' : text < '5' ? '20' : '19';
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(`${century}${text}`);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** An algorithm and the values after its object identifier: none or one. */
export interface AlgorithmIdentifier {
  readonly oid: string;
  readonly parameters: readonly Der[];
}

/** Reads an AlgorithmIdentifier (RFC 5280, section 4.1.1.2). */
export function readAlgorithm(value: Der | undefined): AlgorithmIdentifier {
  const [oid, ...parameters] = readSequence(value);
  return { oid: readOid(oid), parameters };
}

export const isNull = ({ tag, content }: Der): boolean => tag === tags.nothing && content.length === 0;

/** The blocks of a PEM text (RFC 7468). Other text, byte order marks and indentation are ignored. */
export const pemBlocks = (text: string) =>
  [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,64})-----((?:(?!-----)[^])*)-----END \1-----/g)].map(
    ([whole, label = '', body = '']) => ({ whole, label, bytes: Buffer.from(body, 'base64') }),
  );
