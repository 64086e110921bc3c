import { createServer, request as forward } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it went over the wire. */
interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Flat, without those of the connection. */
  readonly headers: readonly string[];
  readonly body: string | null;
  /** Address that it came from. */
  readonly localAddress: string;
}

/** A proxy between the suite and a target that remembers every request. */
export interface Recorder {
  readonly url: string;
  readonly requests: () => readonly RecordedRequest[];
  readonly close: () => Promise<void>;
}

const ofConnection = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding']);

/** Starts a recorder in front of a target on loopback; it passes on from the address that a request came from. */
export async function startRecorder(target: string): Promise<Recorder> {
  const recorded: RecordedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      recorded.push(recordOf(incoming, body));
      passOn(target, incoming, body, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => recorded,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function recordOf(incoming: IncomingMessage, body: Buffer): RecordedRequest {
  const { method = '', url = '', rawHeaders } = incoming;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || ofConnection.has(name.toLowerCase()) ? [] : [name, rawHeaders[index + 1] ?? ''],
  );
  const text = body.length === 0 ? null : body.toString('utf8');
  return { method, path: url, headers, body: text, localAddress: addressOf(incoming) };
}

const addressOf = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? '127.0.0.1').replace('::ffff:', '');

function passOn(target: string, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming;
  const options = { method, headers, localAddress: addressOf(incoming), agent: false } as const;
  const passed = forward(new URL(url ?? '/', target), options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.once('error', () => outgoing.destroy());
  passed.end(body);
}
