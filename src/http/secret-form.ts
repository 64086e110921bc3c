/** How a form is looked for: as a whole or from eight characters on, as a whole word only, or to be passed over. */
type FormUse = 'prefix' | 'word' | 'skip';

/** One spelling of a secret; escapes of it are the scanner's business. */
export interface SecretForm {
  readonly text: string;
  readonly placeholder: string;
  readonly use: FormUse;
}

/** Shorter secrets are words of everyday text, so they count only as whole words. */
export const prefixLength = 8;

/** Lists the spellings of a secret: itself, base64 (RFC 4648) at each alignment, hex; of an encoded secret also those of its bytes. */
export function deriveForms(secret: string, placeholder: string): SecretForm[] {
  const texts = secret.length < 4 ? [secret] : [secret, asLatin1(secret), ...encodings(secret)];
  return [...new Set(texts)]
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      placeholder,
      use: text.length < prefixLength || secret.length < prefixLength ? 'word' : 'prefix',
    }));
}

/** Header values are read as Latin-1, so UTF-8 shows there as these characters. */
function asLatin1(secret: string): string {
  return Buffer.from(secret, 'utf8').toString('latin1');
}

function encodings(secret: string): string[] {
  const own = Buffer.from(secret, 'utf8');
  // Of a short secret only the whole counts: what is left of it inside a longer base64 text says little.
  if (secret.length < prefixLength)
    return [own.toString('base64'), own.toString('base64url'), ...hexForms(own)];
  return [own, ...decodedBytes(secret)].flatMap((bytes) => [...base64Forms(bytes), ...hexForms(bytes)]);
}

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
