import type { z } from 'zod';
import type { profileSchema } from '../target/schema.ts';

/** As people write it in code: read-only, and undefined counts as left out. */
type Written<Value> = Value extends object
  ? {
      readonly [Key in keyof Value]:
        | Written<Value[Key]>
        | (object extends Pick<Value, Key> ? undefined : never);
    }
  : Value;

/**
 * The target profile as an object: the members of the YAML file, with the same names and the same meaning.
 * `${NAME}` in a string is replaced from the environment; paths of files are relative to the option `folder`.
 */
export type TargetProfile = Written<z.input<typeof profileSchema>>;

/** What may be set for all variants, and for each of them. */
export type ProfileSettings = Pick<
  TargetProfile,
  'credentials' | 'encryption' | 'conditions' | 'headers' | 'texts'
>;

/** The credentials of a partner; what is left out of a condition is as in the usual ones. */
export type ProfileCredentials = NonNullable<TargetProfile['credentials']>;

/** How the password is encrypted; a message says which members a scheme needs where one is missing. */
export type ProfileEncryption = NonNullable<TargetProfile['encryption']>;

/** How a special condition is brought about. */
export type ProfileCondition = NonNullable<NonNullable<TargetProfile['conditions']>['unauthorized']>;

/** Something that is done before or after a condition is tried: a command or a request. */
export type ProfileAction = NonNullable<ProfileCondition['setup']>;
