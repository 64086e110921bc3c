import { isDeepStrictEqual } from 'node:util';
import { stageOf } from '../plan/order.ts';
import type { Step } from '../plan/order.ts';
import { quote } from '../client/curl.ts';
import type { Record } from '../results/record.ts';
import { program } from '../base/package.ts';
import { environmentOf } from './environment.ts';
import { digestOfProfile } from '../profile/secrets.ts';
import { reliedSettings } from '../profile/reliance.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Attempt } from '../judge/evidence.ts';
import { isAsBefore, settle } from '../judge/settle.ts';
import { askBaselines, sayUnusedProxies, trialsSoFar } from './baseline.ts';
import { askWhileSetUp } from './condition.ts';
import type { Sender } from './send-within-limits.ts';
import {
  confirm,
  confirmLogin,
  createRunState,
  forEachSide,
  isInDoubt,
  isStillJudged,
  isWrong,
  jobsOf,
  loginWidth,
  lookAgain,
  makeReady,
  sendAll,
  sendJob,
  settleDoubts,
  showEnded,
  showStarted,
  showsWorking,
  skip,
} from './run-state.ts';
import type { Message } from '../messages/message.ts';
import type { RunState, ScheduledRequest, RunPlan, VariantState } from './run-state.ts';
import { checkpoint } from './checkpoint.ts';
import { inTurn, sendTogether } from './send-together.ts';
import { createRandom, shuffled } from './credentials.ts';

/** Runs the cases step by step with the given sender. */
export async function recordRun(given: Sender, runPlan: RunPlan): Promise<Record> {
  const { suite, rules, claims, cases, seed } = runPlan;
  const { target, signal } = given;
  const startedAt = given.now();
  const start = performance.now();
  const warnings: Record['warnings'][number][] = [];
  const random = seed === null ? null : createRandom(seed);
  const sender: Sender = {
    ...given,
    random: random ?? given.random,
    onEvent(event) {
      if (event.kind === 'warning') {
        const { words } = event;
        // Several variants may have the same set-up.
        if (warnings.some((said) => isDeepStrictEqual(said, words))) return;
        warnings.push(words);
      }
      given.onEvent(event);
    },
  };
  const state = createRunState(sender, runPlan, random);
  sender.maskInAdvance(
    inTurn(jobsOf(state, 'login'))
      .filter(isWrong)
      .map(({ request }) => request),
  );
  await askBaselines(state);
  sayUnusedProxies(state);
  showEnded(state, isStillJudged);
  await askHarmless(state);
  showEnded(state);
  await askLogins(state, jobsOf(state, 'login'));
  await askLastControls(state);
  await askOpen(state);
  showEnded(state);
  const { name, baseUrl, language, limits, byHand } = target;
  const numbers = Object.entries(limits).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return {
    suite,
    rules,
    target: {
      // A name may share words with the beginning of a password.
      name: sender.redactor.mask(name),
      baseUrl,
      variants: Object.keys(target.variants),
      language,
      ...(target.tls.verify === false ? { tls: { verify: false } } : {}),
      ...(byHand === null ? {} : { command: [program, 'run', ...byHand.map(quote)].join(' ') }),
    },
    profile: {
      sha256: digestOfProfile(target),
      claims,
      limits: Object.fromEntries(numbers),
      settings: reliedSettings(target),
    },
    environment: environmentOf(target, process),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - start),
    seed,
    interrupted: signal.aborted,
    failedLogins: sender.budget.spent(),
    pace: sender.pace.report(),
    warnings: [...doubtsBehindRefusals(state), ...warnings],
    cases: cases.map(({ id }) => id),
    attempts: sender.attempts(),
  };
}

/** What may be wrong with the values in a plain request that was answered, and not with 200. */
const doubtsBehindRefusals = ({ sender, sides }: RunState): readonly Message[] => {
  const refused = sides
    .filter(({ first }) => ![undefined, 200].includes(first?.response?.status))
    .map(({ id }) => id);
  return [...sender.target.doubts, ...sender.doubts]
    .filter(({ variants }) => variants.some((id) => refused.includes(id)))
    .map(({ words }) => words);
};

/** Steps 2 to 4: all but what may be refused as a failed login. */
async function askHarmless(state: RunState): Promise<void> {
  const of = (step: Step): readonly ScheduledRequest[] => ordered(state, jobsOf(state, step));
  const plain = of('baseline').filter(({ last }) => last === null);
  const [harmless, setUps, misreadable] = [of('harmless'), jobsOf(state, 'setup'), of('misreadable')];
  await lookAgain(state);
  if (setUps.length === 0) return sendTogether(state, [...plain, ...harmless, ...misreadable]);
  await sendTogether(state, [...plain, ...harmless]);
  showEnded(state);
  await askSetUps(state, setUps);
  await lookAgain(state);
  await sendTogether(state, misreadable);
}

