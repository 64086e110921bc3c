import { finding, inspectBaseline, isReady, renderFinding, summarize } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { linesToAdd } from '../doctor/lines.ts';
import { checkNetwork, speaksTls } from '../doctor/network.ts';
import { checkConditions, openProbe } from '../doctor/probe.ts';
import type { Probe, ProbeOptions } from '../doctor/probe.ts';
import { inspectClock, inspectProfile } from '../doctor/profile.ts';
import { refusals, tryEncryption } from '../doctor/try-encryption.ts';
import { safeText } from '../api/leak-guard.ts';
import { specification, variantById } from '../operation/specification.ts';
import type { Target } from '../profile/target.ts';
import type { Evidence } from '../judge/evidence.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { warningLine } from './progress.ts';
import { requireTarget } from './settings.ts';
import { jsonText } from '../base/json-text.ts';

/**
 * Checks a profile against the target step by step and says what to fix. Returns 0, or 3 if something needs
 * fixing or, with `--complete`, was left out.
 */
export async function doctor(given: Given, invocation: Invocation): Promise<number> {
  const { signal, terminal, guard } = invocation;
  const target = await requireTarget(given, invocation);
  const onWarning = (message: string): void => terminal.writeError(warningLine(message, terminal));
  const options = { target, signal, onWarning };
  const probe = await openProbe(options);
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
  const [accepted] = findings.flatMap((found) => found.accepted ?? []);
  const lines = linesToAdd([...new Set(findings.flatMap(({ leftOut = [] }) => leftOut))], accepted);
  const code = isReady(findings, isComplete) ? 0 : 3;
  const answer = { ready: code === 0, exitCode: code, findings, lines };
  const block = lines.length === 0 ? '' : [howToAdd, ...lines, '\n'].join('\n');
  const text = given.has('json') ? jsonText(answer) : `${block}${summarize(findings, isComplete)}`;
  terminal.write(safeText(text, redactor));
  return code;
}

const howToAdd = `
Lines for the profile, to paste; fill in what stands for a setting of the service.
If the profile has the first line of a block already, add only the lines below it.
`;

/** Examines a target step by step. A step sends at most one request, plus set-up and controls. */
async function* examineTarget(options: ProbeOptions, probe: Probe, given: Given): AsyncGenerator<Finding> {
  const { target } = options;
  yield* inspectProfile(target, probe.doubts);
  const network = await checkNetwork(target, new Date());
  yield* network;
  if (network.some(({ mark }) => mark === 'bad')) {
    yield finding('untried', 'plain request and conditions: not tried, the target is not reached');
    return;
  }
  let isClockKnown = false;
  let logins = target.limits.failedLogins;
  const ids = Object.keys(target.variants);
  for (const [index, id] of ids.entries()) {
    const { found, evidence } = await tryBaseline(target, probe, id);
    yield found;
    if (evidence !== null && evidence.response !== null && !isClockKnown) {
      isClockKnown = true;
      yield inspectClock(evidence);
    }
    const first = evidence?.response?.status === 200 && evidence.facts?.kind === 'json' ? evidence : null;
    const status = evidence?.response?.status ?? 200;
    const isRefused = refusals.includes(status);
    if (isRefused) logins -= 1;
    if (given.has('try-encryption') && status !== 200) {
      // The plain requests of the remaining variants will be refused as well.
      const left = isRefused ? logins - (ids.length - 1 - index) : logins;
      const tried = await tryEncryption(options, id, status, left);
      logins -= tried.failed;
      yield tried.found;
    }
    yield* checkConditions(id, { target, probe, first, isSetUpAllowed: given.has('setup') });
  }
}

async function tryBaseline(
  target: Target,
  probe: Probe,
  id: string,
): Promise<{ readonly found: Finding; readonly evidence: Evidence | null }> {
  const probed = await probe.send(id, 'success');
  if (probed.kind !== 'sent') {
    const found = finding('untried', `variant ${id}, plain request: not tried, ${probed.note}`);
    return { found, evidence: null };
  }
  const { evidence } = probed;
  const answer = inspectBaseline(variantById(specification, id), evidence, {
    baseUrl: target.baseUrl,
    speaksTls: await speaksTls(target, evidence),
  });
  // A value that is wrong explains more than the answer.
  const doubts = [...target.doubts, ...probe.doubts].filter(({ variants }) => variants.includes(id));
  const isDoubted = answer.mark === 'bad' && evidence.response !== null;
  const causes =
    isDoubted && doubts.length > 0 ? ['look first at what is said above of values in the profile'] : [];
  return { found: { ...answer, fix: [...causes, ...answer.fix] }, evidence };
}
