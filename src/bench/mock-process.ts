import { spawn } from 'node:child_process';
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
