import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bind } from '../../client/raw-server.test-support.ts';
import type { BuiltIn } from '../../api/built-in.ts';
import { start } from '../child.test-support.ts';
import { openFolderWith, openReference } from '../small-profile.test-support.ts';
import { runSuite } from './suite.test-support.ts';
import type { Ran } from './suite.test-support.ts';
import { findTool } from './tools.test-support.ts';

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

// A master process would start workers under another account, which could not read the folder.
const configurationOf = (folder: string, http: string, servers: readonly string[]): string =>
  `daemon off; master_process off; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
  ${servers.join('\n')}
}
`;

/** Path of nginx; null if it is not installed. */
export const nginxProgram = findTool('nginx');

/** An nginx `server` in front of the reference. It passes the blocked source address on. */
export interface Front {
  /** More parameters of `listen`, for example `ssl http2`. */
  readonly listen?: string;
  /** Directives of `http`, of the server, and of its `location /`. */
  readonly http?: string;
  readonly server?: string;
  readonly location?: string;
  /** The host name in the profile. */
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

/**
 * Same as `throughNginx`, through several servers. Their texts contain ports to replace; 8080 is the reference.
 */
export async function throughServers(
  servers: readonly string[],
  settingsAt: (ports: readonly number[], profile: BuiltIn['profile']) => object,
  args: readonly string[] = [],
  http = '',
): Promise<Ran> {
  const { reference, profile } = await openReference();
  const ports = await freePorts(servers.length);
  const site = await openFolderWith({ ...profile, ...settingsAt(ports, profile) });
  const texts = servers.map((text, index) =>
    text.replace(/listen [\d.:]+/, `listen 127.0.0.1:${ports[index]}`).replace(':8080', `:${reference.port}`),
  );
  const file = join(site.folder, 'nginx.conf');
  await writeFile(file, configurationOf(site.folder, http, texts));
  const log = join(site.folder, 'error.log');
  const nginx = start(nginxProgram ?? 'nginx', ['-p', site.folder, '-e', log, '-c', file], site.folder);
  onTestFinished(() => {
    nginx.signal('SIGTERM');
    return nginx.ended.then(() => undefined);
  });
  return runSuite(site, '--wait', '5', ...args);
}

/** Ports that are free now. Each is held until all are known, so that they differ. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const held = await Promise.all(Array.from({ length: count }, () => bind(createServer())));
  await Promise.all(held.map((one) => one.close()));
  return held.map(({ port }) => port);
}
