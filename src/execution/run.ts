import type { Claims } from '../case/plan.ts';
import { kindOf } from '../case/test-case.ts';
import type { TestCase } from '../case/test-case.ts';
import { variantById } from '../spec/specification.ts';
import type { Variant } from '../spec/specification.ts';
import { digestOfProfile } from '../target/secrets.ts';
import type { Control, Evidence, Halt, Trial } from '../verdict/evidence.ts';
import type { CaseRecord, Record } from '../result/record.ts';
import { answerWords, doubtOf } from '../verdict/settle.ts';
import { message } from '../wording/message.ts';
import { commandOf } from './by-hand.ts';
import { createAsker, heldBack, interrupted, provisionOf, settingsOf } from './ask.ts';
import type { Asker, AskerOptions } from './ask.ts';
import {
  askBaseline,
  askControl,
  awaitBaseline,
  createRecheckBudget,
  firstAnswer,
  openReason,
  patience,
  settleDoubt,
} from './doubt.ts';
import { askWhileSetUp } from './condition.ts';
import type { Answer, RecheckBudget } from './doubt.ts';
import { backOff, pause } from './limits.ts';
import { baselineOf, createRandom, createPlan, judgedRank, loginsOf, rankOf, shuffled } from './plan.ts';
import type { Plan, PlannedRequest } from './plan.ts';

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

/** A run that is prepared: nothing was sent yet. */
export interface Run {
  readonly record: (plan: RunPlan) => Promise<Record>;
  readonly close: () => Promise<void>;
}

/** Prepares a run; rejects with a UserError where the profile's encryption cannot work. */
export async function openRun(options: AskerOptions): Promise<Run> {
  const asker = await createAsker(options);
  return { record: (plan) => recordRun(asker, plan), close: asker.close };
}

/** What the steps of a run share. */
interface Course {
  readonly asker: Asker;
  readonly cases: readonly TestCase[];
  readonly plan: Plan;
  /** How the baseline of each variant was answered. */
  readonly baselines: Map<string, Answer>;
  /** How each request was answered, by round. */
  readonly answers: Map<PlannedRequest, Answer>[];
  /** Exchanges that belong to no request of a case. */
  readonly controls: Evidence[];
  readonly recheck: RecheckBudget;
  /** Requests with the right password that wait for the end of step 5. */
  readonly held: { readonly round: number; readonly request: PlannedRequest }[];
  /** Draws controls and the order of requests. */
  readonly random: () => number;
  /** Doubtful answers in a row, by variant. */
  readonly streaks: Map<string, number>;
  /** Targets that have stopped answering, by variant: what came of waiting for them. */
  readonly outages: Map<string, Promise<Halt | null>>;
  /** Ids of cases whose first request was sent, and of those that ended. */
  readonly shown: { readonly started: Set<string>; readonly ended: Set<string> };
}

/** Eight doubtful answers in a row stop a step. */
const mostDoubtful = 8;

async function recordRun(given: Asker, runPlan: RunPlan): Promise<Record> {
  const { suite, claims, thorough, cases, repetition } = runPlan;
  const { target, spec, signal } = given;
  const startedAt = given.now();
  const start = performance.now();
  const warnings: Record['warnings'][number][] = [];
  const random = repetition.seed === null ? given.random : createRandom(repetition.seed);
  const asker: Asker = {
    ...given,
    random,
    onEvent(event) {
      if (event.kind === 'warning') warnings.push(event.words);
      given.onEvent(event);
    },
  };
  const course: Course = {
    asker,
    cases,
    plan: createPlan(cases, spec),
    baselines: new Map(),
    answers: Array.from({ length: repetition.times }, () => new Map<PlannedRequest, Answer>()),
    controls: [],
    recheck: createRecheckBudget(target.limits.recheck),
    held: [],
    random,
    streaks: new Map(),
    outages: new Map(),
    shown: { started: new Set(), ended: new Set() },
  };
  const rounds = [...course.answers.keys()];
  const wrong = loginsOf(course.plan).filter(({ login }) => login === 'wrong');
  for (const request of wrong.slice(0, target.limits.failedLogins)) asker.foresee(request);
  await askBaselines(course, Object.keys(target.variants));
  for (const round of rounds) await askHarmless(course, round, repetition.seed !== null);
  showEnded(course);
  for (const round of rounds) await askConditions(course, round);
  for (const round of rounds) await askLogins(course, round);
  await askLastControls(course);
  showEnded(course);
  const { name, baseUrl, variants, language } = target;
  const command = commandOf(target);
  return {
    suite,
    // A name may share its words with the beginning of a password.
    target: {
      name: asker.redactor.mask(name),
      baseUrl,
      variants: Object.keys(variants),
      language,
      ...(command === null ? {} : { command }),
    },
    profile: { sha256: digestOfProfile(target), claims },
    environment: { node: process.version, platform: `${process.platform} ${process.arch}` },
    startedAt,
    durationMs: Math.round(performance.now() - start),
    thorough,
    repeat: repetition.times,
    seed: repetition.seed,
    interrupted: signal.aborted,
    requests: asker.requests(),
    failedLogins: asker.logins.spent(),
    warnings,
    cases: cases.map((testCase) => caseRecord(course, testCase)),
    baselines: baselineTrials(course),
    controls: controlsOf(course),
  };
}

