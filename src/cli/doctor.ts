import { tryBaseline } from '../doctor/baseline.ts';
import { finding, inWords, isReady, renderFinding, summarize } from '../doctor/finding.ts';
import type { Finding } from '../doctor/finding.ts';
import { linesToAdd } from '../doctor/lines.ts';
import { checkNetwork } from '../doctor/network.ts';
import { checkConditions, openProbe } from '../doctor/probe.ts';
import type { Probe, ProbeOptions } from '../doctor/probe.ts';
import { inspectClock, inspectProfile } from '../doctor/profile.ts';
import { refusals, tryEncryption } from '../doctor/try-encryption.ts';
import type { Invocation } from './invocation.ts';
import type { Given } from './option.ts';
import { warningLine } from './progress.ts';
import { requireTarget } from './settings.ts';
import { jsonText } from '../base/json-text.ts';
import { wrap } from '../base/text-width.ts';
import { wrapped } from './terminal.ts';

/**
 * Checks a profile against the target step by step and says what to fix. Returns 0, or 3 if something needs
 * fixing or, with `--complete`, was left out.
 */
export async function doctor(given: Given, invocation: Invocation): Promise<number> {
  const { signal, terminal, guard } = invocation;
  const target = await requireTarget(given, invocation);
  const { width } = terminal;
  const onWarning = (text: string): void =>
    terminal.writeError(wrapped(warningLine(text, terminal).trimEnd(), width));
  const options = { target, signal, onWarning };
  const probe = await openProbe(options);
  const { redactor } = probe;
  guard.add(redactor);
  const findings: Finding[] = [];
  try {
    for await (const found of examineTarget(options, probe, given)) {
      findings.push(found);
      if (!given.has('json')) terminal.write(renderFinding(found, width));
    }
  } finally {
    await probe.close();
  }
  const isComplete = given.has('complete');
  const [accepted] = findings.flatMap((found) => found.accepted ?? []);
  const lines = linesToAdd([...new Set(findings.flatMap(({ leftOut = [] }) => leftOut))], accepted);
  const code = isReady(findings, isComplete) ? 0 : 3;
  const answer = {
    ready: code === 0,
    exitCode: code,
    findings: findings.map((found) => inWords(found)),
    lines,
  };
  const howToAdd = wrap(
    'Lines for the profile, to paste; fill in what stands for a setting of the service. If the profile has the first line of a block already, add only the lines below it.',
    width,
  );
  const block = lines.length === 0 ? '' : ['', ...howToAdd, '', ...lines, '\n'].join('\n');
  const last = wrapped(summarize(findings, isComplete), width);
  const text = given.has('json') ? jsonText(answer) : `${block}${last}`;
  terminal.write(text);
  return code;
}

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
