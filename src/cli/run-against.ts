import { relative, resolve } from 'node:path';
import { claimsOf, deriveCases, selectCases } from '../case/plan.ts';
import type { Claims } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { requireRunnable as requireOpening, runTarget } from '../embedding/run-target.ts';
import type { ConformanceEvent } from '../embedding/run-target.ts';
import { provisionOf } from '../execution/ask.ts';
import { actionInWords } from '../execution/condition.ts';
import { pause } from '../execution/limits.ts';
import { createPlan } from '../execution/plan.ts';
import type { PlannedRequest } from '../execution/plan.ts';
import type { Repetition } from '../execution/run.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import type { Redactor } from '../http/masking.ts';
import type { FormatName } from '../report/format.ts';
import { prepareFolder } from '../report/format.ts';
import { loadRenderers } from '../report/format.ts';
import type { Results } from '../result/results.ts';
import type { Review } from '../result/review.ts';
import { specification } from '../spec/specification.ts';
import { requireNoProduction } from '../target/check.ts';
import type { Target } from '../target/target.ts';
import type { Invocation } from './command.ts';
import type { Ended } from './conclude.ts';
import { recordTerminal, withShownName } from './leak-guard.ts';
import type { RecordingTerminal } from './leak-guard.ts';
import { createProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/** What the options of a run ask for, the target apart. */
export interface RunSettings {
  readonly selection: { readonly cases: readonly string[]; readonly requirements: readonly string[] };
  /** Requests that may be a burden to the target are sent as well. */
  readonly thorough: boolean;
  readonly repetition: Repetition;
  /** File with decisions of persons in place of that of the profile, as it was named. */
  readonly reviews: string | undefined;
  /** Folder of the reports, absolute. */
  readonly folder: string;
  readonly formats: readonly FormatName[];
  readonly isComplete: boolean;
  /** Results of an earlier run: only what got worse since then fails this one. */
  readonly against: Results | null;
  /** Seconds in which the target has to accept a connection before the run begins. */
  readonly wait: number;
  /** A base URL that the profile calls production may be run against. */
  readonly isProductionAllowed: boolean;
  readonly isDryRun: boolean;
  readonly isUi: boolean;
  /** The page of the report is opened at the end, if a terminal is attached. */
  readonly isOpened: boolean;
  /** Nothing but warnings and errors is printed. */
  readonly isQuiet: boolean;
  /** Each exchange, all failures in full and the observations are printed too. */
  readonly isVerbose: boolean;
  /** Standard output is for a program: one line of JSON at the end. */
  readonly isJson: boolean;
}

/** What another command does around a run. */
export interface FollowUp {
  /** Before the first request: rejects with a UserError where the run cannot be of use, and puts the folder of the reports in order. */
  readonly prepare: (target: Target, folder: string, terminal: Terminal) => Promise<void>;
  /** Takes back what `finish` has written where a secret has reached an output. */
  readonly clear: (folder: string) => Promise<void>;
  /** Writes further files beside the reports; returns the exit code and the paths. */
  readonly finish: (
    ended: Ended,
    code: number,
  ) => Promise<{ readonly code: number; readonly files: readonly string[] }>;
}

/** What is run. */
interface Plan {
  readonly target: Target;
  readonly cases: readonly TestCase[];
  readonly claims: Claims;
  readonly reviews: readonly Review[];
}

/** Runs the chosen cases against a target, or only shows them; gives the exit code, and the results of a run. */
export async function runAgainst(
  named: Target,
  settings: RunSettings,
  invocation: Invocation,
  followUp: FollowUp | null = null,
): Promise<{ readonly code: number; readonly results: Results | null }> {
  const redactor = createTargetRedactor(named);
  const target = withShownName(named, redactor);
  const recorded = recordTerminal(settings.isJson ? besideOutput(invocation.terminal) : invocation.terminal);
  const plan = await planOf(target, settings, invocation.cwd);
  for (const warning of target.warnings) recorded.terminal.writeError(`! ${warning}\n`);
  if (settings.isDryRun) {
    const { describeRequests } = await import('./dry-run.ts');
    invocation.terminal.write(await describeRequests(plan.cases, target, invocation));
    return { code: 0, results: null };
  }
  if (settings.wait > 0) await waitFor(target, settings.wait, invocation.signal, recorded.terminal);
  if (settings.isUi) {
    const { openUi } = await import('./ui.ts');
    return { code: await openUi(plan, settings, invocation), results: null };
  }
  return carryOut(plan, redactor, settings, invocation, recorded, followUp);
}

/** Waits until the address of the plain request accepts a connection; a target that does not is left to the run, which says why. */
async function waitFor(
  { baseUrl, limits }: Target,
  seconds: number,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<void> {
  const { contact, endpointOf } = await import('../doctor/network.ts');
  const endpoint = endpointOf(baseUrl);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end && !signal.aborted) {
    if ((await contact(endpoint, null, Math.min(limits.timeout, 1000))).isOpen) return;
    await pause(Math.min(200, Math.max(0, end - performance.now())), signal);
  }
  const where = `${endpoint.host}, port ${endpoint.port}`;
  if (!signal.aborted) terminal.writeError(`! ${where} accepted no connection within ${seconds} s\n`);
}

/** Rejects with the UserError with which a run would refuse to begin; sends nothing. */
export async function requireRunnable(target: Target, settings: RunSettings, cwd: string): Promise<void> {
  await planOf(target, settings, cwd);
  await requireOpening(target);
}

async function planOf(target: Target, settings: RunSettings, cwd: string): Promise<Plan> {
  requireNoProduction(target, settings.isProductionAllowed || settings.isDryRun);
  const claims = claimsOf(target, specification);
  const cases = selectCases(deriveCases(specification, claims, settings.thorough), settings.selection);
  return {
    target,
    cases,
    claims,
    reviews: (await readDecisions(settings.reviews, cwd, target.reviewsFile)) ?? [],
  };
}

/** The decisions of the named file, or else those of the profile; null where there are none. Rejects with a UserError for a file that is wrong. */
export async function readDecisions(
  named: string | undefined,
  cwd: string,
  profileFile: string | null = null,
): Promise<readonly Review[] | null> {
  const path = named === undefined ? profileFile : resolve(cwd, named);
  if (path === null) return null;
  const { readReviewsFile } = await import('../result/read-reviews.ts');
  return readReviewsFile(path, named ?? relative(cwd, path));
}

/** A terminal whose standard output stays free: text for people is written to standard error. */
const besideOutput = (terminal: Terminal): Terminal => ({
  ...terminal,
  write: terminal.writeError,
  color: terminal.isErrorColored,
  hasLinks: false,
});

async function carryOut(
  plan: Plan,
  redactor: Redactor,
  settings: RunSettings,
  invocation: Invocation,
  recorded: RecordingTerminal,
  followUp: FollowUp | null,
): Promise<{ readonly code: number; readonly results: Results }> {
  const { signal, guard } = invocation;
  const { terminal } = recorded;
  const { target, cases } = plan;
  const { repetition, folder, formats, thorough } = settings;
  const { language } = target;
  const progress = createProgress(terminal, cases.length * repetition.times, { ...settings, language });
  guard.add(redactor);
  const undone = new Map<string, string>();
  const warnings: string[] = [];
  const abandon = new AbortController();
  const release = guard.onAbandon(() => {
    abandon.abort();
    return [...[...undone].map(leftUndone), cutOff];
  });
  const sayStopping = (): void => progress.show({ kind: 'warning', message: stopping });
  signal.addEventListener('abort', sayStopping, { once: true });
  try {
    const results = await runTarget({
      ...plan,
      thorough,
      repetition,
      redactor,
      signal,
      abandoned: abandon.signal,
      async onReady() {
        await prepareFolder(folder);
        await followUp?.prepare(target, folder, terminal);
        introduce(plan, settings, (text) => redactor.mask(text), terminal);
        progress.begin();
        // While the first requests are under way there is time to load what comes after them.
        setImmediate(() => void Promise.allSettled([import('./conclude.ts'), loadRenderers(formats)]));
      },
      onEvent(event) {
        if (event.kind === 'warning') warnings.push(event.message);
        follow(event, undone);
        progress.show(event);
      },
    });
    progress.end();
    const { conclude } = await import('./conclude.ts');
    const ended = { results, target, settings, redactor, warnings, terminal };
    return { code: await conclude(ended, followUp, invocation, recorded), results };
  } finally {
    signal.removeEventListener('abort', sayStopping);
    progress.end();
    release();
  }
}

/** What is said when a run is interrupted. */
export const stopping =
  'interrupted: what was set up is torn down and the reports are written; a second interrupt ends at once';
const cutOff = 'ended at once: the reports of this run were not written, or not all of them';

/** Keeps the set-ups, by case, that no teardown has undone, each with the command that does it by hand. */
function follow(event: ConformanceEvent, undone: Map<string, string>): void {
  if (event.kind === 'setup-started' && event.byHand !== null) undone.set(event.case, event.byHand);
  if (event.kind === 'teardown-ended' && event.problem === null) undone.delete(event.case);
}

const leftUndone = ([id, byHand]: readonly [string, string]): string =>
  `the teardown of ${id} has not ended; the target may still be out of order. Repeat it by hand: ${byHand}`;

/** Says before the first request what the run will do to whom. */
function introduce(
  { target, cases }: Plan,
  { repetition, isQuiet }: RunSettings,
  mask: (text: string) => string,
  { writeError, width }: Terminal,
): void {
  if (repetition.seed !== null) writeError(`order of the cases: --seed ${repetition.seed}\n`);
  if (isQuiet) return;
  const { times } = repetition;
  const tried = cases.filter(({ provisioned }) => provisioned).length * times;
  const requests = counted(leastRequests(cases, times, target), 'request');
  const logins = counted(target.limits.failedLogins, 'failed login');
  const address = mask(target.baseUrl.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'));
  writeError(
    wrapped(`${counted(tried, 'case')}, at least ${requests} and at most ${logins} to ${address}`, width),
  );
  const setups = cases.flatMap(({ variant, stimuli }) =>
    stimuli.flatMap(({ condition }) => {
      const settings = target.variants[variant];
      const setup = settings === undefined ? undefined : provisionOf(settings, condition).setup;
      return setup === undefined ? [] : [`${condition} by: ${mask(actionInWords(setup))}`];
    }),
  );
  if (setups.length > 0) writeError(wrapped(`it brings about ${[...new Set(setups)].join(', ')}`, width));
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Without repeats and later controls; of what may be taken for a failed login no more than the judged wrong passwords, as far as the profile lets them pass. */
function leastRequests(cases: readonly TestCase[], times: number, target: Target): number {
  const { requests } = createPlan(cases, specification);
  const count = (isMeant: (request: PlannedRequest) => boolean): number => requests.filter(isMeant).length;
  const variants = new Set(requests.map(({ variant }) => variant)).size;
  const baselines = count(({ step }) => step === 'baseline') * (times - 1);
  const harmless = count(({ step }) => step === 'harmless') * times;
  // Before a set-up and after its teardown the baseline is asked.
  const conditions = count(({ step }) => step === 'condition') * 3 * times;
  const judged = requests.filter(({ step, stimulus }) => step === 'login' && stimulus.status !== null);
  const wrong = judged.filter(({ login }) => login === 'wrong').length * times;
  const plain = judged.length * times - wrong;
  return variants + baselines + harmless + conditions + plain + Math.min(wrong, target.limits.failedLogins);
}

/** Breaks a text between words into lines of that many characters, later ones indented; a word that is longer keeps its line. */
export function wrapped(text: string, width: number): string {
  const lines = text.split(' ').reduce<readonly string[]>((before, word) => {
    const last = before.at(-1);
    if (last === undefined) return [word];
    const joined = `${last} ${word}`;
    return joined.length < width ? [...before.slice(0, -1), joined] : [...before, `  ${word}`];
  }, []);
  return `${lines.join('\n')}\n`;
}