/** Step 1: baselines. */
async function askBaselines(course: Course, variants: readonly string[]): Promise<void> {
  const { asker, baselines } = course;
  await forEachVariant(course, variants, async (id) => {
    const keep = (evidence: Evidence): void => void course.controls.push(evidence);
    baselines.set(id, await askBaseline(asker, variantById(asker.spec, id), keep));
  });
  for (const request of course.plan.requests.filter(({ step }) => step === 'baseline')) {
    const answer = baselines.get(request.variant.id);
    if (answer !== undefined) course.answers[0]?.set(request, answer);
  }
}

/** Asks the plain request of several variants: all at once only where each of them may be refused. */
async function forEachVariant<Item>(
  { asker }: Course,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  if (asker.logins.left() >= items.length) await Promise.all(items.map(work));
  else for (const item of items) await work(item);
}

/** Steps 2 and 3: what nobody takes for a failed login, at full concurrency, then its doubts. */
async function askHarmless(course: Course, round: number, isShuffled: boolean): Promise<void> {
  await lookAgain(course);
  const requests = course.plan.requests.filter(
    ({ step }) => step === 'harmless' || (step === 'baseline' && round > 0),
  );
  const ordered = isShuffled ? shuffled(requests, course.random) : requests;
  const width = course.asker.target.limits.concurrency * 2;
  const isObservedOnly = ({ login, stimulus }: PlannedRequest): boolean =>
    login === 'open' && stimulus.status === null;
  const isRight = ({ login }: PlannedRequest): boolean => login === 'valid' || login === 'open';
  // With the right password, no more at once than leaves room to repeat a refused one before a control.
  const judged = ordered.filter((request) => isRight(request) && !isObservedOnly(request));
  const others = ordered.filter((request) => !isRight(request));
  const [held] = await Promise.all([
    askAll(course, round, judged, loginWidth(course, placesOfARepeat), true),
    askAll(course, round, others, width),
  ]);
  await settleDoubts(course, round, [...judged, ...others]);
  for (const request of held) {
    await askAll(course, round, [request], 1);
    await settleDoubts(course, round, [request]);
  }
  const observed = ordered.filter(isObservedOnly);
  const waiting = await askAll(course, round, observed, width, true);
  await settleDoubts(course, round, observed);
  await controlRefusals(course, round, ordered);
  // Where valid credentials were refused, what is only observed of them waits for what is judged.
  course.held.push(...waiting.map((request) => ({ round, request })));
}

/** Step 4: conditions that change the target, one by one. */
async function askConditions(course: Course, round: number): Promise<void> {
  await lookAgain(course);
  for (const request of course.plan.requests.filter(({ step }) => step === 'condition')) {
    showStarted(course, request);
    const { asker, answers, baselines, recheck } = course;
    const halt = await whenUp(course, request.variant);
    const first = baselines.get(request.variant.id)?.attempts.at(-1);
    const answer =
      halt !== null || first === undefined
        ? unasked(halt ?? interrupted)
        : await askWhileSetUp(asker, request, () => control(course, request.variant), recheck);
    answers[round]?.set(request, answer);
  }
}

/** Step 5: what may be taken for a failed login, no more at once than the limit would allow if each of them counted. */
async function askLogins(course: Course, round: number): Promise<void> {
  await lookAgain(course);
  const waiting = [...loginsOf(course.plan)];
  while (waiting.length > 0) {
    const width = loginWidth(course);
    const rank = waiting[0] === undefined ? 0 : rankOf(waiting[0]);
    const isObserved = rank > judgedRank;
    const alike = waiting.findIndex((request) => !isObserved && rankOf(request) !== rank);
    const batch = waiting.splice(0, Math.min(width, alike === -1 ? waiting.length : alike));
    await askAll(course, round, batch, width);
    await settleDoubts(course, round, batch);
    const judged = batch.filter(({ stimulus }) => stimulus.status !== null);
    await controlRefusals(course, round, judged);
  }
  for (const { request } of course.held.filter((held) => held.round === round)) {
    await askAll(course, round, [request], 1);
    await settleDoubts(course, round, [request]);
  }
}

