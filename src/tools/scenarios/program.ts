import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findTool } from '../../cli/integration/tools.test-support.ts';
import type { Relay, Seen } from './relay.ts';

/** The port of a program, and the folder for its files. */
interface Place {
  readonly port: number;
  readonly folder: string;
}

/** A foreground program with a configuration file. */
export interface Program {
  readonly name: 'nginx' | 'haproxy';
  readonly configuration: (place: Place) => string;
  readonly args: (file: string, folder: string) => readonly string[];
  /** Its log file, with a line of method and status for each request; null if it prints the log. */
  readonly log: string | null;
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** A configuration of nginx with these directives of `http` and these servers, its files in that folder. */
// A master process would start workers under another account, which could not read the folder.
export const nginxConfiguration = (folder: string, http: string, servers: readonly string[]): string =>
  `daemon off; master_process off; pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  log_format short '$request_method $status';
  access_log ${folder}/access.log short;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
  ${servers.join('\n')}
}
`;

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

/** Starts a program that listens on loopback. Rejects with its error output. */
export async function startProgram({ name, configuration, args, log }: Program): Promise<Relay> {
  const folder = await mkdtemp(join(tmpdir(), 'sbp-scenario-'));
  const port = await freePort();
  const file = join(folder, `${name}.conf`);
  await writeFile(file, configuration({ port, folder }));
  const child = spawn(findTool(name) ?? name, args(file, folder), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, complaint] = ['', ''];
  child.stdout.on('data', (part) => (printed += String(part)));
  child.stderr.on('data', (part) => (complaint += String(part)));
  const ended = once(child, 'close');
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  };
  const seen = async (): Promise<Seen> => {
    const logged = log === null ? printed : await readFile(join(folder, log), 'utf8');
    const statuses = logged.match(/(?<=^[A-Z]+ )\d+$/gm) ?? [];
    return { requests: statuses.length, refused: statuses.filter(isRefused).length };
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
