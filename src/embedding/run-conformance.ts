import { randomInt } from 'node:crypto';
import { claimsOf, deriveCases, selectCases } from '../case/plan.ts';
import { findInData } from '../cli/leak-guard.ts';
import { UserError } from '../errors.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import type { Redactor } from '../http/masking.ts';
import { formats, isFormatName } from '../report/format.ts';
import type { FormatName } from '../report/format.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import { abortSignal, callback, flag, requireOptions, text, texts, whole } from './options.ts';
import type { OptionKinds } from './options.ts';
import { runTarget, summaryOf } from './run-target.ts';
import type { ConformanceEvent } from './run-target.ts';
import { readReviews, readTarget, targetOptionKinds } from './target.ts';
import type { TargetOptions } from './target.ts';
import type { TargetProfile } from './target-profile.ts';

/** Which cases are run. */
export interface SelectionOptions {
  /** Globs on the ids of cases; all by default. A selection that matches nothing is an error. */
  readonly cases?: readonly string[] | undefined;
  /** Globs on the ids of requirements: only cases that check one of them. */
  readonly requirements?: readonly string[] | undefined;
  /** Also observe what may be a burden: request bodies of 1 MiB. */
  readonly thorough?: boolean | undefined;
}

/** What these options take. */
export const selectionOptionKinds = {
  cases: texts,
  requirements: texts,
  thorough: flag,
} as const satisfies OptionKinds<SelectionOptions>;

/** How a run is made. */
export interface RunConformanceOptions extends TargetOptions, SelectionOptions {
  /** Run every case that often; once by default. */
  readonly repeat?: number | undefined;
  /** What the order of the cases is drawn from; the order of derivation by default where nothing is repeated. */
  readonly seed?: number | undefined;
  /** Path of a file with decisions of persons, in place of that of the profile. */
  readonly reviews?: string | undefined;
  /** Aborted: nothing more is sent, what was set up is torn down, and the Results say `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Called with what happens. An error that it throws ends the run as an abort would, and is what the run then rejects with. */
  readonly onEvent?: ((event: ConformanceEvent) => void) | undefined;
}

const optionKinds = {
  ...targetOptionKinds,
  ...selectionOptionKinds,
  repeat: whole(1),
  seed: whole(0),
  reviews: text,
  signal: abortSignal,
  onEvent: callback,
} as const satisfies OptionKinds<RunConformanceOptions>;

/**
 * Runs the suite against a target, given by the path of its profile or by the profile itself, and resolves with the
 * record of the run, whatever its verdict. Prints nothing, writes nothing, ends no process.
 *
 * Rejects with a `UserError` before anything is sent where profile, selection or options are wrong, and with one of the code
 * `secret-in-output` where a secret of the profile would stand in the Results.
 */
export async function runConformance(
  target: string | TargetProfile,
  options: RunConformanceOptions = {},
): Promise<Results> {
  requireOptions('runConformance', options, optionKinds);
  const loaded = await readTarget(target, options);
  const { cases = [], requirements = [], repeat: times = 1, seed, thorough = false } = options;
  const claims = claimsOf(loaded, specification);
  const selected = selectCases(deriveCases(specification, claims, thorough), { cases, requirements });
  const redactor = createTargetRedactor(loaded);
  const listener = listen(options);
  const results = await runTarget({
    target: loaded,
    cases: selected,
    claims,
    thorough,
    repetition: { times, seed: seed ?? (times > 1 ? randomInt(1_000_000_000) : null) },
    reviews: await readReviews(loaded, options),
    redactor,
    signal: listener.signal,
    onReady() {
      for (const message of loaded.warnings) listener.notify({ kind: 'warning', message });
      listener.notify({ kind: 'planned', cases: selected.map(summaryOf) });
    },
    onEvent: listener.notify,
  });
  listener.rethrow();
  requireNoLeak(results, redactor);
  return results;
}

/** Calls `onEvent` and keeps what it throws away from the run, so that what was set up is torn down all the same. */
function listen({ onEvent, signal }: RunConformanceOptions) {
  const thrown: unknown[] = [];
  const end = new AbortController();
  return {
    notify: (event: ConformanceEvent): void => {
      if (thrown.length > 0) return;
      try {
        onEvent?.(event);
      } catch (error) {
        thrown.push(error);
        end.abort();
      }
    },
    signal: signal === undefined ? end.signal : AbortSignal.any([signal, end.signal]),
    /** Throws what the listener threw first, if it did. */
    rethrow: (): void => {
      if (thrown.length > 0) throw thrown[0];
    },
  };
}

/** Throws a UserError of the suite where a secret of the profile stands in the Results, so that nobody passes them on. */
export function requireNoLeak(results: Results, redactor: Redactor): void {
  const settings = findInData(results, redactor).map(({ setting }) => setting);
  if (settings.length === 0) return;
  const message = `a secret of the profile (${settings.join(', ')}) stands in the Results, which are withheld`;
  const hint = 'this is a defect of the suite: please report it';
  throw new UserError('suite', 'secret-in-output', message, hint);
}

/** Draws one of the reports from the record of a run; gives its text. Rejects with a `UserError` for an unknown format. */
export async function renderReport(results: Results, format: FormatName): Promise<string> {
  if (!isFormatName(format)) throw unknownFormat(format);
  const render = await formats[format].load();
  return render(results);
}

function unknownFormat(format: string): UserError {
  const message = `format: found ${JSON.stringify(format)}, expected one of ${Object.keys(formats).join(', ')}`;
  return new UserError('usage', 'unknown-format', message, 'name one of them');
}
