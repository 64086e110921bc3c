import { baselineId } from '../plan/plan.ts';
import { failureOf, runChild } from '../base/child.ts';
import { toCurl } from '../client/curl.ts';
import { maskMessage } from '../client/record.ts';
import { findCondition } from '../operation/specification.ts';
import { proxyFor, tlsFor } from '../client/proxy-for.ts';
import type { Action, Target } from '../profile/target.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { doubtOf } from '../judge/settle.ts';
import { interrupted } from '../judge/trial.ts';
import { message, say, verbatim } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import { askAgain } from './doubt.ts';
import { pause } from './pace.ts';
import { checkpoint } from './checkpoint.ts';
import type { Plain } from './checkpoint.ts';
import type { Sender } from './send-within-limits.ts';
import { provisionOf, settingsOf } from './settings.ts';
import type { SendOrder } from './send-once.ts';

/**
 * Sets the condition up, asks, and always tears it down. The plain request is the control before and after.
 * Resolves with the last answer, or with why there is none.
 */
export async function askWhileSetUp(
  sender: Sender,
  order: SendOrder,
  first: Plain['first'],
): Promise<Evidence | NotSent> {
  const { target, signal, redactor, onEvent } = sender;
  const { request, owner } = order;
  const { variant, testRequest } = request;
  const { setup, teardown, until } = provisionOf(settingsOf(target, variant.id), testRequest.condition);
  const plain = sender.requests.get(baselineId(variant.id));
  if (plain === undefined) throw new RangeError(`no plain request of variant ${variant.id}`);
  const asking = { patience: 'set-up', served: order } as const;
  const isBefore = await checkpoint(sender, { plain, first }, asking);
  if (signal.aborted) return sender.skip(order, interrupted);
  if (!isBefore || setup === undefined) {
    return sender.skip(order, {
      kind: 'other',
      reason: 'target-unavailable',
      note: message('nothing-set-up'),
    });
  }
  let last: Evidence | NotSent;
  try {
    const command = teardown && byHand(teardown, target, (text) => redactor.mask(text));
    onEvent({ kind: 'setup-started', owner, byHand: command ?? null });
    const problem = await perform(sender, setup, signal);
    if (signal.aborted) last = sender.skip(order, interrupted);
    else if (problem !== null) last = sender.skip(order, setUpFailed(message('setup-problem', { problem })));
    else if (until === undefined) last = await insist(sender, order, null);
    else last = await repeatUntil(sender, order, until);
  } finally {
    await tearDown(sender, owner, teardown);
  }
  // A block may last a little longer. Until it ends, a refusal of the control is no failed login.
  const isBlock = findCondition(variant, testRequest.condition)?.meaning === 'contact-manager';
  await checkpoint(sender, { plain: isBlock ? { ...plain, risk: 'none' } : plain, first }, asking);
  return last;
}

const setUpFailed = (note: Message): NotSent => ({ kind: 'other', reason: 'setup-failed', note });

/** Repeats the request while its answer is doubtful. No control is possible meanwhile. */
const insist = (sender: Sender, order: SendOrder, first: Evidence | null): Promise<Evidence | NotSent> =>
  sender.recheck.spend(() => askAgain(sender, { doubt: 'outage', order, first }));

/** Repeats the request until it is answered as `until` in the profile says, or its time is up. */
async function repeatUntil(
  sender: Sender,
  order: SendOrder,
  { status, within }: { readonly status: number; readonly within: number },
): Promise<Evidence | NotSent> {
  const isSettled = ({ response }: Evidence): boolean => response?.status === status;
  const last = await askAgain(sender, { doubt: 'effect', order, first: null, isSettled, within });
  if (isNotSent(last) || isSettled(last)) return last;
  // If the target still works, the set-up failed. Any other failure that lasts is judged by itself.
  const isDoubtful = doubtOf(last, order.request.testRequest) !== null;
  const settled = isDoubtful ? await insist(sender, order, last) : last;
  if (isNotSent(settled) || (settled.response?.status ?? 500) >= 500) return settled;
  return sender.skip(order, setUpFailed(message('condition-not-held', { within })));
}

/** Maximum number of teardown attempts, and ms before the second. The pause doubles each time. */
const teardowns = { most: 4, pause: 250 } as const;

/** Tears the condition down even after an interrupt. A failure becomes a warning. */
async function tearDown(sender: Sender, owner: string, teardown: Action | undefined): Promise<void> {
  if (teardown === undefined) return;
  const { target, redactor, onEvent, abandoned } = sender;
  const mask = (text: string): string => redactor.mask(text);
  let problem = await perform(sender, teardown, abandoned);
  // A lost answer must not leave the target out of order. A command of the profile has to retry by itself.
  for (let tries = 1; teardown.kind === 'request' && problem !== null && tries < teardowns.most; tries += 1) {
    if (abandoned.aborted) break;
    await pause(teardowns.pause * 2 ** (tries - 1), abandoned);
    problem = await perform(sender, teardown, abandoned);
  }
  const said = problem === null ? null : mask(say(problem, 'en'));
  onEvent({ kind: 'teardown-ended', owner, problem: said });
  if (problem === null) return;
  const command = byHand(teardown, target, mask);
  const words = message('teardown-failed', { problem: maskMessage(problem, mask), command });
  onEvent({ kind: 'warning', words });
}

/** Runs a set-up or teardown. Resolves with null, or with why it failed, without any of its output. */
async function perform(
  { target, client, pace }: Sender,
  action: Action,
  signal: AbortSignal,
): Promise<Message | null> {
  switch (action.kind) {
    case 'command':
      return runCommand(action.command, target.folder, signal);
    case 'request': {
      const { method, url, headers, body } = action;
      const request = { method, url, headers: Object.entries(headers), body };
      // The target sees this request too, so the limits apply.
      const turn = await pace.enter();
      await turn.ready();
      const outcome = await client.send(request, usualRoute(target, url), signal).finally(() => turn.leave());
      if (outcome.kind === 'failed') return outcome.error.words;
      const { status } = outcome.response;
      return status >= 200 && status < 300 ? null : message('answered-not-2xx', { status });
    }
  }
}

/** The route of a request whose condition does not set one. */
const usualRoute = (target: Target, url: string) =>
  ({
    localAddress: null,
    proxy: proxyFor(target.proxies, url),
    tls: tlsFor(target, url),
    http2: target.http2,
  }) as const;

export const actionInWords = (action: Action): string =>
  action.kind === 'command' ? action.command : `${action.method} ${action.url}`;

/** A shell command that repeats the action exactly. `mask` is applied to texts of the profile. */
function byHand(action: Action, target: Target, mask: (text: string) => string): string {
  switch (action.kind) {
    case 'command':
      return mask(action.command);
    case 'request': {
      const headers = Object.entries(action.headers).map(([name, value]) => [name, mask(value)] as const);
      const body = action.body === null ? null : mask(action.body);
      const request = { method: action.method, url: mask(action.url), headers, body };
      return toCurl(request, usualRoute(target, action.url));
    }
  }
}

/** Time limit of a command of the profile, in ms. */
const commandTimeout = 60_000;

async function runCommand(command: string, cwd: string, signal: AbortSignal): Promise<Message | null> {
  if (signal.aborted) return message('interrupted');
  const { ending } = await runChild({ command, cwd, limits: { time: commandTimeout }, signal });
  if (ending.kind === 'exited') return ending.code === 0 ? null : message('exit-code', { code: ending.code });
  if (ending.kind === 'killed') return message('ended-by', { signal: ending.signal });
  const failure = failureOf(ending);
  return failure === null ? null : verbatim(failure);
}
