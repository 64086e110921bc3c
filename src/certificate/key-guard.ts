import type { Signer } from './cms-sign.ts';
import type { FileContent } from './digest.ts';

/** Characters of a key by which it is found, wherever a line is broken. */
const piece = 32;

/** Names of the files that hold a part of the private key, as it was given or as it is. */
export function findKey(
  files: readonly FileContent[],
  { signer, keyText }: { readonly signer: Signer; readonly keyText: string },
): readonly string[] {
  const plain = signer.key.export({ type: 'pkcs8', format: 'der' });
  const open = publicTexts(signer);
  const pieces = [...piecesOf(keyBody(keyText)), ...piecesOf(plain.toString('base64'))].filter(
    (one) => !open.some((text) => text.includes(one)),
  );
  return files
    .filter(({ content }) => {
      const text = Buffer.from(content)
        .toString('latin1')
        .replaceAll(/\\[rn]|\s/g, '');
      return pieces.some((one) => text.includes(one)) || Buffer.from(content).includes(plain);
    })
    .map(({ name }) => name);
}

/** A key holds its public part as well, which stands in every certificate of it. */
const publicTexts = ({ certificate, intermediates }: Signer): readonly string[] =>
  [certificate, ...intermediates].flatMap(({ raw, publicKey }) =>
    [raw, publicKey.export({ type: 'spki', format: 'der' })].map((bytes) => bytes.toString('base64')),
  );

/** The private key of a PEM file that may hold certificates as well. */
function keyBody(text: string): string {
  const block = /-----BEGIN [A-Z ]*PRIVATE KEY-----([^-]*(?:-[^-]+)*?)-----END/.exec(text)?.[1] ?? '';
  return block.replaceAll(/^[\w-]+: .*$/gm, '').replaceAll(/\s/g, '');
}

/** The first bytes of every key of a kind are alike, so pieces begin behind them. */
function piecesOf(body: string): readonly string[] {
  const starts = [2, 4, 6, 8].map((part) => Math.floor((body.length * part) / 10));
  return starts.map((start) => body.slice(start, start + piece)).filter((one) => one.length === piece);
}
