// nginx and HAProxy in front of a service, each with a configuration file in a folder of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Relay, Seen } from './relay.test-support.ts';

/** `nginx`: directives of `http`, of its server, and of `location /`. HAProxy: by address. */
export type ProgramGateway =
  | { readonly kind: 'nginx'; readonly http: string; readonly server?: string; readonly location: string }
  | { readonly kind: 'haproxy'; readonly requests: number; readonly seconds: number };

interface Program {
  readonly configuration: string;
  readonly args: readonly string[];
}

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Path of an installed program; null if it is not installed. */
export const findProgram = (name: string): string | null =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

function programOf(gateway: ProgramGateway, to: string, port: number, folder: string): Program {
  const file = join(folder, 'configuration');
  if (gateway.kind === 'nginx') {
    const { http, server = '', location } = gateway;
    // A master process would start workers under another account, which could not read the folder.
    const configuration = `daemon off; master_process off; pid ${folder}/nginx.pid;
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
    return { configuration, args: ['-p', folder, '-e', `${folder}/error.log`, '-c', file] };
  }
  const { requests, seconds } = gateway;
  // It passes on which of the suite's two source addresses a request came from.
  const configuration = `global
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
  server service ${new URL(to).host}
backend other
  source 127.0.0.2
  server service ${new URL(to).host}
`;
  return { configuration, args: ['-db', '-f', file] };
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
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

const isRefused = (status: string): boolean => /^(?:429|50[234])$/.test(status);

/** Rejects with its error output if it does not listen. */
export async function startProgram(gateway: ProgramGateway, to: string): Promise<Relay> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-gateway-'));
  const port = await freePort();
  const { configuration, args } = programOf(gateway, to, port, folder);
  await writeFile(join(folder, 'configuration'), configuration);
  const child = spawn(findProgram(gateway.kind) ?? gateway.kind, args, { cwd: folder });
  let [printed, complaint] = ['', ''];
  child.stdout.on('data', (part) => (printed += String(part)));
  child.stderr.on('data', (part) => (complaint += String(part)));
  const ended = once(child, 'close');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  const seen = async (): Promise<Seen> => {
    const log = gateway.kind === 'nginx' ? await readFile(join(folder, 'access.log'), 'utf8') : printed;
    const statuses = log.match(/(?<=^[A-Z]+ )\d+$/gm) ?? [];
    return { requests: statuses.length, refused: statuses.filter(isRefused).length };
  };
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (child.exitCode !== null || child.signalCode !== null || tries > 100) {
      await close();
      throw new Error(`${gateway.kind} does not listen: ${complaint}`);
    }
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, seen, close };
}