const ordered = ({ random }: RunState, jobs: readonly ScheduledRequest[]): readonly ScheduledRequest[] =>
  random === null ? jobs : shuffled(jobs, random);

/** Step 3: conditions that change the target, one by one. */
async function askSetUps(state: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  await lookAgain(state);
  for (const job of jobs) {
    const { request, side } = job;
    showStarted(state, request);
    if (side.isGivenUp) continue;
    const halted = (await side.outage) ?? state.sender.lackOf(request);
    if (halted !== null) skip(state, job, halted);
    else job.last = await askWhileSetUp(state.sender, job, side.first);
  }
}

/** From this limit of failed logins on, a wrong password of each variant is tried at once. */
const limitOfPairs = 32;

/**
 * Step 5: what may be refused as a failed login, at most as many in parallel as the limit has places. Each
 * wrong password gets a control before the next one of its variant.
 */
async function askLogins(state: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  await lookAgain(state);
  const stages = Map.groupBy(inTurn(jobs), ({ request }) => stageOf(request).place);
  for (const own of stages.values()) {
    const [wrong, others] = [own.filter(isWrong), own.filter((job) => !isWrong(job))];
    for (let at = 0; at < others.length;) {
      const batch = others.slice(at, at + loginWidth(state));
      at += batch.length;
      await sendAll(state, batch, batch.length);
      await settleDoubts(state, batch);
      await confirm(state, batch);
    }
    const isPaired = state.sender.budget.limit >= limitOfPairs;
    const sides = Map.groupBy(wrong, ({ side }) => (isPaired ? side.id : ''));
    await Promise.all([...sides.values()].map((line) => askWrongPasswords(state, line)));
    for (const job of wrong.filter((one) => isInDoubt(one))) {
      await settleDoubts(state, [job]);
      await confirmLogin(state, job);
    }
  }
}

async function askWrongPasswords(state: RunState, jobs: readonly ScheduledRequest[]): Promise<void> {
  for (const job of jobs) {
    await makeReady(state, job);
    await sendJob(state, job);
    await confirmLogin(state, job);
  }
}

/** Step 6: a last control of each variant. It shows whether the refusals before it can be trusted. */
async function askLastControls(state: RunState): Promise<void> {
  await forEachSide(
    state,
    state.sides.filter(({ isUsable }) => isUsable),
    async (side) => {
      const sent = state.sender.attempts().filter(({ outcome }) => !isNotSent(outcome));
      const last = sent.findLast(({ request }) => isOf(state, request, side));
      if (!isGoodControl(last, side)) await checkpoint(state.sender, side);
    },
  );
}

/** True for a control whose plain request was answered as at first. */
const isGoodControl = (last: Attempt | undefined, { plain, first }: VariantState): boolean =>
  last?.role === 'control' &&
  last.request === plain.id &&
  !isNotSent(last.outcome) &&
  isAsBefore(last.outcome, first);

const isOf = ({ sender }: RunState, request: string, { id }: VariantState): boolean =>
  sender.requests.get(request)?.variant.id === id;

/** Step 7: repeats requests that an unavailable target or its rate limiter left open. */
async function askOpen(state: RunState): Promise<void> {
  const { sender, sides, jobs } = state;
  const attempts = sender.attempts();
  const trials = trialsSoFar(state);
  const isBack = (side: VariantState): boolean => {
    const last = attempts.findLast(({ role, request }) => role === 'control' && request === side.plain.id);
    return isGoodControl(last, side);
  };
  const back = new Set(sides.filter((side) => side.isUsable && isBack(side)));
  const open = jobs.filter(({ request, side }) => {
    if (!back.has(side)) return false;
    const settled = settle(trials.of(request));
    return settled.kind === 'open' && ['target-unavailable', 'rate-limited'].includes(settled.reason);
  });
  // `retries: 0` forbids repeats.
  if (open.length === 0 || sender.target.limits.retries === 0 || sender.signal.aborted) return;
  for (const side of back) showsWorking(side);
  for (const job of open.filter(({ request }) => request.step !== 'setup')) {
    await sendAll(state, [job], 1);
    await settleDoubts(state, [job]);
    await confirmLogin(state, job);
  }
  await askSetUps(
    state,
    open.filter(({ request }) => request.step === 'setup'),
  );
  await askLastControls(state);
}
