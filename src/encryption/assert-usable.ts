export { assertUsable } from './registry.ts';
