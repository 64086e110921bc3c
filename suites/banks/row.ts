// One row of the plan: how a request differs from the plain one, what must come back, and what it may cost.

import type { ConditionName, Meaning, Parameter, VariantId } from './specification.ts';

/** A sentence in both languages of the reports. */
export type Sentence = Readonly<Record<'en' | 'ru', string>>;

/** What a difference may be made of. All of it is secret or made up; nothing of it is recorded. */
export interface Material {
  /** The partner that the request names: the usual one, or that of a condition. */
  readonly partnerName: string;
  /** In plain text, the right one. */
  readonly partnerPassword: string;
  /**
   * A partner that does not exist: that of the profile for a row of `unauthorized`, else digits that are made up
   * afresh for each request, lest a service lock the name.
   */
  readonly stranger: string;
  /** The password of another partner of the profile; null: there is none. */
  readonly otherPassword: string | null;
  /** What separates the password from the next part of what is encrypted; null: nothing does. */
  readonly separator: string | null;
  /** True: a program encrypts, and may drop a line break, a NUL or blanks at an end. */
  readonly mayDropEnds: boolean;
  /** A ciphertext and the cookies of a plain request of this variant that was accepted; null: none yet. */
  readonly ciphertext: string | null;
  readonly cookie: string | null;
}

/** A password that is encrypted when the request is built. */
export class Encrypted {
  readonly candidates: readonly string[];
  readonly form: 'usual' | 'without-plus' | 'rich' | 'undecryptable';
  /**
   * `candidates`: plain passwords, of which the first is taken that the scheme can encrypt. `without-plus`: for the
   * plain request of B, since a service that decodes twice reads a plus as a blank; `rich`: with `+` and `/` where
   * its encoding has them; `undecryptable`: nobody can open it.
   */
  constructor(candidates: readonly string[], form: Encrypted['form'] = 'usual') {
    this.candidates = candidates;
    this.form = form;
  }
}

/** Values of the three parameters: JSON, or a password to encrypt. Those that are undefined are left out. */
export type Values = Readonly<Partial<Record<Parameter, unknown>>>;

/** The same with ciphertexts in place of what was to be encrypted. */
export type Write = (values: Values) => string;

/** What must come back. */
export interface Expectation {
  /** Requirements without the variant and the aspect: `missing.partnerName`, `request.body`. */
  readonly of: string;
  readonly status: number;
  /** The text must name at least one of them; null: there is no such requirement. */
  readonly names: readonly Parameter[] | null;
  /** What the text must say; null: there is no such requirement. */
  readonly meaning: Meaning | null;
}

/**
 * `free`: it names no real partner of the profile or has no password. `plain`: the credentials of the plain request in
 * their usual writing, and another path, method or header; a login where the profile gives the condition a partner of its
 * own. `login`: everything else with a real partner, other spellings included, which may be taken for a failed login.
 * `wrong`: such a login whose password is correctly encrypted and not the right one.
 */
export type Cost = 'free' | 'plain' | 'login' | 'wrong';

export interface Row {
  /**
   * `<variant>.<condition>.<what varies>`, with `#n` behind it where several requests are one case; observed ones:
   * `<variant>.observed.<what is odd>.<how>`, `precedence` where two things are wrong and one error comes.
   */
  readonly id: string;
  readonly variant: VariantId;
  /** What a judged row shows, or what an observed one asks. */
  readonly title: Sentence;
  /** Replaces values of the plain request. Null: there is nothing to make it of, so it is not sent. */
  readonly values?: (material: Material) => Values | null;
  /** Writes the values in another way: the body of A, the query of B. */
  readonly write?: Write;
  /** `POST` if it is not set. */
  readonly method?: string;
  /** True: the path with a slash more, or less, at its end. */
  readonly hasOtherSlash?: true;
  /** Replaces headers; null leaves one out. */
  readonly headers?: (material: Material) => Readonly<Record<string, string | null>>;
  /** Sent as the profile says of this condition: its partner, headers, address, set-up. */
  readonly condition?: ConditionName;
  /** Null: whatever comes back, it is observed; only what holds for every answer is judged. */
  readonly expect: Expectation | null;
  /** True if name and password are right, so that the list is no leak. `lenient`: if it comes, a person decides. */
  readonly isAuthorized: boolean | 'lenient';
  readonly cost: Cost;
  /** A wrong password whose kind has to be refused before a variant reaches the class `full` (results/totals.ts). */
  readonly isGuess?: true;
}
