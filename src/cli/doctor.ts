// The command `doctor`: the first steps of a run, printed one by one, with what to fix.

import { X509Certificate } from 'node:crypto';
import type { PeerCertificate } from 'node:tls';
import { planFor, runTarget } from '../api/run-target.ts';
import { jsonText } from '../base/json-text.ts';
import { adviceFor } from '../client/errors.ts';
import { wordsIn } from '../messages/message.ts';
import type { Case } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import { provisioningYaml } from '../report/provisioning.ts';
import type { Results } from '../results/results.ts';
import type { Options } from './commands.ts';
import { reach } from './contact.ts';
import { drawn, finding } from '../report/finding.ts';
import type { Finding } from '../report/finding.ts';
import type { Invocation } from './invocation.ts';
import { createProgress } from './progress.ts';
import { requireTarget } from './target.ts';
import { tell } from './terminal.ts';
import { tryEncryption } from './try-encryption.ts';

const words = wordsIn('en');

/** Resolves with 3 if something must be fixed, else with 0. */
export async function doctor(
  options: Options<'doctor'>,
  _words: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { terminal } = invocation;
  const target = await requireTarget('doctor', options, invocation);
  const findings: Finding[] = [];
  for await (const found of examine(target, options, invocation)) {
    findings.push(found);
    if (!options.json) terminal.write(drawn(found, terminal.width));
  }
  const bad = findings.filter(({ mark }) => mark === 'bad').length;
  const exitCode = bad > 0 ? 3 : 0;
  const blocks = new Set(findings.map((one) => one.lines.join('\n')));
  const lines = [...blocks].flatMap((block) => (block === '' ? [] : block.split('\n')));
  if (options.json) {
    terminal.write(jsonText({ ready: bad === 0, exitCode, findings, lines }));
    return exitCode;
  }
  if (lines.length > 0) {
    tell(terminal, '', 'Lines for the profile, to paste; fill in each … of them:');
    terminal.write(`\n${lines.join('\n')}\n\n`);
  }
  terminal.write(bad > 0 ? `Not ready: ${bad} to fix.\n` : 'Ready: nothing to fix.\n');
  return exitCode;
}

async function* examine(target: Target, options: Options<'doctor'>, invocation: Invocation) {
  const { signal } = invocation;
  const { source, variants, warnings } = target;
  const what = `profile: ${source ?? 'from the environment'}, variants ${Object.keys(variants).join(', ')}`;
  const keys = Object.values(variants).flatMap(({ encryption: one }) => ('key' in one ? one.key : []));
  const certificates = new Set(keys.filter((pem) => pem.includes('BEGIN CERTIFICATE')));
  const details = [...certificates].map((pem) => inWords(new X509Certificate(pem).toLegacyObject()));
  const isOld = details.some((one) => /expired \d+ days ago$/.test(one));
  yield finding(isOld ? 'warning' : 'good', what, isOld ? 'ask for the current one' : null, { details });
  for (const warning of warnings) yield finding('warning', `profile: ${warning}`);
  // What costs waiting is left to a run: this one looks once.
  const { recheck, failedLogins } = target.limits;
  const quick = { ...target, limits: { ...target.limits, retries: 0, recheck: Math.min(recheck, 2000) } };
  const reached = await inspectContact(quick, signal);
  yield* reached;
  if (reached.some(({ mark }) => mark === 'bad')) return;
  const noPlace = 'limits.failedLogins is 0: a plain request needs a place';
  if (failedLogins === 0) return void (yield finding('bad', noPlace, 'set it to 1 or more'));
  const plan = planFor(target);
  const { show } = createProgress(invocation, { quiet: true });
  const steps = Map.groupBy(plan.cases.filter(isStep), ({ id }) => {
    const row = plan.rows.find((one) => one.id === id);
    if (row?.isProvisioned !== true) return 'lacking';
    return row.way.hasSetup && !options.setup ? 'set up' : 'tried';
  });
  const limited = new AbortController();
  /** Since when nothing but 429 came. A run waits for longer than 20 seconds. */
  let refusedSince = Infinity;
  const results = await runTarget({
    target: quick,
    cases: steps.get('tried') ?? [],
    signal: AbortSignal.any([signal, limited.signal]),
    onEvent(event) {
      show(event);
      if (event.kind !== 'exchanged') return;
      const isRefused = event.exchange.response?.status === 429;
      refusedSince = isRefused ? Math.min(refusedSince, performance.now()) : Infinity;
      if (performance.now() - refusedSince > 20_000) limited.abort();
    },
  });
  yield* inspectCases(results, signal.aborted || limited.signal.aborted);
  if (options.tryEncryption) yield* tryEncryption(target, results, signal);
  for (const { id } of steps.get('set up') ?? [])
    yield finding('untried', `${id}: its \`setup\` changes the target`, 'add --setup to try it');
  const lacking = [...new Set(steps.get('lacking')?.map(({ condition }) => condition))];
  const found = `${lacking.join(', ')}: the profile does not say how to bring that about`;
  if (lacking.length > 0) yield finding('untried', found, null, { lines: provisioningYaml(lacking, words) });
}

