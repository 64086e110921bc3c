import type { TestCase } from '../plan/test-case.ts';
import { planRun, runTarget } from '../api/run-target.ts';
import { actionInWords } from '../run/condition.ts';
import { provisionOf } from '../run/settings.ts';
import { requestId, requestIdsOf } from '../plan/plan.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import { loadRenderers } from '../api/write-reports.ts';
import { prepareFolder } from '../base/write-file.ts';
import { say, wordsIn } from '../messages/message.ts';
import type { Results } from '../results/results.ts';
import type { Target } from '../profile/target.ts';
import type { Invocation } from './invocation.ts';
import { createProgress } from './progress.ts';
import type { RunSettings } from './settings.ts';
import { wrapped } from './terminal.ts';
import type { Terminal } from './terminal.ts';

export async function runAgainst(
  target: Target,
  settings: RunSettings,
  invocation: Invocation,
): Promise<{ readonly code: number; readonly results: Results }> {
  const { signal, guard } = invocation;
  const { folder, formats, repetition, followUp } = settings;
  const redactor = createTargetRedactor(target);
  const terminal = settings.isJson ? besideOutput(invocation.terminal) : invocation.terminal;
  const words = wordsIn(target.language);
  const plan = await planOf(target, settings, invocation.cwd);
  const { cases } = plan;
  for (const warning of target.warnings)
    terminal.writeError(wrapped(`! ${say(warning, target.language)}`, terminal.width));
  await waitFor(target, settings.wait, signal, terminal);
  const { language } = target;
  const progress = createProgress(terminal, cases.length * repetition.times, { ...settings, language });
  guard.add(redactor);
  /** Commands for set-ups that have not been torn down, by case. */
  const undone = new Map<string, string>();
  const abandon = new AbortController();
  const release = guard.onAbandon(() => {
    abandon.abort();
    const left = [...undone].map(([id, command]) => words('teardown-left', { case: id, command }));
    return [...left, words('run-cut-off')];
  });
  const sayStopping = (): void => progress.show({ kind: 'warning', message: words('run-stopping') });
  signal.addEventListener('abort', sayStopping, { once: true });
  try {
    const found = await runTarget({
      ...plan,
      repetition,
      redactor,
      signal,
      abandoned: abandon.signal,
      async onReady() {
        await prepareFolder(folder);
        await followUp?.prepare(target, folder, terminal);
        introduce(cases, target, settings, (text) => redactor.mask(text), terminal);
        progress.begin();
        // The modules for the end of the run load while the first requests are under way.
        setImmediate(() => void Promise.allSettled([import('./conclude.ts'), loadRenderers(formats)]));
      },
      onEvent(event) {
        if (event.kind === 'setup-started' && event.byHand !== null) undone.set(event.case, event.byHand);
        if (event.kind === 'teardown-ended' && event.problem === null) undone.delete(event.case);
        progress.show(event);
      },
    });
    progress.end();
    const { conclude } = await import('./conclude.ts');
    const results = followUp?.show(found) ?? found;
    const ended = { results, target, settings, redactor, terminal };
    return { code: await conclude(ended, invocation), results };
  } finally {
    signal.removeEventListener('abort', sayStopping);
    progress.end();
    release();
  }
}

/** Waits until the target answers. If it does not, the run starts anyway and says why. */
async function waitFor(
  target: Target,
  seconds: number,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<void> {
  if (seconds === 0) return;
  const { waitForTarget } = await import('../doctor/wait.ts');
  const seen = await waitForTarget(target, seconds, signal);
  if (seen !== null) terminal.writeError(wrapped(`! ${say(seen, target.language)}`, terminal.width));
}

export const planOf = (target: Target, settings: RunSettings, folder: string) =>
  planRun(target, settings.selection, { ...settings, folder });

/** A terminal that writes text for people to standard error, so that standard output stays free. */
const besideOutput = (terminal: Terminal): Terminal => ({
  ...terminal,
  write: terminal.writeError,
  color: terminal.isErrorColored,
});

/** Prints, before the first request, what will be sent to which target. */
function introduce(
  cases: readonly TestCase[],
  target: Target,
  { repetition, selection, isQuiet }: RunSettings,
  mask: (text: string) => string,
  { writeError, width }: Terminal,
): void {
  const words = wordsIn(target.language);
  if (repetition.seed !== null) writeError(`${words('run-seed', { seed: repetition.seed })}\n`);
  if (isQuiet) return;
  const { times } = repetition;
  const tried = cases.filter(({ provisioned }) => provisioned);
  const planned = new Set(tried.flatMap(requestIdsOf)).size * times;
  const risky = new Set(
    tried.flatMap(({ variant, testRequests }) =>
      testRequests.flatMap(({ id, risk }) => (risk === 'wrong' ? [requestId(variant, id)] : [])),
    ),
  );
  // The limit may leave out some or all of these. Controls follow each wrong password and some other requests.
  const least = planned - Math.max(0, risky.size * times - target.limits.failedLogins);
  const most = (planned + Math.min(risky.size * times, target.limits.failedLogins)) * 1.1;
  const address = mask(target.baseUrl.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1'));
  writeError(
    wrapped(
      words('run-planned', {
        cases: tried.length * times,
        least: least < 20 ? least : Math.floor(least / 10) * 10,
        most: Math.ceil(most / 10) * 10,
        logins: selection.isHarmless
          ? Math.min(target.limits.failedLogins, new Set(cases.map(({ variant }) => variant)).size)
          : target.limits.failedLogins,
        address,
      }),
      width,
    ),
  );
  const setups = cases.flatMap(({ variant, testRequests }) =>
    testRequests.flatMap(({ condition }) => {
      const settings = target.variants[variant];
      const setup = settings === undefined ? undefined : provisionOf(settings, condition).setup;
      return setup === undefined
        ? []
        : [words('run-setup', { condition, action: mask(actionInWords(setup)) })];
    }),
  );
  if (setups.length > 0) writeError(wrapped(words('run-setups', { setups: [...new Set(setups)] }), width));
}
