import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../base/errors.ts';
import { jsonText } from '../base/json-text.ts';
import { readSuite } from '../base/package.ts';
import { wrap } from '../base/text-width.ts';
import { clip, disarm, some } from '../base/visible.ts';
import { findInData } from '../api/leak-guard.ts';
import { openSender } from '../api/run-target.ts';
import { compareWithCertificate } from '../certificate/recheck.ts';
import { statementNames } from '../certificate/certificate.ts';
import type { Rechecked } from '../certificate/recheck.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence, Role } from '../judge/evidence.ts';
import { doubtOf, isByGateway, isRefusal } from '../judge/settle.ts';
import { specification } from '../operation/specification.ts';
import { baselineId, bareId, requestId, requestIdsOf } from '../plan/plan.ts';
import { lacking, plainest } from '../plan/test-case.ts';
import { isUnusable } from '../judge/trial.ts';
import type { Plan, Request } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import { judge, rules } from '../results/judge.ts';
import { exchangesById } from '../results/results.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { shownFile } from '../base/path.ts';
import { message, say } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { Results } from '../results/results.ts';
import { writeFileTo } from './compare.ts';
import { renderRecheck } from './recheck-page.ts';
import type { RecheckView } from './recheck-page.ts';
import { languageOf, readRun, requireTarget } from './settings.ts';
import { wrapped } from './terminal.ts';

/** Most requests of a recheck, and how many a second where the profile sets no rate. */
const mostRequests = 25;
const usualRate = 5;

/**
 * How a variant answered its plain request: with 200, otherwise, by a refusal, or not itself. Only after 200 is
 * anything else asked of it, and a refusal says nothing: the profile may be wrong.
 */
type Reached = 'asked' | 'otherwise' | 'not-accepted' | 'not-reached' | 'not-asked';

/**
 * Asks a service whether it still is what was certified, by what is harmless, at most 25 requests. Returns 1 if
 * something changed, else 3 if a variant was not reached or not accepted, else 0.
 */
export async function recheck(given: Given, invocation: Invocation): Promise<number> {
  const { cwd, terminal } = invocation;
  const [folder] = given.words;
  if (folder === undefined) {
    const hint = 'for example: recheck certificate --target staging.yaml; nothing was sent';
    throw new UserError('usage', 'missing-option', 'recheck needs the folder of a certificate', hint);
  }
  const certified = await readRun(folder, cwd);
  const target = await requireTarget(given, invocation);
  for (const warning of target.warnings)
    terminal.writeError(wrapped(`! ${disarm(say(warning, target.language))}`, terminal.width));
  const { results, reached, requests, asked } = await askToday(target, invocation.signal);
  const isHeard = (variant: string): boolean => ['asked', 'otherwise'].includes(reached[variant] ?? '');
  const { requirements: found, differing } = compareWithCertificate(
    certified,
    results,
    specification,
    isHeard,
  );
  const isChanged = found.some(({ state }) => state === 'changed');
  // An answer that is no 200 and decides nothing may be a portal's.
  const isDecided = (variant: string): boolean =>
    reached[variant] === 'asked' ||
    found.some(({ requirement, state }) => state === 'changed' && requirement.startsWith(`${variant}.`));
  const isOpen = !Object.keys(reached).every(isDecided);
  const code = isChanged ? 1 : isOpen ? 3 : 0;
  const redactor = createTargetRedactor(target);
  if (findInData(results, redactor).length > 0)
    throw new UserError('suite', 'secret-in-output', 'a secret is in an answer', 'please report this defect');
  const { statement } = statementNames['sbp-banks-conformance-certificate'];
  const isCertificate = existsSync(resolve(cwd, folder, statement));
  const state = isChanged ? 'changed' : isOpen ? 'open' : 'unchanged';
  const view = viewOf({
    folder,
    isCertificate,
    certified,
    results,
    reached,
    requests,
    differing,
    found,
    state,
  });
  const language = languageOf(given) ?? target.language;
  const page = given.text('out');
  if (page !== undefined) await writeFileTo(resolve(cwd, page), renderRecheck(view, language));
  const exchanges = exchangesById(results);
  if (given.has('json')) {
    const shown = found.map((one) => ({ ...one, exchange: exchanges.get(one.exchange ?? '') ?? null }));
    const certificate = { startedAt: certified.startedAt, target: certified.target.name };
    terminal.write(
      jsonText({
        exitCode: code,
        certificate,
        requests,
        asked,
        reached,
        differing: differing.map((line) => say(line, 'en')),
        requirements: shown,
      }),
    );
    return code;
  }
  const words = (line: Message): string => say(line, language);
  const lines = [
    words(view.head),
    ...view.notes.map((line) => `! ${words(line)}`),
    ...view.changes.flatMap(({ line, request, answer }) => [
      `✗ ${words(line)}`,
      ...(request === '' ? [] : [`    > ${request}`, `    < ${answer}`]),
    ]),
    ...view.more.map((line) => `✗ ${words(line)}`),
    `✓ ${words(view.same)}`,
    `– ${words(view.unseen)}`,
    words(view.result),
    ...(page === undefined ? [] : [`  ${shownFile(page)}`]),
  ];
  const written = lines.flatMap((line) => wrap(disarm(line), terminal.width)).map((line) => `${line}\n`);
  terminal.write(written.join(''));
  return code;
}

