import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from './tools.test-support.ts';

/** One `server` of nginx before an upstream. */
export interface Front {
  /** Further words of `listen`, `ssl http2` for example. */
  readonly listen?: string;
  /** Directives of the server, one per line. */
  readonly server?: string;
  /** Directives of `location /`. */
  readonly location?: string;
  /** Source address that the upstream sees; default: that of the client. */
  readonly source?: string;
  /** The whole `server` as text in place of all of that; its port is replaced. */
  readonly text?: string;
}

/** What nginx is to do. */
export interface NginxOptions {
  /** Port of the upstream on 127.0.0.1. */
  readonly upstream: number;
  readonly fronts: readonly Front[];
  /** Directives of `http`. */
  readonly http?: string;
  /** Texts of files beside the configuration, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Path of the program, null where it is not installed. */
export const nginxProgram = findTool('nginx');

/** Does the work beside nginx on free ports of 127.0.0.1, one for each front; it runs in one process, which is gone afterwards. */
export async function withNginx<Value>(
  options: NginxOptions,
  work: (ports: readonly number[]) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-nginx-'));
  let nginx: ChildProcess | null = null;
  try {
    const ports = await freePorts(options.fronts.length);
    for (const [name, text] of Object.entries(options.files ?? {})) await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'nginx.conf'), configuration(options, ports, folder));
    const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
    nginx = spawn(nginxProgram ?? 'nginx', args, { stdio: 'ignore' });
    for (const port of ports) await untilOpen(port, nginx, folder);
    return await work(ports);
  } finally {
    if (nginx !== null) await end(nginx);
    await rm(folder, { recursive: true, force: true });
  }
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

// Without a master process there are no workers under another account, which could not enter the folder.
function configuration(
  { upstream, fronts, http = '' }: NginxOptions,
  ports: readonly number[],
  folder: string,
): string {
  const servers = fronts.map(
    ({ listen = '', server = '', location = '', source = '$remote_addr', text }, index) =>
      text?.replace(/listen [\d.:]+;/, `listen 127.0.0.1:${ports[index]};`) ??
      `server {
  listen 127.0.0.1:${ports[index]} ${listen};
  ${server}
  location / { ${location} proxy_http_version 1.1; proxy_bind ${source}; proxy_pass http://127.0.0.1:${upstream}; }
}`,
  );
  return `daemon off; master_process off; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
  ${servers.join('\n')}
}
`;
}

/** Ports that are free now; each is held until all are known, so that they differ. */
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const attempts = 100;

async function untilOpen(port: number, nginx: ChildProcess, folder: string): Promise<void> {
  for (let attempt = 0; attempt < attempts && nginx.exitCode === null; attempt += 1) {
    if (await isOpen(port)) return;
    await sleep(50);
  }
  const log = await readFile(join(folder, 'error.log'), 'utf8').catch(() => 'no error.log');
  throw new Error(`nginx does not listen: ${log}`);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
