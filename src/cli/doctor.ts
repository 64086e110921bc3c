// The command `doctor`: the first steps of a run, printed one by one, with what to fix.

import { X509Certificate } from 'node:crypto';
import { planFor, runTarget } from '../api/run-target.ts';
import { jsonText } from '../base/json-text.ts';
import { adviceFor } from '../client/errors.ts';
import { wordsIn } from '../messages/message.ts';
import type { Case } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import { provisioningYaml } from '../report/provisioning.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { reach } from './contact.ts';
import type { Contact } from './contact.ts';
import { drawn, finding } from './finding.ts';
import type { Finding } from './finding.ts';
import type { Options } from './commands.ts';
import type { Invocation } from './invocation.ts';
import { createProgress } from './progress.ts';
import { requireTarget } from './target.ts';
import { wrapped } from './terminal.ts';
import { tryEncryption } from './try-encryption.ts';

/** Resolves with 3 if something must be fixed, else with 0. */
export async function doctor(
  options: Options<'doctor'>,
  _words: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { terminal } = invocation;
  const target = await requireTarget('doctor', options, invocation);
  const findings: Finding[] = [];
  const lines: string[] = [];
  for await (const found of examine(target, options, invocation, lines)) {
    findings.push(found);
    if (!options.json) terminal.write(drawn(found, terminal.width));
  }
  const count = (mark: Finding['mark']): number => findings.filter((one) => one.mark === mark).length;
  const [bad, open] = [count('bad'), count('untried')];
  const exitCode = bad > 0 ? 3 : 0;
  if (options.json) {
    terminal.write(jsonText({ ready: exitCode === 0, exitCode, findings, lines }));
    return exitCode;
  }
  const title = 'Lines for the profile, to paste; fill in what stands for a setting of the service:';
  if (lines.length > 0) terminal.write(`\n${wrapped(title, terminal.width)}\n${lines.join('\n')}\n\n`);
  const rest = open === 0 ? '' : `; ${open} left out, which a run reports as not tested`;
  terminal.write(
    wrapped(bad > 0 ? `Not ready: ${bad} to fix.` : `Ready: nothing to fix${rest}.`, terminal.width),
  );
  return exitCode;
}

/** `lines`: gets what to paste into the profile. */
async function* examine(
  target: Target,
  options: Options<'doctor'>,
  invocation: Invocation,
  lines: string[],
): AsyncGenerator<Finding> {
  const { signal } = invocation;
  yield* inspectProfile(target);
  const contact = await reach(quick(target), signal);
  const reached = await inspectContact(target, contact, signal);
  yield* reached;
  if (reached.some(({ mark }) => mark === 'bad') || target.limits.failedLogins === 0) return;
  const plan = planFor(target);
  const rowOf = ({ id }: Case) => plan.rows.find((row) => row.id === id);
  const [provisioned, lacking] = parted(plan.cases.filter(isStep), (one) => rowOf(one)?.isProvisioned);
  const isTried = (one: Case): boolean => options.setup || rowOf(one)?.way.hasSetup !== true;
  const [cases, setUp] = parted(provisioned, isTried);
  const { show } = createProgress(invocation, { isQuiet: true, isVerbose: false });
  const limiter = new AbortController();
  const results = await runTarget({
    target: quick(target),
    cases,
    signal: AbortSignal.any([signal, limiter.signal]),
    onEvent(event) {
      show(event);
      // A run would wait as long as it asks.
      if (event.kind === 'exchanged' && event.exchange.response?.status === 429) limiter.abort();
    },
  });
  if (limiter.signal.aborted) {
    const advice = wordsIn('en')('reason-rate-limited.advice');
    yield finding('bad', 'a rate limiter refused a request (429)', [`Wait before the next try. ${advice}`]);
    return;
  }
  yield* inspectCases(results);
  if (options.tryEncryption)
    for await (const { found, settings } of tryEncryption(target, plan, results, signal)) {
      const block = ['encryption:', ...settings.map((line) => `  ${line}`)];
      // Variants usually share it.
      if (settings.length > 0 && !lines.join().includes(block.join())) lines.push(...block);
      yield found;
    }
  for (const { variant, condition } of setUp) {
    const found = `variant ${variant}, ${condition}: its \`setup\` changes the target`;
    yield finding('untried', found, ['add --setup to try it']);
  }
  for (const [variant, own] of Map.groupBy(lacking, (one) => one.variant)) {
    const names = own.map(({ condition }) => condition).join(', ');
    yield finding(
      'untried',
      `variant ${variant}, ${names}: the profile does not say how to bring that about`,
    );
  }
  const conditions = lacking.map(({ condition }) => condition);
  lines.push(...provisioningYaml(conditions, wordsIn('en')));
}

function parted<Item>(all: readonly Item[], holds: (item: Item) => boolean | undefined) {
  return [all.filter(holds), all.filter((one) => holds(one) !== true)] as const;
}

/** What costs waiting is left to a run: this one looks once. */
const quick = (target: Target): Target => ({
  ...target,
  limits: { ...target.limits, retries: 0, recheck: Math.min(target.limits.recheck, 2000) },
});

/** One case for each condition: the plain request in its circumstances, or from a stranger. */
const isStep = ({ id, variant, condition }: Case): boolean =>
  id === `${variant}.${condition}` || id === `${variant}.unauthorized.unknown-partner`;

