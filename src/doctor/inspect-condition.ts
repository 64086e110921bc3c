import { visible } from '../report/visible.ts';
import { provisioningYaml } from '../report/view.ts';
import { findCondition } from '../spec/specification.ts';
import type { ConditionName, Variant } from '../spec/specification.ts';
import type { Provision } from '../target/target.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { message, say } from '../wording/message.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';
import { pageInWords, saidBy } from './page.ts';

/** Answers that may be the moment's fault. */
const passing: readonly number[] = [429, 500, 502, 503, 504];

/** A condition that the profile does not bring about, with the lines to add. */
export function missingProvision(variant: Variant, condition: ConditionName): Finding {
  const found = `variant ${variant.id}, ${condition}: the profile does not say how to bring it about`;
  return finding('bad', found, ['add these lines to the profile'], provisioningYaml([condition]));
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
  if (response === null) {
    const place =
      error?.kind === 'proxy'
        ? `that the proxy runs, and conditions.${condition}.proxy`
        : wayOf(condition, provision);
    return finding('bad', `${what}: no answer: ${visible(error?.message ?? '')}`, [`check ${place}`]);
  }
  const { status } = response;
  const documented = findCondition(variant, condition)?.status;
  if (status === documented) return inspectDocumented(what, status, condition, evidence);
  const page = pageInWords(evidence);
  const seen = page === null ? `answered ${status}` : `answered ${status} with ${page}`;
  if (Object.keys(provision).length === 0 && !passing.includes(status)) {
    const mend = 'nothing has to be mended in the profile: a run will judge this answer';
    return finding('warning', `${what}: ${seen}, documented is ${documented}`, [mend], saidBy(evidence));
  }
  const mend = mendCondition(variant, condition, provision, status);
  return finding('bad', `${what}: ${seen}, expected ${documented}`, [mend], saidBy(evidence));
}

/** The status alone may be that of a gateway, whose page a run judges as the target's. */
function inspectDocumented(
  what: string,
  status: number,
  condition: ConditionName,
  evidence: Evidence,
): Finding {
  const page = pageInWords(evidence);
  if (page === null) return finding('good', `${what}: answered ${status}, as documented`);
  const mend = `check that the target answers and no gateway before it: conditions.${condition}`;
  return finding('warning', `${what}: answered ${status}, but with ${page} instead of JSON`, [mend]);
}

function mendCondition(
  variant: Variant,
  condition: ConditionName,
  provision: Provision,
  status: number,
): string {
  const isRefused = status === findCondition(variant, 'unauthorized')?.status;
  if (isRefused && provision.credentials !== undefined) {
    return `the credentials in conditions.${condition}.credentials are refused: check partnerName and partnerPassword there`;
  }
  if (status === 429) return say(message('hint-rate'), 'en');
  if (status === 200 && provision.setup !== undefined) return say(message('hint-early', { condition }), 'en');
  if (condition === 'ip-blocked' && status === 200 && provision.localAddress !== undefined) {
    return `${provision.localAddress} is not blocked: have the operator of the target block it, or name another in conditions.ip-blocked.localAddress`;
  }
  return `what the profile names does not bring it about: check ${wayOf(condition, provision)}`;
}

/** What became of a set-up after which nothing could be judged. */
export interface SetUpFailure {
  readonly note: string;
  /** The set-up itself went well, and the condition did not come to hold. */
  readonly isWithoutEffect: boolean;
}

/** A set-up that failed, or that brought nothing about. */
export function inspectSetUpFailure(
  variant: Variant,
  condition: ConditionName,
  { note, isWithoutEffect }: SetUpFailure,
): Finding {
  const place = `conditions.${condition}`;
  const mend = isWithoutEffect
    ? `check that ${place}.setup has its effect, and ${place}.until (status, within)`
    : `check ${place}.setup: run it by hand in the folder of the profile`;
  return finding('bad', `variant ${variant.id}, ${condition}: ${visible(note)}`, [mend]);
}

function wayOf(condition: ConditionName, provision: Provision): string {
  const keys = Object.keys(provision).filter((key) => key !== 'until' && key !== 'teardown');
  return keys.length === 0
    ? 'with the operator of the target'
    : keys.map((key) => `conditions.${condition}.${key}`).join(', ');
}
