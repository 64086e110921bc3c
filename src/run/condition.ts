// Brings a condition about and ends it again, whatever happens meanwhile (rule 7).

import { runChild } from '../base/child.ts';
import type { Wire } from '../client/exchange.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Action } from '../profile/target.ts';
import type { Outside } from './shared.ts';

/** Milliseconds that a command of the profile may take. */
const commandTimeout = 60_000;
/** Milliseconds before a teardown by a request is tried again: its answer may be lost. */
const waits = [250, 500, 1000];

/**
 * Asks while the condition of the row holds. Resolves with why its set-up failed, in English, or null. `ask`
 * resolves with true once the answer is the one that the profile waits for, or none came.
 */
export async function whileSetUp(
  outside: Outside,
  { id, variant, condition }: PlannedRow,
  ask: (status: number | null) => Promise<boolean>,
): Promise<string | null> {
  const { target, clock, signal, mask, onEvent } = outside;
  const provision = condition && target.variants[variant]?.conditions[condition];
  const { setup, teardown, until } = provision ?? {};
  try {
    const undo = teardown === undefined ? null : mask(byHand(teardown));
    onEvent({ kind: 'setup-started', row: id, byHand: undo });
    const problem = setup === undefined ? null : await perform(setup, outside, signal);
    if (problem !== null) return mask(problem);
    const end = clock.now() + (until?.within ?? 0);
    for (let wait = 250; !signal.aborted; wait = Math.min(2 * wait, 2000)) {
      const left = end - clock.now();
      if (await ask(left > 0 ? (until?.status ?? null) : null)) break;
      await clock.pause(Math.min(wait, left), signal);
    }
    return null;
  } finally {
    if (teardown !== undefined) {
      let problem = await perform(teardown, outside);
      for (const wait of 'request' in teardown ? waits : []) {
        if (problem === null) break;
        await clock.pause(wait);
        problem = await perform(teardown, outside);
      }
      onEvent({ kind: 'teardown-ended', row: id, problem: problem === null ? null : mask(problem) });
      const text = `The teardown of ${id} failed: ${problem}. By hand: ${byHand(teardown)}`;
      if (problem !== null) onEvent({ kind: 'warning', text: mask(text) });
    }
  }
}

/** Resolves with why it failed, or null. A teardown has no signal: it is not given up. */
async function perform(
  action: Action,
  { target, client }: Outside,
  signal?: AbortSignal,
): Promise<string | null> {
  if ('command' in action) {
    const program = { command: action.command, cwd: target.folder, limits: { time: commandTimeout } };
    const { failure } = await runChild({ ...program, signal });
    return failure === null ? null : `the command ${failure}`;
  }
  const { method, url, headers, body } = action.request;
  const route = { localAddress: null, proxy: target.proxy };
  const wire: Wire = { method, url, headers: Object.entries(headers), body, route, isFresh: true };
  const { response, error } = await client.exchange(wire, signal);
  if (response === null) return error?.message ?? 'no answer';
  return response.status >= 200 && response.status < 300 ? null : `it was answered ${response.status}`;
}

/** What a person does to repeat the action. */
const byHand = (action: Action): string =>
  'command' in action ? action.command : `${action.request.method} ${action.request.url}`;
