// The command `doctor`: the first steps of a run, printed one by one, with what to fix.

import { X509Certificate } from 'node:crypto';
import { planFor, runTarget } from '../api/run-target.ts';
import { UserError } from '../base/errors.ts';
import { jsonText } from '../base/json-text.ts';
import { program } from '../base/package.ts';
import { wrap } from '../base/text-width.ts';
import { visible } from '../base/visible.ts';
import { adviceFor } from '../client/errors.ts';
import { wordsIn } from '../messages/message.ts';
import type { Case, Plan } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';
import { provisioningYaml } from '../report/provisioning.ts';
import type { CaseResult, Results } from '../results/results.ts';
import { reach } from './contact.ts';
import type { Contact } from './contact.ts';
import type { Invocation } from './invocation.ts';
import { noteTeardown } from './progress.ts';
import { isNamed, loadTarget } from './target.ts';
import type { TargetWords } from './target.ts';
import { warn, wrapped } from './terminal.ts';
import { tryEncryption } from './try-encryption.ts';

export interface DoctorWords extends TargetWords {
  readonly setup?: boolean;
  readonly tryEncryption?: boolean;
  readonly json?: boolean;
}

/** `warning`: a run can judge all the same; `untried`: left out. */
export interface Finding {
  readonly mark: 'good' | 'warning' | 'bad' | 'untried';
  /** What was examined and what was found. */
  readonly found: string;
  /** What to do. */
  readonly advice: readonly string[];
  /** Such as a chain of certificates. */
  readonly details: readonly string[];
}

export const finding = (
  mark: Finding['mark'],
  found: string,
  advice: readonly (string | null | undefined)[] = [],
  details: readonly string[] = [],
): Finding => ({ mark, found, advice: advice.filter((one) => one !== null && one !== undefined), details });

const signs = { good: '✓', warning: '!', bad: '✗', untried: '–' } as const;

/** Resolves with 3 if something must be fixed, else with 0. */
export async function doctor(
  options: DoctorWords,
  _words: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { terminal } = invocation;
  if (!(await isNamed(options, invocation))) {
    const hint = `name one by --target FILE or SBP_TARGET; ${program} init writes a profile; nothing was sent`;
    throw new UserError('usage', 'no-target', 'doctor: found no target, expected a profile', hint);
  }
  const target = await loadTarget(options, invocation);
  const findings: Finding[] = [];
  const lines: string[] = [];
  for await (const found of examine(target, options, invocation, lines)) {
    findings.push(found);
    if (options.json !== true) terminal.write(drawn(found, terminal.width));
  }
  const count = (mark: Finding['mark']): number => findings.filter((one) => one.mark === mark).length;
  const exitCode = count('bad') > 0 ? 3 : 0;
  const open = count('untried');
  const rest = open === 0 ? '' : `; ${open} left out, which a run reports as not tested`;
  const last = exitCode === 0 ? `Ready: nothing to fix${rest}.` : `Not ready: ${count('bad')} to fix.`;
  if (options.json === true) {
    terminal.write(jsonText({ ready: exitCode === 0, exitCode, findings, lines }));
    return exitCode;
  }
  const title = 'Lines for the profile, to paste; fill in what stands for a setting of the service:';
  if (lines.length > 0) terminal.write(`\n${wrapped(title, terminal.width)}\n${lines.join('\n')}\n\n`);
  terminal.write(wrapped(last, terminal.width));
  return exitCode;
}

function drawn({ mark, found, advice, details }: Finding, width: number): string {
  const line = (lead: string, text: string): string =>
    wrap(visible(text), width - lead.length)
      .map((part, at) => `${at === 0 ? lead : ' '.repeat(lead.length)}${part}\n`)
      .join('');
  return [
    line(`${signs[mark]} `, found),
    ...details.map((one) => line('    ', one)),
    ...advice.map((one) => line('  → ', one)),
  ].join('');
}

