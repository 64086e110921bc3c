import type { RunnerTestSuite } from 'vitest';
import { z } from 'zod';
import { allClaims, claimsOf, deriveCases, selectCases } from '../case/plan.ts';
import type { Claims } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { UserError } from '../errors.ts';
import type { FormatName } from '../report/format.ts';
import type { Results } from '../result/results.ts';
import { specification } from '../spec/specification.ts';
import { requireKnownVariants } from '../target/check.ts';
import { say } from '../wording/message.ts';
import { selectionOptions } from './api.ts';
import type { SelectionOptions } from './api.ts';
import { kinds, readTarget, requireOptions, targetOptions } from './options.ts';
import type { OptionShape, TargetOptions, TargetProfile } from './options.ts';
import { outcomeOptions } from './outcome.ts';
import type { OutcomeOptions } from './outcome.ts';
import { formatNames, startTestRun } from './test-run.ts';
import type { StartedTarget, TestRun } from './test-run.ts';

/** How cases are shown by vitest. */
export interface ShowOptions extends OutcomeOptions {
  /** Every check and every exchange is an annotation of its case, for the browser interface. */
  readonly exchanges: boolean;
}

/** How the cases are registered, run and shown. */
export interface ConformanceOptions extends TargetOptions, SelectionOptions, Partial<ShowOptions> {
  /** Title of the `describe` around the cases. */
  readonly title?: string | undefined;
  /** Path of a file with decisions of persons, in place of that of the profile. */
  readonly reviews?: string | undefined;
  /** Milliseconds for the function that starts the target, 60000 by default. */
  readonly startTimeout?: number | undefined;
  /** Folder to write reports into when all cases have ended; none by default. */
  readonly out?: string | undefined;
  /** Which reports; all by default. */
  readonly formats?: readonly FormatName[] | undefined;
  /** Called with the record of the run when all cases have ended. */
  readonly onResults?: ((results: Results) => unknown) | undefined;
}

/** What the suite is aimed at: the path of a profile, the profile itself, a function that starts the target in a hook, or null for the target that the `SBP_*` variables describe. */
export type ConformanceTarget =
  | string
  | TargetProfile
  | (() => StartedTarget | Promise<StartedTarget>)
  | null;

const formatWords = `a list of some of ${formatNames.join(', ')}`;
const optionShape = {
  ...targetOptions,
  ...selectionOptions,
  ...outcomeOptions,
  exchanges: kinds.flag,
  title: kinds.text,
  reviews: kinds.text,
  startTimeout: z.number({ error: 'a number above 0' }).gt(0, { error: 'a number above 0' }),
  out: kinds.text,
  formats: z.array(z.enum(formatNames, { error: formatWords }), { error: formatWords }),
  onResults: kinds.callback,
} as const satisfies OptionShape<ConformanceOptions>;

/**
 * Registers the cases of the suite as tests of vitest, at the top of a test file or in a `describe`. One run carries out
 * those that no filter skips. A case that fails is a failing test; one that is inconclusive, under review or waived is
 * skipped with a note; a last test fails where what was provisioned could not be judged, so that a target that is down is
 * never green.
 *
 * The cases follow from the profile. Where a function starts the target, they follow from the specification, and those
 * that its profile does not claim or provision are skipped with a note. A wrong profile or option fails the file.
 */
export function conformance(target: ConformanceTarget, options: ConformanceOptions = {}): void {
  requireOptions('conformance', options, optionShape);
  const { title = typeof target === 'string' ? `conformance of ${target}` : 'conformance' } = options;
  requireNode({ list: process.argv, hasWindow: 'window' in globalThis });
  suite.describe(title, { shuffle: false, concurrent: false }, async () => {
    const found = typeof target === 'function' ? target : await readTarget(target, options);
    const claims =
      typeof found === 'function' ? possibleClaims(options.variants) : claimsOf(found, specification);
    const cases = selectCases(deriveCases(specification, claims, options.thorough), options);
    const byName = new Map(cases.map((testCase) => [nameOf(testCase), testCase]));
    let run: TestRun | null = null;
    suite.beforeAll(async ({}, registered) => {
      const chosen = namesToRun(registered).flatMap((name) => byName.get(name) ?? []);
      run = await startTestRun(found, chosen, options);
      return () => run?.end();
    }, 0);
    for (const [variant, ofVariant] of Map.groupBy(cases, (testCase) => testCase.variant)) {
      suite.describe(`Variant ${variant.toUpperCase()}`, () => {
        for (const [topic, ofTopic] of Map.groupBy(ofVariant, topicOf)) {
          suite.describe(topic, () => {
            for (const testCase of ofTopic) {
              suite.test(nameOf(testCase), once, (context) => run?.report(testCase, context));
            }
          });
        }
      });
    }
    suite.test('everything that was provisioned could be judged', once, (context) =>
      run?.requireJudged(context),
    );
  });
}

const suite = await loadVitest();
/** A test only reports what became of its case: to repeat it would change nothing, and the run bounds its own time. */
const once = { retry: 0, repeats: 0, timeout: 0, concurrent: false } as const;

const nameOf = ({ id, title }: TestCase): string => `${id}: ${say(title, 'en')}`;
const topicOf = ({ kind, condition }: TestCase): string => (kind === 'observed' ? 'observed' : condition);

/** Names of the tests that no filter, `.only` or rerun of others skips. */
function namesToRun({ tasks }: Pick<RunnerTestSuite, 'tasks'>): readonly string[] {
  return tasks.flatMap((task) => {
    if ('tasks' in task) return namesToRun(task);
    return task.mode === 'run' || task.mode === 'queued' ? [task.name] : [];
  });
}

/** All that may be asked for, until the true profile is there. */
function possibleClaims(variants: readonly string[] | undefined): Claims {
  const all = allClaims(specification);
  requireKnownVariants(variants);
  return Object.fromEntries(Object.entries(all).filter(([id]) => variants?.includes(id) ?? true));
}

/** The test functions of vitest, which the user's project brings along; rejects with a UserError where it does not. */
async function loadVitest() {
  try {
    return await import('vitest');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    const message = 'sbp-banks-conformance/vitest: found no vitest, expected version 5 beside this package';
    throw new UserError('usage', 'vitest-missing', message, 'npm install --save-dev vitest');
  }
}

/** Throws a UserError where tests run in a VM context, whose `list` is no Array of Node, or in an imitated browser: errors and signals of Node are not what they are elsewhere, and answers could be misjudged. */
export function requireNode({ list, hasWindow }: { list: unknown; hasWindow: boolean }): void {
  if (list instanceof Array && !hasWindow) return;
  const message =
    'sbp-banks-conformance/vitest: found a VM context or the environment of a browser, expected those of Node';
  const hint = "set pool: 'forks' for this test file, and put // @vitest-environment node on top of it";
  throw new UserError('usage', 'vitest-surroundings', message, hint);
}
