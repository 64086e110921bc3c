import { z } from 'zod';
import type { ConditionName } from '../spec/specification.ts';
import type { Expectation } from '../verdict/trial.ts';
import type { Reason, Verdict } from '../verdict/verdict.ts';
import { evidenceSchema } from './exchange-schema.ts';
import type { Overall, Results, ReviewResult, WaiverResult } from './results.ts';
import {
  choice,
  count,
  day,
  digest,
  flag,
  instant,
  list,
  milliseconds,
  name,
  object,
  record,
  text,
} from './schema-field.ts';

const verdicts = ['pass', 'fail', 'review', 'inconclusive'] as const satisfies readonly Verdict[];
/** Every reason of an open verdict. */
export const reasons = [
  'not-provisioned',
  'setup-failed',
  'target-unavailable',
  'rate-limited',
  'control-failed',
  'vacuous',
  'not-selected',
  'suite-error',
] as const satisfies readonly Reason[];
const overalls = ['conforming', 'nonconforming', 'incomplete'] as const satisfies readonly Overall[];
const conditions = [
  'success',
  'missing',
  'unencrypted',
  'unauthorized',
  'partner-blocked',
  'ip-blocked',
  'reward-unavailable',
  'unavailable',
] as const satisfies readonly ConditionName[];
const languages = ['en', 'ru'] as const satisfies readonly Results['target']['language'][];
const credentials = ['valid', 'invalid', 'open'] as const satisfies readonly Expectation['credentials'][];
const decisions = ['pass', 'fail'] as const satisfies readonly ReviewResult['decision'][];
const reviewStates = ['used', 'stale'] as const satisfies readonly ReviewResult['state'][];
const waiverStates = [
  'used',
  'stale',
  'expired',
  'undecided',
] as const satisfies readonly WaiverResult['state'][];

const ids = () => list(name());
const verdict = () => choice(verdicts);
const reason = () =>
  choice(reasons, ' or null').nullable().describe('Why it is inconclusive; null with every other verdict.');

const classResult = object({
  reached: flag(),
  requirements: count().describe('How many requirements belong to the class.'),
  prevents: ids().describe('Ids of those that prevent it, waived ones among them.'),
}).meta({ id: 'Class', description: 'How far a variant is from a class.' });

const variantResult = object({
  verdict: choice(overalls),
  counts: object({ pass: count(), fail: count(), review: count(), inconclusive: count() }).describe(
    'How many requirements have which verdict.',
  ),
  classes: object({
    core: classResult.describe('What can be tried without provisioning anything.'),
    full: classResult.describe('Everything that the specification requires of the variant.'),
  }),
}).meta({ id: 'Variant', description: 'What one variant came to.' });

const check = object({
  requirement: name(),
  verdict: verdict(),
  reason: reason(),
  message: text().describe('The deviation in one sentence: thing, expected, actual.'),
  expected: text(),
  actual: text(),
  exchange: name().nullable().describe('Id of the exchange that it speaks of; null where none was made.'),
}).meta({ id: 'Check', description: 'One judgement on one requirement.' });

const trial = object({
  expectation: object({
    label: text(),
    condition: choice(conditions),
    status: count(999).nullable().describe('The documented status; null where the specification is silent.'),
    credentials: choice(credentials),
    onOperation: flag(),
  }).describe('What the request stands for.'),
  attempts: ids().describe('Ids of the exchanges, in the order of time.'),
  controls: list(object({ id: name(), good: flag() })).describe('Sent because the answer was doubtful.'),
  outage: flag(),
  ownRoute: flag(),
  ownGateway: flag(),
  earlierLogin: name().nullable(),
  halted: object({ reason: choice(reasons), note: text() }).nullable(),
}).meta({ id: 'Trial', description: 'How a request came to its answer, by ids of exchanges.' });

const caseResult = object({
  id: name(),
  variant: name(),
  condition: choice(conditions),
  title: text(),
  verdict: choice(verdicts, ' or null').nullable().describe('Null for a case that only observes.'),
  reason: reason(),
  note: text().describe(
    'One sentence about `reason`: what happened, what to provide; empty where there is none.',
  ),
  durationMs: milliseconds(),
  checks: list(check),
  exchanges: list(evidenceSchema),
  trials: list(trial),
  goes: object({ times: count(), unstable: flag(), verdicts: record(count()) })
    .exactOptional()
    .describe(
      'Where the case was repeated: how often, whether the goes differ, how many came to which verdict.',
    ),
  controls: ids().describe('Ids of the control exchanges that it relied on.'),
  baseline: name()
    .exactOptional()
    .describe('The key in `baselines` of the plain request that it was paired with, if not its variant.'),
}).meta({ id: 'Case', description: 'One test purpose that was tried.' });

