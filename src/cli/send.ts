// The command `send`: one request of the plan, printed with its answer.

import { randomInt } from 'node:crypto';
import { openTarget, planFor } from '../api/run-target.ts';
import { nearMiss } from '../base/near-miss.ts';
import { UserError } from '../base/errors.ts';
import { program } from '../base/package.ts';
import { disarm } from '../base/visible.ts';
import { adviceFor } from '../client/errors.ts';
import type { Exchange, Header } from '../client/exchange.ts';
import { planOf } from '../plan/plan.ts';
import type { Claims, PlannedRow } from '../plan/plan.ts';
import type { Obstacle } from '../plan/attempt.ts';
import { reasonPhrase } from '../report/exchange-text.ts';
import { monotonicClock } from '../run/clock.ts';
import { oneRequest } from '../run/one.ts';
import { listByCost } from './costs.ts';
import type { Invocation } from './invocation.ts';
import { noteTeardown } from './progress.ts';
import { isNamed, loadTarget } from './target.ts';
import type { TargetWords } from './target.ts';
import { warn, wrapped } from './terminal.ts';

export interface SendWords extends TargetWords {
  readonly list?: boolean;
  readonly reveal?: boolean;
}

/** Resolves with 0 if there was an answer, else with 3. */
export async function send(
  options: SendWords,
  [id]: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { terminal, signal, undone } = invocation;
  const named = await isNamed(options, invocation);
  if (options.list === true) {
    // It sends nothing.
    const target = named ? await loadTarget({ ...options, yes: true }, invocation) : null;
    const { rows } = target === null ? planOf(allClaims) : planFor(target);
    terminal.write(listByCost(rows, terminal.width));
    return 0;
  }
  if (id === undefined)
    throw refuse('no-request', 'send: found no request, expected the id of one', '`send --list` prints them');
  if (options.reveal === true && !terminal.isTerminal)
    throw refuse('reveal-outside-terminal', '--reveal: found output that no terminal shows', 'leave it out');
  if (!named) {
    const hint = `name one by --target FILE or SBP_TARGET; ${program} init writes a profile`;
    throw refuse('no-target', 'send: found no target, expected a profile', hint);
  }
  const target = await loadTarget(options, invocation);
  for (const warning of target.warnings) warn(warning, terminal);
  const plan = planFor(target);
  const row = plan.rows.find((one) => one.id === id);
  const plain = plan.rows.find((one) => one.id === `${row?.variant}.success`);
  if (row === undefined || plain === undefined) throw unknown(id, plan.rows);
  const opened = openTarget(target, randomInt(2 ** 32));
  try {
    const one = await oneRequest({
      ...opened,
      row,
      plain,
      target,
      signal,
      clock: monotonicClock,
      onEvent: (event) => {
        noteTeardown(event, undone);
        if (event.kind === 'warning') warn(event.text, terminal);
      },
    });
    if (one.kind !== 'sent') throw unsent(row, one);
    const { exchange, wire } = one;
    terminal.write(inLines(options.reveal === true ? wire : exchange.request, exchange));
    if (exchange.response !== null) return 0;
    const { message = 'no answer', ...failure } = exchange.error ?? {};
    const advice = 'kind' in failure ? adviceFor(failure) : null;
    const said = [`error: no answer: ${disarm(message)}`, ...(advice === null ? [] : [`  ${advice}`])];
    for (const line of said) terminal.writeError(wrapped(line, terminal.width));
    return 3;
  } finally {
    await opened.client.close();
  }
}

const usual = { route: 'usual', hasSetup: false, hasOwnPartner: false } as const;
const allClaims: Claims = {
  a: { unauthorized: usual, unavailable: usual },
  b: {
    unauthorized: usual,
    unavailable: usual,
    'partner-blocked': usual,
    'ip-blocked': usual,
    'reward-unavailable': usual,
  },
};

const refuse = (code: string, found: string, hint: string): UserError =>
  new UserError('usage', code, found, `${hint}; nothing was sent`);

function unknown(id: string, rows: readonly PlannedRow[]): UserError {
  const all = planOf(allClaims).rows;
  if (all.some((one) => one.id === id)) {
    const found = `${id}: found no variant ${id.charAt(0)} in the profile, expected one under \`variants\``;
    return refuse('variant-not-claimed', found, 'list it there if the target implements it');
  }
  const near = nearMiss(
    id,
    rows.map((one) => one.id),
  );
  const guess = near === null ? '' : `; did you mean ${near}?`;
  const found = `send: found no request that is called ${JSON.stringify(id)}${guess}`;
  return refuse('unknown-request', found, '`send --list` prints them');
}

function unsent({ id, condition = 'success' }: PlannedRow, { kind, detail }: Obstacle): UserError {
  switch (kind) {
    case 'not-provisioned': {
      const found = `${id}: found no conditions.${condition} in the profile, expected how to bring it about`;
      return refuse(kind, found, `${program} doctor prints the lines to add`);
    }
    case 'no-place': {
      const found = `${id}: it may be a failed login, and limits.failedLogins is 0`;
      return refuse(kind, found, 'raise it, or send a request that costs none (`send --list`)');
    }
    case 'setup-failed':
      return new UserError('suite', kind, `${id}: the set-up failed: ${detail}`, 'it was not judged');
    case 'nothing-to-send': {
      const found = `${id}: it is made of what an accepted plain request leaves, and there is none`;
      return new UserError('suite', kind, found, 'send the plain request first, to see why');
    }
    case 'interrupted':
    case 'refused':
    case 'target-unavailable':
    case 'rate-limited':
      return new UserError('suite', kind, `${id}: ${kind}`, 'it was not sent');
  }
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
  return [...lines, ...(body === '' ? [] : ['', ...body.split(/\r?\n/)])]
    .map((line) => `${disarm(line)}\n`)
    .join('');
}
