import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'vitest';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Path of an installed program; null if it is not installed. */
export function findTool(name: string): string | null {
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  return found ?? null;
}

/** Skips a test with the reason if a part is missing. With SBP_REQUIRE_TOOLS=1, fails it. */
export function need(
  context: Pick<TestContext, 'skip'>,
  isThere: boolean,
  part: string,
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (isThere) return;
  if (env['SBP_REQUIRE_TOOLS'] === '1') throw new Error(`${part} is missing, which this test needs`);
  context.skip(`did not run: ${part} is missing on this machine`);
}
