import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { verifyFolder } from '../certificate/verify.ts';
import { rules } from '../results/judge.ts';
import type { Verification } from '../certificate/verify.ts';
import { readPolicy } from '../certificate/policy.ts';
import { openCertificates } from '../certificate/chain.ts';
import type { StartReferenceOptions } from './built-in.ts';
import { requireNoLeak } from './leak-guard.ts';
import { UserError } from '../base/errors.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import type { Reference } from '../reference/reference.ts';
import { formats } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import type { Results } from '../results/results.ts';
import { specification } from '../operation/specification.ts';
import { readSuite } from '../base/package.ts';
import { readBytes } from '../base/file.ts';
import { readFormats } from '../base/key-bundle.ts';
import { shownFile } from '../base/path.ts';
import { say } from '../messages/message.ts';
import { readTarget } from './options.ts';
import type { TargetOptions, TargetProfile } from './options.ts';
import { planRun, runTarget, summaryOf } from './run-target.ts';
import type { ConformanceEvent } from './run-target.ts';

/** Which cases to run. */
export interface SelectionOptions {
  /** Globs on the ids of cases; all by default. A selection without any case is an error. */
  readonly cases?: readonly string[] | undefined;
  /** Globs on the ids of requirements: only cases that check one of them. */
  readonly requirements?: readonly string[] | undefined;
}

/** Options of a run. */
export interface RunConformanceOptions extends TargetOptions, SelectionOptions {
  /** How often to run every case; once by default. */
  readonly repeat?: number | undefined;
  /** Seed of the order of the cases; by default random if cases are repeated, else the order of derivation. */
  readonly seed?: number | undefined;
  /** Path of a reviews file, in place of the profile's. */
  readonly reviews?: string | undefined;
  /** On abort, nothing more is sent, set-ups are torn down, and the Results say `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each event. If it throws, the run ends like an abort and rejects with that error. */
  readonly onEvent?: ((event: ConformanceEvent) => void) | undefined;
}

/**
 * Runs the suite against a target, given as a profile or its path, and resolves with the record of the run,
 * whatever its verdict. Prints nothing, writes nothing, ends no process.
 *
 * Rejects with a `UserError` before anything is sent if profile, selection or options are wrong. Also rejects
 * with one of the code `secret-in-output` if the Results would contain a secret of the profile.
 */
export async function runConformance(
  target: string | TargetProfile,
  options: RunConformanceOptions = {},
): Promise<Results> {
  const loaded = await readTarget(target, options);
  const { repeat: times = 1, seed } = options;
  const plan = await planRun(loaded, options, options);
  const redactor = createTargetRedactor(loaded);
  // An error of `onEvent` must not stop the run: its set-ups would not be torn down.
  const thrown: unknown[] = [];
  const end = new AbortController();
  const notify = (event: ConformanceEvent): void => {
    if (thrown.length > 0) return;
    try {
      options.onEvent?.(event);
    } catch (error) {
      thrown.push(error);
      end.abort();
    }
  };
  const results = await runTarget({
    ...plan,
    repetition: { times, seed: seed ?? (times > 1 ? randomInt(1_000_000_000) : null) },
    redactor,
    signal: options.signal === undefined ? end.signal : AbortSignal.any([options.signal, end.signal]),
    onReady() {
      for (const words of loaded.warnings) notify({ kind: 'warning', message: say(words, loaded.language) });
      notify({ kind: 'planned', cases: plan.cases.map(summaryOf) });
    },
    onEvent: notify,
  });
  if (thrown.length > 0) throw thrown[0];
  requireNoLeak(results, redactor);
  return results;
}

/** Renders a report from the record of a run. */
export async function renderReport(results: Results, format: FormatName): Promise<string> {
  return formats[format].text(results);
}

/** A running reference implementation on loopback. */
export interface RunningReference extends Reference {
  /** The target profile that fits it; its secrets are TEST ONLY. */
  readonly profile: TargetProfile;
}

/** Starts the reference implementation. Rejects with a `UserError` for a wrong option or a port in use. */
export async function startReference(options: StartReferenceOptions = {}): Promise<RunningReference> {
  const { startBuiltIn } = await import('./built-in.ts');
  const { reference, profile } = await startBuiltIn(options);
  return { ...reference, profile };
}

/** How to check a certificate. */
export interface VerifyOptions {
  /** Path of a PEM file with the trusted certificates. */
  readonly ca: string;
  /** The time at which the certificate has to be valid; now by default. */
  readonly now?: Date | undefined;
  /**
   * A shell command that checks signature and chain, for GOST for example. It gets the signed content on stdin,
   * and paths in the variables `CONTENT`, `SIGNATURE`, `CHAIN` and `CA`.
   */
  readonly verifyWith?: string | undefined;
  /** Path of a YAML file with further demands of an authority, or `default`: what none can want. */
  readonly policy?: string | undefined;
}

/** Result of checking a certificate. */
export interface VerifyResult extends Verification {
  /** Signature, chain, dates and digests are right, and the evidence gives the same verdicts again. */
  readonly isValid: boolean;
}

/** Checks a folder of `certify` offline. `UserError` if it or `ca` is unreadable; all else is a refusal. */
export async function verify(folder: string, options: VerifyOptions): Promise<VerifyResult> {
  const verification = await verifyBy(folder, options, process.cwd(), { ca: 'ca', policy: 'policy' });
  return { isValid: verification.conclusion === 'valid', ...verification };
}

/**
 * Same as `verify`, for paths relative to `cwd`. `called` gives the names of the options in messages.
 */
export async function verifyBy(
  folder: string,
  { ca, now = new Date(), verifyWith: command, policy }: VerifyOptions,
  cwd: string,
  called: { readonly ca: string; readonly policy: string },
): Promise<Verification> {
  const hint = 'name a file with the certificates that you trust';
  const shown = `${called.ca}: ${shownFile(ca)}`;
  const file = await readBytes(resolve(cwd, ca));
  if (file.kind === 'unreadable') {
    throw new UserError(
      'usage',
      'ca-unreadable',
      `${shown}: found ${file.found}, expected a file in ${readFormats}`,
      hint,
    );
  }
  const anchors = await openCertificates(file.content);
  if (typeof anchors === 'string') {
    const problem = `${shown}: found ${anchors}, expected certificates in ${readFormats}`;
    throw new UserError('usage', 'ca-not-certificate', problem, hint);
  }
  const verifier = {
    spec: specification,
    suite: readSuite(),
    rules,
    anchors,
    now,
    verifyWith: command === undefined ? undefined : { command, cwd, ca: resolve(cwd, ca) },
    policy:
      policy === undefined
        ? undefined
        : await readPolicy(resolve(cwd, policy), shownFile(policy), called.policy),
  };
  return verifyFolder(resolve(cwd, folder), folder, verifier);
}
