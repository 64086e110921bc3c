/** Counts different texts. */
export interface DistinctCounter {
  /** Takes a text with its `nineDigits`. */
  add(text: string, value: number): void;
  readonly count: number;
}

/** Creates a counter. Numbers of nine digits are kept as such: a set of a million texts would take longer than to parse them. */
export function createDistinctCounter(): DistinctCounter {
  const others = new Set<string>();
  let table = new Int32Array(1024);
  let numbers = 0;
  return {
    add(text, value) {
      if (value === 0) others.add(text);
      else if (insert(table, value)) {
        numbers += 1;
        if (numbers * 2 > table.length) table = enlarged(table);
      }
    },
    get count() {
      return numbers + others.size;
    },
  };
}

/** One more than the number that a text of nine digits writes, so that none is 0; 0 for any other text. */
export function nineDigits(text: string): number {
  if (text.length !== 9) return 0;
  let value = 0;
  for (let at = 0; at < 9; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value + 1;
}

/** Open addressing; false where the table holds the value already. */
function insert(table: Int32Array, value: number): boolean {
  const last = table.length - 1;
  let at = (Math.imul(value, 0x9e3779b1) >>> 8) & last;
  while (table[at] !== 0) {
    if (table[at] === value) return false;
    at = (at + 1) & last;
  }
  table[at] = value;
  return true;
}

function enlarged(table: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(table.length * 4);
  for (let at = 0; at < table.length; at += 1) {
    const value = table[at] ?? 0;
    if (value !== 0) insert(larger, value);
  }
  return larger;
}
