import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between the suite and a service that is not always well. */
export interface FlakyProxy {
  readonly url: string;
  /** How many requests came, how many of them were reset, how many answered 503. */
  readonly counts: () => { readonly requests: number; readonly resets: number; readonly refusals: number };
  readonly close: () => Promise<void>;
}

/** Shares of requests that go wrong, and the longest delay in milliseconds. */
const weather = { reset: 0.05, refuse: 0.05, delay: 200 } as const;

/** Starts it on a free loopback port; a caller's own source address is kept. */
export async function startFlakyProxy(to: string, random: () => number): Promise<FlakyProxy> {
  const counts = { requests: 0, resets: 0, refusals: 0 };
  const serve = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    counts.requests += 1;
    const fate = random();
    if (fate < weather.reset) {
      counts.resets += 1;
      request.socket.resetAndDestroy();
    } else if (fate < weather.reset + weather.refuse) {
      counts.refusals += 1;
      response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html>Service Unavailable</html>');
    } else {
      pass(request, response);
    }
  };
  const pass = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const { method, url, rawHeaders, socket } = request;
    const address = socket.remoteAddress;
    const onward = http.request(`${to}${url}`, {
      method,
      headers: rawHeaders,
      agent: false,
      ...(address === undefined ? {} : { localAddress: address }),
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
  const server = http.createServer((request, response) => {
    setTimeout(() => serve(request, response), random() * weather.delay);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts: () => ({ ...counts }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Chance that falls out the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
