import { z } from 'zod';
import { resultsSchema } from '../result/schema.ts';
import type { JsonSchema } from '../result/schema.ts';
import type { Readable } from '../wording/message.ts';
import { choice, flag, instant, list, milliseconds, name, object, text } from '../schema-field.ts';

/** Every result of a requirement, from good to bad; null: it was not tried, so it is neither better nor worse than anything. */
export const ranks = {
  pass: 0,
  // A person has read the text: it holds, though no program can see it.
  settled: 0,
  inconclusive: 1,
  review: 2,
  waived: 3,
  rejected: 4,
  fail: 4,
  'not-run': null,
  absent: null,
} as const;

/** The result of a requirement, decisions and waivers of persons taken into account. */
export type Standing = keyof typeof ranks;

const standings = Object.keys(ranks) as readonly Standing[];
const owners = [
  'suite',
  'specification',
  'profile',
  'address',
  'environment',
  'selection',
  'target',
] as const;

const standing = () => choice(standings);
const value = () => text().nullable().describe('Null where that run does not know it.');

const side = object({
  target: text().describe('Name of the target.'),
  baseUrl: name(),
  startedAt: instant(),
  verdict: choice(resultsSchema.shape.verdict.options),
  variants: resultsSchema.shape.variants,
}).meta({ id: 'Side', description: 'One of the two runs.' });

const requirementChange = object({
  id: name(),
  direction: choice(['worse', 'better', 'other']).describe('`other`: neither can be called better.'),
  from: standing(),
  to: standing(),
  said: object({ before: list(text()), after: list(text()) }).describe(
    'What the deciding checks said, each sentence once; empty where there were none.',
  ),
}).meta({
  id: 'RequirementChange',
  description:
    'One requirement with another result. `settled` and `rejected`: under review, decided by a person; `waived`: failed, but excused; `not-run`: excluded from the run; `absent`: the run does not know it.',
});

const classChange = object({
  variant: name(),
  name: choice(['core', 'full']),
  direction: choice(['worse', 'better']),
}).meta({ id: 'ClassChange', description: 'A class that a variant won or lost.' });

const noteChange = object({
  kind: choice(['observation', 'advisory']),
  id: name(),
  about: text(),
  before: value(),
  after: value(),
}).meta({ id: 'NoteChange', description: 'An observation that changed, or an advisory that came or went.' });

const latencyChange = object({
  quantile: choice(['median', 'p95']),
  before: milliseconds(),
  after: milliseconds(),
}).meta({
  id: 'LatencyChange',
  description:
    'Milliseconds to a whole answer that differ by a factor of two or more; reported, never judged.',
});

const contextChange = object({
  owner: choice(owners).describe('What may own a difference.'),
  what: name(),
  before: value(),
  after: value(),
}).meta({ id: 'ContextChange', description: 'Something else that is not the same in both runs.' });

/** The comparison as `compare --format json` writes it, version 1; further members are allowed everywhere. */
const comparisonSchema = object({
  schemaVersion: z.literal(1, { error: '1' }),
  before: side,
  after: side,
  isWorse: flag().describe('A requirement or a class got worse.'),
  requirements: list(requirementChange),
  classes: list(classChange),
  notes: list(noteChange),
  latency: list(latencyChange),
  context: list(contextChange),
});

/** What differs between two runs. */
export type Comparison = Readable<z.infer<typeof comparisonSchema>>;

/** One requirement with another result. */
export type RequirementChange = Comparison['requirements'][number];

/** The JSON Schema (2020-12) of what `compare --format json` writes, version 1; further members are allowed everywhere. */
export const comparisonJsonSchema = (): JsonSchema => ({
  $id: 'urn:sbp-banks-conformance:comparison:1',
  title: 'Comparison of two runs of sbp-banks-conformance',
  description: 'What got worse, what got better and what else differs between two runs.',
  ...z.toJSONSchema(comparisonSchema, { io: 'input' }),
});
