import { provisionOf, isProvisioned } from '../case/provision.ts';
import { finding, isReady, renderFinding, summarize } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { inspectBaseline, inspectCondition, missingProvision } from '../doctor/inspect-answer.ts';
import { inspectClock } from '../doctor/inspect-clock.ts';
import { inspectProfile } from '../doctor/inspect-profile.ts';
import { UserError } from '../errors.ts';
import { variantById } from '../spec/look-up.ts';
import type { ConditionName } from '../spec/specification.ts';
import { specification } from '../spec/variant.ts';
import { hasTargetSettings, readEnvironment } from '../target/environment.ts';
import { loadTarget } from '../target/load-target.ts';
import { requireNoProduction } from '../target/production.ts';
import type { Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Invocation } from './invocation.ts';
import { checkNetwork, checkProxies } from './doctor-connection.ts';
import { openProbe } from './doctor-probe.ts';
import type { Probe } from './doctor-probe.ts';
import { commandHelp } from './help.ts';
import { holdsSecret } from './leak-guard.ts';
import { readOptions } from './option.ts';
import type { Given, OptionTable } from './option.ts';
import { readSuite } from './package.ts';

const options = {
  target: { type: 'text', value: 'FILE', summary: 'target profile (YAML)' },
  'base-url': { type: 'text', value: 'URL', summary: 'base URL of the target' },
  variant: { type: 'text', value: 'a|b', repeatable: true, summary: 'only this variant' },
  timeout: { type: 'integer', least: 1, value: 'MS', summary: 'milliseconds for each step' },
  setup: { type: 'flag', summary: 'also try conditions with `setup`, which changes the target' },
  yes: { type: 'flag', summary: 'examine a base URL that the profile calls production' },
  help: { type: 'flag', summary: 'show this' },
} as const satisfies OptionTable;

/** Checks a profile against the target step by step and says what to mend; 0 if a run can reach a verdict on everything, otherwise 3. */
export async function doctor(invocation: Invocation): Promise<number> {
  const given = readOptions('doctor', invocation.args, options);
  if (given.has('help')) {
    invocation.terminal.write(commandHelp('doctor', options));
    return 0;
  }
  const target = await load(given, invocation);
  requireNoProduction(target, given.has('yes'));
  const { name, version } = readSuite();
  const { signal, terminal } = invocation;
  const warn = (message: string): void => terminal.writeError(`! ${message}\n`);
  const probe = await openProbe({ target, product: `${name}/${version}`, signal, onWarning: warn });
  const findings: Finding[] = [];
  try {
    for await (const found of examine(target, probe, given.has('setup'))) {
      findings.push(found);
      const text = renderFinding(found);
      const isLeak = await holdsSecret(text, target, probe.redactor);
      terminal.write(isLeak ? probe.redactor.mask(text) : text);
    }
  } finally {
    await probe.close();
  }
  terminal.write(summarize(findings));
  return isReady(findings) ? 0 : 3;
}

async function load(given: Given, { cwd, env: variables }: Invocation): Promise<Target> {
  const env = await readEnvironment(cwd, variables);
  const flags = { target: given.text('target'), baseUrl: given.text('base-url') };
  if (!hasTargetSettings(flags, env)) {
    const hint = 'name a profile with --target FILE; `init` writes one to start from; nothing was sent';
    throw new UserError('usage', 'no-target', 'doctor: found no target, expected a profile', hint);
  }
  const variants = given.texts('variant');
  const sources = {
    profilePath: flags.target ?? null,
    flags: {
      baseUrl: flags.baseUrl,
      timeout: given.integer('timeout'),
      ...(variants.length === 0 ? {} : { variants }),
    },
    env,
    cwd,
  };
  return loadTarget(sources, specification.variants);
}

/** Every step in its order; a step whose ground is missing says that it is not tried. */
async function* examine(target: Target, probe: Probe, isSetUpAllowed: boolean): AsyncGenerator<Finding> {
  yield* inspectProfile(target, new Date());
  let isReached = true;
  for await (const found of checkNetwork(target, new Date())) {
    isReached &&= found.mark !== 'bad';
    yield found;
  }
  yield* await checkProxies(target);
  let isClockKnown = false;
  for (const id of Object.keys(target.variants)) {
    const { found, evidence } = isReached ? await tryBaseline(target, probe, id) : unreached(id);
    yield found;
    if (evidence !== null && evidence.response !== null && !isClockKnown) {
      isClockKnown = true;
      yield inspectClock(evidence);
    }
    yield* checkConditions(target, probe, id, found.mark === 'good' ? evidence : null, isSetUpAllowed);
  }
}

interface Baseline {
  readonly found: Finding;
  readonly evidence: Evidence | null;
}

const unreached = (variant: string): Baseline => ({
  found: finding('untried', `variant ${variant}, plain request: not tried, the target is not reached`),
  evidence: null,
});

async function tryBaseline(target: Target, probe: Probe, id: string): Promise<Baseline> {
  const probed = await probe.send(id, 'success');
  if (probed.kind === 'halted') {
    return {
      found: finding('untried', `variant ${id}, plain request: not tried, ${probed.note}`),
      evidence: null,
    };
  }
  const { name, baseUrl, variants, language } = target;
  const shown = { name, baseUrl, variants: Object.keys(variants), language };
  const found = inspectBaseline(variantById(specification, id), probed.evidence, shown);
  return { found, evidence: probed.evidence };
}

/** These come about by the request alone, and need nothing of the profile. */
const selfMade: readonly ConditionName[] = ['success', 'missing', 'unencrypted'];

/** `first`: the good answer to the baseline, without which a refusal shows nothing. */
async function* checkConditions(
  target: Target,
  probe: Probe,
  id: string,
  first: Evidence | null,
  isSetUpAllowed: boolean,
): AsyncGenerator<Finding> {
  const variant = variantById(specification, id);
  const settings = target.variants[id];
  const names = variant.conditions.map(({ name }) => name).filter((name) => !selfMade.includes(name));
  for (const name of names) {
    if (settings === undefined) continue;
    const untried = (why: string): Finding => finding('untried', `variant ${id}, ${name}: not tried, ${why}`);
    const provision = provisionOf(settings, name);
    if (!isProvisioned(settings, name)) {
      yield missingProvision(variant, name);
      continue;
    }
    if (first === null) {
      yield untried('the plain request has to succeed first');
      continue;
    }
    if (provision.setup !== undefined && !isSetUpAllowed) {
      yield untried('it has a `setup` that changes the target: add --setup');
      continue;
    }
    const probed = await probe.sendSetUp(id, name, first);
    yield probed.kind === 'sent'
      ? inspectCondition(variant, name, provision, probed.evidence)
      : notSent(id, name, probed.note);
  }
}

const notSent = (id: string, name: ConditionName, note: string): Finding =>
  finding('bad', `variant ${id}, ${name}: ${note}`, [`check conditions.${name}`]);
