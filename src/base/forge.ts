import type forge from 'node-forge';

/** node-forge, for PKCS#12 and unusual paddings. */
export type Forge = typeof forge;

/** Loads node-forge only on demand, because that takes longer than the rest of what uses it. */
export async function loadForge(): Promise<Forge> {
  return (await import('node-forge')).default;
}
