import type { Scenario } from './bench.ts';

interface Entry {
  readonly load: () => Promise<Scenario>;
}

/** Everything that can be measured, by the name that `--only` takes; each is loaded only when it is measured, for the parent to stay small. */
export const scenarios = {
  start: { load: async () => (await import('./scenario/start.ts')).measureStart },
  wire: { load: async () => (await import('./scenario/wire.ts')).measureWire },
  latency: { load: async () => (await import('./scenario/wire.ts')).measureLatency },
  list: { load: async () => (await import('./scenario/list.ts')).measureList },
  report: { load: async () => (await import('./scenario/report.ts')).measureReport },
  fleet: { load: async () => (await import('./scenario/fleet.ts')).measureFleet },
  selftest: { load: async () => (await import('./scenario/selftest.ts')).measureSelftest },
} as const satisfies Record<string, Entry>;

/** A name that `--only` takes. */
export type ScenarioName = keyof typeof scenarios;

/** Whether a word is the name of a scenario. */
export function isScenarioName(word: string): word is ScenarioName {
  return Object.hasOwn(scenarios, word);
}
