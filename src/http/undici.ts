import { createRequire } from 'node:module';
import type { Agent, buildConnector } from 'undici';

/** What is used of undici. */
export interface Undici {
  readonly Agent: typeof Agent;
  readonly buildConnector: typeof buildConnector;
}

const load = createRequire(import.meta.url);

/** Loads what is used of undici. The whole of it, with fetch and all that belongs to it, takes three times as long to load. */
export function loadUndici(): Undici {
  try {
    return {
      Agent: load('undici/lib/dispatcher/agent.js') as typeof Agent,
      buildConnector: load('undici/lib/core/connect.js') as typeof buildConnector,
    };
  } catch {
    // Another version may have them elsewhere.
    return load('undici') as Undici;
  }
}