/** A repeat and the control after it may both be refused. */
const placesOfARepeat = 2;

/** How many requests may be taken for failed logins at once; `spare` places of the limit are kept. */
const loginWidth = ({ asker: { target, logins } }: Course, spare = 0): number =>
  Math.max(1, Math.min(target.limits.concurrency, logins.left() - spare));

/** Step 6: a last control for each variant, which shows whether the refusals before it are to be believed. */
async function askLastControls(course: Course): Promise<void> {
  const variants = [...course.baselines].filter(([, { halted }]) => halted === null).map(([id]) => id);
  await forEachVariant(course, variants, async (id) => {
    const { requests } = course.plan;
    const own = requests.filter(({ variant, step }) => variant.id === id && step === 'login');
    const last = await steadyControl(course, variantById(course.asker.spec, id));
    for (const round of course.answers.keys()) attach(course, round, own, last);
  });
}

/** Asks each request once, so many at a time; gives back those that were held back because valid credentials are refused by then. */
async function askAll(
  course: Course,
  round: number,
  requests: readonly PlannedRequest[],
  width: number,
  isDeferrable = false,
): Promise<readonly PlannedRequest[]> {
  const queue = requests.values();
  const held: PlannedRequest[] = [];
  const worker = async (): Promise<void> => {
    for (const request of queue) {
      showStarted(course, request);
      const halt = await whenUp(course, request.variant);
      const answer =
        halt === null ? firstAnswer(await course.asker.ask({ ...request, isDeferrable })) : unasked(halt);
      if (answer.halted === heldBack) {
        held.push(request);
        continue;
      }
      course.answers[round]?.set(request, answer);
      noteStreak(course, request, answer);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, requests.length) }, worker));
  return held;
}

/** Settles what is doubtful, judged requests first, one after the other with nothing else under way. */
async function settleDoubts(
  course: Course,
  round: number,
  requests: readonly PlannedRequest[],
): Promise<void> {
  const { asker, recheck } = course;
  const isJudged = ({ stimulus }: PlannedRequest): boolean => stimulus.status !== null;
  for (const request of requests.toSorted(
    (left, right) => Number(isJudged(right)) - Number(isJudged(left)),
  )) {
    const answer = course.answers[round]?.get(request);
    const last = answer?.attempts.at(-1);
    if (answer === undefined || last === undefined || answer.halted !== null) continue;
    if (doubtOf(last, request.stimulus) === null || !isControllable(course, request.variant)) continue;
    if ((await whenUp(course, request.variant)) !== null) continue;
    const askOne = (): Promise<Control | Halt> => control(course, request.variant);
    const settle = (from: Answer): Promise<Answer> =>
      recheck.spend(() => settleDoubt(asker, request, from, askOne, recheck));
    const settled = await settle(answer);
    const isDown = isBesideBadControl(settled, request);
    if (isDown && !course.outages.has(request.variant.id)) {
      course.outages.set(request.variant.id, recover(course, request.variant, last, patience.request));
    }
    // A target that is up again may still answer it; a control that was bad convicts nobody.
    const isUp = isDown && (await whenUp(course, request.variant)) === null;
    course.answers[round]?.set(request, isUp ? await settle(settled) : settled);
  }
}

/** Still in doubt, and the last control was not answered as before. */
function isBesideBadControl({ attempts, controls, halted }: Answer, { stimulus }: PlannedRequest): boolean {
  const last = attempts.at(-1);
  const isOpen = halted === null && last !== undefined && doubtOf(last, stimulus) !== null;
  // A time-out is a wait already.
  return isOpen && last.error?.kind !== 'timeout' && controls.at(-1)?.good === false;
}

/** Without a baseline that was answered there is nothing that a control could repeat. */
function isControllable({ baselines }: Course, { id }: Variant): boolean {
  const first = baselines.get(id);
  return first?.halted === null && first.attempts.at(-1)?.response !== null && first.controls.length === 0;
}

/** A refusal, expected or not, may mean that the target has locked the caller: one control after them shows it. */
async function controlRefusals(
  course: Course,
  round: number,
  requests: readonly PlannedRequest[],
): Promise<void> {
  const refused = requests.filter((request) => isRefusal(course.answers[round]?.get(request)));
  // With credentials that were refused from the start there is nothing to lock.
  const variants = [...new Set(refused.map(({ variant }) => variant))].filter((variant) =>
    isControllable(course, variant),
  );
  await forEachVariant(course, variants, async (variant) => {
    const own = requests.filter((request) => request.variant === variant);
    attach(course, round, own, await steadyControl(course, variant));
  });
}

