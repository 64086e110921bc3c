export { loadForge } from './cms.ts';
export type { Forge } from './cms.ts';
