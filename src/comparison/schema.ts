import { z } from 'zod';
import type { ClassName, Overall } from '../result/results.ts';
import { resultsSchema } from '../result/schema.ts';
import { choice, flag, instant, list, milliseconds, name, object, text } from '../result/schema-field.ts';
import type { ClassChange, Direction, LatencyChange, NoteChange, Owner, Standing } from './comparison.ts';

const overalls = ['conforming', 'nonconforming', 'incomplete'] as const satisfies readonly Overall[];
const standings = [
  'pass',
  'settled',
  'inconclusive',
  'review',
  'waived',
  'rejected',
  'fail',
  'not-run',
  'absent',
] as const satisfies readonly Standing[];
const directions = ['worse', 'better', 'other'] as const satisfies readonly Direction[];
const classDirections = ['worse', 'better'] as const satisfies readonly ClassChange['direction'][];
const classNames = ['core', 'full'] as const satisfies readonly ClassName[];
const noteKinds = ['observation', 'advisory'] as const satisfies readonly NoteChange['kind'][];
const quantiles = ['median', 'p95'] as const satisfies readonly LatencyChange['quantile'][];
const owners = [
  'suite',
  'specification',
  'profile',
  'address',
  'environment',
  'selection',
  'target',
] as const satisfies readonly Owner[];

const standing = () => choice(standings);
const value = () => text().nullable().describe('Null where that run does not know it.');

const side = object({
  target: text().describe('Name of the target.'),
  baseUrl: name(),
  startedAt: instant(),
  verdict: choice(overalls),
  variants: resultsSchema.shape.variants,
}).meta({ id: 'Side', description: 'One of the two runs.' });

const requirementChange = object({
  id: name(),
  direction: choice(directions).describe('`other`: neither can be called better.'),
  from: standing(),
  to: standing(),
  said: object({ before: list(text()), after: list(text()) }).describe(
    'What the deciding checks said, each sentence once; empty where there were none.',
  ),
}).meta({
  id: 'RequirementChange',
  description:
    'One requirement that came out otherwise. `settled` and `rejected`: under review, decided by a person; `waived`: failed, but excused; `not-run`: left out of the run; `absent`: the run does not know it.',
});

const classChange = object({
  variant: name(),
  name: choice(classNames),
  direction: choice(classDirections),
}).meta({ id: 'ClassChange', description: 'A class that a variant won or lost.' });

const noteChange = object({
  kind: choice(noteKinds),
  id: name(),
  about: text(),
  before: value(),
  after: value(),
}).meta({ id: 'NoteChange', description: 'An observation that changed, or an advisory that came or went.' });

const latencyChange = object({
  quantile: choice(quantiles),
  before: milliseconds(),
  after: milliseconds(),
}).meta({
  id: 'LatencyChange',
  description: 'Milliseconds to a whole answer that differ by a factor of two or more; told, never judged.',
});

const contextChange = object({
  owner: choice(owners).describe('What may own a difference.'),
  what: name(),
  before: value(),
  after: value(),
}).meta({ id: 'ContextChange', description: 'Something else that is not the same in both runs.' });

/** The comparison as `compare --format json` writes it, version 1; further members are allowed everywhere. */
export const comparisonSchema = object({
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
