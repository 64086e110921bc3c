import type { Claims } from '../case/plan.ts';
import type { TestCase } from '../case/test-case.ts';
import type { Record } from '../result/record.ts';
import { variantById } from '../spec/specification.ts';
import { digestOfProfile } from '../target/secrets.ts';
import type { Control, Evidence, Halt } from '../verdict/evidence.ts';
import { answerWords, doubtOf, mayBeLock } from '../verdict/settle.ts';
import { message } from '../wording/message.ts';
import { heldBack, isHalt, settingsOf } from './ask.ts';
import type { Asker } from './ask.ts';
import { commandOf } from './by-hand.ts';
import { askWhileSetUp } from './condition.ts';
import { baselineTrials, caseRecord, createCourse, showEnded, showStarted } from './course.ts';
import type { Course, Job, Side } from './course.ts';
import {
  answerOf,
  askBaseline,
  askControl,
  askSteadyControl,
  awaitBaseline,
  firstAnswer,
  openReason,
  patience,
  settleDoubt,
} from './doubt.ts';
import type { Answer } from './doubt.ts';
import { isRight } from './limits.ts';
import { createPlan, createRandom, judgedRank, loginsOf, ownControlOf, rankOf, shuffled } from './plan.ts';

/** How often the cases run, and the seed of their order; null: the order of the plan. */
export interface Repetition {
  readonly times: number;
  readonly seed: number | null;
}

/** What a run is made of. */
interface RunPlan {
  readonly suite: Record['suite'];
  readonly claims: Claims;
  readonly thorough: boolean;
  readonly cases: readonly TestCase[];
  readonly repetition: Repetition;
}

/** Carries the cases out in the six steps, with what is ready to send requests. */
export async function recordRun(given: Asker, runPlan: RunPlan): Promise<Record> {
  const { suite, claims, thorough, cases, repetition } = runPlan;
  const { target, spec, signal } = given;
  const startedAt = given.now();
  const start = performance.now();
  const warnings: Record['warnings'][number][] = [];
  const asker: Asker = {
    ...given,
    random: repetition.seed === null ? given.random : createRandom(repetition.seed),
    onEvent(event) {
      if (event.kind === 'warning') warnings.push(event.words);
      given.onEvent(event);
    },
  };
  const plan = createPlan(cases, spec);
  const variants = Object.keys(target.variants).map((id) => variantById(spec, id));
  const course = createCourse(asker, cases, plan, variants, repetition);
  const { rounds } = course;
  const wrong = loginsOf(plan.requests).filter(({ stimulus }) => stimulus.login === 'wrong');
  for (const request of wrong.slice(0, target.limits.failedLogins)) asker.foresee(request);
  await askBaselines(course);
  for (const round of rounds) await askHarmless(course, round);
  showEnded(course);
  for (const round of rounds) await askConditions(course, round);
  for (const round of rounds) await askLogins(course, round);
  await askLastControls(course);
  showEnded(course);
  const { name, baseUrl, language } = target;
  const command = commandOf(target);
  return {
    suite,
    target: {
      // A name may share its words with the beginning of a password.
      name: asker.redactor.mask(name),
      baseUrl,
      variants: Object.keys(target.variants),
      language,
      ...(command === null ? {} : { command }),
    },
    profile: { sha256: digestOfProfile(target), claims },
    environment: { node: process.version, platform: `${process.platform} ${process.arch}` },
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - start),
    thorough,
    repeat: repetition.times,
    seed: repetition.seed,
    interrupted: signal.aborted,
    requests: asker.requests(),
    failedLogins: asker.logins.spent(),
    warnings,
    cases: course.cases.map((one) => caseRecord(course, one)),
    baselines: baselineTrials(course),
    controls: asker.controls.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
  };
}

/** Step 1: baselines. */
async function askBaselines(course: Course): Promise<void> {
  await forEachSide(course, course.sides, async (side) => {
    side.baseline = await askBaseline(course.asker, side.variant);
  });
  const [first = []] = course.rounds;
  for (const job of first.filter(({ step }) => step === 'baseline')) job.answer = job.side.baseline;
}

/** Asks the plain request of several variants: all at once only where each of them may be refused. */
async function forEachSide(
  { asker }: Course,
  sides: readonly Side[],
  work: (side: Side) => Promise<void>,
): Promise<void> {
  if (asker.logins.left() >= sides.length) await Promise.all(sides.map(work));
  else for (const side of sides) await work(side);
}

