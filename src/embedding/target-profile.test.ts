import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { profileJsonSchema } from '../target/schema.ts';
import type { profileSchema } from '../target/schema.ts';
import type { TargetProfile } from './target-profile.ts';

type Output = z.output<typeof profileSchema>;

/** One of everything: the compiler sees that each member is known, the test that none is missing. */
const whole: Required<TargetProfile> = {
  name: '',
  baseUrl: '',
  variants: {},
  credentials: {},
  encryption: {},
  conditions: {},
  headers: {},
  texts: {},
  tls: {},
  limits: {},
  http2: false,
  language: 'en',
  production: [],
  waivers: [],
  reviews: '',
};

describe('the type of a profile object', () => {
  it('has the members of the profile, and no others', () => {
    const { properties } = profileJsonSchema() as { readonly properties: object };
    expect(new Set(Object.keys(whole))).toEqual(new Set(Object.keys(properties)));
  });

  it('has the members of each of its parts', () => {
    type Part<Name extends keyof TargetProfile & keyof Output> = [
      keyof NonNullable<TargetProfile[Name]>,
      keyof NonNullable<Output[Name]>,
    ];
    expectTypeOf<Part<'credentials'>[0]>().toEqualTypeOf<Part<'credentials'>[1]>();
    expectTypeOf<Part<'encryption'>[0]>().toEqualTypeOf<Part<'encryption'>[1]>();
    expectTypeOf<Part<'conditions'>[0]>().toEqualTypeOf<Part<'conditions'>[1]>();
    expectTypeOf<Part<'texts'>[0]>().toEqualTypeOf<Part<'texts'>[1]>();
    expectTypeOf<Part<'tls'>[0]>().toEqualTypeOf<Part<'tls'>[1]>();
    expectTypeOf<Part<'limits'>[0]>().toEqualTypeOf<Part<'limits'>[1]>();
  });
});
