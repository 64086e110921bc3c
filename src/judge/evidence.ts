import { z } from 'zod';
import { baselineId } from '../plan/plan.ts';
import type { Claim } from '../plan/plan.ts';
import type { TestRequest } from '../plan/test-case.ts';
import { exchangeSchema } from '../client/exchange.ts';
import { choice, count, flag, list, name, object, record, sentence, text } from '../base/schema-field.ts';
import { meanings } from '../operation/specification.ts';
import type { ConditionName } from '../operation/specification.ts';
import type { Message, Readable } from '../messages/message.ts';

const jsonTypes = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;

/** Types of JSON, with `null` as a type of its own. */
export type JsonType = (typeof jsonTypes)[number];

export function jsonType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

const typeField = () => choice(jsonTypes);
const meaningList = () => list(choice(meanings));

const listFacts = object({
  type: typeField().describe('JSON type of the member that holds the list.'),
  count: count().describe('Number of records; 0 where it is not an array.'),
  problems: list(object({ index: count(), problem: text(), words: sentence() })).describe(
    'The first wrong records, at most ten.',
  ),
  problemCount: count().describe('How many records are wrong.'),
  mistakes: list(object({ index: count(), count: count(), words: sentence() }))
    .exactOptional()
    .describe('The first record with each mistake, and how many records have it.'),
  extraMembers: list(text()).describe('Further members of records; observed only.'),
}).meta({ id: 'ListFacts', description: 'What was seen of the list of records.' });

const textFacts = object({
  type: typeField().describe('JSON type of the member that holds the error text.'),
  text: text().describe('The text, secrets masked; empty where it is not a string.'),
  cut: z
    .literal(true)
    .optional()
    .describe('Only its first 16 KiB were read: what they lack may stand behind them.'),
  blank: flag().describe('The text without white space is empty.'),
  meanings: meaningList().describe('What the text states, by the lexicon.'),
  hints: meaningList().describe('Meanings whose topic the text touches, stated or not.'),
  naming: record(choice(['named', 'other-spelling', 'absent'])).describe(
    'Whether the text names a parameter, by the name of the parameter.',
  ),
  sha256: text().describe('SHA-256 of the text without digits and identifiers: equal for the same text.'),
}).meta({ id: 'TextFacts', description: 'What was seen of the text of an error body.' });

const shownList = () =>
  flag().describe(
    'The body contains, however deep, a list with a record in it, or an object with all members of a record.',
  );
const namedList = () => flag().describe("A member of the list's name on top holds an array.");

const bodyFacts = z
  .discriminatedUnion(
    'kind',
    [
      object({
        kind: z.literal('not-json'),
        problem: text().describe('Why the bytes are not JSON.'),
        words: sentence(),
        showsList: flag().describe('The bytes hold a list all the same, with a record in it.'),
        namesList: flag().describe('The bytes hold a list on top, which may be empty.'),
      }),
      object({
        kind: z.literal('unread'),
        values: count().describe('Commas and opening brackets: more than are read.'),
        showsList: shownList(),
        namesList: namedList(),
      }),
      object({
        kind: z.literal('json'),
        type: typeField(),
        members: list(text()).describe('Names of the members of an object on top, at most 20.'),
        memberCount: count(),
        isSuccess: flag().describe('It is a successful body, its records aside.'),
        isError: flag().describe('It is an error body.'),
        showsList: shownList(),
        namesList: namedList(),
        list: listFacts.nullable(),
        text: textFacts.nullable(),
      }),
    ],
    { error: 'an object whose `kind` is `json`, `not-json` or `unread`, or null' },
  )
  .meta({ id: 'BodyFacts', description: 'What the judges need to know about a body.' });

const { id, ...recorded } = exchangeSchema.shape;

/** A recorded exchange with the facts about its body that the judges use. */
export const evidenceSchema = object({
  id,
  variant: name(),
  planned: name().describe('Id of the planned request that it sent.'),
  ...recorded,
  label: text().describe('What was sent, as a difference from the baseline, in words.'),
  words: sentence().describe('The label as a code.'),
  facts: bodyFacts
    .nullable()
    .describe(
      'Of the body as recorded, beyond the recording limit as received. Null where there is no answer, unless a list begins in a body that is too long.',
    ),
  stated: z
    .literal(true)
    .optional()
    .describe('The facts are those that the run has seen: the record holds less of the body than it read.'),
  maskingChangedFacts: z
    .literal(true)
    .optional()
    .describe(
      'The body as received says something else than the body as recorded: what rests on it is under review.',
    ),
}).meta({
  id: 'Exchange',
  description: 'One recorded request with its response, or with the error in its place.',
});

/** A recorded exchange with the facts about its body that the judges use. */
export type Evidence = Readable<z.infer<typeof evidenceSchema>>;

/** What the judges need to know about a body: computed once from its bytes, kept with the evidence. */
export type BodyFacts = NonNullable<Evidence['facts']>;

/** What was seen of the list of records. */
export type ListFacts = Readable<z.infer<typeof listFacts>>;

