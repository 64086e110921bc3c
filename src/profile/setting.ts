// What the setting at a path of a profile says of itself.

import { z } from 'zod';
import type { Path } from '../base/path.ts';
import { encryptionPart, encryptionSchema, profileSchema, traits } from './schema.ts';
import type { Traits } from './schema.ts';

interface Setting {
  readonly schema: z.core.$ZodType;
  readonly says: Traits;
}

/** A schema without its wrappers, and the traits of both. */
function unwrap(schema: z.core.$ZodType, outer: Traits = {}): Setting {
  const says = { ...traits.get(schema), ...outer };
  const { def } = schema._zod;
  if ('innerType' in def) return unwrap(def.innerType as z.core.$ZodType, says);
  if (schema instanceof z.core.$ZodPipe) return unwrap(schema._zod.def.in, says);
  const isPlain = ['enum', 'literal', 'number', 'boolean'].includes(def.type);
  return { schema, says: isPlain ? { quoted: true, ...says } : says };
}

/** The member of a mapping or a list; null if the schema has none there. */
function memberOf({ schema, says }: Setting, step: PropertyKey): Setting | null {
  if (schema instanceof z.core.$ZodRecord)
    return unwrap(schema._zod.def.valueType, says.entry?.(String(step)));
  if (schema instanceof z.core.$ZodArray) return unwrap(schema._zod.def.element);
  const whole = schema === encryptionPart ? encryptionSchema : schema;
  const options = whole instanceof z.core.$ZodDiscriminatedUnion ? whole._zod.def.options : [whole];
  for (const option of options) {
    const shape = option instanceof z.core.$ZodObject ? option._zod.def.shape : {};
    const member = Object.entries(shape).find(([name]) => name === step)?.[1];
    if (member !== undefined) return unwrap(member);
  }
  return null;
}

/** Of a setting that does not exist nothing is known, so its value is not quoted. */
export function traitsAt(path: Path): Traits {
  const top = unwrap(profileSchema);
  const found = path.reduce<Setting | null>(
    (whole, step) => (whole === null ? null : memberOf(whole, step)),
    top,
  );
  return found?.says ?? {};
}
