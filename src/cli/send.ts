// The command `send`: one request of the plan, printed with its answer.

import { randomInt } from 'node:crypto';
import { conditionNames } from '#banks/specification.ts';
import { openTarget, planFor } from '../api/run-target.ts';
import { nearMiss } from '../base/near-miss.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { disarm } from '../base/visible.ts';
import { adviceFor } from '../client/errors.ts';
import type { Exchange, Header } from '../client/exchange.ts';
import { planOf } from '../plan/plan.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Obstacle } from '../plan/attempt.ts';
import { reasonPhrase } from '../report/exchange-text.ts';
import { monotonicClock } from '../base/clock.ts';
import { oneRequest } from '../run/one.ts';
import { listByCost } from './costs.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { createProgress } from './progress.ts';
import { isNamed, loadTarget, requireTarget } from './target.ts';
import { warn, wrapped } from './terminal.ts';

/** Resolves with 0 if there was an answer, else with 3. */
export async function send(
  { list, reveal, ...options }: Options<'send'>,
  [id]: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { terminal, signal } = invocation;
  if (id === undefined && !list)
    throw refuse('no-request', 'send: found no request, expected the id of one', '`send --list` prints them');
  if (reveal && !terminal.isTerminal)
    throw refuse('reveal-outside-terminal', '--reveal: found output that no terminal shows', 'leave it out');
  if (list) {
    // It sends nothing.
    const named = await isNamed(options, invocation);
    const target = named ? await loadTarget({ ...options, yes: true }, invocation) : null;
    const plan = target === null ? planOf({ a: allConditions, b: allConditions }) : planFor(target);
    terminal.write(listByCost(plan.rows, terminal.width));
    return 0;
  }
  const target = await requireTarget('send', options, invocation);
  const { rows } = planFor(target);
  for (const warning of target.warnings) warn(warning, terminal);
  const row = rows.find((one) => one.id === id);
  const plain = rows.find((one) => one.id === `${row?.variant}.success`);
  if (row === undefined || plain === undefined) {
    const near = nearMiss(
      id ?? '',
      rows.map((one) => one.id),
    );
    const guess = near === null ? '' : `; did you mean ${near}?`;
    const found = `send: found no request ${JSON.stringify(id)} of the variants in the profile${guess}`;
    throw refuse('unknown-request', found, '`send --list` prints them');
  }
  const opened = openTarget(target, randomInt(2 ** 32));
  try {
    const { show } = createProgress(invocation, { isQuiet: true, isVerbose: false });
    const how = { row, plain, target, signal, clock: monotonicClock, onEvent: show };
    const one = await oneRequest({ ...opened, ...how });
    if (one.kind !== 'sent') throw unsent(row, one);
    const { exchange, wire } = one;
    terminal.write(inLines(reveal ? wire : exchange.request, exchange));
    const { error } = exchange;
    if (error === null) return 0;
    const said = [`error: no answer: ${disarm(error.message)}`, adviceFor(error) ?? ''];
    for (const line of said) if (line !== '') terminal.writeError(wrapped(line, terminal.width));
    return 3;
  } finally {
    await opened.client.close();
  }
}

const way = { route: 'usual', hasSetup: false, hasOwnPartner: false } as const;
const allConditions = Object.fromEntries(conditionNames.map((name) => [name, way]));

const refuse = (code: string, found: string, hint: string): UserError =>
  new UserError('usage', code, found, `${hint}; nothing was sent`);

function unsent({ id, condition = 'success' }: PlannedRow, { kind, detail }: Obstacle): UserError {
  if (kind === 'not-provisioned') {
    const found = `${id}: found no conditions.${condition} in the profile, expected how to bring it about`;
    return refuse(kind, found, `${program} doctor prints the lines to add`);
  }
  if (kind === 'no-place') {
    const found = `${id}: it may be a failed login, and limits.failedLogins is 0`;
    return refuse(kind, found, 'raise it, or send a request that costs none (`send --list`)');
  }
  const found =
    kind === 'nothing-to-send'
      ? 'it is made of what an accepted plain request leaves, and there is none'
      : `${kind} ${detail}`.trim();
  return new UserError('suite', kind, `${id}: ${found}`, `see what ${program} doctor says`);
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: string | null;
}

/** As HTTP. Lines of the target are escaped for the terminal. */
function inLines({ method, url, headers, body }: Sent, { response }: Exchange): string {
  const sent = message(`${method} ${url}`, headers, body ?? '');
  if (response === null) return sent;
  const { status, bodyEncoding, bodyProblem } = response;
  const problem = bodyProblem === undefined ? '' : `(${bodyProblem}${bodyEncoding ? '; in base64' : ''})\n`;
  const first = `${status} ${reasonPhrase(status)}`.trimEnd();
  return `${sent}\n${message(first, response.headers, `${problem}${response.body ?? ''}`)}`;
}

function message(first: string, headers: readonly Header[], body: string): string {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const content = body === '' ? [] : ['', ...body.split(/\r?\n/)];
  return [...lines, ...content].map((line) => `${disarm(line)}\n`).join('');
}
