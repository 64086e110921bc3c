/**
 * The suite as tests of a vitest project; vitest is the project's own.
 *
 * @packageDocumentation
 */
import './base/require-node.ts';
export { conformance } from './api/conformance.ts';
export type { ConformanceOptions, ConformanceTarget, StartedTarget } from './api/conformance.ts';
