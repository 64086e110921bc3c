/**
 * The suite as tests of a vitest project; vitest is the project's own.
 *
 * @packageDocumentation
 */
export { conformance } from './embedding/conformance.ts';
export type {
  ConformanceOptions,
  ConformanceTarget,
  ShowOptions,
  StartedTarget,
} from './embedding/conformance.ts';
export type { OutcomeOptions } from './embedding/outcome.ts';