const requirementResult = object({
  id: name(),
  variant: name(),
  section: text().describe('Section of the specification.'),
  statement: text().describe('What is required, in our own words.'),
  verdict: verdict(),
  reason: reason(),
  waived: flag().describe('It fails, and a waiver that still holds accepts that.'),
  decided: choice(decisions, ' or null')
    .nullable()
    .describe('What persons made of it where its verdict is `review`; null where that is open.'),
  cases: ids(),
}).meta({ id: 'Requirement', description: 'One thing that the specification states, and what it came to.' });

const waiver = object({
  requirement: text(),
  reason: text(),
  owner: text(),
  until: text().describe('First day (YYYY-MM-DD, UTC) on which it no longer holds.'),
  state: choice(waiverStates),
}).meta({ id: 'Waiver', description: 'A known deviation and whether it is still one.' });

const review = object({
  case: text(),
  text: text().describe('The exact text of the answer.'),
  decision: choice(decisions),
  name: text().describe('Who decided.'),
  date: day(),
  note: text(),
  state: choice(reviewStates).describe('`stale`: no check under review of that case speaks of that text.'),
  requirement: name()
    .nullable()
    .describe('The one requirement that it speaks of; null: all that the text is under review for.'),
  requirements: ids().describe('Ids of the requirements that it settled.'),
}).meta({ id: 'Review', description: 'What a person made of a text that no program can decide.' });

const observation = object({
  id: name(),
  variant: name(),
  question: text(),
  value: text(),
  exchanges: ids(),
}).meta({ id: 'Observation', description: 'What the target does where the specification is silent.' });

const advisory = object({ id: name(), variant: name(), message: text(), exchanges: ids() }).meta({
  id: 'Advisory',
  description: 'A hint at hardening.',
});

const rootCause = object({
  variant: name().nullable().describe('Null: all of them.'),
  message: text(),
  hint: text(),
}).meta({ id: 'RootCause', description: 'One cause that made many cases inconclusive or fail.' });

const leftOut = () => object({ cases: ids(), requirements: ids() });

const shard = object({
  index: count(),
  of: count(),
  cases: ids().describe('Cases of all parts, in the order in which one run has them.'),
  exclusive: ids().describe('Those that change the target for everybody.'),
  leftOut: leftOut().describe('What all parts together leave out.'),
}).meta({ id: 'Shard', description: 'Which part of a run this is; `index` counts from 1.' });

const language = choice(languages);

/** The results file (`results.json`), version 1; further members are allowed everywhere. */
export const resultsSchema = object({
  schemaVersion: z.literal(1, { error: '1' }),
  suite: object({ name: name(), version: name() }),
  spec: object({ title: text(), sha256: digest() }).describe('The specification that was tested against.'),
  target: object({ name: text(), baseUrl: name(), variants: ids(), language }).describe(
    'The implementation under test and the variants that it claims.',
  ),
  profile: object({ sha256: digest() }).describe(
    'Digest of the target profile without secrets: the same digest, the same settings.',
  ),
  environment: object({ node: text(), platform: text() }).describe('What the run ran on.'),
  startedAt: instant(),
  durationMs: milliseconds(),
  failedLogins: count().describe('Failed logins with a real partner that the target saw.'),
  requests: count().describe('Requests sent to the target, whether their exchanges are kept or not.'),
  repeat: count().describe('How often each case was run.'),
  seed: count().nullable().describe('What the order of the cases was drawn from; null: as they are derived.'),
  interrupted: flag(),
  shard: shard.exactOptional().describe('Set where other runs carry out the other parts of the cases.'),
  leftOut: leftOut().describe(
    'Cases that a selection left out, and the requirements that they would have checked.',
  ),
  verdict: choice(overalls).describe(
    '`incomplete`: nothing failed, something could not be judged or is waived.',
  ),
  variants: record(variantResult).describe('What each claimed variant came to, by its id.'),
  notApplicable: ids().describe('Requirements of variants that the target does not claim.'),
  rootCauses: list(rootCause),
  requirements: list(requirementResult),
  waivers: list(waiver),
  reviews: list(review),
  cases: list(caseResult),
  baselines: record(trial).describe('How the plain request of each variant was answered.'),
  controls: list(evidenceSchema).describe('Exchanges that served several cases as a control.'),
  observations: list(observation),
  advisories: list(advisory),
});
