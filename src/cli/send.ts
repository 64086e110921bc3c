import { allClaims, baselineId, claimsOf, requestIdsOf, planOf } from '../plan/plan.ts';
import type { Claims, Request } from '../plan/plan.ts';
import type { Risk } from '../plan/risk.ts';
import { casesOf, openSender, saidDoubts } from '../api/run-target.ts';
import { UserError } from '../base/errors.ts';
import { createSuiteRedactor, createTargetRedactor } from '../run/target-redactor.ts';
import type { SendOrder } from '../run/send-once.ts';
import { quote } from '../client/curl.ts';
import { readableBody, reasonPhrase } from '../client/exchange.ts';
import type { Redactor } from '../client/masking.ts';
import { disarm } from '../base/visible.ts';
import { specification } from '../operation/specification.ts';
import { program } from '../base/package.ts';
import { readEnvironment } from '../base/environment.ts';
import { nearMiss } from '../base/near-miss.ts';
import type { Target } from '../profile/target.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { say } from '../messages/message.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { isNamed, loadTarget, requireTarget } from './settings.ts';
import { wrapped } from './terminal.ts';

type Requests = ReadonlyMap<string, Request>;

/** Cost of a request by `limits.failedLogins`. */
const costs: Readonly<Record<Risk, string>> = {
  none: 'costs no failed login',
  right: 'costs a failed login if the service refuses the credentials of the profile',
  misreadable: 'may cost a failed login',
  wrong: 'costs a failed login',
};

/** Sends one planned request once, and prints it with its answer. Returns 0 if there was an answer, else 3. */
export async function send(given: Given, invocation: Invocation): Promise<number> {
  const { terminal, signal } = invocation;
  const [id] = given.words;
  if (given.has('list')) {
    const isAbout = isNamed(given, await readEnvironment(invocation.cwd, invocation.env));
    const claims = isAbout
      ? claimsOf(await loadTarget(given, invocation), specification)
      : allClaims(specification);
    terminal.write(listed(requestsBy(claims)));
    return 0;
  }
  if (id === undefined) {
    const message = 'send: found no request, expected the id of one';
    throw new UserError('usage', 'no-request', message, '`send --list` prints them; nothing was sent');
  }
  const isRevealed = given.has('reveal');
  if (isRevealed && !terminal.isTerminal) {
    const message = '--reveal: found output that no terminal shows, expected one';
    throw new UserError('usage', 'reveal-outside-terminal', message, 'leave it out; nothing was sent');
  }
  const target = await requireTarget(given, invocation);
  const redactor = isRevealed ? revealing() : createTargetRedactor(target);
  const view = isRevealed ? 'sent' : 'shown';
  const requests = requestsBy(claimsOf(target, specification));
  const request = requestOf(id, target, requests);
  for (const warning of target.warnings)
    terminal.writeError(wrapped(`! ${say(warning, target.language)}`, terminal.width));
  const { sender } = await openSender({ target, redactor, view, signal });
  for (const warning of saidDoubts(sender)) terminal.writeError(`! ${warning}\n`);
  try {
    let answer: Evidence | null = null;
    for (const order of ordersOf(request, requests)) {
      const found = await sender.ask(order);
      if (isNotSent(found)) throw unsent(request, found);
      terminal.write(`${answer === null ? '' : '\n'}${written(found)}`);
      answer = found;
    }
    return sayEnd(answer, terminal);
  } finally {
    await sender.close();
  }
}

/** A redactor that masks nothing. */
const revealing = (): Redactor => ({
  ...createSuiteRedactor(),
  mask: (text) => text,
  maskHeaders: (headers) => headers,
  find: () => [],
});

/**
 * The request once, because a probe is not retried. Some requests need the answer to the plain request, so it
 * is sent first.
 */
function ordersOf(request: Request, requests: Requests): readonly SendOrder[] {
  const common = { for: null, owner: request.id };
  const own: SendOrder = { ...common, request, role: 'probe', isFresh: true };
  const plain = requests.get(baselineId(request.variant.id));
  const { kind } = request.testRequest.mutation ?? {};
  const isSecond = plain !== undefined && (kind === 'replay' || kind === 'cookie');
  return isSecond ? [{ ...common, request: plain, role: 'try' }, own] : [own];
}

