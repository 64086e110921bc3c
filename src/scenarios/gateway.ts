import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, startRelay } from './relay.ts';
import type { Relay, RelayOptions, Seen } from './relay.ts';
import type { Gateway } from './scenario.ts';
import { partnerNameOf } from './service.ts';

type Kind = Gateway['kind'];
type Of<Name extends Kind> = Extract<Gateway, { kind: Name }>;

/** The program that a gateway needs; null: none. */
export const programOf = ({ kind }: Gateway): string | null =>
  kind === 'nginx' || kind === 'haproxy' ? kind : null;

/** The path of an installed program; null: it is missing. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Starts a gateway in front of the service at that address. */
export function startGateway(gateway: Gateway, to: string): Promise<Relay> {
  switch (gateway.kind) {
    case 'bucket':
      return startRelay(bucket(gateway, to));
    case 'backends':
      return startRelay(backends(gateway, to));
    case 'connections':
      return startRelay(connections(gateway, to));
    case 'nginx':
      return startProgram('nginx', (place) => nginx(gateway, place, to));
    case 'haproxy':
      return startProgram('haproxy', (place) => haproxy(gateway, place, to));
  }
}

function bucket({ rate, status, latencyMs = 0, per }: Of<'bucket'>, to: string): RelayOptions {
  const full = new Map<string, number>();
  return {
    to,
    latencyMs,
    decide(received) {
      const key = per === undefined ? '' : partnerNameOf(received);
      if (key === null) return 'forward';
      const now = performance.now();
      if (now < (full.get(key) ?? 0)) return answerOf(status);
      full.set(key, now + 1000 / rate);
      return 'forward';
    },
  };
}

function backends({ count, start, outages }: Of<'backends'>, to: string): RelayOptions {
  let [index, startedAt] = [-1, 0];
  return {
    to,
    decide() {
      index += 1;
      if (index < start) return 'forward';
      if (index === start) startedAt = performance.now();
      const now = (performance.now() - startedAt) / 1000;
      const outage = outages.find(
        ({ from, to: end, backend }) => from <= now && now < end && backend === index % count,
      );
      if (outage === undefined) return 'forward';
      const { fault, to: end } = outage;
      return fault === 'refused' ? { goneFor: (end - now) * 1000 } : answerOf(fault);
    },
  };
}

function connections(gateway: Of<'connections'>, to: string): RelayOptions {
  const same: RelayOptions = { to, decide: () => 'forward' };
  if ('idleMs' in gateway) return { ...same, idleMs: gateway.idleMs };
  return { ...same, mostOnConnection: gateway.mostOnConnection };
}

/** Where a program listens, and the folder for its files. */
interface Place {
  readonly port: number;
  readonly folder: string;
}

/** The configuration of a program and the arguments that make it run in the foreground with it. */
interface Configured {
  readonly text: string;
  readonly args: (file: string) => readonly string[];
  /** The lines that it has logged, one a request, given what it printed. */
  readonly log: (printed: string) => Promise<string>;
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function nginx(
  { http, server = '', location }: Of<'nginx'>,
  { port, folder }: Place,
  to: string,
): Configured {
  // Without a master process there are no workers under another account, which could not enter the folder.
  const text = `daemon off; master_process off; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  log_format short '$request_method $status';
  access_log ${folder}/access.log short;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
  server {
    listen 127.0.0.1:${port};
    ${server}
    location / { ${location} proxy_http_version 1.1; proxy_bind $remote_addr; proxy_pass ${to}; }
  }
}
`;
  return {
    text,
    args: (file) => ['-p', folder, '-e', join(folder, 'error.log'), '-c', file],
    log: () => readFile(join(folder, 'access.log'), 'utf8'),
  };
}

function haproxy({ requests, seconds }: Of<'haproxy'>, { port }: Place, to: string): Configured {
  const server = to.replace('http://', '');
  const text = `global
  maxconn 256
  log stdout format raw local0
defaults
  mode http
  log global
  log-format "%HM %ST"
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend front
  bind 127.0.0.1:${port}
  stick-table type ip size 1k expire ${seconds}s store http_req_rate(${seconds}s)
  http-request track-sc0 src
  http-request deny deny_status 429 if { sc_http_req_rate(0) gt ${requests} }
  use_backend other if { src 127.0.0.2 }
  default_backend usual
backend usual
  server service ${server}
backend other
  source 127.0.0.2
  server service ${server}
`;
  return { text, args: (file) => ['-db', '-f', file], log: (printed) => Promise.resolve(printed) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [isOpen] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return isOpen ?? false;
}

/** What a limiter answers, or a gateway without a service. */
const isRefused = /^(?:429|50[234])$/;

async function startProgram(name: string, configure: (place: Place) => Configured): Promise<Relay> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-scenario-'));
  const port = await freePort();
  const { text, args, log } = configure({ port, folder });
  const file = join(folder, `${name}.conf`);
  await writeFile(file, text);
  const program = findProgram(name) ?? name;
  const child = spawn(program, args(file), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, complaint] = ['', ''];
  child.stdout.on('data', (part) => (printed += String(part)));
  child.stderr.on('data', (part) => (complaint += String(part)));
  const ended = once(child, 'close');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const close = async (): Promise<void> => {
    if (!hasEnded()) child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  const seen = async (): Promise<Seen> => {
    const statuses = (await log(printed)).match(/(?<=^[A-Z]+ )\d+$/gm) ?? [];
    return { requests: statuses.length, refused: statuses.filter((status) => isRefused.test(status)).length };
  };
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (hasEnded() || tries > 100) {
      await close();
      throw new Error(`${name} does not listen: ${complaint}`);
    }
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, seen, close };
}
