import type { Socket } from 'node:net';

/** An interim head longer than this is left to the parser, which refuses it. */
const maxHead = 64 * 1024;

const headStart = /^HTTP\/1\.[01] 1(?!01)\d\d[^\d]/;
const anyStart = 'HTTP/1.';

/**
 * Drops interim answers (1xx but 101) from what is read of a socket. RFC 9110, section 15.2 has a client accept
 * them unasked, but the parser takes an unasked `100 Continue` for a broken answer.
 */
export function skipInterimAnswers(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let held: Buffer | null = null;
  let isAwaiting = true;
  socket.write = ((...args: Parameters<typeof write>) => {
    isAwaiting = true;
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!isAwaiting || !(chunk instanceof Buffer)) return chunk;
    const rest = dropInterim(held === null ? chunk : Buffer.concat([held, chunk]));
    held = rest.held;
    isAwaiting = rest.passed === null;
    return rest.passed;
  };
  return socket;
}

/** Splits bytes at the start of an answer into what may still become an interim head and what goes on to the parser. */
function dropInterim(bytes: Buffer): { held: Buffer | null; passed: Buffer | null } {
  let rest = bytes;
  while (rest.length > 0) {
    const start = rest.toString('latin1', 0, 13);
    if (start.length < 13 && isPossibleStart(start)) return { held: rest, passed: null };
    if (!headStart.test(start)) return { held: null, passed: rest };
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1)
      return rest.length > maxHead ? { held: null, passed: rest } : { held: rest, passed: null };
    rest = rest.subarray(end + 4);
  }
  return { held: null, passed: null };
}

function isPossibleStart(start: string): boolean {
  return start.startsWith(anyStart.slice(0, start.length)) && /^.{0,8}($| ($|1))/s.test(start);
}
