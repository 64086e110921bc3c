// The results file (`results.json`): what a run sent, what came back, and what follows from it.

import { z } from 'zod';
import { conditionNames, variantIds } from '#banks/specification.ts';
import { obstacles, roles } from '../plan/attempt.ts';
import { bodyProblems, failureKinds } from '../client/exchange.ts';
import { reasons, verdicts } from '../judge/check.ts';
import type { Immutable, Message } from '../messages/message.ts';

const text = () => z.string();
const count = () => z.int().nonnegative();
const ids = () => z.array(z.string());
const variant = () => z.enum(variantIds);
const reason = () =>
  z.enum(reasons).nullable().describe('Why it is inconclusive; null with every other verdict.');

const named = <Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) =>
  z.object(shape).meta({ id, description });

/** From code and parameters reports say a sentence in another language. */
const params = () => z.record(text(), z.custom<Message['params'][string]>());
const sentence = { code: text(), params: params(), message: text() };
const said = named('Said', 'A sentence in English beside its code.', sentence);

const verdictsOfAll = ['conforming', 'nonconforming', 'incomplete'] as const;
const overall = () => z.enum(verdictsOfAll).describe('`incomplete`: nothing failed, and something is open.');

const orNull = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.object(shape).nullable().describe(description);

const headers = () => z.array(z.tuple([text(), text()])).describe('Name and value, in their order.');

const exchange = named('Exchange', 'One request and its answer as recorded, secrets masked.', {
  id: text(),
  request: z.object({
    method: text(),
    url: text(),
    headers: headers(),
    body: text().nullable(),
    length: count().describe('Characters of path, query and body as they were sent.'),
  }),
  response: orNull('Null: no whole answer came.', {
    status: count(),
    headers: headers(),
    body: text().nullable().describe('Decoded and masked. Null: not kept, or that of `bodyOf`.'),
    bodyOf: text().exactOptional().describe('Id of an earlier exchange with the same body.'),
    bodyEncoding: z.literal('base64').exactOptional(),
    bodyProblem: z.enum(bodyProblems).exactOptional().describe('Why the body is no text.'),
  }),
  error: orNull('Why there is no whole answer.', {
    kind: z.enum(failureKinds),
    code: text(),
    message: text(),
    beginning: text().exactOptional().describe('Of a body that is too long: its first 4 KiB.'),
  }),
  startedAt: text(),
  durationMs: z.number(),
});

const attempt = named('Attempt', 'One request that was sent or was to be sent, in the order of time.', {
  request: text().describe('Id of the request.'),
  role: z.enum(roles),
  step: count(),
  round: count().describe('Of asking again; 0: the first time in its step.'),
  again: z.boolean().describe('A limiter refused it, so it was sent again.'),
  exchange: text().nullable().describe('Null: nothing was sent.'),
  why: orNull('Why nothing was sent.', { kind: z.enum(obstacles), detail: text() }),
});

const way = z.object({
  route: z.enum(['usual', 'own-base-url', 'own-local-address']),
  hasSetup: z.boolean(),
  hasOwnPartner: z.boolean(),
});

const record = z
  .object({
    profile: z.object({
      claims: z
        .partialRecord(variant(), z.partialRecord(z.enum(conditionNames), way))
        .describe('By variant: the conditions that the profile can bring about, and how.'),
      limits: z.record(text(), z.number().nullable()),
    }),
    seed: count(),
    selected: ids().describe('Ids of the cases that were to be carried out.'),
    attempts: z.array(attempt),
    exchanges: z.array(exchange),
  })
  .describe('All that judging needs; everything else follows from it and from the decisions.');

const check = named('Check', 'One judgement on one requirement.', {
  requirement: text(),
  verdict: z.enum(verdicts),
  reason: reason(),
  code: text().describe('What was judged; a stable code for programs.'),
  params: params(),
  message: text(),
  expected: text(),
  actual: text(),
  exchanges: ids().describe('The exchange that it speaks of, then those of the controls.'),
});

const testCase = named('Case', 'One test purpose.', {
  id: text(),
  variant: variant(),
  condition: z.enum(conditionNames),
  title: text(),
  isJudged: z.boolean(),
  verdict: z.enum(verdicts).nullable().describe('Null for a case that only observes.'),
  reason: reason(),
  exchanges: ids(),
  checks: z.array(check),
});