/** Steps 2 and 3: what nobody takes for a failed login, at full concurrency, then its doubts. */
async function askHarmless(course: Course, round: readonly Job[]): Promise<void> {
  await lookAgain(course);
  const jobs = round.filter(({ step, answer }) => step === 'harmless' || (step === 'baseline' && !answer));
  const ordered = course.isShuffled ? shuffled(jobs, course.asker.random) : jobs;
  const width = course.asker.target.limits.concurrency * 2;
  const isObservedOnly = (job: Job): boolean => job.stimulus.login === 'open' && !isJudged(job);
  // With the right password, no more at once than leaves room to repeat a refused one before a control.
  const judged = ordered.filter((job) => isRight(job.stimulus.login) && !isObservedOnly(job));
  const others = ordered.filter(({ stimulus }) => !isRight(stimulus.login));
  const observed = ordered.filter(isObservedOnly);
  const [held] = await Promise.all([
    askAll(course, judged, loginWidth(course, placesOfARepeat), true),
    askAll(course, others, width),
  ]);
  await settleDoubts(course, [...judged, ...others]);
  await askInTurn(course, held);
  const waiting = await askAll(course, observed, width, true);
  await settleDoubts(course, observed);
  await controlRefusals(course, ordered);
  // Where valid credentials were refused, what is only observed of them waits for what is judged.
  course.held.push(...waiting);
}

const isJudged = ({ stimulus }: Job): boolean => stimulus.status !== null;

/** Step 4: conditions that change the target, one by one. */
async function askConditions(course: Course, round: readonly Job[]): Promise<void> {
  await lookAgain(course);
  for (const job of round.filter(({ step }) => step === 'condition')) {
    showStarted(course, job);
    const halted = await whenUp(job.side);
    job.answer = halted === null ? await askWhileSetUp(course.asker, job) : answerOf({ halted });
  }
}

/** Step 5: what may be taken for a failed login, no more at once than the limit would allow if each of them counted. */
async function askLogins(course: Course, round: readonly Job[]): Promise<void> {
  await lookAgain(course);
  const waiting = [...loginsOf(round)];
  while (waiting.length > 0) {
    const width = loginWidth(course);
    const rank = waiting[0] === undefined ? 0 : rankOf(waiting[0]);
    const end = rank > judgedRank ? -1 : waiting.findIndex((job) => rankOf(job) !== rank);
    const batch = waiting.splice(0, Math.min(width, end === -1 ? waiting.length : end));
    const guesses = batch.filter(
      ({ stimulus }) => stimulus.login === 'wrong' && stimulus.condition === 'unauthorized',
    );
    await askAll(course, batch, width);
    await settleDoubts(course, batch);
    await controlOwnPartners(course, guesses);
    await controlRefusals(course, batch.filter(isJudged));
  }
  await askInTurn(
    course,
    course.held.filter((job) => round.includes(job)),
  );
}

/**
 * Where the profile names a partner for wrong passwords, his right one shows whether he is locked: the ordinary partner is no
 * control of him. Without it a refusal that is not as documented may be that of a lock.
 */
async function controlOwnPartners({ asker }: Course, guesses: readonly Job[]): Promise<void> {
  const sent = guesses.filter(({ side, answer }) => answer?.attempts.length && isControllable(side));
  for (const side of new Set(sent.map((job) => job.side))) {
    const { conditions, credentials } = settingsOf(asker.target, side.variant.id);
    const own = conditions.unauthorized?.credentials;
    if ((own?.partnerName ?? credentials.partnerName) === credentials.partnerName) continue;
    const control =
      own?.rightPassword === undefined
        ? null
        : await askSteadyControl(asker, side.variant, ownControlOf(side.variant));
    for (const job of sent.filter((one) => one.side === side)) {
      const { answer, stimulus } = job;
      const last = answer?.attempts.at(-1);
      if (answer === null || last === undefined || answer.halted !== null) continue;
      // It comes first, so that it decides.
      if (control !== null && !isHalt(control)) {
        job.answer = { ...answer, controls: [control, ...answer.controls] };
      } else if (mayBeLock(last, stimulus)) {
        job.answer = { ...answer, halted: { reason: 'control-failed', note: message('own-unconfirmed') } };
      }
    }
  }
}

/** A repeat and the control after it may both be refused. */
const placesOfARepeat = 2;

/** How many requests may be taken for failed logins at once; `spare` places of the limit are kept. */
const loginWidth = ({ asker: { target, logins } }: Course, spare = 0): number =>
  Math.max(1, Math.min(target.limits.concurrency, logins.left() - spare));

/** Step 6: a last control for each variant, which shows whether the refusals before it are to be believed. */
async function askLastControls(course: Course): Promise<void> {
  await forEachSide(course, course.sides.filter(isControllable), async (side) => {
    const last = await askSteadyControl(course.asker, side.variant);
    attach(
      course.rounds.flat().filter((job) => job.side === side && job.step === 'login'),
      last,
    );
  });
}

/** Asks each request once, so many at a time; gives back those that were held back because valid credentials are refused by then. */
async function askAll(
  course: Course,
  jobs: readonly Job[],
  width: number,
  isDeferrable = false,
): Promise<readonly Job[]> {
  const queue = jobs.values();
  const held: Job[] = [];
  const worker = async (): Promise<void> => {
    for (const job of queue) {
      showStarted(course, job);
      const halt = await whenUp(job.side);
      const answer = firstAnswer(halt ?? (await course.asker.ask({ ...job, isDeferrable })));
      if (answer.halted === heldBack) {
        held.push(job);
        continue;
      }
      job.answer = answer;
      noteStreak(course, job, answer);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, jobs.length) }, worker));
  return held;
}

