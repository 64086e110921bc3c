import { toCurl } from '../http/curl.ts';
import type { Action, Provision, Target } from '../target/target.ts';
import type { Control, Evidence, Halt } from '../verdict/evidence.ts';
import { doubtOf } from '../verdict/settle.ts';
import { message, say, verbatim } from '../wording/message.ts';
import type { Message } from '../wording/message.ts';
import { interrupted, masked, provisionOf, settingsOf } from './ask.ts';
import type { Asker, Question } from './ask.ts';
import { awaitBaseline, notRechecked } from './doubt.ts';
import type { Answer, RecheckBudget } from './doubt.ts';
import { backOff, pause } from './limits.ts';

/** Tries of a request while no control can be asked: so many in a row are not lost by a line. */
const fewestTries = 5;

/** Sets the condition up, asks the request and tears it down whatever happens; the baseline as a control before and after. */
export async function askWhileSetUp(
  asker: Asker,
  question: Question,
  ask: () => Promise<Control | Halt>,
  recheck: RecheckBudget,
): Promise<Answer> {
  const { setup, teardown, until } = provisionOf(
    settingsOf(asker.target, question.variant.id),
    question.stimulus.condition,
  );
  const before = await awaitBaseline(asker, ask);
  if (asker.signal.aborted) return halted(interrupted);
  if (before === null || setup === undefined) {
    return halted({ reason: 'target-unavailable', note: message('nothing-set-up') });
  }
  const during = await whileSetUp(asker, question, { setup, teardown, until }, recheck);
  const after = await awaitBaseline(asker, ask);
  return { ...during, controls: [before, ...(after === null ? [] : [after])] };
}

const halted = (halt: Halt): Answer => ({ attempts: [], controls: [], halted: halt, isLimited: false });

type During = Pick<Answer, 'attempts' | 'halted' | 'isLimited'>;
interface SetUp {
  readonly setup: Action;
  readonly teardown: Action | undefined;
  readonly until: Provision['until'];
}

const during = (attempts: readonly Evidence[], halt: Halt | null): During => ({
  attempts,
  halted: halt,
  isLimited: false,
});

async function whileSetUp(
  asker: Asker,
  question: Question,
  { setup, teardown, until }: SetUp,
  recheck: RecheckBudget,
): Promise<During> {
  const { onEvent, target, redactor, signal } = asker;
  try {
    const command = teardown && byHand(teardown, target, (text) => redactor.mask(text));
    onEvent({ kind: 'setup-started', owner: question.owner, byHand: command ?? null });
    const problem = await perform(asker, setup, signal);
    if (signal.aborted) return during([], interrupted);
    if (problem !== null) return during([], setUpFailed(message('setup-problem', { problem })));
    return until === undefined
      ? await insist(asker, question, recheck)
      : await repeatUntil(asker, question, until, recheck);
  } finally {
    await tearDown(asker, question.owner, teardown);
  }
}

const setUpFailed = (note: Message): Halt => ({ reason: 'setup-failed', note });

/** Repeats the request until it is answered as the profile says, for as long as it says. */
async function repeatUntil(
  asker: Asker,
  question: Question,
  { status, within }: NonNullable<Provision['until']>,
  recheck: RecheckBudget,
): Promise<During> {
  const { now, random, signal } = asker;
  const deadline = now().getTime() + within;
  for (let tries = 0; ; tries += 1) {
    const asked = await asker.ask(question);
    if (asked.kind === 'halted') return during([], asked.halt);
    const { evidence } = asked;
    if (evidence.response?.status === status) return during([evidence], null);
    if (signal.aborted) return during([evidence], interrupted);
    if (now().getTime() >= deadline) return notHeld(asker, question, evidence, within, recheck);
    await pause(Math.min(backOff(evidence, tries, random, now()), 1000), signal);
  }
}

/** A target that still works was not set up; one that is out of order in another way is judged by that, if it stays so. */
async function notHeld(
  asker: Asker,
  question: Question,
  last: Evidence,
  within: number,
  recheck: RecheckBudget,
): Promise<During> {
  const isDoubtful = doubtOf(last, question.stimulus) !== null;
  const more = isDoubtful ? await insist(asker, question, recheck) : during([], null);
  const attempts = [last, ...more.attempts];
  const { response } = attempts.at(-1) ?? last;
  const works = more.halted === null && response !== null && response.status < 500;
  return during(attempts, works ? setUpFailed(message('condition-not-held', { within })) : more.halted);
}

