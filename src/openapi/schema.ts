import { z } from 'zod';
import type { BodyContract } from '../spec/specification.ts';

/** A JSON Schema (draft 2020-12), as in a document. */
export type Schema = Readonly<Record<string, unknown>>;

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The shapes of all bodies by name, from the same schemas that answers are judged by. */
export function bodySchemas(body: BodyContract): Readonly<Record<string, Schema>> {
  return {
    BankRecord: {
      description: 'One bank. Format and length of `bic` and further members are not shown (section 2).',
      ...plain(body.record),
    },
    BankList: {
      description: `The one and only member is \`${body.list}\` (section 4); the order of its records is not shown.`,
      ...plain(body.success),
      properties: { [body.list]: { type: 'array', items: reference('BankRecord') } },
    },
    Error: {
      description: 'Body of every error response (sections 2 and 7).',
      ...plain(body.error),
    },
  };
}

function plain(schema: z.ZodType): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}