function* inspectProfile({ source, variants, warnings, limits }: Target): Generator<Finding> {
  const claimed = Object.keys(variants).join(', ');
  yield finding('good', `profile: ${source ?? 'from the environment'}, variants ${claimed}`);
  const all = Object.values(variants).map(({ encryption }) => encryption);
  for (const encryption of new Map(all.map((one) => [JSON.stringify(one), one])).values()) {
    const pem = 'key' in encryption ? encryption.key : '';
    const certificates = pem.includes('BEGIN CERTIFICATE') ? [new X509Certificate(pem).toLegacyObject()] : [];
    yield finding('good', `encryption: ${encryption.scheme}`, [], certificates.map(inWords));
  }
  for (const warning of warnings) yield finding('warning', `profile: ${warning}`);
  if (limits.failedLogins > 0) return;
  const found = 'limits.failedLogins is 0: a plain request takes a place until it is accepted';
  yield finding('bad', found, [
    'set limits.failedLogins to 1 or more, if the service does not lock the partner',
  ]);
}

interface Link {
  readonly subject: object;
  readonly issuer: object;
  readonly valid_to: string;
}

const daysOf = ({ valid_to: end }: Link): number => Math.floor((Date.parse(end) - Date.now()) / 86_400_000);

function inWords(link: Link): string {
  const name = (of: object): string =>
    Object.entries(of)
      .map(([key, value]) => `${key}=${[value].flat().join('+')}`)
      .join(', ');
  const days = daysOf(link);
  const left = days < 0 ? `expired ${-days} days ago` : `${days} days left`;
  return `${name(link.subject)}, issued by ${name(link.issuer)}, ${left}`;
}

/** Failures by which it is certain that no request will come through. */
const isUnreached = ({ exchange: { error } }: Contact): boolean =>
  error?.kind === 'no-connection' || /^(?:TLS_RECORD|HTTP2_FRAME|HPE_|HTTP_PARSER)/.test(error?.code ?? '');

const soon = 14;

async function inspectContact(
  target: Target,
  contact: Contact,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { error } = contact.exchange;
  const isSecure = /^https:/i.test(target.baseUrl);
  const { host, hostname } = new URL(target.baseUrl);
  if (error !== null && isUnreached(contact)) {
    // The chain is shown even if it is not trusted. Nothing secret is sent over this connection.
    const unverified = { ...quick(target), tls: { ...target.tls, verify: false as const } };
    const seen = contact.connection ?? (isSecure ? (await reach(unverified, signal)).connection : null);
    const chain = seen?.chain.map(inWords);
    return [finding('bad', `connection: ${host}: ${error.message}`, [adviceFor(error)], chain)];
  }
  if (error?.kind === 'cut' && !isSecure) {
    const secure = {
      ...quick(target),
      baseUrl: target.baseUrl.replace(/^http:/i, 'https:'),
      tls: { verify: false as const },
    };
    const speaksTls = ((await reach(secure, signal)).connection?.tls ?? null) !== null;
    const advice = adviceFor({ kind: 'cut', code: 'TLS_RECORD' });
    if (speaksTls)
      return [finding('bad', `connection: ${host}: the target speaks TLS on this port`, [advice])];
  }
  const { address = '', tls = null, chain = [] } = contact.connection ?? {};
  const isEnding = chain.some((link) => daysOf(link) < soon);
  const advice = [isEnding ? 'have it renewed' : null];
  const isReadable = !isSecure && !/^(?:localhost|127\.|\[::1\])/.test(hostname);
  return [
    finding('good', `connection: ${host} at ${address}`),
    ...(tls === null
      ? []
      : [finding(isEnding ? 'warning' : 'good', `TLS: ${tls}`, advice, chain.map(inWords))]),
    ...(isReadable
      ? [finding('warning', 'no TLS: secrets travel readable', ['use https:// in baseUrl'])]
      : []),
  ];
}

/** Each cause once, beside the first case that shows it. */
function* inspectCases(results: Results): Generator<Finding> {
  const said = new Set<Results['causes'][number]>();
  for (const one of results.cases) {
    const what = `variant ${one.variant}, ${one.condition === 'success' ? 'plain request' : one.condition}`;
    const open = one.checks.filter(({ verdict }) => verdict !== 'pass');
    const ids = open.map(({ requirement }) => requirement);
    const causes = results.causes.filter(({ requirements }) => requirements.some((id) => ids.includes(id)));
    const texts = open.filter(({ verdict }) => verdict === 'review').map(({ message }) => message);
    if (one.verdict === 'pass') yield finding('good', `${what}: as specified${statusOf(one, results)}`);
    else if (one.verdict === 'review')
      yield finding('warning', `${what}: a person has to read it`, ['a run drafts the decision'], texts);
    else if (causes.length === 0)
      yield finding('bad', `${what}: not judged`, [
        one.reason && wordsIn('en')(`reason-${one.reason}.advice`),
      ]);
    for (const cause of causes) {
      if (said.has(cause)) yield finding('untried', `${what}: see above`);
      else yield finding('bad', `${what}: ${cause.found.message}`, [cause.advice?.message]);
      said.add(cause);
    }
  }
}

function statusOf({ exchanges }: CaseResult, { record }: Results): string {
  const last = record.exchanges.find(({ id }) => id === exchanges.at(-1));
  const status = last?.response?.status;
  return status === undefined ? '' : ` (${status}, ${Math.round(last?.durationMs ?? 0)} ms)`;
}
