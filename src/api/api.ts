// What programs call: runs the suite against a target, renders its results, starts the reference.

import { select } from '../plan/select.ts';
import type { Reference } from '../reference/reference.ts';
import { formats } from '../report/formats.ts';
import type { FormatName } from '../report/format-names.ts';
import type { Results } from '../results/results.ts';
import type { RunEvent } from '../run/shared.ts';
import { startBuiltIn } from './built-in.ts';
import type { StartReferenceOptions } from './built-in.ts';
import { decisionsFor, readTarget } from './options.ts';
import type { TargetOptions, TargetProfile } from './options.ts';
import { planFor, runTarget } from './run-target.ts';

/** Which cases to run. A selection without any case is an error. */
export interface SelectionOptions {
  /** Globs on the ids of cases; all by default. */
  readonly cases?: readonly string[] | undefined;
  /** Globs on the ids of requirements: only cases that check one of them. */
  readonly requirements?: readonly string[] | undefined;
}

export interface RunConformanceOptions extends TargetOptions, SelectionOptions {
  /** Path of a file with decisions of persons, in place of the one beside the profile. */
  readonly decisions?: string | undefined;
  /** Draws everything that is drawn; by default a new one. */
  readonly seed?: number | undefined;
  /** On abort, nothing more is sent, set-ups are torn down, and the Results say `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each event. If it throws, the run ends like an abort and rejects with that error. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/**
 * Runs the suite against a target, given as a profile or its path, and resolves with its results, whatever the
 * verdict. Prints nothing, writes nothing, ends no process.
 *
 * Rejects with a `UserError` before anything is sent if profile, selection or options are wrong, and with one of
 * the code `secret-in-output` if the results would contain a secret of the profile.
 */
export async function runConformance(
  given: string | TargetProfile,
  options: RunConformanceOptions = {},
): Promise<Results> {
  const { seed, signal, onEvent = () => {} } = options;
  const target = await readTarget(given, options);
  const decisions = await decisionsFor(options.decisions, target, options.folder);
  const cases = select(planFor(target), selectionOf(options));
  // An error of `onEvent` must not stop the run: its set-ups would not be torn down.
  const thrown: unknown[] = [];
  const end = new AbortController();
  const notify = (event: RunEvent): void => {
    if (thrown.length > 0) return;
    try {
      onEvent(event);
    } catch (error) {
      thrown.push(error);
      end.abort();
    }
  };
  const results = await runTarget({
    target,
    cases,
    decisions,
    ...(seed === undefined ? {} : { seed }),
    signal: signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]),
    onEvent: notify,
  });
  if (thrown.length > 0) throw thrown[0];
  return results;
}

export const selectionOf = ({ cases = [], requirements = [] }: SelectionOptions) => ({ cases, requirements });

/** Renders a report of a run as text. */
export const renderReport = (results: Results, format: FormatName): string =>
  formats[format].render(results, {});

/** A running reference implementation on loopback. */
export interface RunningReference extends Reference {
  /** The target profile that fits it; its secrets are TEST ONLY. */
  readonly profile: TargetProfile;
}

/** Starts the reference implementation. Rejects with a `UserError` for a wrong option or a port in use. */
export async function startReference(options: StartReferenceOptions = {}): Promise<RunningReference> {
  const { reference, profile } = await startBuiltIn(options);
  return { ...reference, profile };
}