/** Asks one after the other, the doubts of each settled before the next. */
async function askInTurn(course: Course, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    await askAll(course, [job], 1);
    await settleDoubts(course, [job]);
  }
}

/** Settles what is doubtful, judged requests first, one after the other with nothing else under way. */
async function settleDoubts(course: Course, jobs: readonly Job[]): Promise<void> {
  const { asker } = course;
  for (const job of jobs.toSorted((left, right) => Number(isJudged(right)) - Number(isJudged(left)))) {
    const { side, answer, stimulus } = job;
    const last = answer?.attempts.at(-1);
    if (answer === null || last === undefined || answer.halted !== null) continue;
    if (doubtOf(last, stimulus) === null || !isControllable(side)) continue;
    if ((await whenUp(side)) !== null) continue;
    const settle = (from: Answer): Promise<Answer> =>
      asker.recheck.spend(() => settleDoubt(asker, job, from));
    const settled = await settle(answer);
    const isDown = isBesideBadControl(settled, job);
    if (isDown) side.outage ??= recover(course, side, last, patience.request);
    // A target that is up again may still answer it; a control that was bad convicts nobody.
    const isUp = isDown && (await whenUp(side)) === null;
    job.answer = isUp ? await settle(settled) : settled;
  }
}

/** Still in doubt, and the last control was not answered as before. */
function isBesideBadControl({ attempts, controls, halted }: Answer, { stimulus }: Job): boolean {
  const last = attempts.at(-1);
  const isOpen = halted === null && last !== undefined && doubtOf(last, stimulus) !== null;
  // A time-out is a wait already.
  return isOpen && last.error?.kind !== 'timeout' && controls.at(-1)?.good === false;
}

/** Without a baseline that was answered there is nothing that a control could repeat. */
const isControllable = ({ baseline: { attempts, controls, halted } }: Side): boolean =>
  halted === null && attempts.at(-1)?.response !== null && controls.length === 0;

/** A refusal, expected or not, may mean that the target has locked the caller: one control after them shows it. */
async function controlRefusals(course: Course, jobs: readonly Job[]): Promise<void> {
  const refused = new Set(jobs.filter(({ answer }) => isRefusal(answer)).map(({ side }) => side));
  // With credentials that were refused from the start there is nothing to lock.
  await forEachSide(course, [...refused].filter(isControllable), async (side) => {
    const found = await askSteadyControl(course.asker, side.variant);
    attach(
      jobs.filter((job) => job.side === side),
      found,
    );
  });
}

const isRefusal = (answer: Answer | null): boolean => {
  const status = answer?.attempts.at(-1)?.response?.status;
  return answer?.halted === null && (status === 401 || status === 403);
};

/** Puts a control behind the refusals of some requests; without one that was answered they stay open. */
function attach(jobs: readonly Job[], found: Control | Halt | null): void {
  if (found === null) return;
  for (const job of jobs) {
    const { answer, step } = job;
    // Behind what may be taken for a failed login the target may answer everything in another way.
    const mayBeLocked = step === 'login' && rankOf(job) > 0 && answer?.halted === null;
    if (answer === null || !(isRefusal(answer) || mayBeLocked)) continue;
    if (!isHalt(found)) job.answer = { ...answer, controls: [...answer.controls, found] };
    else if (!isConfirmed(answer)) {
      job.answer = { ...answer, halted: { ...found, note: message('unconfirmed', { note: found.note }) } };
    }
  }
}

/** A good control already follows the last attempt. */
function isConfirmed({ attempts, controls }: Answer): boolean {
  const [last, control] = [attempts.at(-1), controls.at(-1)];
  return control?.good === true && last !== undefined && control.evidence.startedAt >= last.startedAt;
}

/** Waits while a target that has stopped answering is asked whether it answers again; why nothing can be sent, or null. */
const whenUp = async ({ baseline, outage }: Side): Promise<Halt | null> => baseline.halted ?? outage;

/** So many doubtful answers in a row stop the step until the baseline is answered as before. */
const mostDoubtful = 8;

function noteStreak(course: Course, { side, stimulus }: Job, { attempts }: Answer): void {
  const last = attempts.at(-1);
  if (last === undefined) return;
  side.streak = doubtOf(last, stimulus) === null ? 0 : side.streak + 1;
  if (side.streak >= mostDoubtful && isControllable(side)) side.outage ??= recover(course, side, last);
}

async function recover({ asker }: Course, side: Side, last: Evidence, most?: number): Promise<Halt | null> {
  const found = await asker.recheck.spend(() => awaitBaseline(asker, side.variant, most));
  if (found === null) {
    return { reason: openReason(last), note: message('out-of-order', { answer: answerWords(last) }) };
  }
  showsWorking(side);
  return null;
}

/** A target that was given up in one step may answer in the next. */
async function lookAgain({ asker, sides }: Course): Promise<void> {
  for (const side of sides.filter(({ outage }) => outage !== null)) {
    const found = await askControl(asker, side.variant);
    if (!isHalt(found) && found.good) showsWorking(side);
  }
}

function showsWorking(side: Side): void {
  side.streak = 0;
  side.outage = null;
}
