import type { z } from 'zod';
import type { Readable } from '../wording/message.ts';
import type { resultsSchema } from './schema.ts';

/** The results of one run, as in `results.json`; every report is made from them. */
export type Results = Readable<z.infer<typeof resultsSchema>>;

/** What a run, or one variant of it, results in. `incomplete`: nothing failed, something could not be judged or is waived. */
export type Overall = Results['verdict'];

/** What one variant resulted in. */
export type VariantResult = Results['variants'][string];

/** How many requirements have which verdict. */
export type Counts = VariantResult['counts'];

/** `core`: what can be tried without provisioning anything; `full`: everything. */
export type ClassName = keyof VariantResult['classes'];

/** How far a variant is from a class: every requirement of it has to pass, or to be settled as conforming by a person. */
export type ClassResult = VariantResult['classes'][ClassName];

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
