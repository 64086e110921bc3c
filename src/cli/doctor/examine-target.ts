import { finding } from '../../doctor/finding.ts';
import type { Finding } from '../../doctor/finding.ts';
import { inspectBaseline } from '../../doctor/inspect-baseline.ts';
import { inspectClock } from '../../doctor/inspect-clock.ts';
import { inspectLimits } from '../../doctor/inspect-limits.ts';
import { inspectProfile } from '../../doctor/inspect-profile.ts';
import { variantById } from '../../spec/specification.ts';
import { specification } from '../../spec/variant.ts';
import type { Target } from '../../target/target.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import { checkConditions } from './check-conditions.ts';
import { checkNetwork, speaksTls } from './connection.ts';
import type { Probe } from './probe.ts';
import { checkProxies } from './proxy.ts';

/** Examines a target step by step, one request at most for each step, set-ups and their controls aside; a step whose ground is missing says that it is not tried. */
export async function* examineTarget(
  target: Target,
  probe: Probe,
  isSetUpAllowed: boolean,
): AsyncGenerator<Finding> {
  yield* inspectProfile(target, new Date());
  yield* inspectLimits(target, specification);
  let isReached = true;
  for await (const found of checkNetwork(target, new Date())) {
    isReached &&= found.mark !== 'bad';
    yield found;
  }
  const proxies = await checkProxies(target);
  yield* proxies.map(({ found }) => found);
  const lostProxies = new Set(proxies.filter(({ found }) => found.mark === 'bad').map(({ proxy }) => proxy));
  let isClockKnown = false;
  for (const id of Object.keys(target.variants)) {
    const { found, evidence } = isReached ? await tryBaseline(target, probe, id) : unreached(id);
    yield found;
    if (evidence !== null && evidence.response !== null && !isClockKnown) {
      isClockKnown = true;
      yield inspectClock(evidence);
    }
    const first = evidence?.response?.status === 200 && isJson(evidence) ? evidence : null;
    yield* checkConditions(id, { target, probe, first, isSetUpAllowed, lostProxies });
  }
}

interface Baseline {
  readonly found: Finding;
  readonly evidence: Evidence | null;
}

const isJson = ({ facts }: Evidence): boolean => facts?.kind === 'json';

const unreached = (variant: string): Baseline => ({
  found: finding('untried', `variant ${variant}, plain request: not tried, the target is not reached`),
  evidence: null,
});

async function tryBaseline(target: Target, probe: Probe, id: string): Promise<Baseline> {
  const probed = await probe.send(id, 'success');
  if (probed.kind !== 'sent') {
    const found = `variant ${id}, plain request: not tried, ${probed.note}`;
    return { found: finding('untried', found), evidence: null };
  }
  const found = inspectBaseline(variantById(specification, id), probed.evidence, {
    baseUrl: target.baseUrl,
    speaksTls: await speaksTls(target, probed.evidence),
  });
  return { found, evidence: probed.evidence };
}
