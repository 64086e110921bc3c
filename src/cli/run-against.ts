import { randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { deriveCases } from '../case/derive.ts';
import { selectCases } from '../case/select.ts';
import type { TestCase } from '../case/test-case.ts';
import type { Repetition } from '../execution/order.ts';
import { recordRun } from '../execution/record-run.ts';
import type { Session } from '../execution/session.ts';
import { formats } from '../report/format.ts';
import { prepareFolder } from '../report/report-folder.ts';
import { specification } from '../spec/variant.ts';
import { requireNoProduction } from '../target/production.ts';
import type { Target } from '../target/target.ts';
import { announce, wrapped } from './announce.ts';
import { conclude } from './conclude.ts';
import { describeRequests } from './dry-run.ts';
import type { Invocation } from './invocation.ts';
import { leakExitCode, recordTerminal, stopLeaks } from './leak-guard.ts';
import { openSession } from './open-session.ts';
import type { Given } from './option.ts';
import { readSuite } from './package.ts';
import { createProgress } from './progress.ts';
import { chosenFormats, chosenRepetition } from './run-option.ts';
import { openUi } from './ui.ts';
import { trackUndone } from './undone.ts';

/** What is run, and what for. */
interface Plan {
  readonly target: Target;
  readonly cases: readonly TestCase[];
  /** All cases of the target, those that were not selected included. */
  readonly derived: readonly TestCase[];
  readonly repetition: Repetition;
  readonly conclusion: Parameters<typeof conclude>[1];
}

/** Runs the chosen cases against a target, or only shows them; gives the exit code. */
export async function runAgainst(target: Target, given: Given, invocation: Invocation): Promise<number> {
  const recorded = recordTerminal(invocation.terminal);
  const { terminal } = recorded;
  requireNoProduction(target, given.has('yes') || given.has('dry-run'));
  const plan = planOf(target, given, invocation.cwd);
  for (const warning of target.warnings) terminal.writeError(`! ${warning}\n`);
  if (given.has('dry-run')) {
    const { name, version } = readSuite();
    invocation.terminal.write(await describeRequests(plan.cases, target, `${name}/${version}`));
    return 0;
  }
  if (given.has('ui')) return openUi(target, invocation);
  return carryOut(plan, invocation, recorded);
}

function planOf(target: Target, given: Given, cwd: string): Plan {
  const derived = deriveCases(specification, target, given.has('thorough'));
  const selection = { cases: given.texts('case'), requirements: given.texts('requirement') };
  return {
    target,
    cases: selectCases(derived, selection),
    derived,
    repetition: chosenRepetition(given, () => randomInt(1_000_000_000)),
    conclusion: {
      folder: resolve(cwd, given.text('out') ?? 'reports'),
      formats: chosenFormats(given),
      isQuiet: given.has('quiet'),
      isComplete: given.has('complete'),
    },
  };
}

async function carryOut(
  plan: Plan,
  invocation: Invocation,
  { terminal, written }: ReturnType<typeof recordTerminal>,
): Promise<number> {
  const { target, cases, derived, repetition, conclusion } = plan;
  const { signal } = invocation;
  const progress = createProgress(terminal, cases.length * repetition.times, conclusion.isQuiet);
  const undone = trackUndone(target);
  const session = await openSession(target, {
    signal,
    onEvent(event) {
      undone.follow(event);
      progress.show(event);
    },
  });
  invocation.onAbandon?.(() => undone.lastWords().map((line) => session.redactor.mask(line)));
  try {
    await prepareFolder(conclusion.folder);
    introduce(plan, session, terminal);
    const identity = { spec: specification, suite: readSuite(), target, signal, derived, repetition };
    const results = await recordRun(session, cases, identity);
    progress.end();
    const code = await conclude(results, conclusion, { ...invocation, terminal });
    return (await isLeaking(plan, session, written(), invocation)) ? leakExitCode : code;
  } finally {
    await session.close();
  }
}

/** Says before the first request what will be done to whom. */
function introduce(
  { target, cases, repetition, conclusion }: Plan,
  { redactor }: Session,
  terminal: Invocation['terminal'],
): void {
  if (repetition.seed !== null) terminal.writeError(`order of the cases: --seed ${repetition.seed}\n`);
  if (conclusion.isQuiet) return;
  const lines = announce(cases, repetition, target, (text) => redactor.mask(text));
  for (const line of lines) terminal.writeError(wrapped(line, terminal.width));
}

/** Whether a secret has reached a file, which is deleted, or the terminal. */
async function isLeaking(
  { target, conclusion }: Plan,
  { redactor }: Session,
  terminal: string,
  invocation: Invocation,
): Promise<boolean> {
  const files = conclusion.formats.map((name) => join(conclusion.folder, formats[name].file));
  const leaks = await stopLeaks({ files, terminal }, target, redactor, invocation.cwd);
  for (const leak of leaks) invocation.terminal.writeError(`error: ${leak} (secret-in-output)\n`);
  return leaks.length > 0;
}