const requirement = named('Requirement', 'One thing that the specification states.', {
  id: text(),
  variant: variant(),
  section: text(),
  statement: text(),
  verdict: z.enum(verdicts).describe('The worst of its checks: fail, review, inconclusive, pass.'),
  reason: reason(),
  waived: z.boolean().describe('It fails, and a decision that still holds accepts that.'),
  decided: z.enum(['pass', 'fail']).nullable().describe('What a person made of a verdict `review`.'),
  cases: ids(),
});

const cause = named('Cause', 'What explains one or more verdicts, most important first.', {
  variant: variant().nullable().describe('Null: all of them.'),
  kind: z.enum(['failure', 'open']).describe('Whether it explains failures or what is inconclusive.'),
  found: said,
  advice: said.nullable(),
  requirements: ids().describe('Requirements that it explains.'),
  case: text().nullable().describe('The case that shows it.'),
  request: text().nullable().describe('The request to repeat with `send`.'),
  exchange: text().nullable(),
});

const decision = named('Decision', 'What a person decided, and what became of it.', {
  requirement: text(),
  text: text().nullable().describe('The text that was read; null for a waiver.'),
  decision: z.enum(['pass', 'fail', 'waived']),
  name: text(),
  date: text().nullable(),
  until: text().nullable().describe('First day (UTC) on which a waiver no longer holds.'),
  reason: text().nullable(),
  state: z.enum(['used', 'stale', 'not-asked']),
});

const variantResult = named('Variant', 'The result of one variant.', {
  verdict: overall(),
  class: z.enum(['full', 'core', 'none']),
  counts: z.object({ pass: count(), fail: count(), review: count(), inconclusive: count() }),
  prevents: z
    .object({ core: ids(), full: ids() })
    .describe('Requirements that keep it from a class; for `full` also requests that were not tried.'),
});

const shown = { id: text(), variant: variant(), exchanges: ids() };
const silent = 'What the target does where the specification is silent.';
const observation = named('Observation', silent, { ...shown, question: said, value: said });
const advisory = named('Advisory', 'A hint at hardening; never a verdict.', { ...shown, found: said });

/** Members that are not listed are ignored. */
export const resultsSchema = z.object({
  schemaVersion: z.literal(2),
  suite: z.object({ name: text(), version: text() }),
  rules: count().describe('Of judgement: raised when one record would be judged otherwise.'),
  spec: z.object({ title: text(), sha256: text() }),
  target: z.object({
    name: text(),
    baseUrl: text(),
    variants: z.array(variant()),
    bankCode: text().nullable(),
    partnerName: text(),
    language: z.enum(['en', 'ru']).describe('Of reports.'),
    isReference: z.boolean().describe('The built-in implementation.'),
    isTlsVerified: z.boolean(),
  }),
  startedAt: text(),
  durationMs: z.number(),
  interrupted: z.boolean(),
  isSelection: z.boolean().describe('Only some cases were to be carried out.'),
  verdict: overall(),
  variants: z.partialRecord(variant(), variantResult),
  notApplicable: ids().describe('Requirements of variants that the target does not claim.'),
  causes: z.array(cause),
  requirements: z.array(requirement),
  cases: z.array(testCase),
  untried: z
    .array(z.object({ request: text(), why: z.enum(obstacles) }))
    .describe('Requests that were not tried and would have shown something.'),
  observations: z.array(observation),
  advisories: z.array(advisory),
  decisions: z.array(decision),
  warnings: z.array(text()).describe('What went wrong beside the requests, in English.'),
  requests: count().describe('Requests sent.'),
  failedLogins: count().describe('Requests that the target may have counted as failed logins.'),
  pace: orNull('What a limiter made of the run; null: nothing.', {
    refused: count(),
    rate: z.number().nullable().describe('The `limits.rate` that would have avoided it.'),
  }),
  record,
});

/** The results of one run; every report is made from them. */
export type Results = Immutable<z.infer<typeof resultsSchema>>;
export type Overall = Results['verdict'];
export type VariantResult = NonNullable<Results['variants']['a']>;
export type RequirementResult = Results['requirements'][number];
export type CaseResult = Results['cases'][number];
export type CheckResult = CaseResult['checks'][number];
export type Cause = Results['causes'][number];
export type Said = Cause['found'];
export type Decision = Results['decisions'][number];
export type Observation = Results['observations'][number];
export type Advisory = Results['advisories'][number];
export type RecordedExchange = Results['record']['exchanges'][number];

/** The JSON Schema (2020-12) of the results file. */
export const resultsJsonSchema = () => ({
  $id: 'urn:sbp-banks-conformance:results:2',
  title: 'Results of sbp-banks-conformance',
  ...z.toJSONSchema(resultsSchema, { io: 'input', unrepresentable: 'any' }),
});
