const firstSize = 64 * 1024;
/** Each buffer is so much larger than the one before: copies cost a third of the whole, not as much again. */
const growth = 4;

/** Gathers the bytes of a body up to a limit. */
export interface Collector {
  /** Takes a chunk; false, and nothing of all kept, where the limit would be passed; every later one is refused as well. */
  add(chunk: Uint8Array): boolean;
  /** Bytes gathered so far. */
  readonly length: number;
  /** All bytes as one buffer; the collector is empty afterwards. */
  take(): Buffer;
}

/**
 * Creates a collector of at most `limit` bytes. It copies into one buffer of its own, because a hostile target may
 * send millions of chunks of one byte, and each chunk kept as an object would cost a hundred times its size.
 */
export function createCollector(limit: number): Collector {
  let whole = Buffer.alloc(0);
  let length = 0;
  let isOver = false;
  const reserve = (needed: number): void => {
    if (needed <= whole.length) return;
    // Never zeroed: what is not written to takes no memory.
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(limit, sizeAfter(whole.length))));
    grown.set(whole.subarray(0, length));
    whole = grown;
  };
  return {
    add(chunk) {
      if (isOver || length + chunk.length > limit) {
        // Whoever was refused has no use for the rest: its memory is free at once.
        isOver = true;
        whole = Buffer.alloc(0);
        return false;
      }
      reserve(length + chunk.length);
      whole.set(chunk, length);
      length += chunk.length;
      return true;
    },
    get length() {
      return length;
    },
    take() {
      const taken = whole.subarray(0, isOver ? 0 : length);
      whole = Buffer.alloc(0);
      length = 0;
      return taken;
    },
  };
}

const sizeAfter = (size: number): number => Math.max(firstSize, size * growth);