/** Repeats the request while its answer is doubtful; no control can be asked meanwhile. */
async function insist(asker: Asker, question: Question, recheck: RecheckBudget): Promise<During> {
  const { random, now, signal, target } = asker;
  const most = Math.max(fewestTries, target.limits.retries + 1);
  const attempts: Evidence[] = [];
  for (;;) {
    const asked = await asker.ask({ ...question, isFresh: attempts.at(-1)?.response === null });
    if (asked.kind === 'halted') return during(attempts, asked.halt);
    const last = asked.evidence;
    attempts.push(last);
    const late = attempts.filter(({ error }) => error?.kind === 'timeout').length;
    const isOver = attempts.length >= most || late > 2;
    if (doubtOf(last, question.stimulus) === null || isOver) return during(attempts, null);
    if (recheck.isSpent()) return during(attempts, notRechecked(last));
    await recheck.spend(() => pause(backOff(last, attempts.length - 1, random, now()), signal));
  }
}

/** How often a teardown is tried, and the milliseconds before the second time, doubled each time. */
const teardowns = { most: 4, pause: 250 } as const;

/** Tears the condition down even where the run was interrupted; a failure is a warning that stays. */
async function tearDown(asker: Asker, owner: string, teardown: Action | undefined): Promise<void> {
  if (teardown === undefined) return;
  const { target, redactor, onEvent, abandoned } = asker;
  let problem = await perform(asker, teardown, abandoned);
  // A lost answer must not leave a target out of order; a command of the profile repeats itself if it wants to.
  for (let tries = 1; teardown.kind === 'request' && problem !== null && tries < teardowns.most; tries += 1) {
    if (abandoned.aborted) break;
    await pause(teardowns.pause * 2 ** (tries - 1), abandoned);
    problem = await perform(asker, teardown, abandoned);
  }
  onEvent({
    kind: 'teardown-ended',
    owner,
    problem: problem === null ? null : redactor.mask(say(problem, 'en')),
  });
  if (problem === null) return;
  const command = byHand(teardown, target, (text) => redactor.mask(text));
  const words = message('teardown-failed', { problem: masked(problem, redactor), command });
  onEvent({ kind: 'warning', words });
}

/** A request of the profile is one more that the target sees: the limits hold for it as well. */
function perform(asker: Asker, action: Action, signal: AbortSignal): Promise<Message | null> {
  const work = (): Promise<Message | null> => act(asker, action, signal);
  return action.kind === 'request' ? asker.limiter.run(work) : work();
}

/** Carries out a set-up or teardown; null, or why it failed, without any output of it. */
async function act({ target, client }: Asker, action: Action, signal: AbortSignal): Promise<Message | null> {
  switch (action.kind) {
    case 'command':
      return runCommand(action.command, target.folder, signal);
    case 'request': {
      const { method, url, headers, body } = action;
      const outcome = await client.send(
        { method, url, headers: Object.entries(headers), body },
        { localAddress: null, proxy: null, tls: target.tls, http2: target.http2 },
        signal,
      );
      if (outcome.kind === 'failed') return outcome.error.words;
      const { status } = outcome.response;
      return status >= 200 && status < 300 ? null : message('answered-not-2xx', { status });
    }
  }
}

/** The action in a few words. */
export function actionInWords(action: Action): string {
  switch (action.kind) {
    case 'command':
      return action.command;
    case 'request':
      return `${action.method} ${action.url}`;
  }
}

/** A line for the shell that repeats the action exactly; `mask` is given what the profile says. */
function byHand(action: Action, { tls, http2 }: Target, mask: (text: string) => string): string {
  switch (action.kind) {
    case 'command':
      return mask(action.command);
    case 'request': {
      const headers = Object.entries(action.headers).map(([name, value]) => [name, mask(value)] as const);
      const body = action.body === null ? null : mask(action.body);
      const request = { method: action.method, url: mask(action.url), headers, body };
      return toCurl(request, { localAddress: null, proxy: null, tls, http2 });
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
