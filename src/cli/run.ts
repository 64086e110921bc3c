import { selectCases } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import { readDecisions } from '../embedding/options.ts';
import type { TargetProfile } from '../embedding/options.ts';
import { casesOf, requireRunnable as requireOpening, runTarget } from '../embedding/run-target.ts';
import type { EarlierLogins } from '../execution/budget.ts';
import { actionInWords } from '../execution/condition.ts';
import { provisionOf } from '../execution/send.ts';
import { requestId, requestIdsOf } from '../case/plan.ts';
import { createTargetRedactor } from '../execution/target-redactor.ts';
import { loadRenderers, prepareFolder } from '../report/format.ts';
import { wrap } from '../report/text-width.ts';
import type { Results } from '../result/results.ts';
import { program } from '../suite.ts';
import { idleWarnings, readEnvironment } from '../target/environment.ts';
import type { Target } from '../target/target.ts';
import { message, say } from '../wording/message.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { createProgress } from './progress.ts';
import { isNamed, loadTarget, noTarget, targetOptionsOf } from './settings.ts';
import type { RunSettings } from './settings.ts';
import { isCi, recordTerminal } from './terminal.ts';
import type { Terminal } from './terminal.ts';

/** Whether a value of `--target` is a pattern, whatever it matches. */
export const isPattern = (text: string): boolean => /[*?[{]/.test(text);

/** Runs the suite against one target. */
export async function runOne(given: Given, settings: RunSettings, invocation: Invocation): Promise<number> {
  const { terminal, cwd } = invocation;
  const env = await readEnvironment(cwd, invocation.env);
  const runFrom = async (source: string | TargetProfile | null) => {
    const load = () => loadTarget(given, invocation, source);
    const target = await load();
    if (settings.isWatched) {
      const { watchTarget } = await import('./watch.ts');
      return { target, code: await watchTarget(load, settings, invocation) };
    }
    if (!settings.isDryRun && !settings.isUi) {
      return { target, code: (await runAgainst(target, settings, invocation)).code };
    }
    const { cases } = await planOf(target, settings, cwd);
    for (const warning of target.warnings) terminal.writeError(`! ${warning}\n`);
    if (settings.isDryRun) {
      const { describeRequests } = await import('./dry-run.ts');
      terminal.write(await describeRequests(cases, target, invocation));
      return { target, code: 0 };
    }
    await waitFor(target, settings.wait, invocation.signal, terminal);
    const { openUi } = await import('./ui.ts');
    const options = targetOptionsOf(given, invocation);
    return { target, code: await openUi(target, { source, options }, settings, invocation) };
  };
  if (isNamed(given, env)) return (await runFrom(given.text('target') ?? null)).code;
  if (given.has('require-target')) throw noTarget('--require-target');
  for (const line of idleWarnings(env)) terminal.writeError(`! ${line}\n`);
  if (isCi(invocation.env) && !given.has('reference')) {
    const line = 'This run tests the built-in reference, not your service: no target is named.';
    terminal.writeError(`! ${line} Name one by --target FILE, or say --reference.\n`);
  }
  const { withBuiltIn } = await import('../embedding/built-in.ts');
  return withBuiltIn({}, async ({ profile }) => {
    const { code, target } = await runFrom(profile);
    const last = `${say(message('tested-reference', { program }), target.language)}\n`;
    // What a program reads stays as it is.
    if (settings.isJson || settings.isQuiet) terminal.writeError(last);
    else terminal.write(`\n${last}`);
    return code;
  });
}

/** Runs the chosen cases against a target. */
export async function runAgainst(
  target: Target,
  settings: RunSettings,
  invocation: Invocation,
  earlier?: EarlierLogins,
): Promise<{ readonly code: number; readonly results: Results }> {
  const { signal, guard } = invocation;
  const { folder, formats, thorough, repetition, followUp } = settings;
  const redactor = createTargetRedactor(target);
  const recorded = recordTerminal(settings.isJson ? besideOutput(invocation.terminal) : invocation.terminal);
  const { terminal } = recorded;
  const plan = await planOf(target, settings, invocation.cwd);
  const { cases } = plan;
  for (const warning of target.warnings) terminal.writeError(`! ${warning}\n`);
  if (settings.notice !== '') terminal.writeError(wrapped(`! ${settings.notice}`, terminal.width));
  await waitFor(target, settings.wait, signal, terminal);
  const { language } = target;
  const progress = createProgress(terminal, cases.length * repetition.times, { ...settings, language });
  guard.add(redactor);
  /** The commands that undo by hand what no teardown has undone, by the case that set it up. */
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
    const found = await runTarget({
      ...plan,
      earlier,
      thorough,
      repetition,
      redactor,
      signal,
      abandoned: abandon.signal,
      async onReady() {
        await prepareFolder(folder);
        await followUp?.prepare(target, folder, terminal);
        introduce(cases, target, settings, (text) => redactor.mask(text), terminal);
        progress.begin();
        // While the first requests are under way there is time to load what comes after them.
        setImmediate(() => void Promise.allSettled([import('./conclude.ts'), loadRenderers(formats)]));
      },
      onEvent(event) {
        if (event.kind === 'warning') warnings.push(event.message);
        if (event.kind === 'setup-started' && event.byHand !== null) undone.set(event.case, event.byHand);
        if (event.kind === 'teardown-ended' && event.problem === null) undone.delete(event.case);
        progress.show(event);
      },
    });
    progress.end();
    const { conclude } = await import('./conclude.ts');
    const results = followUp?.show(found) ?? found;
    const ended = { results, target, settings, redactor, warnings, terminal };
    return { code: await conclude(ended, invocation, recorded.written), results };
  } finally {
    signal.removeEventListener('abort', sayStopping);
    progress.end();
    release();
  }
}

/** Waits for the target's own answer; a target that gives none is left to the run, which says why. */
async function waitFor(
  target: Target,
  seconds: number,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<void> {
  if (seconds === 0) return;
  const { waitForTarget } = await import('../doctor/wait.ts');
  const seen = await waitForTarget(target, seconds, signal);
  if (seen !== null) terminal.writeError(`! ${seen}\n`);
}

/** Rejects with the UserError with which a run would refuse to begin; sends nothing. */
export async function requireRunnable(target: Target, settings: RunSettings, cwd: string): Promise<void> {
  await planOf(target, settings, cwd);
  await requireOpening(target);
}

/** What is run, and of whom. */
async function planOf(target: Target, settings: RunSettings, cwd: string) {
  const cases = selectCases(casesOf(target, settings.thorough), settings.selection);
  const reviews = (await readDecisions(settings.reviews, cwd, target.reviewsFile)) ?? [];
  return { target, cases, reviews };
}

/** A terminal whose standard output stays free: text for people is written to standard error. */
const besideOutput = (terminal: Terminal): Terminal => ({
  ...terminal,
  write: terminal.writeError,
  color: terminal.isErrorColored,
});

/** What is said when a run is interrupted. */
export const stopping =
  'interrupted: what was set up is torn down and the reports are written; a second interrupt ends at once';
const cutOff = 'ended at once: the reports of this run were not written, or not all of them';

const leftUndone = ([id, byHand]: readonly [string, string]): string =>
  `the teardown of ${id} has not ended; the condition may still be in effect. Run the teardown by hand: ${byHand}`;

/** Says before the first request what the run will do to whom. */
function introduce(
  cases: readonly TestCase[],
  target: Target,
  { repetition, isQuiet }: RunSettings,
  mask: (text: string) => string,
  { writeError, width }: Terminal,
): void {
  if (repetition.seed !== null) writeError(`order of the cases: --seed ${repetition.seed}\n`);
  if (isQuiet) return;
  const { times } = repetition;
  const tried = cases.filter(({ provisioned }) => provisioned);
  const planned = new Set(tried.flatMap(requestIdsOf)).size * times;
  const risky = new Set(
    tried.flatMap(({ variant, stimuli }) =>
      stimuli.flatMap(({ id, risk }) => (risk === 'wrong' ? [requestId(variant, id)] : [])),
    ),
  );
  // Some or all of these are left out at the limit; a control follows each wrong password, and some others.
  const least = planned - Math.max(0, risky.size * times - target.limits.failedLogins);
  const most = (planned + Math.min(risky.size * times, target.limits.failedLogins)) * 1.1;
  const about = `about ${least < 20 ? least : Math.floor(least / 10) * 10} to ${Math.ceil(most / 10) * 10} requests`;
  const logins = counted(target.limits.failedLogins, 'failed login');
  const address = mask(target.baseUrl.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'));
  writeError(
    wrapped(`${counted(tried.length * times, 'case')}, ${about} and at most ${logins} to ${address}`, width),
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

/** A message in lines of at most that many columns, later ones indented. */
export const wrapped = (text: string, width: number): string => `${wrap(text, width - 2).join('\n  ')}\n`;
