import { z } from 'zod';
import type { JsonSchema } from '../result/published-schema.ts';
import { comparisonSchema } from './schema.ts';

/** The JSON Schema (2020-12) of what `compare --format json` writes, version 1; further members are allowed everywhere. */
export function comparisonJsonSchema(): JsonSchema {
  return {
    $id: 'urn:sbp-banks-conformance:comparison:1',
    title: 'Comparison of two runs of sbp-banks-conformance',
    description: 'What got worse, what got better and what else differs between two runs.',
    ...z.toJSONSchema(comparisonSchema, { io: 'input' }),
  };
}
