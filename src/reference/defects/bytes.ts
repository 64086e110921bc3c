/** The text of a body of the reference implementation. */
export function toText(body: Uint8Array): string {
  return Buffer.from(body).toString('utf8');
}

/** A body with a byte order mark in front, as some editors and libraries write it. */
export function withByteOrderMark(body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]);
}

/** A text in windows-1251, as old Russian systems write it; what it does not know becomes a question mark. */
export function toWindows1251(text: string): Uint8Array {
  return Buffer.from(Array.from(text, (character) => codeOf(character.codePointAt(0) ?? 0)));
}

const special: Readonly<Record<number, number>> = {
  0x401: 0xa8,
  0x451: 0xb8,
  0xab: 0xab,
  0xbb: 0xbb,
  0x2116: 0xb9,
};

function codeOf(point: number): number {
  if (point < 0x80) return point;
  if (point >= 0x410 && point <= 0x44f) return point - 0x350;
  return special[point] ?? 0x3f;
}
