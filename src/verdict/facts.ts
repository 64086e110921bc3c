import type { Meaning } from '../spec/specification.ts';

/** JSON's types, with `null` apart. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A record that is not what the specification shows. */
export interface RecordProblem {
  readonly index: number;
  /** `bic: expected string, got number 44525225`. */
  readonly problem: string;
}

/** What was seen of the list of records. */
export interface ListFacts {
  readonly type: JsonType;
  /** Number of records; 0 where it is not an array. */
  readonly count: number;
  /** The first wrong records, at most ten. */
  readonly problems: readonly RecordProblem[];
  /** How many records are wrong. */
  readonly problemCount: number;
  /** SHA-256 over the records in their order, to compare lists. */
  readonly sha256: string;
  /** What is observed only. */
  readonly extraMembers: readonly string[];
  readonly bicShapes: Readonly<Record<string, number>>;
  readonly sortedBy: readonly string[];
  readonly duplicates: number;
}

/** Whether a text names a parameter: as the specification spells it, in another spelling, or not at all. */
export type Naming = 'named' | 'other-spelling' | 'absent';

/** What was seen of the text of an error body; found in the text as it came, before secrets were masked. */
export interface TextFacts {
  readonly type: JsonType;
  /** The text, secrets masked; empty where it is not a string. */
  readonly text: string;
  /** The text without white space is empty. */
  readonly blank: boolean;
  readonly meanings: readonly Meaning[];
  /** Meanings whose topic the text touches, stated or not. */
  readonly hints: readonly Meaning[];
  /** By the name of the parameter. */
  readonly naming: Readonly<Record<string, Naming>>;
  /** It matches the profile's pattern for the condition; null where there is none, `too-slow` where the search had to be ended. */
  readonly matchesPattern: boolean | 'too-slow' | null;
  /** SHA-256 of the text with digits and identifiers left out: equal for one and the same text. */
  readonly sha256: string;
}

/** What the judges need to know about a body: computed once from its bytes, kept with the evidence. */
export type BodyFacts =
  | {
      readonly kind: 'not-json';
      readonly problem: string;
      /** The bytes hold a list all the same. */
      readonly showsList: boolean;
    }
  | {
      readonly kind: 'json';
      readonly type: JsonType;
      /** Names of the members of an object on top, at most 20. */
      readonly members: readonly string[];
      readonly memberCount: number;
      /** It is a successful body, its records aside. */
      readonly isSuccess: boolean;
      /** It is an error body. */
      readonly isError: boolean;
      /** A list stands somewhere in the body, however deep. */
      readonly showsList: boolean;
      /** The member that holds the list; null where there is none. */
      readonly list: ListFacts | null;
      /** The member that holds the error text; null where there is none. */
      readonly text: TextFacts | null;
    };
