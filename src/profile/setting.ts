import { z } from 'zod';
import { nearMiss } from '../base/near-miss.ts';
import type { Path } from '../base/path.ts';
import { traits } from './field.ts';
import type { Traits } from './field.ts';
import { profileSchema } from './schema.ts';

/** A schema without its wrappers, and the traits of both. */
interface Setting {
  readonly schema: z.core.$ZodType;
  readonly says: Traits;
}

function unwrap(schema: z.core.$ZodType, outer: Traits = {}): Setting {
  const says = { ...traits.get(schema), ...outer };
  if (schema instanceof z.core.$ZodPipe) {
    const { in: before, out: after } = schema._zod.def;
    return unwrap(before instanceof z.core.$ZodTransform ? after : before, says);
  }
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault ||
    schema instanceof z.core.$ZodNullable
  )
    return unwrap(schema._zod.def.innerType, says);
  const isPlain =
    schema instanceof z.core.$ZodEnum ||
    schema instanceof z.core.$ZodNumber ||
    schema instanceof z.core.$ZodBoolean;
  return { schema, says: isPlain ? { quoted: true, ...says } : says };
}

/** The member of a mapping or a list; null if the schema has none there. */
function memberOf({ schema, says }: Setting, step: PropertyKey): Setting | null {
  if (schema instanceof z.core.$ZodRecord)
    return unwrap(schema._zod.def.valueType, says.entry?.(String(step)));
  if (schema instanceof z.core.$ZodArray)
    return typeof step === 'number' ? unwrap(schema._zod.def.element) : null;
  return membersOf(schema).get(step) ?? null;
}

/** Members by schema: a run asks for the traits of every value that it sends. */
const known = new WeakMap<z.core.$ZodType, ReadonlyMap<PropertyKey, Setting>>();

/** The members of a mapping that have names of their own. */
function membersOf(schema: z.core.$ZodType): ReadonlyMap<PropertyKey, Setting> {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const shape = schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {};
  const members = new Map(Object.entries(shape).map(([key, member]) => [key, unwrap(member)]));
  known.set(schema, members);
  return members;
}

const settingIn = (whole: Setting, path: Path): Setting | null =>
  path.reduce<Setting | null>((found, step) => (found === null ? null : memberOf(found, step)), whole);

const root = unwrap(profileSchema);

/** The settings of a level and of all below it, from the top. */
function namedIn(level: readonly Setting[]): readonly (readonly [PropertyKey, Setting])[] {
  if (level.length === 0) return [];
  const members = level.flatMap(({ schema }) => [...membersOf(schema)]);
  const entries = level.flatMap((one) => [memberOf(one, ''), memberOf(one, 0)]).filter((one) => one !== null);
  return [...members, ...namedIn([...members.map(([, setting]) => setting), ...entries])];
}

/** Every setting by its name; of several with one name, that nearest to the top. */
const settings: ReadonlyMap<PropertyKey, Setting> = new Map(namedIn([root]).toReversed());

const secretNames = [...settings].flatMap(([name, { says }]) =>
  says.secret === 'password' || says.secret === 'text' ? String(name) : [],
);

export const isSettingName = (key: string): boolean => settings.has(key);

/**
 * What the setting at a path of a profile says of itself. A key in a wrong place is taken for the setting of
 * that name; an unknown one that ends like the name of a secret, or nearly is one, for a secret.
 */
export function traitsAt(path: Path): Traits {
  const found = settingIn(root, path) ?? misplaced(path);
  if (found !== null) return found.says;
  const last = path.at(-1);
  if (typeof last !== 'string') return {};
  const endsAlike = secretNames.some((name) => last.toLowerCase().endsWith(name.toLowerCase()));
  return endsAlike || nearMiss(last, secretNames) !== null ? { secret: 'text' } : {};
}

function misplaced(path: Path): Setting | null {
  for (const [index, step] of path.entries()) {
    const start = settings.get(String(step));
    const found = start === undefined ? null : settingIn(start, path.slice(index + 1));
    if (found !== null) return found;
  }
  return null;
}