/** Changes shown in full, so that all fits one screen. */
const mostShown = 4;

interface Seen {
  readonly folder: string;
  readonly isCertificate: boolean;
  readonly certified: Results;
  readonly results: Results;
  readonly reached: Readonly<Record<string, Reached>>;
  readonly requests: number;
  readonly differing: readonly Message[];
  readonly found: readonly Rechecked[];
  readonly state: RecheckView['state'];
}

function viewOf({
  folder,
  isCertificate,
  certified,
  results,
  reached,
  requests,
  differing,
  found,
  state,
}: Seen): RecheckView {
  const exchanges = exchangesById(results);
  const idsOf = (wanted: Rechecked['state']): readonly string[] =>
    found.filter((one) => one.state === wanted).map(({ requirement }) => requirement);
  const changed = found.filter((one) => one.state === 'changed');
  const [more, unseen] = [idsOf('changed').slice(mostShown), idsOf('not-looked-at')];
  const isPart = Object.values(reached).includes('asked');
  const named = (ids: readonly string[], most: number) => ({ count: ids.length, ids: some(ids, most) });
  return {
    state,
    head: message(isCertificate ? 'recheck-head' : 'recheck-head-tested', {
      name: certified.target.name,
      date: certified.startedAt.slice(0, 10),
      count: requests,
    }),
    askedAt: message('recheck-asked-at', { at: `${results.startedAt.slice(0, 16).replace('T', ' ')} UTC` }),
    notes: [
      ...(isCertificate ? [] : [message('recheck-no-certificate', { folder })]),
      ...differing,
      ...Object.entries(reached).flatMap(([variant, how]) =>
        how === 'asked' ? [] : [message(`recheck-${how}`, { variant })],
      ),
    ],
    changes: changed.slice(0, mostShown).map(({ requirement, before, after, exchange: id }) => {
      const exchange = exchanges.get(id ?? '');
      const { request, response, error } = exchange ?? {};
      const verdicts = { before: message(`verdict-${before}`), after: message(`verdict-${after ?? before}`) };
      return {
        line: message('recheck-change', { requirement, ...verdicts }),
        request: request === undefined ? '' : `${request.method} ${clip(request.url, 72)}`,
        answer: `${response?.status ?? error?.code ?? ''} ${clip(response?.body ?? '', 72)}`,
      };
    }),
    more: more.length === 0 ? [] : [message('recheck-more', named(more, mostShown))],
    same: message('recheck-same', { count: idsOf('unchanged').length }),
    unseen: unseen.length === 0 ? message('recheck-all-seen') : message('recheck-unseen', named(unseen, 2)),
    result:
      state === 'changed'
        ? message('recheck-changed', { count: changed.length, all: found.length })
        : message(state === 'unchanged' ? 'recheck-unchanged' : isPart ? 'recheck-part' : 'recheck-open'),
  };
}

/** Harmless requests in the order of asking: first what is judged, the variants in turn. */
function harmlessIn({ cases, requests }: Plan): readonly Request[] {
  const ids = (kind: 'judged' | 'observed') =>
    cases.filter((one) => one.kind === kind && one.provisioned).flatMap(requestIdsOf);
  const all = [...new Set([...ids('judged'), ...ids('observed')])].flatMap((id) => requests.get(id) ?? []);
  return all.filter(({ step }) => step === 'harmless');
}

