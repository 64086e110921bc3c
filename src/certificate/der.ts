import type forge from 'node-forge';

/** The library for ASN.1 and X.509, as its default export. */
export type Forge = typeof forge;

/** A value of ASN.1 as the library holds it. */
export type Asn1 = forge.asn1.Asn1;

/** Loads node-forge on demand: only what deals with certificates pays for it. */
export async function loadForge(): Promise<Forge> {
  return (await import('node-forge')).default;
}

const latin1 = 'latin1';

/** Object identifiers of what is signed and how (RFC 5652, RFC 5280, RFC 8017, RFC 5758). */
export const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  rsaSha256: '1.2.840.113549.1.1.11',
  ecdsaSha256: '1.2.840.10045.4.3.2',
} as const;

/** Reads DER (X.690); throws where it is none. */
export function parseDer({ asn1 }: Forge, bytes: Uint8Array): Asn1 {
  return asn1.fromDer(Buffer.from(bytes).toString(latin1));
}

/** Writes a value as DER. */
export function toDer({ asn1 }: Forge, value: Asn1): Buffer {
  return Buffer.from(asn1.toDer(value).getBytes(), latin1);
}

/** The members of a constructed value; none of a primitive one. */
export function membersOf(value: Asn1 | undefined): readonly Asn1[] {
  return value !== undefined && Array.isArray(value.value) ? value.value : [];
}

/** The bytes of a primitive value; none of a constructed one. */
export function bytesOf(value: Asn1 | undefined): Buffer {
  return typeof value?.value === 'string' ? Buffer.from(value.value, latin1) : Buffer.alloc(0);
}

/** The object identifier that a value is, dotted; empty where it is none. */
export function oidOf({ asn1 }: Forge, value: Asn1 | undefined): string {
  if (value === undefined || value.type !== asn1.Type.OID || typeof value.value !== 'string') return '';
  return asn1.derToOid(value.value);
}

/** Whether a value has that context-specific tag. */
export function hasTag({ asn1 }: Forge, value: Asn1 | undefined, tag: number): value is Asn1 {
  return value?.tagClass === asn1.Class.CONTEXT_SPECIFIC && Number(value.type) === tag;
}

/** Builds values. */
export interface DerWriter {
  readonly sequence: (members: readonly Asn1[]) => Asn1;
  readonly set: (members: readonly Asn1[]) => Asn1;
  readonly oid: (dotted: string) => Asn1;
  readonly octets: (bytes: Uint8Array) => Asn1;
  readonly integer: (small: number) => Asn1;
  readonly nothing: () => Asn1;
  readonly utcTime: (moment: Date) => Asn1;
  /** Constructed, with that context-specific tag. */
  readonly tagged: (tag: number, members: readonly Asn1[]) => Asn1;
}

/** Builds values with the library. */
export function derWriter({ asn1 }: Forge): DerWriter {
  const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
  const { SEQUENCE, SET, OID, OCTETSTRING, INTEGER, NULL, UTCTIME } = asn1.Type;
  return {
    sequence: (members) => asn1.create(UNIVERSAL, SEQUENCE, true, [...members]),
    set: (members) => asn1.create(UNIVERSAL, SET, true, [...members]),
    oid: (dotted) => asn1.create(UNIVERSAL, OID, false, asn1.oidToDer(dotted).getBytes()),
    octets: (bytes) => asn1.create(UNIVERSAL, OCTETSTRING, false, Buffer.from(bytes).toString(latin1)),
    integer: (small) => asn1.create(UNIVERSAL, INTEGER, false, String.fromCharCode(small)),
    nothing: () => asn1.create(UNIVERSAL, NULL, false, ''),
    utcTime: (moment) => asn1.create(UNIVERSAL, UTCTIME, false, asn1.dateToUtcTime(moment)),
    tagged: (tag, members) => asn1.create(CONTEXT_SPECIFIC, tag, true, [...members]),
  };
}
