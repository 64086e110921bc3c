import type forge from 'node-forge';
import { loadForge } from '../encryption/forge.ts';
import type { Forge } from '../encryption/forge.ts';

/** What a PKCS#12 file yields. */
export type Pkcs12Outcome =
  /** The certificate in DER. */
  | { readonly kind: 'certificate'; readonly der: Buffer }
  /** The passphrase does not open it. */
  | { readonly kind: 'locked' }
  | { readonly kind: 'without-certificate' }
  /** Broken, or protected in a way that the library does not know. */
  | { readonly kind: 'unreadable' };

type Pfx = forge.pkcs12.Pkcs12Pfx;
type Bag = forge.pkcs12.Bag;

const LONG_LENGTH = 0x80;
// INTEGER 3 and the beginning of a SEQUENCE (RFC 7292, section 4).
const PFX_START = '02010330';
// Version, content and MAC.
const PARTS = 3;
const PARTS_BEFORE_MAC = 2;

/** Tells whether bytes begin as a PKCS#12 file does (PFX, version 3), in DER or BER. */
export function isPkcs12(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0;
  const start = length > LONG_LENGTH ? 2 + length - LONG_LENGTH : 2;
  return bytes[0] === 0x30 && Buffer.from(bytes.subarray(start, start + 4)).toString('hex') === PFX_START;
}

function bagsOf(pfx: Pfx, { pki }: Forge, ...types: readonly string[]): readonly Bag[] {
  return types.flatMap(
    (type) => pfx.getBags({ bagType: pki.oids[type] ?? type })[pki.oids[type] ?? type] ?? [],
  );
}

function identifierOf(bag: Bag): unknown {
  const attributes: unknown = bag.attributes;
  if (typeof attributes !== 'object' || attributes === null || !('localKeyId' in attributes)) return null;
  return Array.isArray(attributes.localKeyId) ? attributes.localKeyId[0] : null;
}

// The certificate of the key that is in the file, for there may be those of authorities before it.
function choose(pfx: Pfx, library: Forge): Bag | undefined {
  const certificates = bagsOf(pfx, library, 'certBag');
  const ids = bagsOf(pfx, library, 'pkcs8ShroudedKeyBag', 'keyBag').map(identifierOf);
  const own = certificates.find((bag) => identifierOf(bag) !== null && ids.includes(identifierOf(bag)));
  return own ?? certificates[0];
}

function certificateIn(pfx: Pfx, library: Forge): Pkcs12Outcome {
  const bag = choose(pfx, library);
  if (bag === undefined) return { kind: 'without-certificate' };
  // A certificate that the library cannot parse, of another algorithm than RSA say, is handed on as it is.
  const cert: forge.pki.Certificate | null | undefined = bag.cert;
  const node = cert ? library.pki.certificateToAsn1(cert) : bag.asn1;
  return { kind: 'certificate', der: Buffer.from(library.asn1.toDer(node).getBytes(), 'latin1') };
}

function parse(bytes: Uint8Array, passphrase: string, library: Forge, parts: number): Pkcs12Outcome {
  const tree = library.asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  if (Array.isArray(tree.value)) tree.value = tree.value.slice(0, parts);
  return certificateIn(library.pkcs12.pkcs12FromAsn1(tree, false, passphrase), library);
}

function says(error: unknown, words: RegExp): boolean {
  return error instanceof Error && words.test(error.message);
}

// The MAC and the old ciphers take a passphrase in UTF-16, PBES2 its bytes in UTF-8 (RFC 7292, appendix B.1; RFC 8018): the library
// makes no difference, so that what has characters beyond ASCII is read once more, without the MAC, which is verified by then.
function parseAgain(bytes: Uint8Array, passphrase: string, library: Forge): Pkcs12Outcome {
  try {
    return parse(bytes, Buffer.from(passphrase, 'utf8').toString('latin1'), library, PARTS_BEFORE_MAC);
  } catch (error) {
    return { kind: says(error, /wrong password/) ? 'locked' : 'unreadable' };
  }
}

/** Takes the certificate out of a PKCS#12 file: that of the private key in it, else the first (RFC 7292); never rejects. */
export async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<Pkcs12Outcome> {
  const library = await loadForge();
  try {
    return parse(bytes, passphrase, library, PARTS);
  } catch (error) {
    return says(error, /MAC could not be verified/)
      ? { kind: 'locked' }
      : parseAgain(bytes, passphrase, library);
  }
}
