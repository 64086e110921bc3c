import { toCurl } from '../http/curl.ts';
import { maskMessage } from '../http/record.ts';
import { findCondition } from '../spec/specification.ts';
import type { Action, Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { doubtOf } from '../verdict/settle.ts';
import { message, say, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { interrupted, isHalt, provisionOf, settingsOf } from './ask.ts';
import type { Asker, Question } from './ask.ts';
import { answerOf, awaitBaseline, mostTimeouts, notRechecked, patience } from './doubt.ts';
import type { Answer } from './doubt.ts';
import { backOff, pause } from './limits.ts';
import { controlOf } from './plan.ts';

/** Tries of a request while no control can be asked: so many in a row are not lost by a line. */
const fewestTries = 5;

/** Sets the condition up, asks the request and tears it down whatever happens; the baseline as a control before and after. */
export async function askWhileSetUp(asker: Asker, question: Question): Promise<Answer> {
  const { target, signal, redactor, onEvent } = asker;
  const { variant, stimulus, owner } = question;
  const { setup, teardown, until } = provisionOf(settingsOf(target, variant.id), stimulus.condition);
  const before = await awaitBaseline(asker, variant);
  if (signal.aborted) return answerOf({ halted: interrupted });
  if (before === null || setup === undefined) {
    return answerOf({ halted: { reason: 'target-unavailable', note: message('nothing-set-up') } });
  }
  let during: Answer;
  try {
    const command = teardown && byHand(teardown, target, (text) => redactor.mask(text));
    onEvent({ kind: 'setup-started', owner, byHand: command ?? null });
    const problem = await perform(asker, setup, signal);
    if (signal.aborted) during = answerOf({ halted: interrupted });
    else if (problem !== null) during = setUpFailed(message('setup-problem', { problem }));
    else if (until === undefined) during = await insist(asker, question);
    else during = await repeatUntil(asker, question, until);
  } finally {
    await tearDown(asker, owner, teardown);
  }
  // A block may hold a little longer: its refusal is no failed login.
  const isBlock = findCondition(variant, stimulus.condition)?.meaning === 'contact-manager';
  const control = controlOf(variant);
  const lingering = { ...control, stimulus: { ...control.stimulus, login: 'none' } } as const;
  const after = await awaitBaseline(asker, variant, patience.target, isBlock ? lingering : control);
  return { ...during, controls: [before, ...(after === null ? [] : [after])] };
}

const setUpFailed = (note: Message, attempts: readonly Evidence[] = []): Answer =>
  answerOf({ attempts, halted: { reason: 'setup-failed', note } });

/** Repeats the request until it is answered as the profile says, for as long as it says. */
async function repeatUntil(
  asker: Asker,
  question: Question,
  { status, within }: { readonly status: number; readonly within: number },
): Promise<Answer> {
  const { now, random, signal } = asker;
  const deadline = now().getTime() + within;
  for (let tries = 0; ; tries += 1) {
    const asked = await asker.ask(question);
    if (isHalt(asked)) return answerOf({ halted: asked });
    const attempts = [asked];
    if (asked.response?.status === status) return answerOf({ attempts });
    if (signal.aborted) return answerOf({ attempts, halted: interrupted });
    if (now().getTime() >= deadline) return notHeld(asker, question, asked, within);
    await pause(Math.min(backOff(asked, tries, random, now()), 1000), signal);
  }
}

/** A target that still works was not set up; one that is out of order in another way is judged by that, if it stays so. */
async function notHeld(asker: Asker, question: Question, last: Evidence, within: number): Promise<Answer> {
  const isDoubtful = doubtOf(last, question.stimulus) !== null;
  const more = isDoubtful ? await insist(asker, question) : answerOf({});
  const attempts = [last, ...more.attempts];
  const response = attempts.at(-1)?.response ?? null;
  const works = more.halted === null && response !== null && response.status < 500;
  return works
    ? setUpFailed(message('condition-not-held', { within }), attempts)
    : answerOf({ attempts, halted: more.halted });
}

/** Repeats the request while its answer is doubtful; no control can be asked meanwhile. */
async function insist(asker: Asker, question: Question): Promise<Answer> {
  const { random, now, signal, target, recheck } = asker;
  const most = Math.max(fewestTries, target.limits.retries + 1);
  const attempts: Evidence[] = [];
  for (;;) {
    const last = await asker.ask({ ...question, isFresh: attempts.at(-1)?.response === null });
    if (isHalt(last)) return answerOf({ attempts, halted: last });
    attempts.push(last);
    const late = attempts.filter(({ error }) => error?.kind === 'timeout').length;
    const isOver = attempts.length >= most || late > mostTimeouts;
    if (doubtOf(last, question.stimulus) === null || isOver) return answerOf({ attempts });
    if (recheck.isSpent()) return answerOf({ attempts, halted: notRechecked(last) });
    await recheck.spend(() => pause(backOff(last, attempts.length - 1, random, now()), signal));
  }
}

/** How often a teardown is tried, and the milliseconds before the second time, doubled each time. */
const teardowns = { most: 4, pause: 250 } as const;

/** Tears the condition down even where the run was interrupted; a failure is a warning that stays. */
async function tearDown(asker: Asker, owner: string, teardown: Action | undefined): Promise<void> {
  if (teardown === undefined) return;
  const { target, redactor, onEvent, abandoned } = asker;
  const mask = (text: string): string => redactor.mask(text);
  let problem = await perform(asker, teardown, abandoned);
  // A lost answer must not leave a target out of order; a command of the profile repeats itself if it wants to.
  for (let tries = 1; teardown.kind === 'request' && problem !== null && tries < teardowns.most; tries += 1) {
    if (abandoned.aborted) break;
    await pause(teardowns.pause * 2 ** (tries - 1), abandoned);
    problem = await perform(asker, teardown, abandoned);
  }
  const said = problem === null ? null : mask(say(problem, 'en'));
  onEvent({ kind: 'teardown-ended', owner, problem: said });
  if (problem === null) return;
  const command = byHand(teardown, target, mask);
  const words = message('teardown-failed', { problem: maskMessage(problem, mask), command });
  onEvent({ kind: 'warning', words });
}

/** Carries out a set-up or teardown; null, or why it failed, without any output of it. */
async function perform(
  { target, client, limiter }: Asker,
  action: Action,
  signal: AbortSignal,
): Promise<Message | null> {
  switch (action.kind) {
    case 'command':
      return runCommand(action.command, target.folder, signal);
    case 'request': {
      const { method, url, headers, body } = action;
      const request = { method, url, headers: Object.entries(headers), body };
      // It is one more that the target sees: the limits hold for it as well.
      const outcome = await limiter.run(() => client.send(request, usualRoute(target), signal));
      if (outcome.kind === 'failed') return outcome.error.words;
      const { status } = outcome.response;
      return status >= 200 && status < 300 ? null : message('answered-not-2xx', { status });
    }
  }
}

const usualRoute = ({ tls, http2 }: Target) => ({ localAddress: null, proxy: null, tls, http2 }) as const;

/** The action in a few words. */
export const actionInWords = (action: Action): string =>
  action.kind === 'command' ? action.command : `${action.method} ${action.url}`;

/** A line for the shell that repeats the action exactly; `mask` is given what the profile says. */
function byHand(action: Action, target: Target, mask: (text: string) => string): string {
  switch (action.kind) {
    case 'command':
      return mask(action.command);
    case 'request': {
      const headers = Object.entries(action.headers).map(([name, value]) => [name, mask(value)] as const);
      const body = action.body === null ? null : mask(action.body);
      const request = { method: action.method, url: mask(action.url), headers, body };
      return toCurl(request, usualRoute(target));
    }
  }
}

/** Milliseconds that a command of the profile may take. */
const commandTimeout = 60_000;

function runCommand(command: string, folder: string, signal: AbortSignal): Promise<Message | null> {
  if (signal.aborted) return Promise.resolve(message('interrupted'));
  return new Promise((resolve) => {
    const { spawn } = process.getBuiltinModule('node:child_process');
    // A process group of its own, so that what the shell has started is stopped with it.
    const child = spawn(command, { cwd: folder, shell: true, stdio: 'ignore', detached: true });
    const end = (): void => {
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const timer = setTimeout(end, commandTimeout);
    signal.addEventListener('abort', end, { once: true });
    const finish = (problem: Message | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(problem);
    };
    child.once('error', (error) => finish(verbatim(error.message)));
    child.once('exit', (code, killedBy) => {
      if (code === 0) finish(null);
      else if (killedBy === null) finish(message('exit-code', { code: code ?? 0 }));
      else finish(message('ended-by', { signal: killedBy }));
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself in the meantime.
  }
}
