import type { Context, RunOptions } from './context.ts';
import { openContext } from './open-context.ts';

/**
 * A context for single requests outside a run: one at a time, within the profile's rate and limit of failed logins, nothing kept.
 * Sends nothing; rejects with a UserError where the profile's encryption cannot work. `client.close()` ends it.
 */
export function createProbe(options: RunOptions): Promise<Context> {
  const counters = new Map<string, number>();
  return openContext(options, 1, {
    areCredentialsRefused: () => false,
    nextId(prefix) {
      const count = (counters.get(prefix) ?? 0) + 1;
      counters.set(prefix, count);
      return `${prefix}.${count}`;
    },
    keepControl: () => undefined,
    earlierLogin: () => null,
    noteLogin: () => undefined,
  });
}
