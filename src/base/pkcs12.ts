import type forge from 'node-forge';
import { tags } from './der.ts';
import { loadForge } from './forge.ts';
import type { Forge } from './forge.ts';

/** The content of a PKCS#12 file in DER, or why there is none. */
export type Pkcs12 =
  | {
      readonly kind: 'open';
      readonly certificates: readonly Buffer[];
      readonly privateKeys: readonly Buffer[];
    }
  | { readonly kind: 'locked' | 'unreadable' };

/** The version, INTEGER 3, and the beginning of a sequence (RFC 7292, section 4). */
const start = Buffer.of(tags.integer, 1, 3, tags.sequence);

/** Whether bytes begin as a PKCS#12 file does (PFX, version 3), in DER or BER. */
export function isPkcs12(bytes: Uint8Array): boolean {
  const length = bytes[1] ?? 0;
  const at = length > 0x80 ? 2 + length - 0x80 : 2;
  return bytes[0] === tags.sequence && start.equals(bytes.subarray(at, at + start.length));
}

/** Opens a PKCS#12 file, of old ciphers too. The certificate that belongs to its private key comes first. */
export async function openPkcs12(bytes: Uint8Array, passphrase: string): Promise<Pkcs12> {
  const library = await loadForge();
  try {
    return readBags(library, bytes, passphrase, 3);
  } catch (error) {
    if (says(error, /MAC could not be verified/)) return { kind: 'locked' };
  }
  // MAC and old ciphers use the passphrase in UTF-16, PBES2 in UTF-8 (RFC 7292, appendix B.1; RFC 8018).
  // The library ignores that: for non-ASCII passphrases, read again without the MAC, already verified.
  try {
    return readBags(library, bytes, Buffer.from(passphrase, 'utf8').toString('latin1'), 2);
  } catch (error) {
    return { kind: says(error, /wrong password/) ? 'locked' : 'unreadable' };
  }
}

const says = (error: unknown, words: RegExp): boolean => error instanceof Error && words.test(error.message);

/** `parts`: version and content, with the MAC as third. */
function readBags({ asn1, pkcs12, pki }: Forge, bytes: Uint8Array, passphrase: string, parts: 2 | 3): Pkcs12 {
  const tree = asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  if (Array.isArray(tree.value)) tree.value = tree.value.slice(0, parts);
  const pfx = pkcs12.pkcs12FromAsn1(tree, false, passphrase);
  const bagsOf = (name: string) =>
    pfx.getBags({ bagType: pki.oids[name] ?? name })[pki.oids[name] ?? name] ?? [];
  const der = (value: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'latin1');
  const keys = [...bagsOf('pkcs8ShroudedKeyBag'), ...bagsOf('keyBag')];
  const ids = keys.map(identifierOf);
  const isOwn = (bag: forge.pkcs12.Bag): boolean =>
    identifierOf(bag) !== null && ids.includes(identifierOf(bag));
  const bags = bagsOf('certBag');
  return {
    kind: 'open',
    // Authorities' certificates may precede that of the key.
    certificates: [...bags.filter(isOwn), ...bags.filter((bag) => !isOwn(bag))].map(({ cert, asn1: raw }) => {
      // What the library cannot parse, e.g. not RSA, is passed on as it is.
      const parsed: forge.pki.Certificate | null | undefined = cert;
      return der(parsed ? pki.certificateToAsn1(parsed) : raw);
    }),
    privateKeys: keys.map(({ key, asn1: raw }) => {
      const parsed: forge.pki.PrivateKey | null | undefined = key;
      return der(parsed ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(parsed)) : raw);
    }),
  };
}

function identifierOf(bag: forge.pkcs12.Bag): unknown {
  const attributes: unknown = bag.attributes;
  if (typeof attributes !== 'object' || attributes === null || !('localKeyId' in attributes)) return null;
  return Array.isArray(attributes.localKeyId) ? attributes.localKeyId[0] : null;
}
