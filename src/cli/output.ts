import type { Writable } from 'node:stream';

/** One stream that a command writes to; once it is broken, writing to it does nothing. */
export interface Output {
  readonly write: (text: string) => void;
  /** Resolves when everything is written, or nothing more can be. */
  readonly flush: () => Promise<void>;
  /** Whether text was lost for another reason than that the reader went away: a full disk for example. */
  readonly hasLost: () => boolean;
}

// Whoever closes a pipe (`| head -1`) does not want the rest; that is no fault of the run.
const departures: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'EOF'];

/** Writes to a stream that may break at any moment; an error of it never reaches the process. */
export function openOutput(stream: Writable): Output {
  let isBroken = false;
  let hasLost = false;
  const broke = (error: Error): void => {
    const code = 'code' in error ? error.code : null;
    if (!isBroken) hasLost = !departures.includes(code);
    isBroken = true;
  };
  stream.on('error', broke);
  return {
    write: (text) => void (isBroken || stream.write(text)),
    flush: () =>
      new Promise((resolve) => {
        if (isBroken) return resolve();
        stream.once('error', () => resolve());
        stream.write('', (error) => {
          if (error !== null && error !== undefined) broke(error);
          resolve();
        });
      }),
    hasLost: () => hasLost,
  };
}