/** A record that differs from the specification. */
export type RecordProblem = ListFacts['problems'][number];

/** Facts about the text of an error body, found before secrets were masked. */
export type TextFacts = Readable<z.infer<typeof textFacts>>;

/** How a text names a parameter: exactly as specified, in another spelling, or not at all. */
export type Naming = TextFacts['naming'][string];

/** Most important first: what a person has to fix. */
export const reasons = [
  'suite-error',
  'setup-failed',
  'target-unavailable',
  'rate-limited',
  'control-failed',
  'too-long',
  'not-provisioned',
  'vacuous',
  'not-selected',
] as const;
/** Why nothing can be said about the target. */
export type Reason = (typeof reasons)[number];

/** Only kinds that decide something; `other` for the rest, whose reason and note say enough. */
const haltKinds = [
  'interrupted',
  /** The limit of failed logins is reached. */
  'limit',
  /** The time for rechecks, `limits.recheck`, is used up. */
  'spent',
  /** There is no such wrong password: it equals the right one or an earlier kind. */
  'no-password',
  /**
   * It may be the refusal of a locked partner. Only that partner's right password could show it, and it is
   * unknown.
   */
  'own-unconfirmed',
  'other',
] as const;

const haltSchema = object({
  kind: choice(haltKinds),
  reason: choice(reasons),
  note: text(),
  words: sentence(),
});

const roles = ['try', 'control', 'probe'] as const;

/** One request that was sent or skipped, with the id of its exchange. */
export const attemptSchema = object({
  request: name().describe('Id of the planned request.'),
  role: choice(roles).describe(
    '`try`: for its own answer. `control`: to show that the target works as before. `probe`: to show that it works at all.',
  ),
  for: name()
    .nullable()
    .describe(
      'Id of the planned request that a control or a probe serves. Null: none, or the whole variant.',
    ),
  exchange: name().nullable().describe('Null: nothing was sent.'),
  unsent: haltSchema.nullable().describe('Why nothing was sent.'),
}).meta({ id: 'Attempt', description: 'One request that was sent, or was to be sent.' });

/** How a request got its answer, by ids of its exchanges. */
export const trialSchema = object({
  request: name().describe('Id of the planned request.'),
  attempts: list(name()).describe('Ids of the exchanges, in the order of time.'),
  controls: list(object({ id: name(), good: flag() })).describe(
    'What shows whether the target worked as before.',
  ),
  // While the condition holds, the target is down, so no control can be sent.
  outage: flag(),
  halted: haltSchema.nullable(),
}).meta({ id: 'Trial', description: 'How a request got its answer, by ids of exchanges.' });

/** Why a request was not sent, or got no answer of its own. */
export interface NotSent {
  readonly kind: (typeof haltKinds)[number];
  readonly reason: Reason;
  readonly note: Message;
}

export type Role = (typeof roles)[number];

/** One request that was sent, or was to be sent. */
export interface Attempt {
  /** Id of the planned request. */
  readonly request: string;
  readonly role: Role;
  /** Id of the planned request that a control or a probe serves. Null: none, or the whole variant. */
  readonly for: string | null;
  /** The exchange, or the reason why nothing was sent. */
  readonly outcome: Evidence | NotSent;
}

/** True if no request was sent or can be sent. */
export const isNotSent = (found: object): found is NotSent => 'reason' in found;

/** A control exchange. `good`: it shows that the target works as before. */
export interface Control {
  readonly evidence: Evidence;
  readonly good: boolean;
}

/** One request of a case with everything recorded on the way to its answer, in the order of time. */
export interface Trial {
  /** Id of the planned request. */
  readonly request: string;
  readonly testRequest: TestRequest;
  readonly attempts: readonly Evidence[];
  readonly controls: readonly Control[];
  readonly halted: NotSent | null;
  /** Its condition keeps the target down while it holds, so no control can be sent. */
  readonly outage: boolean;
  /** The documented path is not served: what is found there is no answer of the operation. */
  readonly unserved: boolean;
  /** Set if the request took another route than the baseline, which then says nothing about it: see `Claim`. */
  readonly route: Claim['routes'][ConditionName] | null;
  /** If this failed login was answered by 429: id of an earlier one with another answer. Otherwise null. */
  readonly earlierLogin: string | null;
}

/** Facts about the list in a body; null if there is no such member. */
export const listFactsOf = ({ facts }: Pick<Evidence, 'facts'>): ListFacts | null =>
  facts?.kind === 'json' ? facts.list : null;

/** Facts about the error text in a body; null if there is no such member. */
export const textFactsOf = ({ facts }: Pick<Evidence, 'facts'>): TextFacts | null =>
  facts?.kind === 'json' ? facts.text : null;

/**
 * True if an answer hands out a list: one with at least one record and any status, or any list with status 200.
 */
export const obtainsList = ({ facts, response }: Evidence): boolean =>
  facts?.showsList === true || (facts?.namesList === true && response?.status === 200);

export const isBaseline = ({ planned, variant }: Pick<Evidence, 'planned' | 'variant'>): boolean =>
  planned === baselineId(variant);