const requestsBy = (claims: Claims): Requests => planOf(specification, claims).requests;

/** Ids by cost. Requests that need a set-up are listed separately, because only a run sends them. */
function listed(requests: Requests): string {
  const all = [...requests.values()];
  const [setUp, others] = [all.filter(isSetUp), all.filter((one) => !isSetUp(one))];
  const groups = [
    ...(['none', 'right', 'misreadable', 'wrong'] as const).map(
      (risk) => [costs[risk], others.filter((one) => one.risk === risk)] as const,
    ),
    ['is sent only by a run, which sets its condition up (run --case)', setUp] as const,
  ];
  return groups
    .filter(([, own]) => own.length > 0)
    .map(([title, own]) => `${title}:\n${own.map(({ id }) => `  ${id}\n`).join('')}`)
    .join('\n');
}

const isSetUp = ({ step }: Request): boolean => step === 'setup';

/** Throws a UserError for an unknown request, and for one that the profile does not provision. */
function requestOf(id: string, target: Target, requests: Requests): Request {
  const found = requests.get(id);
  if (found !== undefined && !isSetUp(found)) return found;
  const nothing = 'nothing was sent';
  if (found !== undefined) {
    const testCase = casesOf(target).find((one) => requestIdsOf(one).includes(id));
    const options = [...(target.byHand ?? []), '--case', testCase?.id ?? id].map(quote).join(' ');
    const message = `${id}: conditions.${found.testRequest.condition}.setup changes the target, and only a run sets it up and tears it down`;
    throw new UserError('profile', 'needs-set-up', message, `${program} run ${options}; ${nothing}`);
  }
  const all = requestsBy(allClaims(specification));
  const known = all.get(id);
  if (known === undefined) {
    const near = nearMiss(id, [...new Set([...requests.keys(), ...all.keys()])]);
    const message = `send: no request is called ${JSON.stringify(id)}${near === null ? '' : `; did you mean ${near}?`}`;
    throw new UserError('usage', 'unknown-request', message, `\`send --list\` prints them; ${nothing}`);
  }
  const { variant, testRequest } = known;
  const lacking =
    target.variants[variant.id] === undefined
      ? `variants.${variant.id}`
      : `conditions.${testRequest.condition}`;
  const message = `${id}: found no ${lacking} in the profile that provides for this request, expected one`;
  throw new UserError(
    'profile',
    'not-provisioned',
    message,
    `${program} doctor prints the lines to add; ${nothing}`,
  );
}

function unsent({ id, risk }: Request, { kind, reason, note }: NotSent): UserError {
  const message = `${id}: ${say(note, 'en')}`;
  if (kind === 'limit') {
    const hint = `this request ${costs[risk]}; raise limits.failedLogins, or send one that costs none (\`send --list\` says which)`;
    return new UserError('profile', 'login-limit', message, `${hint}; nothing was sent`);
  }
  const fault =
    reason === 'vacuous' || reason === 'suite-error' || kind === 'interrupted' ? 'suite' : 'profile';
  return new UserError(fault, 'request-not-made', message, 'this request was not sent');
}

/** Request and answer as HTTP. Lines of the target are escaped for the terminal. */
function written({ request, response }: Evidence): string {
  const { method, url, headers, body } = request;
  const version = response?.httpVersion ?? '1.1';
  const sent = inLines(`${method} ${url} HTTP/${version}`, headers, body ?? '');
  if (response === null) return sent;
  const { status } = response;
  const first = ['HTTP/', version, ' ', status, ' ', reasonPhrase(status)].join('').trimEnd();
  return `${sent}\n${inLines(first, response.headers, readableBody(response))}`;
}

function inLines(first: string, headers: Evidence['request']['headers'], body: string): string {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const content = body === '' ? [] : ['', ...body.split(/\r?\n/)];
  return [...lines, ...content].map((line) => `${disarm(line)}\n`).join('');
}

function sayEnd(last: Evidence | null, { writeError }: Invocation['terminal']): number {
  if (last?.response === null)
    writeError(`error: no answer: ${disarm(last.error?.message ?? '')} (no-answer)\n`);
  if (last?.response?.bodyTruncated === true)
    writeError(`! the answer has ${last.response.bodyLength} bytes; only its beginning is shown\n`);
  return last === null || last.response === null ? 3 : 0;
}
