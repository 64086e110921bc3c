import { basename, extname } from 'node:path';
import type { Target } from '../../target/target.ts';

/** What a target says about how its folder may be called. */
export type Named = Pick<Target, 'name' | 'baseUrl' | 'source'>;

const longest = 60;
/** Names that Windows keeps for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Names for the folders of targets, safe on every file system and each other than the ones before it: made from the name in
 * the profile, or from the file where the profile gives none. The same targets in the same order give the same names.
 */
export function nameFolders(targets: readonly Named[]): readonly string[] {
  const taken = new Set<string>();
  return targets.map((target) => {
    const wished = safe(ownName(target));
    let name = wished;
    // Upper and lower case are one on some file systems.
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${wished}-${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** A profile without a name is called by its host, which targets may share. */
function ownName({ name, baseUrl, source }: Named): string {
  return name === new URL(baseUrl).host && source !== null ? basename(source, extname(source)) : name;
}

function safe(name: string): string {
  const kept = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replaceAll(/\.{2,}/g, '.');
  const cut = Array.from(kept).slice(0, longest).join('');
  const trimmed = cut.replaceAll(/^[-.]+|[-.]+$/g, '');
  if (trimmed === '') return 'target';
  return device.test(trimmed.split('.')[0] ?? '') ? `target-${trimmed}` : trimmed;
}
