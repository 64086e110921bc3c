import type forge from 'node-forge';

/** The library for CMS, as its default export. */
export type Forge = typeof forge;

/** Loads node-forge on demand: it takes longer to load than everything else in this folder together. */
export async function loadForge(): Promise<Forge> {
  return (await import('node-forge')).default;
}
