import { z } from 'zod';
import type { JsonSchema } from '../target/schema.ts';
import { resultsSchema } from './schema.ts';

export type { JsonSchema };

/** The JSON Schema (2020-12) of the results file, version 1; further members are allowed everywhere. */
export function resultsJsonSchema(): JsonSchema {
  return {
    $id: 'urn:sbp-banks-conformance:results:1',
    title: 'Results of sbp-banks-conformance',
    description: 'The record of one run (`results.json`); every other report is made from it.',
    ...z.toJSONSchema(resultsSchema, { io: 'input' }),
  };
}
