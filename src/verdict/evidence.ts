import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../http/exchange.ts';
import type { Message } from '../wording/message.ts';
import type { ConditionName, Meaning } from '../spec/specification.ts';
import type { Reason } from './check.ts';

/** A recorded exchange with the facts about its body that the judges use. */
export interface Evidence extends Exchange {
  readonly variant: string;
  /** What was sent, as a difference from the baseline. */
  readonly label: string;
  /** The same in words. */
  readonly words: Message;
  /** Null where there is no answer. */
  readonly facts: BodyFacts | null;
  /** The body as received says something else than the body as recorded, whose facts these are. */
  readonly maskingChangedFacts?: true | undefined;
}

/** JSON's types, with `null` apart. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** JSON's name for the type of a parsed value. */
export function jsonType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** A record that is not what the specification shows. */
export interface RecordProblem {
  readonly index: number;
  /** `bic: expected string, got number`. */
  readonly problem: string;
  /** The same as a message. */
  readonly words: Message;
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
  /** SHA-256 of the text without digits and identifiers: equal for the same text. */
  readonly sha256: string;
}

/** What the judges need to know about a body: computed once from its bytes, kept with the evidence. */
export type BodyFacts =
  | {
      readonly kind: 'not-json';
      readonly problem: string;
      /** The same as a message. */
      readonly words: Message;
      /** The bytes hold a list all the same. */
      readonly showsList: boolean;
    }
  | {
      /** It has more values than can be read in the memory that a run may take: nobody knows whether it is JSON. */
      readonly kind: 'unread';
      /** Commas and opening brackets. */
      readonly values: number;
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
      /** The body contains a list, however deep. */
      readonly showsList: boolean;
      /** The member that holds the list; null where there is none. */
      readonly list: ListFacts | null;
      /** The member that holds the error text; null where there is none. */
      readonly text: TextFacts | null;
    };

/** Whether two bodies lead to the same judgement: quoted texts, digests and what is only observed of a list may differ. */
export function sameFacts(left: BodyFacts, right: BodyFacts): boolean {
  return isDeepStrictEqual(judgedOf(left), judgedOf(right));
}

function judgedOf(facts: BodyFacts): unknown {
  switch (facts.kind) {
    case 'not-json':
    case 'unread':
      return [facts.kind, facts.showsList];
    case 'json': {
      const { list, text, ...body } = facts;
      const { type, count, problemCount, problems = [] } = list ?? {};
      const { sha256: _digest, text: _quoted, ...reading } = text ?? {};
      return [
        body,
        type,
        count,
        problemCount,
        problems.map(({ index, problem }) => [index, problem]),
        reading,
      ];
    }
  }
}

/** What a judge has to know of the purpose of a request. */
export interface Expectation {
  /** Names the request within its case. */
  readonly label: string;
  /** The same in words. */
  readonly words: Message;
  readonly condition: ConditionName;
  /** The documented status, or null where the specification is silent. */
  readonly status: number | null;
  /**
   * Whether a valid partner name and a valid, encrypted password are sent: `nearly` where a service may take a wrong password
   * for the right one on purpose, `open` where the specification does not say.
   */
  readonly credentials: 'valid' | 'invalid' | 'nearly' | 'open';
  /** It is a request with the variant's method on the operation's path. */
  readonly onOperation: boolean;
  /** It is sent to the operation's path, with any method. */
  readonly onPath: boolean;
}

/** Why a request was not carried to an answer. */
export interface Halt {
  readonly reason: Reason;
  readonly note: Message;
}

/** A control exchange, and whether it shows the target working as before. */
export interface Control {
  readonly evidence: Evidence;
  readonly good: boolean;
}

/** One request of a case with all that was recorded on the way to its answer, in the order of time. */
export interface Trial {
  readonly expectation: Expectation;
  readonly attempts: readonly Evidence[];
  /** Sent because the answer was doubtful. */
  readonly controls: readonly Control[];
  /** The condition's set-up puts the target out of order: no control can be asked while it holds. */
  readonly outage: boolean;
  /** Another route than the baseline's was taken, so the baseline says nothing about the way there. */
  readonly ownRoute: boolean;
  /** The route has another address or a proxy, which may be the one that answers, or does not. */
  readonly ownGateway: boolean;
  /** An earlier failed login of the run that was answered otherwise than by 429, where this request is no valid one either. */
  readonly earlierLogin: string | null;
  readonly halted: Halt | null;
}

/** Whether it is the plain success request. */
export const isBaseline = ({ words }: Pick<Expectation, 'words'>): boolean =>
  words.code === 'request-baseline';