/** `lines`: gets what to paste into the profile. */
async function* examine(
  target: Target,
  options: DoctorWords,
  invocation: Invocation,
  lines: string[],
): AsyncGenerator<Finding> {
  yield* inspectProfile(target);
  const contact = await reach(quick(target), invocation.signal);
  yield* await inspectContact(target, contact, invocation.signal);
  if (isUnreached(contact)) {
    yield finding('untried', 'plain requests and conditions: not tried, the target is not reached');
    return;
  }
  if (target.limits.failedLogins === 0) {
    const found = 'limits.failedLogins is 0: a plain request takes a place until it is accepted';
    yield finding('bad', found, [
      'set limits.failedLogins to 1 or more, if the service does not lock the partner',
    ]);
    return;
  }
  const plan = planFor(target);
  const steps = plan.cases.filter(isStep);
  const rowOf = ({ id }: Case) => plan.rows.find((row) => row.id === id);
  const isSetUp = (one: Case): boolean => rowOf(one)?.way.hasSetup === true;
  const provisioned = steps.filter((one) => rowOf(one)?.isProvisioned === true);
  const cases = provisioned.filter((one) => options.setup === true || !isSetUp(one));
  const results = await runTarget({
    target: quick(target),
    cases,
    signal: invocation.signal,
    onEvent: (event) => {
      noteTeardown(event, invocation.undone);
      if (event.kind === 'warning') warn(event.text, invocation.terminal);
    },
  });
  yield* inspectCases(results, invocation.signal);
  if (options.tryEncryption === true)
    for await (const { found, settings } of tryEncryption(target, plan, results, invocation)) {
      const block = ['encryption:', ...(settings ?? []).map((line) => `  ${line}`)];
      // Variants usually share it.
      if (settings !== null && !lines.join().includes(block.join())) lines.push(...block);
      yield found;
    }
  yield* inspectLeftOut(plan, steps, cases, lines);
}

/** What costs waiting is left to a run: this one looks once. */
const quick = (target: Target): Target => ({
  ...target,
  limits: { ...target.limits, retries: 0, recheck: Math.min(target.limits.recheck, 2000) },
});

/** One case for each condition: the plain request in its circumstances, or from a stranger. */
const isStep = ({ id, variant, condition }: Case): boolean =>
  id === `${variant}.${condition}` || id === `${variant}.unauthorized.unknown-partner`;

function* inspectProfile({ source, variants, warnings }: Target): Generator<Finding> {
  yield finding(
    'good',
    `profile: ${source ?? 'from the environment'}, variants ${Object.keys(variants).join(', ')}`,
  );
  const distinct = new Map(
    Object.values(variants).map(({ encryption }) => [JSON.stringify(encryption), encryption]),
  );
  for (const encryption of distinct.values()) {
    const certificate = 'key' in encryption ? certificateIn(encryption.key) : null;
    const details = certificate === null ? [] : [inWords(certificate)];
    yield finding('good', `encryption: ${encryption.scheme}`, [], details);
  }
  for (const warning of warnings) yield finding('warning', `profile: ${warning}`);
}

const certificateIn = (pem: string): X509Certificate | null =>
  pem.includes('BEGIN CERTIFICATE') ? new X509Certificate(pem) : null;

interface Dated {
  readonly subject: string | object;
  readonly issuer: string | object;
  readonly validTo?: string;
  readonly valid_to?: string;
  readonly bits?: number | undefined;
}

const daysOf = ({ validTo, valid_to: other }: Dated): number =>
  Math.floor((Date.parse(validTo ?? other ?? '') - Date.now()) / 86_400_000);

