/**
 * The suite as tests of a vitest project; vitest is the project's own.
 *
 * @packageDocumentation
 */
export { conformance } from './embedding/vitest/conformance.ts';
export type { ConformanceOptions } from './embedding/vitest/conformance.ts';
export type { ConformanceTarget, StartedTarget } from './embedding/vitest/live-target.ts';
export type { ShowOptions } from './embedding/vitest/show-options.ts';
export type { OutcomeOptions } from './embedding/test-outcome.ts';
