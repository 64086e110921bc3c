import type { Claims } from '../case/plan.ts';
import type { Message } from '../wording/message.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Halt, Trial } from '../verdict/trial.ts';

/** What was recorded of one case. */
export interface CaseRecord {
  readonly id: string;
  /** How often it was carried out. */
  readonly times: number;
  /** Milliseconds, all rounds together. */
  readonly durationMs: number;
  /** How each of its requests came to its answer, round by round; one round stands for all that came out alike. */
  readonly rounds: readonly (readonly Trial[])[];
  /** Why nothing could be recorded of it. */
  readonly failure: Halt | null;
}

/**
 * One run: who was asked, what was sent, what came back and when. Everything else follows from it: the same record gives the
 * same Results on any day and any machine. It holds no secret.
 */
export interface Record {
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    readonly variants: readonly string[];
    readonly language: 'en' | 'ru';
    /** Runs the suite against it again in a shell; absent where its settings stand nowhere. */
    readonly command?: string;
  };
  /** Digest of the profile without secrets, and what it claims. */
  readonly profile: { readonly sha256: string; readonly claims: Claims };
  readonly environment: { readonly node: string; readonly platform: string };
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Requests that may be a burden to the target were among the cases. */
  readonly thorough: boolean;
  readonly repeat: number;
  readonly seed: number | null;
  readonly interrupted: boolean;
  readonly requests: number;
  readonly failedLogins: number;
  /** What went wrong with the provisioning, a failed teardown for example. */
  readonly warnings: readonly Message[];
  readonly cases: readonly CaseRecord[];
  /** How the plain request of each variant was answered. */
  readonly baselines: Readonly<{ [variant: string]: Trial }>;
  /** Baselines and other exchanges that served as a control. */
  readonly controls: readonly Evidence[];
}
