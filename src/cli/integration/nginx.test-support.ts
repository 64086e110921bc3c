import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withBuiltIn } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';
import { start } from '../child.test-support.ts';
import { inSite } from '../small-profile.test-support.ts';
import { runSuite } from './suite.test-support.ts';
import type { Ran } from './suite.test-support.ts';
import { findTool } from './tools.test-support.ts';

/** Path of the program, null where it is not installed. */
export const nginxProgram = findTool('nginx');

/** One `server` of nginx before the reference; the blocked source address is handed on. */
export interface Front {
  /** Further words of `listen`, `ssl http2` for example. */
  readonly listen?: string;
  /** Directives of `http`, of the server, and of its `location /`. */
  readonly http?: string;
  readonly server?: string;
  readonly location?: string;
  /** Name under which the profile calls it. */
  readonly host?: string;
}

/** Runs the suite through one nginx to the reference, with these settings in its profile. */
export const throughNginx = (front: Front, settings: object, ...args: readonly string[]): Promise<Ran> => {
  const { listen = '', http = '', server = '', location = '', host = '127.0.0.1' } = front;
  const scheme = listen.startsWith('ssl') ? 'https' : 'http';
  const handOn = 'proxy_http_version 1.1; proxy_bind $remote_addr; proxy_pass http://127.0.0.1:8080;';
  const text = `server { listen 127.0.0.1:80 ${listen}; ${server} location / { ${location} ${handOn} } }`;
  const settingsAt = ([port]: readonly number[]) => ({ baseUrl: `${scheme}://${host}:${port}`, ...settings });
  return throughServers([text], settingsAt, args, http);
};

/** The same through several servers: of their texts the ports are replaced, 8080 by that of the reference. */
export const throughServers = (
  servers: readonly string[],
  settingsAt: (ports: readonly number[], profile: BuiltIn['profile']) => object,
  args: readonly string[] = [],
  http = '',
): Promise<Ran> =>
  withBuiltIn({}, ({ reference, profile }) =>
    withNginx(reference.port, servers, http, (ports) =>
      inSite({ ...profile, ...settingsAt(ports, profile) }, (site) => runSuite(site, ...args)),
    ),
  );

/** Does the work beside nginx on free ports of 127.0.0.1; it runs in one process, which is gone afterwards. */
async function withNginx<Value>(
  upstream: number,
  servers: readonly string[],
  http: string,
  work: (ports: readonly number[]) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-nginx-'));
  try {
    const ports = await freePorts(servers.length);
    const texts = servers.map((text, index) =>
      text.replace(/listen [\d.:]+/, `listen 127.0.0.1:${ports[index]}`).replace(':8080', `:${upstream}`),
    );
    await writeFile(join(folder, 'nginx.conf'), configuration(folder, http, texts));
    const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
    const nginx = start(nginxProgram ?? 'nginx', args, folder);
    try {
      for (const port of ports) await untilOpen(port, folder);
      return await work(ports);
    } finally {
      nginx.signal('SIGTERM');
      await nginx.ended;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

// Without a master process there are no workers under another account, which could not enter the folder.
const configuration = (folder: string, http: string, servers: readonly string[]): string =>
  `daemon off; master_process off; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
  ${servers.join('\n')}
}
`;

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

async function untilOpen(port: number, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
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
