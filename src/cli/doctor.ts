import { finding, inspectBaseline, isReady, renderFinding, summarize } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkNetwork, checkProxies, speaksTls } from '../doctor/network.ts';
import { checkConditions, openProbe } from '../doctor/probe.ts';
import type { Probe, ProbeOptions } from '../doctor/probe.ts';
import { inspectClock, inspectProfile } from '../doctor/profile.ts';
import { tryEncryption } from '../doctor/try-encryption.ts';
import { inProfile } from '../embedding/run-target.ts';
import { specification, variantById } from '../spec/specification.ts';
import { readSuite } from '../suite.ts';
import type { Target } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import type { Invocation } from './invocation.ts';
import { safeText } from '../embedding/leak-guard.ts';
import type { Given } from './option.ts';
import { warningLine } from './progress.ts';
import { requireTarget } from './settings.ts';

/** Checks a profile against the target step by step and says what to fix; 3 if something has to be fixed, or with `--complete` something was left out, otherwise 0. */
export async function doctor(given: Given, invocation: Invocation): Promise<number> {
  const { signal, terminal, guard } = invocation;
  const target = await requireTarget(given, invocation);
  const { name, version } = readSuite();
  const onWarning = (message: string): void => terminal.writeError(warningLine(message, terminal));
  const options = { target, product: `${name}/${version}`, signal, onWarning };
  const probe = await inProfile(target, () => openProbe(options));
  const { redactor } = probe;
  guard.add(redactor);
  const findings: Finding[] = [];
  try {
    for await (const found of examineTarget(options, probe, given)) {
      findings.push(found);
      if (!given.has('json')) terminal.write(safeText(renderFinding(found), redactor));
    }
  } finally {
    await probe.close();
  }
  const isComplete = given.has('complete');
  const code = isReady(findings, isComplete) ? 0 : 3;
  const answer = { ready: code === 0, exitCode: code, findings };
  const text = given.has('json') ? `${JSON.stringify(answer, null, 2)}\n` : summarize(findings, isComplete);
  terminal.write(safeText(text, redactor));
  return code;
}

/** Examines a target step by step, one request at most for each step, set-ups and their controls aside; a step whose ground is missing says that it is not tried. */
async function* examineTarget(options: ProbeOptions, probe: Probe, given: Given): AsyncGenerator<Finding> {
  const { target } = options;
  yield* inspectProfile(target);
  const network = await checkNetwork(target, new Date());
  yield* network;
  const isReached = network.every(({ mark }) => mark !== 'bad');
  const proxies = await checkProxies(target);
  yield* proxies.map(({ found }) => found);
  const lostProxies = new Set(proxies.filter(({ found }) => found.mark === 'bad').map(({ proxy }) => proxy));
  let isClockKnown = false;
  for (const id of Object.keys(target.variants)) {
    const { found, evidence } = await tryBaseline(target, isReached ? probe : null, id);
    yield found;
    if (evidence !== null && evidence.response !== null && !isClockKnown) {
      isClockKnown = true;
      yield inspectClock(evidence);
    }
    const first = evidence?.response?.status === 200 && evidence.facts?.kind === 'json' ? evidence : null;
    const status = evidence?.response?.status ?? 200;
    if (given.has('try-encryption') && status !== 200) yield await tryEncryption(options, id, status);
    yield* checkConditions(id, { target, probe, first, isSetUpAllowed: given.has('setup'), lostProxies });
  }
}

/** Sends the plain request of a variant; without a probe the target is not reached. */
async function tryBaseline(
  target: Target,
  probe: Probe | null,
  id: string,
): Promise<{ readonly found: Finding; readonly evidence: Evidence | null }> {
  const probed = await probe?.send(id, 'success');
  if (probed?.kind !== 'sent') {
    const why = probed?.note ?? 'the target is not reached';
    const found = finding('untried', `variant ${id}, plain request: not tried, ${why}`);
    return { found, evidence: null };
  }
  const { evidence } = probed;
  const found = inspectBaseline(variantById(specification, id), evidence, {
    baseUrl: target.baseUrl,
    speaksTls: await speaksTls(target, evidence),
  });
  return { found, evidence };
}