/** Asks plain requests, then what is harmless, one at a time, and judges the answers. */
async function askToday(given: Target, signal: AbortSignal) {
  const { limits } = given;
  const variants = Object.keys(given.variants);
  // Two places for each variant: an answer in doubt that is no refusal is asked for once more.
  const failedLogins = Math.min(limits.failedLogins, 2 * variants.length);
  const rate = limits.rate ?? usualRate;
  const target = { ...given, limits: { ...limits, concurrency: 1, rate, failedLogins } };
  const full = new AbortController();
  let requests = 0;
  const { sender, plan, claims } = await openSender({
    target,
    signal: AbortSignal.any([signal, full.signal]),
    onEvent: ({ kind }) => {
      if (kind !== 'exchanged') return;
      requests += 1;
      if (requests >= mostRequests) full.abort();
    },
  });
  const startedAt = new Date();
  const asked = new Set<string>();
  const ask = async (request: Request, role: Role, served?: Request): Promise<Evidence | null> => {
    const order = { request, role, for: served?.id ?? null, owner: request.id };
    const found = await sender.ask({ ...order, isFresh: role === 'control' });
    if (isNotSent(found)) return null;
    asked.add(request.id);
    return found;
  };
  try {
    const reached: Record<string, Reached> = {};
    for (const id of variants) {
      const plain = plan.requests.get(baselineId(id));
      reached[id] = plain === undefined ? 'not-asked' : reachedBy(await askPlain(plain, plan, ask));
    }
    const isAsked = ({ variant }: Request): boolean => reached[variant.id] === 'asked';
    for (const request of harmlessIn(plan).filter(isAsked)) {
      if (!isAsked(request)) continue;
      const plain = plan.requests.get(baselineId(request.variant.id));
      const answer = await ask(request, 'try');
      if (answer === null || plain === undefined) continue;
      const isDoubtful = doubtOf(answer, request.testRequest) !== null;
      // A refusal of the real partner says something only if the plain request is accepted after it.
      const needsControl = isDoubtful || (request.risk === 'right' && isRefusal(answer));
      if (!needsControl) continue;
      const control = await ask(plain, 'control', request);
      if (control !== null && isRefusal(control)) {
        reached[request.variant.id] = 'not-accepted';
        continue;
      }
      if (!isDoubtful || mostRequests - requests < 2) continue;
      await ask(request, 'try');
      await ask(plain, 'control', request);
    }
    const numbers = Object.entries(target.limits).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    );
    const cases = plan.cases.filter((one) => requestIdsOf(one).some((id) => asked.has(id)));
    const results = judge(
      {
        suite: readSuite(),
        rules,
        target: { name: target.name, baseUrl: target.baseUrl, variants, language: target.language },
        profile: { sha256: '', claims, limits: Object.fromEntries(numbers) },
        environment: { node: '', platform: '' },
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
        seed: null,
        interrupted: false,
        failedLogins: 0,
        pace: null,
        warnings: [],
        cases: cases.map(({ id }) => id),
        attempts: sender.attempts(),
      },
      specification,
      [],
      [],
    );
    return { results, reached, requests, asked: [...asked] };
  } finally {
    await sender.close();
  }
}

type Ask = (request: Request, role: 'try' | 'probe', served?: Request) => Promise<Evidence | null>;

/**
 * The plain request. Where its answer shows nothing, also requests that must be refused, which show whether the
 * service works, and the plain one once more if no login can have failed.
 */
async function askPlain(plain: Request, plan: Plan, ask: Ask): Promise<Evidence | null> {
  const first = await ask(plain, 'try');
  if (first === null || !isUnusable(first, plain.testRequest) || isRefusal(first)) return first;
  const { id, parameters } = plain.variant;
  const [partner = ''] = parameters.map(({ name }) => name);
  const others = [
    requestId(id, lacking([partner]).id),
    requestId(id, plainest(plain.variant, 'unauthorized').id),
  ];
  const [bare = null] = await inTurn([bareId(plain.variant), ...others], async (one) => {
    const request = plan.requests.get(one);
    return request === undefined ? null : ask(request, 'probe', plain);
  });
  return isNoLogin(first, bare) ? ((await ask(plain, 'try')) ?? first) : first;
}

async function inTurn<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const item of items) values.push(await work(item));
  return values;
}

/**
 * True if no login can have failed: nobody was there, a gateway answered, the answer is a success, or the
 * request without credentials got the same one.
 */
function isNoLogin(first: Evidence, bare: Evidence | null): boolean {
  const { response, error } = first;
  if (response === null) return error?.stage === 'connect';
  if (isByGateway(first) || (response.status >= 200 && response.status < 300)) return true;
  return bare?.response?.status === response.status && bare.response.body === response.body;
}

function reachedBy(answer: Evidence | null): Reached {
  if (answer === null) return 'not-asked';
  if (answer.response === null || isByGateway(answer)) return 'not-reached';
  const { status } = answer.response;
  if (status === 200) return 'asked';
  if (isRefusal(answer) || status === 422) return 'not-accepted';
  return status >= 500 ? 'not-reached' : 'otherwise';
}
