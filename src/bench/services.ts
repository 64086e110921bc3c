import { spawn } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The reference implementation in a process of its own. */
export interface MockProcess {
  readonly url: string;
  /** File of the profile that fits it. */
  readonly profile: string;
  readonly stop: () => Promise<void>;
}

/** Starts `mock` and waits until it listens; it answers after `latencyMs`. */
export async function startMock(program: string, folder: string, latencyMs: number): Promise<MockProcess> {
  const profile = join(folder, 'profile.yaml');
  const args = [program, 'mock', '--latency', String(latencyMs), '--write-target', profile];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
      const found = /listens on (\S+)\n[^]*Stop it/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`mock exited with code ${code}`)));
  });
  return {
    url,
    profile,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** A request as it went over the wire. */
interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Flat, without those of the connection. */
  readonly headers: readonly string[];
  readonly body: string | null;
  /** Address that it came from. */
  readonly localAddress: string;
  /** Nothing else was under way when it came: it may have waited for all that came before. */
  readonly isAlone: boolean;
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
  let open = 0;
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    const isAlone = open === 0;
    open += 1;
    outgoing.once('close', () => (open -= 1));
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      recorded.push({ ...recordOf(incoming, body), isAlone });
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

function recordOf(incoming: IncomingMessage, body: Buffer): Omit<RecordedRequest, 'isAlone'> {
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
