import type { ConditionName } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Trial } from '../verdict/trial.ts';
import type { Check, Reason, Verdict } from '../verdict/verdict.ts';

/** What a run, or one variant of it, comes to. `incomplete`: nothing failed, something could not be judged or is waived. */
export type Overall = 'conforming' | 'nonconforming' | 'incomplete';

export type Counts = Readonly<Record<Verdict, number>>;

/** `core`: what can be tried without provisioning anything; `full`: everything. */
export type ClassName = 'core' | 'full';

/** How far a variant is from a class: every requirement of it has to pass, or to be settled as conforming by a person. */
export interface ClassResult {
  readonly reached: boolean;
  /** How many requirements belong to it. */
  readonly requirements: number;
  /** Ids of those that prevent it, waived ones among them. */
  readonly prevents: readonly string[];
}

/** What one variant came to. */
export interface VariantResult {
  readonly verdict: Overall;
  readonly counts: Counts;
  readonly classes: Readonly<Record<ClassName, ClassResult>>;
}

/** What a person made of a text that no program can decide, bound to the exact text of the answer. */
export interface ReviewResult {
  readonly case: string;
  readonly text: string;
  readonly decision: 'pass' | 'fail';
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly note: string;
  /** The one requirement that it speaks of; null: all for which the text is under review. */
  readonly requirement: string | null;
  /** `stale`: no check under review of that case speaks of that text. */
  readonly state: 'used' | 'stale';
  /** Ids of the requirements that it settled. */
  readonly requirements: readonly string[];
}

/** How a request of a case came to its answer, by ids of exchanges: with it the evidence can be judged again. */
export interface TrialRecord extends Omit<Trial, 'attempts' | 'controls'> {
  readonly attempts: readonly string[];
  readonly controls: readonly { readonly id: string; readonly good: boolean }[];
}

/** What one case came to, with everything that was recorded of it. */
export interface CaseResult {
  readonly id: string;
  readonly variant: string;
  readonly condition: ConditionName;
  readonly title: string;
  /** Null for a case that only observes. */
  readonly verdict: Verdict | null;
  readonly reason: Reason | null;
  /** One sentence about `reason`: what happened, what to provide; empty where there is none. */
  readonly note: string;
  readonly durationMs: number;
  readonly checks: readonly Check[];
  readonly exchanges: readonly Evidence[];
  readonly trials: readonly TrialRecord[];
  /** Set where the case was repeated: how often, whether every go came out the same, and how many came to which verdict. */
  readonly goes?: {
    readonly times: number;
    readonly unstable: boolean;
    readonly verdicts: Readonly<Record<string, number>>;
  };
  /** Ids of the control exchanges that it relied on; they stand in `Results.controls` or in another case. */
  readonly controls: readonly string[];
  /** The key in `Results.baselines` of the plain request that it was paired with, where that is not the id of its variant. */
  readonly baseline?: string;
}

/** What one requirement came to: the worst verdict of its checks. */
export interface RequirementResult {
  readonly id: string;
  readonly variant: string;
  readonly section: string;
  readonly statement: string;
  readonly verdict: Verdict;
  readonly reason: Reason | null;
  readonly waived: boolean;
  /** What persons made of it where its verdict is `review`: `fail` where they settled all its checks under review and refused a text, `pass` where they accepted all and every other check passed; else null. */
  readonly decided: ReviewResult['decision'] | null;
  readonly cases: readonly string[];
}

/** What became of a known deviation. */
export interface WaiverResult {
  readonly requirement: string;
  readonly reason: string;
  readonly owner: string;
  readonly until: string;
  /** `stale`: its requirement passed or is unknown; `expired`: its day has come. */
  readonly state: 'used' | 'stale' | 'expired' | 'undecided';
}

/** What the target does where the specification is silent; never a verdict. */
export interface Observation {
  readonly id: string;
  readonly variant: string;
  readonly question: string;
  readonly value: string;
  /** Ids of the exchanges that show it. */
  readonly exchanges: readonly string[];
}

/** A hardening hint; never a verdict. */
export interface Advisory {
  readonly id: string;
  readonly variant: string;
  readonly message: string;
  readonly exchanges: readonly string[];
}

/** One cause that made many cases inconclusive or fail, said once. */
export interface RootCause {
  readonly variant: string | null;
  readonly message: string;
  readonly hint: string;
}

/** Which part of a run this is; `index` counts from 1. */
export interface ShardRecord {
  readonly index: number;
  readonly of: number;
  /** Ids of the cases of all parts, in the order in which one run has them. */
  readonly cases: readonly string[];
  /** Ids of those that change the target for everybody. */
  readonly exclusive: readonly string[];
  /** What all parts together leave out. */
  readonly leftOut: Results['leftOut'];
}

/** The record of one run; every report is drawn from it. */
export interface Results {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: string; readonly version: string };
  readonly spec: { readonly title: string; readonly sha256: string };
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    readonly variants: readonly string[];
    readonly language: 'en' | 'ru';
  };
  /** SHA-256 of the target profile as it was understood, secrets left out, hex: the same digest, the same settings. */
  readonly profile: { readonly sha256: string };
  /** What the run ran on. */
  readonly environment: { readonly node: string; readonly platform: string };
  readonly startedAt: string;
  readonly durationMs: number;
  /** Failed logins with a real partner that the target saw, as far as the run can know. */
  readonly failedLogins: number;
  /** Requests sent to the target, whether their exchanges are kept or not. */
  readonly requests: number;
  /** How often each case was run. */
  readonly repeat: number;
  /** What the order of the cases was drawn from; null: the order in which they are derived. */
  readonly seed: number | null;
  /** The run was stopped before its end; what is missing is `not-selected`. */
  readonly interrupted: boolean;
  /** Set where other runs carry out the other parts of the cases. */
  readonly shard?: ShardRecord;
  /** Ids of cases that a selection left out, and of the requirements that they would have checked. */
  readonly leftOut: { readonly cases: readonly string[]; readonly requirements: readonly string[] };
  readonly verdict: Overall;
  readonly variants: Readonly<Record<string, VariantResult>>;
  readonly notApplicable: readonly string[];
  readonly rootCauses: readonly RootCause[];
  readonly requirements: readonly RequirementResult[];
  readonly waivers: readonly WaiverResult[];
  readonly reviews: readonly ReviewResult[];
  readonly cases: readonly CaseResult[];
  /** How the plain request of each variant was answered: what every refusal is paired with. */
  readonly baselines: Readonly<Record<string, TrialRecord>>;
  /** Exchanges that served several cases as a control: the baseline of a variant. */
  readonly controls: readonly Evidence[];
  readonly observations: readonly Observation[];
  readonly advisories: readonly Advisory[];
}
