import { describe, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { Results } from './results.ts';
import type { resultsSchema } from './schema.ts';

/** The same shape, nothing of it writable. */
type Fixed<Value> = Value extends object ? { readonly [Key in keyof Value]: Fixed<Value[Key]> } : Value;

describe('the schema of the results file and the model', () => {
  test('say the same', () => {
    expectTypeOf<Fixed<z.output<typeof resultsSchema>>>().toEqualTypeOf<Results>();
    expectTypeOf<z.input<typeof resultsSchema>>().toEqualTypeOf<z.output<typeof resultsSchema>>();
  });
});
