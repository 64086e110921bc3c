// Brings a condition about and ends it again, whatever happens meanwhile (rule 7).

import { failureOf, runChild } from '../base/child.ts';
import type { Client, Wire } from '../client/exchange.ts';
import { say } from '../messages/message.ts';
import type { Action, Provision, Target } from '../profile/target.ts';
import type { Clock } from './clock.ts';

/** Milliseconds that a command of the profile may take. */
const commandTimeout = 60_000;
/** Attempts of a teardown by a request, and milliseconds before the second; doubled each time. */
const teardowns = { most: 4, pause: 250 } as const;

export type ConditionEvent =
  /** `byHand`: what a person would type to tear it down, secrets masked; null: nothing. */
  | { readonly kind: 'setup-started'; readonly row: string; readonly byHand: string | null }
  | { readonly kind: 'teardown-ended'; readonly row: string; readonly problem: string | null }
  | { readonly kind: 'warning'; readonly text: string };

export interface Surroundings {
  readonly target: Pick<Target, 'folder' | 'proxy'>;
  readonly client: Pick<Client, 'exchange'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly mask: (text: string) => string;
  readonly onEvent: (event: ConditionEvent) => void;
}

/** Asks while the condition holds. Resolves with why its set-up failed, in English, or null. */
export async function whileSetUp(
  row: string,
  { setup, teardown }: Provision,
  surroundings: Surroundings,
  ask: () => Promise<void>,
): Promise<string | null> {
  const { signal, mask, onEvent } = surroundings;
  try {
    onEvent({ kind: 'setup-started', row, byHand: teardown === undefined ? null : mask(byHand(teardown)) });
    const problem = setup === undefined ? null : await perform(setup, surroundings, signal);
    if (problem === null && !signal.aborted) await ask();
    return problem === null ? null : mask(problem);
  } finally {
    if (teardown !== undefined) {
      const problem = await tearDown(teardown, surroundings);
      onEvent({ kind: 'teardown-ended', row, problem: problem === null ? null : mask(problem) });
      if (problem !== null) {
        const text = `The teardown of ${row} failed: ${problem}. By hand: ${byHand(teardown)}`;
        onEvent({ kind: 'warning', text: mask(text) });
      }
    }
  }
}

/** A lost answer must not leave the target out of order. A command has to repeat by itself. */
async function tearDown(teardown: Action, surroundings: Surroundings): Promise<string | null> {
  let problem = await perform(teardown, surroundings);
  for (let tries = 1; 'request' in teardown && problem !== null && tries < teardowns.most; tries += 1) {
    await surroundings.clock.pause(teardowns.pause * 2 ** (tries - 1));
    problem = await perform(teardown, surroundings);
  }
  return problem;
}

/** Resolves with why it failed, or null. A teardown has no signal: it is not given up. */
async function perform(
  action: Action,
  { target, client }: Surroundings,
  signal?: AbortSignal,
): Promise<string | null> {
  if ('command' in action) {
    const { command } = action;
    const { ending } = await runChild({
      command,
      cwd: target.folder,
      limits: { time: commandTimeout },
      signal,
    });
    const failure = failureOf(ending);
    return failure === null ? null : `the command ${say(failure, 'en')}`;
  }
  const { method, url, headers, body } = action.request;
  const route = { localAddress: null, proxy: target.proxy };
  const wire: Wire = { method, url, headers: Object.entries(headers), body, route, isFresh: true };
  const { response, error } = await client.exchange(wire, signal);
  if (response === null) return error?.message ?? 'no answer';
  return response.status >= 200 && response.status < 300 ? null : `it was answered ${response.status}`;
}

/** A command line that repeats the action. */
function byHand(action: Action): string {
  if ('command' in action) return action.command;
  const { method, url, headers, body } = action.request;
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const data = body === null ? [] : ['--data-raw', body];
  return ['curl', '-X', method, ...options, ...data, url].map(quote).join(' ');
}

const quote = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