const isRefusal = (answer: Answer | undefined): boolean => {
  const status = answer?.attempts.at(-1)?.response?.status;
  return answer?.halted === null && (status === 401 || status === 403);
};

/** Puts a control behind the refusals of some requests; without one that was answered they stay open. */
function attach(
  { answers }: Course,
  round: number,
  requests: readonly PlannedRequest[],
  found: Control | Halt | null,
): void {
  if (found === null) return;
  for (const request of requests) {
    const answer = answers[round]?.get(request);
    // Behind what may be taken for a failed login the target may answer everything in another way.
    const mayBeLocked = request.step === 'login' && rankOf(request) > 0 && answer?.halted === null;
    if (answer === undefined || !(isRefusal(answer) || mayBeLocked)) continue;
    if (!('reason' in found)) {
      answers[round]?.set(request, { ...answer, controls: [...answer.controls, found] });
    } else if (!isConfirmed(answer)) {
      answers[round]?.set(request, { ...answer, halted: found });
    }
  }
}

/** A good control already follows the last attempt. */
function isConfirmed({ attempts, controls }: Answer): boolean {
  const [last, control] = [attempts.at(-1), controls.at(-1)];
  return control?.good === true && last !== undefined && control.evidence.startedAt >= last.startedAt;
}

/** A control that is no matter of the moment: one that got lost says nothing of a lock. */
async function steadyControl(course: Course, variant: Variant): Promise<Control | Halt | null> {
  const { stimulus } = baselineOf(variant);
  const { random, now, signal } = course.asker;
  for (let tries = 0; ; tries += 1) {
    const found = await control(course, variant);
    if ('reason' in found) return found.reason === 'not-selected' ? null : found;
    const { evidence, good } = found;
    if (good || doubtOf(evidence, stimulus) !== 'passing') return found;
    if (tries >= 2) {
      return {
        reason: openReason(evidence),
        note: message('no-good-control', { answer: answerWords(evidence) }),
      };
    }
    await pause(backOff(evidence, tries, random, now()), signal);
  }
}

async function control({ asker, baselines, controls }: Course, variant: Variant): Promise<Control | Halt> {
  const first = baselines.get(variant.id)?.attempts.at(-1);
  if (first === undefined) return { reason: 'target-unavailable', note: message('nothing-answered') };
  const found = await askControl(asker, variant, first);
  if (!('reason' in found)) controls.push(found.evidence);
  return found;
}

const unasked = (halted: Halt): Answer => ({ attempts: [], controls: [], halted, isLimited: false });

/** Waits while a target that has stopped answering is asked whether it answers again; why nothing can be sent, or null. */
async function whenUp(course: Course, variant: Variant): Promise<Halt | null> {
  return course.baselines.get(variant.id)?.halted ?? (await course.outages.get(variant.id)) ?? null;
}

/** So many doubtful answers in a row stop the step until the baseline is answered as before. */
function noteStreak(course: Course, { variant, stimulus }: PlannedRequest, { attempts }: Answer): void {
  const last = attempts.at(-1);
  if (last === undefined) return;
  const streak = doubtOf(last, stimulus) === null ? 0 : (course.streaks.get(variant.id) ?? 0) + 1;
  course.streaks.set(variant.id, streak);
  if (streak < mostDoubtful || course.outages.has(variant.id) || !isControllable(course, variant)) return;
  course.outages.set(variant.id, recover(course, variant, last));
}

async function recover(
  course: Course,
  variant: Variant,
  last: Evidence,
  most?: number,
): Promise<Halt | null> {
  const found = await course.recheck.spend(() =>
    awaitBaseline(course.asker, () => control(course, variant), most),
  );
  if (found === null) {
    return { reason: openReason(last), note: message('out-of-order', { answer: answerWords(last) }) };
  }
  course.streaks.delete(variant.id);
  course.outages.delete(variant.id);
  return null;
}

/** A target that was given up in one step may answer in the next. */
async function lookAgain(course: Course): Promise<void> {
  for (const id of course.outages.keys()) {
    const found = await control(course, variantById(course.asker.spec, id));
    if ('reason' in found || !found.good) continue;
    course.streaks.delete(id);
    course.outages.delete(id);
  }
}

function showStarted({ asker, cases, plan, shown }: Course, request: PlannedRequest): void {
  for (const testCase of cases) {
    if (shown.started.has(testCase.id) || !plan.requestsOf(testCase).includes(request)) continue;
    shown.started.add(testCase.id);
    asker.onEvent({ kind: 'case-started', testCase });
  }
}

