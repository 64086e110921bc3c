import { randomInt } from 'node:crypto';
import { deriveCases } from '../case/derive.ts';
import { selectCases } from '../case/select.ts';
import { openSession } from '../cli/open-session.ts';
import { readSuite } from '../cli/package.ts';
import { recordRun } from '../execution/record-run.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/variant.ts';
import type { ConformanceEvent } from './conformance-event.ts';
import { createListener } from './listener.ts';
import { abortSignal, callback, flag, text, texts, whole } from './option-kind.ts';
import type { OptionKinds } from './option-kind.ts';
import { readTarget, targetOptionKinds } from './read-target.ts';
import type { TargetOptions } from './read-target.ts';
import { requireNoLeak } from './require-no-leak.ts';
import { requireOptions } from './require-options.ts';
import { reviewsOf } from './reviews-of.ts';
import type { TargetProfile } from './target-profile.ts';
import { summaryOf, tell } from './tell.ts';

/** Which cases are run. */
export interface SelectionOptions {
  /** Globs on the ids of cases; all if left out. A selection that matches nothing is an error. */
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
  /** Run every case that often; once if left out. */
  readonly repeat?: number | undefined;
  /** What the order of the cases is drawn from; the order of derivation if left out and nothing is repeated. */
  readonly seed?: number | undefined;
  /** Path of a file with decisions of persons, in place of that of the profile. */
  readonly reviews?: string | undefined;
  /** Aborted: nothing more is sent, what was set up is torn down, and the Results say `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Told of what happens. An error that it throws ends the run as an abort would, and is what the run then rejects with. */
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
  const derived = deriveCases(specification, loaded, options.thorough ?? false);
  const { cases = [], requirements = [] } = options;
  const selected = selectCases(derived, { cases, requirements });
  const reviews = await reviewsOf(loaded, options);
  const listener = createListener(options.onEvent, options.signal);
  const { signal } = listener;
  const session = await openSession(loaded, {
    signal,
    onEvent: (event) => listener.notify(tell(event, (text) => session.redactor.mask(text))),
  });
  try {
    for (const message of loaded.warnings) listener.notify({ kind: 'warning', message });
    listener.notify({ kind: 'planned', cases: selected.map(summaryOf) });
    const repetition = repetitionOf(options);
    const identity = {
      spec: specification,
      suite: readSuite(),
      target: loaded,
      signal,
      derived,
      repetition,
      reviews,
    };
    const results = await recordRun(session, selected, identity);
    listener.rethrow();
    await requireNoLeak(results, loaded, session.redactor);
    return results;
  } finally {
    await session.close();
  }
}

function repetitionOf({ repeat: times = 1, seed }: RunConformanceOptions) {
  return { times, seed: seed ?? (times > 1 ? randomInt(1_000_000_000) : null) };
}
