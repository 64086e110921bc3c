import type { HttpClient } from '../http/client.ts';
import { toCurl } from '../http/curl.ts';
import type { Action, Target } from '../target/target.ts';

/** Milliseconds that a command of the profile may take. */
const commandTimeout = 60_000;

/** Carries out a set-up or teardown; null, or why it failed in words without any output of it. */
export async function act(
  action: Action,
  target: Target,
  client: HttpClient,
  signal: AbortSignal,
): Promise<string | null> {
  switch (action.kind) {
    case 'command':
      return runCommand(action.command, target.folder, signal);
    case 'request': {
      const outcome = await client.send(
        {
          method: action.method,
          url: action.url,
          headers: Object.entries(action.headers),
          body: action.body,
        },
        { localAddress: null, proxy: null, tls: target.tls, http2: target.http2 },
        signal,
      );
      if (outcome.kind === 'failed') return outcome.error.message;
      const { status } = outcome.response;
      return status >= 200 && status < 300 ? null : `answered ${status}, expected 2xx`;
    }
  }
}

/** The action in a few words. */
export function actionInWords(action: Action): string {
  switch (action.kind) {
    case 'command':
      return action.command;
    case 'request':
      return `${action.method} ${action.url}`;
  }
}

/** A line for the shell that repeats the action exactly; `mask` is given what the profile says. */
export function byHand(action: Action, { tls, http2 }: Target, mask: (text: string) => string): string {
  switch (action.kind) {
    case 'command':
      return mask(action.command);
    case 'request': {
      const headers = Object.entries(action.headers).map(([name, value]) => [name, mask(value)] as const);
      const body = action.body === null ? null : mask(action.body);
      const request = { method: action.method, url: mask(action.url), headers, body };
      return toCurl(request, { localAddress: null, proxy: null, tls, http2 });
    }
  }
}

function runCommand(command: string, folder: string, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return Promise.resolve('the run was interrupted');
  return new Promise((resolve) => {
    const { spawn } = process.getBuiltinModule('node:child_process');
    // A process group of its own, so that what the shell has started ends with it.
    const child = spawn(command, { cwd: folder, shell: true, stdio: 'ignore', detached: true });
    const end = (): void => {
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const timer = setTimeout(end, commandTimeout);
    signal.addEventListener('abort', end, { once: true });
    const finish = (problem: string | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(problem);
    };
    child.once('error', (error) => finish(error.message));
    child.once('exit', (code, killedBy) => {
      if (code === 0) finish(null);
      else finish(killedBy === null ? `exit code ${code}` : `ended by ${killedBy}`);
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}
