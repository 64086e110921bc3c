// The command `send`: one request of the plan, printed with its answer.

import { randomInt } from 'node:crypto';
import { conditionNames } from '#banks/specification.ts';
import { openTarget, planFor } from '../api/run-target.ts';
import { monotonicClock } from '../base/clock.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { disarm } from '../base/visible.ts';
import { adviceFor } from '../client/errors.ts';
import type { Exchange, Wire } from '../client/exchange.ts';
import { say, wordsIn } from '../messages/message.ts';
import { planOf } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import { reasonPhrase } from '../report/exchange-text.ts';
import { oneRequest } from '../run/one.ts';
import type { RunEvent } from '../run/shared.ts';
import { listByCost } from './costs.ts';
import { unknown } from './failure.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { createProgress } from './progress.ts';
import { isNamed, loadTarget, requireTarget } from './target.ts';
import { warn } from './terminal.ts';

/** Resolves with 0 if there was an answer, else with 3. */
export async function send(
  { list, reveal, ...options }: Options<'send'>,
  [id]: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { terminal, signal } = invocation;
  if (list) {
    const all = { a: allConditions, b: allConditions };
    const read = () => loadTarget({ ...options, yes: true }, invocation);
    const { rows } = (await isNamed(options, invocation)) ? planFor(await read()) : planOf(all);
    terminal.write(listByCost(rows, terminal.width));
    return 0;
  }
  if (id === undefined) throw refuse('no-request', 'send: found no request, expected the id of one');
  if (reveal && !terminal.isTerminal)
    throw refuse('reveal-outside-terminal', '--reveal: found output that no terminal shows', 'leave it out');
  const target = await requireTarget('send', options, invocation);
  for (const warning of target.warnings) warn(warning, terminal);
  const { show } = createProgress(invocation, { quiet: true });
  const one = await sendOne(target, id, signal, show);
  const ids = planFor(target).rows.map((row) => row.id);
  if (one === null) throw unknown('send', 'request', id, ids);
  if (one.kind !== 'sent') {
    const params = { condition: id.split('.')[1] ?? '', detail: one.detail };
    const why = say({ code: `unsent-${one.kind}`, params }, 'en');
    const kind = ['not-provisioned', 'no-place'].includes(one.kind) ? 'usage' : 'suite';
    const hint = `see what ${program} doctor says; nothing more was sent`;
    throw new UserError(kind, one.kind, `send: ${id}: ${why}`, hint);
  }
  const { exchange, wire } = one;
  const { response, error } = exchange;
  const { method, url, headers, body } = reveal ? wire : exchange.request;
  terminal.write(message(`${method} ${url}`, headers, body) + (response ? `\n${answer(response)}` : ''));
  if (error === null) return 0;
  warn(`no answer: ${error.message}; ${words(`advice-${adviceFor(error)}`)}`, terminal, 'error: ');
  return 3;
}

/** Null: the variants of the profile have no such request. */
export async function sendOne(target: Target, id: string, signal: AbortSignal, onEvent = ignored) {
  const { rows } = planFor(target);
  const row = rows.find((one) => one.id === id);
  const plain = rows.find((one) => one.id === `${row?.variant}.success`);
  if (row === undefined || plain === undefined) return null;
  const opened = openTarget(target, randomInt(2 ** 32));
  try {
    return await oneRequest({ ...opened, row, plain, target, signal, clock: monotonicClock, onEvent });
  } finally {
    await opened.client.close();
  }
}

const ignored = (_event: RunEvent): void => {};
const words = wordsIn('en');
const way = { route: 'usual', hasSetup: false, hasOwnPartner: false } as const;
const allConditions = Object.fromEntries(conditionNames.map((name) => [name, way]));

const refuse = (code: string, found: string, hint = '`send --list` prints them'): UserError =>
  new UserError('usage', code, found, `${hint}; nothing was sent`);

function answer({ status, headers, body, bodyProblem }: Exchange['response'] & {}): string {
  const problem = bodyProblem && `(${words(`body-${bodyProblem}`)}; in base64)\n`;
  const shown = `${problem ?? ''}${body ?? words('body-not-recorded')}`;
  return message(`${status} ${reasonPhrase(status)}`.trimEnd(), headers, shown);
}

/** As HTTP. Lines of the target are escaped for the terminal. */
function message(first: string, headers: Wire['headers'], body: string | null): string {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const content = body === null || body === '' ? [] : ['', ...body.split(/\r?\n/)];
  return [...lines, ...content].map((line) => `${disarm(line)}\n`).join('');
}
