/** A test whether one of some ids matches one of the patterns: `*` stands for anything, `?` for one character; no pattern lets everything through. */
export function globMatcher(globs: readonly string[]): (ids: readonly string[]) => boolean {
  if (globs.length === 0) return () => true;
  const patterns = globs.map(toPattern);
  return (ids) => ids.some((id) => patterns.some((pattern) => pattern.test(id)));
}

function toPattern(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'i');
}
