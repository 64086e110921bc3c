// What the setting at a path of a profile says of itself.

import { z } from 'zod';
import type { Path } from '../base/path.ts';
import { traits } from './field.ts';
import type { Traits } from './field.ts';
import { profileSchema } from './schema.ts';

interface Setting {
  readonly schema: z.core.$ZodType;
  readonly says: Traits;
}

/** A schema without its wrappers, and the traits of both. */
function unwrap(schema: z.core.$ZodType, outer: Traits = {}): Setting {
  const says = { ...traits.get(schema), ...outer };
  if (schema instanceof z.core.$ZodPipe) return unwrap(schema._zod.def.in, says);
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
  if (schema instanceof z.core.$ZodArray) return unwrap(schema._zod.def.element);
  if (!(schema instanceof z.core.$ZodObject)) return null;
  const member = Object.entries(schema._zod.def.shape).find(([name]) => name === step)?.[1];
  return member === undefined ? null : unwrap(member);
}

/** Of a setting that does not exist nothing is known, so its value is not quoted. */
export function traitsAt(path: Path): Traits {
  const found = path.reduce<Setting | null>(
    (whole, step) => (whole === null ? null : memberOf(whole, step)),
    unwrap(profileSchema),
  );
  return found?.says ?? {};
}
