/** How a form is looked for: as a whole or from eight characters on, as a whole only, as a whole word only, or to be passed over. */
type FormUse = 'prefix' | 'whole' | 'word' | 'skip';

/** One spelling of a secret; escapes of it are the scanner's business. */
export interface SecretForm {
  readonly text: string;
  readonly placeholder: string;
  readonly use: FormUse;
  /** Characters from which on a beginning of it counts: what eight characters of the secret become. */
  readonly least: number;
}

/** Of shorter forms only the whole counts, not a beginning. */
export const prefixLength = 8;
/** The same in an encoding. Eight digits of hex would be half of that, and may well be a BIC. */
const encodedLength = { base64: 10, hex: 16, base64OfDecoded: 8, hexOfDecoded: 12 } as const;

/** A secret of fewer characters is looked for as a word only, and one of fewer bytes not inside longer base64. */
const shortest = { glued: 4, aligned: 5 } as const;

/** Lists the spellings of a secret: itself, base64 (RFC 4648) at each alignment, hex; of an encoded secret also those of its bytes. */
export function deriveForms(secret: string, placeholder: string): SecretForm[] {
  const own = secret.length < shortest.glued ? [secret] : [secret, asLatin1(secret)];
  const encoded = secret.length < shortest.glued ? [] : encodings(secret);
  const isShort = Buffer.byteLength(secret) < shortest.aligned;
  const forms = new Map<string, Pick<SecretForm, 'use' | 'least'>>();
  for (const { text, least } of encoded) {
    const known = forms.get(text)?.least ?? least;
    forms.set(text, { use: isShort ? 'word' : useOf(secret, text), least: Math.min(known, least) });
  }
  for (const text of own) {
    forms.set(text, { use: isEveryday(secret) ? 'word' : useOf(secret, text), least: prefixLength });
  }
  return [...forms].filter(([text]) => text !== '').map(([text, form]) => ({ text, placeholder, ...form }));
}

function useOf(secret: string, text: string): FormUse {
  return text.length < prefixLength || secret.length < prefixLength ? 'whole' : 'prefix';
}

/** Short and of letters or digits alone: inside a longer word or number it says nothing. */
function isEveryday(secret: string): boolean {
  return (
    secret.length < shortest.glued || (secret.length < prefixLength && /^(\p{L}+|\p{N}+)$/u.test(secret))
  );
}

/** Header values are read as Latin-1, so UTF-8 shows there as these characters. */
function asLatin1(secret: string): string {
  return Buffer.from(secret, 'utf8').toString('latin1');
}

type Encoded = Pick<SecretForm, 'text' | 'least'>;

function encodings(secret: string): Encoded[] {
  const own = Buffer.from(secret, 'utf8');
  const { base64, hex, base64OfDecoded, hexOfDecoded } = encodedLength;
  if (own.length < shortest.aligned) {
    return [own.toString('base64'), own.toString('base64url'), ...hexForms(own)].map(from(prefixLength));
  }
  return [
    ...base64Forms(own).map(from(base64)),
    ...hexForms(own).map(from(hex)),
    ...decodedBytes(secret).flatMap((bytes) => [
      ...base64Forms(bytes).map(from(base64OfDecoded)),
      ...hexForms(bytes).map(from(hexOfDecoded)),
    ]),
  ];
}

const from =
  (least: number) =>
  (text: string): Encoded => ({ text, least });

function hexForms(bytes: Buffer): string[] {
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase()];
}

function base64Forms(bytes: Buffer): string[] {
  const aligned = [0, 1, 2].map((offset) => innerBase64(bytes, offset));
  const standard = [bytes.toString('base64'), ...aligned];
  return [...standard, ...standard.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** The characters that depend on these bytes alone when `offset` bytes stand before them in a group of three. */
function innerBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const start = [0, 2, 3][offset] ?? 0;
  const isPartialEnd = (bytes.length + offset) % 3 !== 0;
  return text.slice(start, isPartialEnd ? -1 : undefined);
}

/** The bytes of a secret that is itself an encoding, a ciphertext as a rule. */
function decodedBytes(secret: string): Buffer[] {
  const compact = secret.replace(/-----(BEGIN|END) [A-Z0-9 ]+-----/g, '').replace(/\s+/g, '');
  const isHex = /^([\da-f]{2}){16,}$/i.test(compact);
  const isBase64 = /^[\w+/-]{16,}={0,2}$/.test(compact);
  return [
    ...(isHex ? [Buffer.from(compact, 'hex')] : []),
    ...(isBase64 ? [Buffer.from(compact, 'base64')] : []),
  ];
}