function inWords(one: Dated): string {
  const name = (of: string | object): string =>
    typeof of === 'string'
      ? of.replaceAll('\n', ', ')
      : Object.entries(of)
          .map(([key, value]) => `${key}=${[value].flat().join('+')}`)
          .join(', ');
  const days = daysOf(one);
  const left = days < 0 ? `expired ${-days} days ago` : `${days} days left`;
  return `${name(one.subject)}, issued by ${name(one.issuer)}, ${left}`;
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
    return [
      finding('bad', `connection: ${host}: ${error.message}`, [adviceFor(error)], seen?.chain.map(inWords)),
    ];
  }
  const { address = '', tls = null, chain = [] } = contact.connection ?? {};
  const [own] = chain;
  const found = [`connection: ${host} at ${address}`, ...(tls === null ? [] : [tls])].join(', ');
  const isEnding = own !== undefined && daysOf(own) < soon;
  const isReadable = !isSecure && !/^(?:localhost|127\.|\[::1\])/.test(hostname);
  return [
    finding(isEnding ? 'warning' : 'good', found, [isEnding ? 'have it renewed' : null], chain.map(inWords)),
    ...(isReadable
      ? [finding('warning', 'no TLS: secrets travel readable', ['use https:// in baseUrl'])]
      : []),
  ];
}

const nameOf = ({ variant, condition }: CaseResult): string =>
  `variant ${variant}, ${condition === 'success' ? 'plain request' : condition}`;

/** Each cause once, beside the first case that shows it. */
function* inspectCases(results: Results, signal: AbortSignal): Generator<Finding> {
  const said = new Set<Results['causes'][number]>();
  for (const one of results.cases) {
    const what = nameOf(one);
    const ids = one.checks.filter(({ verdict }) => verdict !== 'pass').map(({ requirement }) => requirement);
    const causes = results.causes.filter(({ requirements }) => requirements.some((id) => ids.includes(id)));
    const status = statusOf(one, results);
    if (one.verdict === 'pass') yield finding('good', `${what}: as specified${status}`);
    else if (one.verdict === 'review') {
      const texts = one.checks.filter(({ verdict }) => verdict === 'review').map(({ message }) => message);
      yield finding(
        'warning',
        `${what}: a person has to read the text`,
        ['a run drafts the decision'],
        texts,
      );
    } else if (causes.length === 0) {
      const why = one.reason === null ? '' : `: ${wordsIn('en')(`reason-${one.reason}`)}`;
      yield finding(signal.aborted ? 'untried' : 'bad', `${what}: not judged${why}`);
    }
    for (const cause of causes) {
      if (said.has(cause)) yield finding('untried', `${what}: see above`);
      else yield finding('bad', `${what}: ${cause.found.message}`, [cause.advice?.message]);
      said.add(cause);
    }
  }
  for (const cause of results.causes)
    if (!said.has(cause)) yield finding('bad', cause.found.message, [cause.advice?.message]);
}

function statusOf({ exchanges }: CaseResult, { record }: Results): string {
  const last = record.exchanges.find(({ id }) => id === exchanges.at(-1));
  const status = last?.response?.status;
  return status === undefined ? '' : ` (${status}, ${Math.round(last?.durationMs ?? 0)} ms)`;
}

function* inspectLeftOut(
  plan: Plan,
  steps: readonly Case[],
  cases: readonly Case[],
  lines: string[],
): Generator<Finding> {
  const isProvisioned = ({ id }: Case): boolean =>
    plan.rows.find((row) => row.id === id)?.isProvisioned === true;
  const lacking = steps.filter((one) => !isProvisioned(one));
  const setUp = steps.filter((one) => isProvisioned(one) && !cases.includes(one));
  for (const one of setUp)
    yield finding('untried', `variant ${one.variant}, ${one.condition}: its \`setup\` changes the target`, [
      'add --setup to try it',
    ]);
  for (const [variant, own] of Map.groupBy(lacking, (one) => one.variant)) {
    const names = own.map(({ condition }) => condition).join(', ');
    yield finding(
      'untried',
      `variant ${variant}, ${names}: the profile does not say how to bring that about`,
    );
  }
  lines.push(
    ...provisioningYaml(
      lacking.map(({ condition }) => condition),
      wordsIn('en'),
    ),
  );
}
