/** Where a value stands in a profile: keys and positions from the top. */
export type Path = readonly PropertyKey[];

/** A path as people write it: `waivers[0].until`, `conditions.ip-blocked`. */
export function writePath(path: Path): string {
  return path.reduce<string>((written, step) => {
    if (typeof step === 'number') return `${written}[${step}]`;
    const key = String(step);
    const plain = /^[\w-]+$/.test(key);
    if (!plain) return `${written}[${quote(key)}]`;
    return written === '' ? key : `${written}.${key}`;
  }, '');
}

/** The value at that path of nested mappings and lists; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((found, step) => {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    return Reflect.get(found, step);
  }, value);
}

/** Where a setting of the variant stands: in its own section if it is there, else among the common ones. */
export function placeInProfile(profile: unknown, variant: string, path: Path): Path {
  const own = ['variants', variant, ...path];
  return valueAt(profile, own) === undefined ? path : own;
}

/** Whether the value is a mapping of YAML: neither a list nor a scalar. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value in quotes, on one line, at most 60 characters, with what could steer a terminal escaped. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  const cut = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return cut.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
