import { z } from 'zod';
import { conditionNames } from '../operation/specification.ts';
import { checkSchema, verdicts } from '../judge/check.ts';
import { attemptSchema, evidenceSchema, trialSchema } from '../judge/evidence.ts';
import { languages } from '../messages/message.ts';
import type { Evidence } from '../judge/evidence.ts';
import type { Readable } from '../messages/message.ts';
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
  sentence,
  text,
  url,
} from '../base/schema-field.ts';

const overalls = ['conforming', 'nonconforming', 'incomplete'] as const;
const decisions = ['pass', 'fail'] as const;
const reviewStates = ['used', 'stale'] as const;
const waiverStates = ['used', 'stale', 'expired', 'undecided'] as const;

const ids = () => list(name());
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
    full: classResult
      .extend({
        untried: ids().describe(
          'Kinds of password that must not obtain the list and were not tried: each of them prevents the class.',
        ),
      })
      .describe('Everything that the specification requires of the variant.'),
  }),
}).meta({ id: 'Variant', description: 'The result of one variant.' });

const caseResult = object({
  id: name(),
  variant: name(),
  condition: choice(conditionNames),
  title: text(),
  words: sentence().describe('The title as a code.'),
  kind: choice(['judged', 'observed']).describe('Observed cases have no verdict of their own.'),
  verdict: choice(verdicts, ' or null').nullable().describe('Null for a case that only observes.'),
  reason: checkSchema.shape.reason,
  note: text().describe(
    'One sentence about `reason`: what happened, what to provide; empty where there is none.',
  ),
  durationMs: milliseconds(),
  checks: list(checkSchema),
  exchanges: list(evidenceSchema),
  trials: list(trialSchema),
  guess: object({
    kind: name(),
    accepted: choice(['fail', 'review']).describe('What it shows if the list is obtained with it.'),
  })
    .exactOptional()
    .describe('The kind of password that it tries, where the list must not be obtained with it.'),
  controls: ids().describe('Ids of the control exchanges that it relied on.'),
}).meta({ id: 'Case', description: 'One test purpose that was tried.' });

const requirementResult = object({
  id: name(),
  variant: name(),
  group: text().describe('The condition that it is about, or what it holds for.'),
  subject: text().nullable().describe('The parameter that it is about.'),
  aspect: text().describe('What it asks of an answer.'),
  section: text().describe('Section of the specification.'),
  statement: text().describe('What is required, in our own words.'),
  words: sentence().describe('The statement as a code.'),
  verdict: checkSchema.shape.verdict,
  reason: checkSchema.shape.reason,
  waived: flag().describe('It fails, and a waiver that still holds accepts that.'),
  decided: choice(decisions, ' or null')
    .nullable()
    .describe('What persons made of it where its verdict is `review`; null where that is open.'),
  cases: ids(),
}).meta({ id: 'Requirement', description: 'One thing that the specification states, and its verdict.' });

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
  words: object({ question: sentence(), value: sentence() }),
}).meta({ id: 'Observation', description: 'What the target does where the specification is silent.' });

const advisory = object({
  id: name(),
  variant: name(),
  message: text(),
  exchanges: ids(),
  words: sentence(),
}).meta({
  id: 'Advisory',
  description: 'A hint at hardening.',
});

const rootCause = object({
  variant: name().nullable().describe('Null: all of them.'),
  message: text(),
  hint: text(),
  words: object({ message: sentence(), hint: sentence() }),
}).meta({ id: 'RootCause', description: 'One cause that made many cases inconclusive or fail.' });

const leftOut = () => object({ cases: ids(), requirements: ids() });

const claim = object({
  provisioned: list(choice(conditionNames)).describe('Conditions that can be brought about.'),
  exclusive: list(choice(conditionNames)).describe('Those that change the target while they hold.'),
  routes: record(choice(['address', 'gateway'])).describe(
    'Those that go another way than the plain request: from another address, or to another address or through a proxy (`gateway`).',
  ),
  partners: list(choice(conditionNames)).describe('Those with a partner of their own.'),
  guessed: choice(['profile', 'own', 'own-uncontrolled']).describe(
    'Whose passwords are guessed: those of the partner of the profile, or of one of his own, whose right password is known or is not.',
  ),
});

const language = choice(languages);

