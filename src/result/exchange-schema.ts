import { z } from 'zod';
import type { TransportError, TransportErrorKind } from '../http/exchange.ts';
import { meanings } from '../spec/specification.ts';
import type { JsonType, Naming } from '../verdict/evidence.ts';
import {
  choice,
  count,
  digest,
  flag,
  instant,
  list,
  milliseconds,
  name,
  object,
  record,
  sentence,
  text,
} from './schema-field.ts';

const jsonTypes = [
  'object',
  'array',
  'string',
  'number',
  'boolean',
  'null',
] as const satisfies readonly JsonType[];
const namings = ['named', 'other-spelling', 'absent'] as const satisfies readonly Naming[];
/** Every kind of failed exchange, as in a results file. */
export const errorKinds = [
  'dns',
  'local-address',
  'refused',
  'unreachable',
  'connect-timeout',
  'proxy',
  'tls',
  'reset',
  'timeout',
  'malformed',
  'cut',
  'too-large',
  'interrupted',
  'other',
] as const satisfies readonly TransportErrorKind[];
const stages = ['connect', 'exchange'] as const satisfies readonly TransportError['stage'][];

const jsonType = () => choice(jsonTypes);
const meaningList = () => list(choice(meanings));

const listFacts = object({
  type: jsonType().describe('JSON type of the member that holds the list.'),
  count: count().describe('Number of records; 0 where it is not an array.'),
  problems: list(object({ index: count(), problem: text(), words: sentence() })).describe(
    'The first wrong records, at most ten.',
  ),
  problemCount: count().describe('How many records are wrong.'),
  sha256: text().describe('SHA-256 over the records in their order, to compare lists.'),
  extraMembers: list(text()).describe('Further members of records; observed only.'),
  bicShapes: record(count()).describe('How many BICs have which shape; observed only.'),
  sortedBy: list(text()).describe('Members by which the list is sorted; observed only.'),
  duplicates: count().describe('Repeated records; observed only.'),
}).meta({ id: 'ListFacts', description: 'What was seen of the list of records.' });

const textFacts = object({
  type: jsonType().describe('JSON type of the member that holds the error text.'),
  text: text().describe('The text, secrets masked; empty where it is not a string.'),
  blank: flag().describe('The text without white space is empty.'),
  meanings: meaningList().describe('What the text states, by the lexicon.'),
  hints: meaningList().describe('Meanings whose topic the text touches, stated or not.'),
  naming: record(choice(namings)).describe(
    'Whether the text names a parameter, by the name of the parameter.',
  ),
  matchesPattern: z
    .union([z.boolean(), z.literal('too-slow')], { error: 'true, false, too-slow or null' })
    .nullable()
    .describe(
      "It matches the profile's pattern for the condition; null where there is none, `too-slow` where the search had to be ended.",
    ),
  sha256: text().describe('SHA-256 of the text without digits and identifiers: equal for the same text.'),
}).meta({ id: 'TextFacts', description: 'What was seen of the text of an error body.' });

const bodyFacts = z
  .discriminatedUnion(
    'kind',
    [
      object({
        kind: z.literal('not-json'),
        problem: text().describe('Why the bytes are not JSON.'),
        words: sentence(),
        showsList: flag().describe('The bytes hold a list all the same.'),
      }),
      object({
        kind: z.literal('unread'),
        values: count().describe('Commas and opening brackets: more than are read.'),
        showsList: flag().describe('The body contains a list, however deep.'),
      }),
      object({
        kind: z.literal('json'),
        type: jsonType(),
        members: list(text()).describe('Names of the members of an object on top, at most 20.'),
        memberCount: count(),
        isSuccess: flag().describe('It is a successful body, its records aside.'),
        isError: flag().describe('It is an error body.'),
        showsList: flag().describe('The body contains a list, however deep.'),
        list: listFacts.nullable(),
        text: textFacts.nullable(),
      }),
    ],
    { error: 'an object whose `kind` is `json`, `not-json` or `unread`, or null' },
  )
  .meta({ id: 'BodyFacts', description: 'What the judges need to know about a body.' });

const headers = () =>
  list(z.tuple([text(), text()], { error: 'a pair of name and value' })).describe(
    'Headers as pairs of name and value, in their order.',
  );

const recordedRequest = object({
  method: name(),
  url: name(),
  headers: headers(),
  body: text().nullable().describe('Null: no body at all.'),
}).meta({ id: 'Request', description: 'A request as recorded, secrets masked.' });

const recordedResponse = object({
  status: count(999),
  headers: headers(),
  httpVersion: choice(['1.1', '2']),
  body: text().describe('Decompressed, secrets masked, then cut at a limit.'),
  bodyEncoding: z
    .literal('base64', { error: 'base64' })
    .exactOptional()
    .describe(
      'Set where the body is no text in UTF-8 or could not be decompressed: `body` then holds its bytes so encoded.',
    ),
  bodyProblem: sentence().exactOptional().describe('Why that is so.'),
  bodyLength: count().describe('Bytes of the whole body, decompressed and masked.'),
  bodySha256: digest().describe('SHA-256 of these bytes.'),
  bodyTruncated: flag(),
}).meta({ id: 'Response', description: 'An answer as recorded.' });

const transportError = object({
  kind: choice(errorKinds),
  stage: choice(stages).describe('`connect`: before a byte of the request could have reached the target.'),
  code: text().describe('The code of the platform or the library, `ECONNREFUSED` for example.'),
  message: text().describe('In English.'),
  words: sentence().describe('The same in any language.'),
}).meta({ id: 'TransportError', description: 'Why there is no (whole) answer.' });

/** One recorded request with its response and the facts that the judges use. */
export const evidenceSchema = object({
  id: name().describe('Unique within the file.'),
  variant: name(),
  request: recordedRequest,
  response: recordedResponse.nullable(),
  error: transportError.nullable(),
  startedAt: instant(),
  durationMs: milliseconds(),
  curl: text().describe('A command that repeats the request once its placeholders are filled in.'),
  label: text().describe('What was sent, as a difference from the baseline, in words.'),
  words: sentence().describe('The label as a code.'),
  facts: bodyFacts
    .nullable()
    .describe(
      'Of the body as recorded, beyond the recording limit as received. Null where there is no answer.',
    ),
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
