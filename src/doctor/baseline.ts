import { specification, variantById } from '../operation/specification.ts';
import type { Target } from '../profile/target.ts';
import type { Evidence } from '../judge/evidence.ts';
import { finding, inspectBaseline } from './finding.ts';
import type { Finding } from './finding.ts';
import { speaksTls } from './network.ts';
import { untriedOf } from './probe.ts';
import type { Probe } from './probe.ts';

/** Sends the plain request of a variant. `evidence` is null if the limit of failed logins left it out. */
export async function tryBaseline(
  target: Target,
  probe: Probe,
  id: string,
): Promise<{ readonly found: Finding; readonly evidence: Evidence | null }> {
  const probed = await probe.send(id, 'success');
  if (probed.kind !== 'sent') {
    const what = `variant ${id}, plain request`;
    const found = finding('untried', untriedOf(what, probed.note));
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