/** The results file (`results.json`), version 1; further members are allowed everywhere. */
export const resultsSchema = object({
  schemaVersion: z.literal(1, { error: '1' }),
  suite: object({ name: name(), version: name() }),
  rules: count().describe('Of judgement: raised when one record would be judged otherwise.'),
  spec: object({ title: text(), sha256: digest() }).describe('The specification that was tested against.'),
  target: object({
    name: text(),
    baseUrl: url(),
    variants: ids(),
    language,
    tls: object({ verify: z.literal(false, { error: 'false' }) })
      .exactOptional()
      .describe('Set where the profile says that TLS is not verified; no certificate is issued then.'),
    command: text()
      .exactOptional()
      .describe('Runs the suite against it again in a shell; `--case ID` added, one case.'),
  }).describe('The implementation under test and the variants that it claims.'),
  profile: object({
    sha256: digest(),
    claims: record(claim).describe('By variant, which conditions the profile can bring about, and how.'),
    limits: record(count()).describe('Those of the profile; a rate that is not limited is left out.'),
    settings: list(text())
      .exactOptional()
      .describe(
        'Keys of the settings, never values, that may decide how an answer comes about or is judged, and that a plain profile does not need.',
      ),
  }).describe('Digest of the target profile without secrets: the same digest, the same settings.'),
  environment: object({
    node: text(),
    platform: text(),
    influences: list(text())
      .exactOptional()
      .describe(
        'Names of variables and flags, never values, that may have changed what was sent or trusted; left out where there is none.',
      ),
  }).describe('What the run ran on.'),
  startedAt: instant(),
  durationMs: milliseconds(),
  failedLogins: count().describe('Failed logins with a real partner that the target saw.'),
  requests: count().describe('Requests sent to the target, whether their exchanges are kept or not.'),
  pace: object({
    refused: count().describe('Answers of a rate limiter: 429, or a 503 of a gateway.'),
    rate: z
      .number({ error: 'a number' })
      .describe('The `limits.rate` that would have avoided them, in requests a second.'),
  })
    .nullable()
    .describe('What a rate limiter made of the run; null: nothing.'),
  seed: count()
    .nullable()
    .describe('Seed of the order of the cases; null: the order in which they are derived.'),
  interrupted: flag(),
  warnings: list(sentence()).describe(
    'What went wrong with the provisioning, and which values in refused plain requests may be wrong.',
  ),
  leftOut: leftOut().describe(
    'Cases that a selection excluded, and the requirements that they would have checked.',
  ),
  verdict: choice(overalls).describe(
    '`incomplete`: nothing failed, something could not be judged or is waived.',
  ),
  variants: record(variantResult).describe('The result of each claimed variant, by its id.'),
  notApplicable: ids().describe('Requirements of variants that the target does not claim.'),
  rootCauses: list(rootCause),
  requirements: list(requirementResult),
  waivers: list(waiver),
  reviews: list(review),
  cases: list(caseResult),
  baselines: record(trialSchema).describe('How the plain request of each variant was answered.'),
  controls: list(evidenceSchema).describe('Exchanges that are in no case: they served several as a control.'),
  attempts: list(attemptSchema).describe('All that was sent or was to be sent, in the order of time.'),
  observations: list(observation),
  advisories: list(advisory),
});

/** The JSON Schema (2020-12) of the results file, version 1; further members are allowed everywhere. */
export const resultsJsonSchema = () => ({
  $id: 'urn:sbp-banks-conformance:results:1',
  title: 'Results of sbp-banks-conformance',
  description: 'The record of one run (`results.json`); every other report is made from it.',
  ...z.toJSONSchema(resultsSchema, { io: 'input' }),
});

/** The results of one run, as in `results.json`; every report is made from them. */
export type Results = Readable<z.infer<typeof resultsSchema>>;

/** What a run or a variant results in. `incomplete`: nothing failed, but something is open or waived. */
export type Overall = Results['verdict'];

/** What one variant resulted in. */
export type VariantResult = Results['variants'][string];

/** How many requirements have which verdict. */
export type Counts = VariantResult['counts'];

/** What a person made of a text that no program can decide, bound to the exact text of the answer. */
export type ReviewResult = Results['reviews'][number];

/** What one case resulted in, with everything that was recorded of it. */
export type CaseResult = Results['cases'][number];

/** How a request of a case got its answer, by ids of exchanges: with it the evidence can be judged again. */
export type TrialRecord = CaseResult['trials'][number];

/** One judgement on one requirement. */
export type CheckResult = CaseResult['checks'][number];

/** What one requirement resulted in: the worst verdict of its checks. */
export type RequirementResult = Results['requirements'][number];

/** What became of a known deviation. */
export type WaiverResult = Results['waivers'][number];

/** What the target does where the specification is silent; never a verdict. */
export type Observation = Results['observations'][number];

/** A hardening hint; never a verdict. */
export type Advisory = Results['advisories'][number];

/** One cause that made many cases inconclusive or fail, named once. */
export type RootCause = Results['rootCauses'][number];

export const exchangesById = ({
  cases,
  controls = [],
}: {
  readonly cases: readonly Pick<CaseResult, 'exchanges'>[];
  readonly controls?: readonly Evidence[];
}): ReadonlyMap<string, Evidence> =>
  new Map([...controls, ...cases.flatMap(({ exchanges }) => exchanges)].map((one) => [one.id, one]));