/** One case for each condition: the plain request in its circumstances, or from a stranger. */
const isStep = ({ id, variant, condition }: Case): boolean =>
  id === `${variant}.${condition}` || id === `${variant}.unauthorized.unknown-partner`;

/** Failures by which it is certain that no request will come through. */
const isFatal = /^(?:TLS_RECORD|HTTP2_FRAME|HPE_|HTTP_PARSER)/;

async function inspectContact(target: Target, signal: AbortSignal): Promise<readonly Finding[]> {
  const { exchange, connection } = await reach(target, signal);
  const { error } = exchange;
  const { host, protocol } = new URL(target.baseUrl);
  if (error !== null && (error.kind === 'no-connection' || isFatal.test(error.code))) {
    // The chain is shown even if it is not trusted. Nothing secret is sent over this connection.
    const unverified = { ...target, tls: { ...target.tls, verify: false as const } };
    const { chain = [] } = connection ?? (await reach(unverified, signal)).connection ?? {};
    const [found, details] = [`connection: ${host}: ${error.message}`, chain.map(inWords)];
    return [finding('bad', found, words(`advice-${adviceFor(error)}`), { details })];
  }
  const { address = '', tls = null, chain = [] } = connection ?? {};
  const details = chain.map(inWords);
  const isEnding = chain.some((link) => daysOf(link) < 14);
  const isCut = error?.kind === 'cut' && protocol === 'http:' && !/head of the answer/.test(error.message);
  const secure = isCut ? 'it was ended: if it speaks TLS on this port, use https:// in baseUrl' : null;
  const reached = finding(isCut ? 'warning' : 'good', `connection: ${host} at ${address}`, secure);
  const advice = isEnding ? 'have it renewed' : null;
  const secured = finding(isEnding ? 'warning' : 'good', `TLS: ${tls}`, advice, { details });
  return tls === null ? [reached] : [reached, secured];
}

const daysOf = ({ valid_to: end }: PeerCertificate): number =>
  Math.floor((Date.parse(end) - Date.now()) / 86_400_000);

function inWords(link: PeerCertificate): string {
  const name = (of: object): string =>
    Object.entries(of)
      .map(([key, value]) => `${key}=${[value].flat().join('+')}`)
      .join(', ');
  const days = daysOf(link);
  const left = days < 0 ? `expired ${-days} days ago` : `${days} days left`;
  return `${name(link.subject)}, issued by ${name(link.issuer)}, ${left}`;
}

/** Each cause once, beside the first case that shows it. Of one that was ended the rest is no finding. */
function* inspectCases(results: Results, isEnded: boolean): Generator<Finding> {
  const said = new Set<object>();
  for (const one of results.cases) {
    const isPlain = one.condition === 'success';
    const what = `variant ${one.variant}, ${isPlain ? 'plain request' : one.condition}`;
    const blame = `the service has to change this${isPlain ? '' : ', unless the profile does not cause it'}`;
    const reason = one.reason === 'not-selected' ? 'limited' : one.reason;
    const open = one.checks.filter(({ verdict }) => verdict !== 'pass');
    const ids = open.map(({ requirement }) => requirement);
    const causes = results.causes.filter(({ requirements }) => requirements.some((id) => ids.includes(id)));
    const details = open.filter(({ verdict }) => verdict === 'review').map(({ message }) => message);
    if (one.verdict === 'pass') yield finding('good', `${what}: as specified`);
    else if (one.verdict === 'review')
      yield finding('warning', `${what}: a person has to read it`, 'a run drafts the decision', { details });
    else if (causes.length === 0 && !isEnded)
      yield finding('bad', `${what}: not judged`, reason && words(`reason-${reason}.advice`));
    for (const cause of causes) {
      if (said.has(cause)) yield finding('untried', `${what}: see above`);
      else yield finding('bad', `${what}: ${cause.found.message}`, cause.advice?.message ?? blame);
      said.add(cause);
    }
  }
}
