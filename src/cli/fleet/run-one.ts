import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { createTargetRedactor } from '../../execution/target-redactor.ts';
import type { Results } from '../../result/results.ts';
import type { Target } from '../../target/target.ts';
import type { Invocation, LastWords } from '../invocation.ts';
import type { Given } from '../option.ts';
import { runAgainst, stopping } from '../run-against.ts';
import type { FleetTarget } from './load-fleet.ts';
import { summarize, withoutResults } from './outcome.ts';
import type { RunSummary, TargetOutcome } from './outcome.ts';
import { voiceOf } from './voice.ts';

/** What the runs of one fleet share. */
export interface Fleet {
  readonly given: Given;
  readonly invocation: Invocation;
  /** Below it each target has a folder of its own. */
  readonly folder: string;
  /** What every run under way would leave undone. */
  readonly lastWords: Map<string, LastWords>;
}

/** Runs the suite against one target of a fleet and keeps only what it came to; `stir` is called whenever a case ends. Never rejects. */
export async function runOne(fleet: Fleet, one: FleetTarget, stir: () => void): Promise<TargetOutcome> {
  const { invocation, lastWords } = fleet;
  const { target, profile, folder } = one;
  const place = { name: target.name, profile, baseUrl: target.baseUrl, folder };
  if (invocation.signal.aborted) return withoutResults(place, 'interrupted before its turn', null);
  const held: { summary: RunSummary | null } = { summary: null };
  const followUp = {
    clear: () => Promise.resolve(),
    finish: (ended: { readonly results: Results; readonly code: number }) => {
      held.summary = summarize(ended.results);
      return Promise.resolve({ code: ended.code, files: [] });
    },
    follow: ({ kind }: { readonly kind: string }) => void (kind === 'case-ended' && stir()),
  };
  try {
    const given = givenFor(fleet, folder);
    const exitCode = await runAgainst(target, given, invocationFor(fleet, one), followUp);
    return held.summary === null
      ? withoutResults(place, `${defect}: it ended without results`, 3)
      : { ...place, ...held.summary, exitCode, problem: null };
  } catch (error) {
    return withoutResults(place, problemOf(error, target), 3);
  } finally {
    lastWords.delete(folder);
  }
}

const silenced: readonly string[] = ['json', 'verbose'];

/** The options of the fleet as one target is run with them. */
function givenFor({ given, folder }: Fleet, name: string): Given {
  return {
    ...given,
    has: (option) => option === 'quiet' || (given.has(option) && !silenced.includes(option)),
    text: (option) => (option === 'out' ? join(folder, name) : given.text(option)),
  };
}

/** What one target says on its own would drown in what the others say: the fleet speaks for them, in Actions as well. */
function invocationFor({ invocation, lastWords }: Fleet, { target, folder }: FleetTarget): Invocation {
  const { GITHUB_ACTIONS: _actions, ...env } = invocation.env;
  return {
    ...invocation,
    env,
    terminal: voiceOf(target.name, invocation.terminal, [stopping]),
    onAbandon: (words) => void lastWords.set(folder, words),
  };
}

/** Why a target could not be run, without secrets. */
function problemOf(error: unknown, target: Target): string {
  try {
    return createTargetRedactor(target).mask(inWords(error));
  } catch {
    // What cannot be masked is not said.
    return defect;
  }
}

const defect = 'a defect of the suite, not of the target';

function inWords(error: unknown): string {
  if (error instanceof UserError) return `${error.message}; ${error.hint} (${error.code})`;
  return `${defect}: ${error instanceof Error ? error.message : String(error)}`;
}
