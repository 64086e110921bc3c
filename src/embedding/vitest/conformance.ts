import { selectCases } from '../../case/select.ts';
import { formats } from '../../report/format.ts';
import type { FormatName } from '../../report/format.ts';
import type { Results } from '../../result/results.ts';
import { callback, choices, flag, positive, text } from '../option-kind.ts';
import type { OptionKinds } from '../option-kind.ts';
import { readTarget, targetOptionKinds } from '../read-target.ts';
import type { TargetOptions } from '../read-target.ts';
import { requireOptions } from '../require-options.ts';
import { selectionOptionKinds } from '../run-conformance.ts';
import type { SelectionOptions } from '../run-conformance.ts';
import { outcomeOptionKinds } from '../test-outcome.ts';
import type { ConformanceTarget } from './live-target.ts';
import { registerCourse } from './register-course.ts';
import type { ShowOptions } from './show-options.ts';

/** How the cases are registered, run and shown. */
export interface ConformanceOptions extends TargetOptions, SelectionOptions, Partial<ShowOptions> {
  /** Title of the `describe` around the cases. */
  readonly title?: string | undefined;
  /** Path of a file with decisions of persons, in place of that of the profile. */
  readonly reviews?: string | undefined;
  /** Milliseconds for the function that starts the target, 60000 if left out. */
  readonly startTimeout?: number | undefined;
  /** Folder to write reports into when all cases have ended; none if left out. */
  readonly out?: string | undefined;
  /** Which reports; all if left out. */
  readonly formats?: readonly FormatName[] | undefined;
  /** Given the record of the run when all cases have ended. */
  readonly onResults?: ((results: Results) => unknown) | undefined;
}

const optionKinds = {
  ...targetOptionKinds,
  ...selectionOptionKinds,
  ...outcomeOptionKinds,
  exchanges: flag,
  title: text,
  reviews: text,
  startTimeout: positive,
  out: text,
  formats: choices(Object.keys(formats)),
  onResults: callback,
} as const satisfies OptionKinds<ConformanceOptions>;

/**
 * Registers the cases of the suite as tests of vitest, at the top of a test file or in a `describe`. A case that fails
 * is a failing test; one that is inconclusive, under review or waived is skipped with a note; a last test fails where
 * what was provisioned could not be judged, so that a target that is down is never green.
 *
 * The cases follow from the profile. Where a function starts the target, they follow from the specification, and those
 * that its profile does not claim or provision are skipped with a note. A wrong profile or option fails the file.
 */
export function conformance(target: ConformanceTarget, options: ConformanceOptions = {}): void {
  requireOptions('conformance', options, optionKinds);
  const { title = typeof target === 'string' ? `conformance of ${target}` : 'conformance' } = options;
  const { cases = [], requirements = [] } = options;
  const source = async () => (typeof target === 'function' ? target : readTarget(target, options));
  registerCourse(title, source, (all) => selectCases(all, { cases, requirements }), options);
}
