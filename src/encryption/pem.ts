/** One block of a PEM file (RFC 7468). */
export interface PemBlock {
  readonly label: string;
  /** The block with its BEGIN and END lines. */
  readonly text: string;
  /** What stands between the lines, decoded. */
  readonly der: Buffer;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \1-----/gs;

/** Finds all blocks of a PEM text in their order; text around them, byte order marks and indentation do no harm. */
export function readPem(text: string): readonly PemBlock[] {
  return [...text.matchAll(BLOCK)].map(([block, label = '', body = '']) => ({
    label,
    text: block,
    der: Buffer.from(body, 'base64'),
  }));
}

/** Tells whether a block holds a private key of any kind. */
export function isPrivate(block: PemBlock): boolean {
  return block.label.endsWith('PRIVATE KEY');
}
