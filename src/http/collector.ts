const blockSize = 64 * 1024;

/** Gathers the bytes of a body up to a limit. */
export interface Collector {
  /** Takes a chunk; false, and nothing kept of it, where the limit would be passed. */
  add(chunk: Uint8Array): boolean;
  /** Bytes gathered so far. */
  readonly length: number;
  /** All bytes as one buffer; the collector is empty afterwards. */
  take(): Buffer;
}

/**
 * Creates a collector of at most `limit` bytes. It copies into blocks of its own, because a hostile target may
 * send millions of chunks of one byte and each chunk kept as an object would cost a hundred times its size.
 */
export function createCollector(limit: number): Collector {
  const full: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  let length = 0;
  const append = (bytes: Uint8Array): void => {
    if (used === block.length) {
      if (used > 0) full.push(block);
      block = Buffer.allocUnsafeSlow(blockSize);
      used = 0;
    }
    const part = bytes.subarray(0, block.length - used);
    block.set(part, used);
    used += part.length;
    if (part.length < bytes.length) append(bytes.subarray(part.length));
  };
  return {
    add(chunk) {
      if (length + chunk.length > limit) return false;
      if (chunk.length > 0) append(chunk);
      length += chunk.length;
      return true;
    },
    get length() {
      return length;
    },
    take() {
      const whole = Buffer.concat([...full, block.subarray(0, used)], length);
      full.length = 0;
      block = Buffer.alloc(0);
      used = 0;
      length = 0;
      return whole;
    },
  };
}
