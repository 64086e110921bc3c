import { z } from 'zod';

/** Whether a record is what the specification shows. */
type RecordCheck = (item: unknown) => boolean;

/**
 * The schema of a record as a predicate. One that asks for nothing but strings is checked by hand: to be told of each of a
 * million records that it is right, as an object of its own, takes longer than to parse them.
 */
export function checkOf(record: z.ZodType): RecordCheck {
  const names = namesOfStrings(record);
  if (names === null) return (item) => record.safeParse(item).success;
  return (item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
    return isStringIn(item as Readonly<Record<string, unknown>>, names);
  };
}

// By index: an iterator for each of a million records is a burden.
function isStringIn(item: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  for (let index = 0; index < names.length; index += 1) {
    if (typeof item[names[index] ?? ''] !== 'string') return false;
  }
  return true;
}

/** The members of an object that lets further ones through and asks for any string in each; null for any other schema. */
function namesOfStrings(record: z.ZodType): readonly string[] | null {
  if (!(record instanceof z.ZodObject) || (record.def.checks ?? []).length > 0) return null;
  if (!(record.def.catchall instanceof z.ZodUnknown)) return null;
  const members = Object.entries(record.shape);
  return members.every(([, member]) => isAnyString(member)) ? members.map(([name]) => name) : null;
}

const isAnyString = (schema: unknown): boolean =>
  schema instanceof z.ZodString && schema.format === null && (schema.def.checks ?? []).length === 0;
