import { clip, visible } from '../report/visible.ts';
import { provisioningYaml } from '../report/provisioning.ts';
import { findRootCauses } from '../result/root-cause.ts';
import type { CaseResult, Results } from '../result/results.ts';
import { findCondition } from '../spec/look-up.ts';
import type { ConditionName, Variant } from '../spec/specification.ts';
import type { Provision } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** Characters of the target's text that are shown. */
const shownText = 200;

/** What the answer to the plain request of a variant shows: the list, or why there is none and what to mend. */
export function inspectBaseline(variant: Variant, evidence: Evidence, target: Results['target']): Finding {
  const what = `variant ${variant.id}, plain request`;
  const { response, facts } = evidence;
  if (response?.status === 200) {
    const list = facts?.kind === 'json' ? facts.list : null;
    const banks = list?.type === 'array' ? `${list.count} banks` : 'no list of banks, which a run judges';
    return finding('good', `${what}: answered 200, ${banks}`);
  }
  const details = saidBy(evidence);
  if (response !== null && response.status === findCondition(variant, 'unauthorized')?.status) {
    const found = `${what}: answered ${response.status}: the partner's name and password are refused`;
    const mend = 'check credentials.partnerPassword, then credentials.partnerName and encryption.key';
    return finding('bad', found, [mend], details);
  }
  if (response?.status === 403) {
    const mend = 'access of this partner or of this address is blocked: ask the assigned manager';
    return finding('bad', `${what}: answered 403`, [mend], details);
  }
  const [cause] = findRootCauses([caseOf(variant.id, evidence)], [], target);
  const found = cause?.message ?? `answered ${response?.status ?? 'nothing'}`;
  return finding('bad', `${what}: ${found}`, cause === undefined ? [] : [cause.hint], details);
}

/** The hints are those of a run, which takes them from a case that could not be judged. */
function caseOf(variant: string, evidence: Evidence): CaseResult {
  return {
    id: `${variant}.success`,
    variant,
    condition: 'success',
    title: '',
    verdict: null,
    reason: 'control-failed',
    note: '',
    durationMs: evidence.durationMs,
    checks: [],
    exchanges: [evidence],
    trials: [],
    controls: [],
  };
}

function saidBy({ facts }: Evidence): readonly string[] {
  const text = facts?.kind === 'json' ? (facts.text?.text ?? '') : '';
  return text === '' ? [] : [`it says: ${clip(visible(text), shownText)}`];
}

/** A condition that the profile does not bring about, with the lines to add. */
export function missingProvision(variant: Variant, condition: ConditionName): Finding {
  const found = `variant ${variant.id}, ${condition}: the profile does not say how to bring it about`;
  return finding('bad', found, ['add to the profile:'], provisioningYaml([condition]));
}

/** Whether the answer shows that the condition is brought about: its status is the documented one. */
export function inspectCondition(
  variant: Variant,
  condition: ConditionName,
  provision: Provision,
  evidence: Evidence,
): Finding {
  const what = `variant ${variant.id}, ${condition}`;
  const { response, error } = evidence;
  const documented = findCondition(variant, condition)?.status;
  const details = saidBy(evidence);
  if (response === null) {
    const place = wayOf(condition, provision, error?.kind === 'proxy');
    return finding(
      'bad',
      `${what}: no answer: ${visible(error?.message ?? '')}`,
      [`check ${place}`],
      details,
    );
  }
  const { status } = response;
  if (status === documented) return finding('good', `${what}: answered ${status}, as documented`);
  const found = `${what}: answered ${status}, expected ${documented}`;
  const isRefused = status === findCondition(variant, 'unauthorized')?.status;
  const mend =
    isRefused && provision.credentials !== undefined
      ? `the credentials in conditions.${condition}.credentials are refused: check partnerName and partnerPassword there`
      : `what the profile names does not bring it about: check ${wayOf(condition, provision, false)}`;
  return finding('bad', found, [mend], details);
}

function wayOf(condition: ConditionName, provision: Provision, isProxy: boolean): string {
  if (isProxy) return `that the proxy runs, and conditions.${condition}.proxy`;
  const keys = Object.keys(provision).filter((key) => key !== 'until' && key !== 'teardown');
  return keys.length === 0
    ? 'with the operator of the target'
    : keys.map((key) => `conditions.${condition}.${key}`).join(', ');
}