/** Cases whose requests all have their answers. */
function showEnded(course: Course): void {
  const { asker, cases, plan, answers, shown } = course;
  const baselines = baselineTrials(course);
  for (const testCase of cases) {
    const requests = plan.requestsOf(testCase);
    const isOver = requests.every((request) => answers.every((round) => round.has(request)));
    if (!isOver || shown.ended.has(testCase.id)) continue;
    shown.ended.add(testCase.id);
    const record = caseRecord(course, testCase);
    asker.onEvent({ kind: 'case-ended', testCase, record, baseline: baselines[testCase.variant] });
  }
}

/** The record of one case: its requests with the answers that it shares with other cases. */
function caseRecord(course: Course, testCase: TestCase): CaseRecord {
  const requests = course.plan.requestsOf(testCase);
  const rounds = course.answers.map((answers) =>
    requests.map((request, index) => {
      const stimulus = testCase.stimuli[index] ?? request.stimulus;
      return trialOf(course, { ...request, stimulus }, answers.get(request) ?? unasked(interrupted));
    }),
  );
  const evidence = rounds.flat().flatMap(({ attempts }) => attempts);
  return {
    id: testCase.id,
    times: course.answers.length,
    durationMs: Math.round(evidence.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    rounds: requests.length === 0 ? [] : rounds,
    failure: null,
  };
}

function trialOf(course: Course, { variant, stimulus, login }: PlannedRequest, answer: Answer): Trial {
  const { label, words, condition, status, credentials, onOperation, onPath } = stimulus;
  const provision = provisionOf(settingsOf(course.asker.target, variant.id), condition);
  const hasGateway = provision.baseUrl !== undefined || provision.proxy !== undefined;
  const last = answer.attempts.at(-1);
  const isLogin = condition === 'unauthorized' || login === 'wrong' || login === 'invalid';
  const isLimited = isLogin && last?.response?.status === 429;
  return {
    expectation: { label, words, condition, status, credentials, onOperation, onPath },
    attempts: answer.attempts,
    controls: answer.controls,
    outage: provision.setup !== undefined,
    ownRoute: hasGateway || provision.localAddress !== undefined,
    ownGateway: hasGateway,
    earlierLogin: isLimited ? earlierLogin(course, last.startedAt) : null,
    halted: answer.isLimited && isBeyondDoubt(course, kindOf(stimulus), answer) ? null : answer.halted,
  };
}

/** A failed login that was answered otherwise than by 429. */
function earlierLogin({ answers }: Course, before: string): string | null {
  for (const [request, { attempts }] of answers.flatMap((round) => [...round])) {
    if (request.stimulus.condition !== 'unauthorized') continue;
    const found = attempts.find(
      (evidence) =>
        evidence.startedAt < before && doubtOf(evidence, { ...request.stimulus, status: null }) === null,
    );
    if (found !== undefined) return found.id;
  }
  return null;
}

/** Where the limit of failed logins ended the tries: one repeat between good controls is enough if nothing of another kind was in doubt. */
function isBeyondDoubt({ answers }: Course, kind: string, answer: Answer): boolean {
  const others = answers
    .flatMap((round) => [...round])
    .filter(([request]) => kindOf(request.stimulus) !== kind);
  return (
    isRepeated(answer) &&
    others.every(([{ stimulus }, other]) => {
      const doubtful = other.attempts.filter((one) => doubtOf(one, stimulus) !== null).length;
      const isOwn = isRepeated(other) && other.halted === null && doubtful === other.attempts.length;
      return doubtful === 0 || isOwn;
    })
  );
}

/** Asked again, between controls that were all answered as before. */
const isRepeated = ({ attempts, controls }: Answer): boolean =>
  attempts.length > 1 && controls.length > 1 && controls.every(({ good }) => good);

function baselineTrials(course: Course): Record['baselines'] {
  return Object.fromEntries(
    [...course.baselines]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([id, answer]) => {
        const variant = variantById(course.asker.spec, id);
        const question = { ...baselineOf(variant), step: 'baseline', login: 'valid' } as const;
        return [id, trialOf(course, question, answer)];
      }),
  );
}

/** Every exchange that served as a control, and the baselines, by their ids. */
function controlsOf({ asker, baselines, controls }: Course): readonly Evidence[] {
  const asked = [...baselines.values()].flatMap((answer) => [
    ...answer.attempts,
    ...answer.controls.map(({ evidence }) => evidence),
  ]);
  const all = new Map([...asked, ...controls, ...asker.controls].map((evidence) => [evidence.id, evidence]));
  return [...all.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1));
}
