import { claimsOf, requestId } from '../plan/plan.ts';
import { plainest } from '../plan/test-case.ts';
import { openSender } from '../api/run-target.ts';
import { provisionOf } from '../run/settings.ts';
import type { SendOrder } from '../run/send-once.ts';
import { askWhileSetUp } from '../run/condition.ts';
import { createTargetRedactor } from '../run/target-redactor.ts';
import { findCondition, specification, variantById } from '../operation/specification.ts';
import type { ConditionName, Variant } from '../operation/specification.ts';
import type { Provision, Target } from '../profile/target.ts';
import { isNotSent } from '../judge/evidence.ts';
import type { Evidence, NotSent } from '../judge/evidence.ts';
import { pageWords } from '../judge/explain-answer.ts';
import { message, say } from '../messages/message.ts';
import { finding, saidBy } from './finding.ts';
import type { Finding } from './finding.ts';

type Probed =
  | { readonly kind: 'sent'; readonly evidence: Evidence }
  | { readonly kind: 'halted'; readonly note: string }
  /** `isWithoutEffect`: the set-up succeeded, but the condition does not hold. */
  | { readonly kind: 'not-set-up'; readonly note: string; readonly isWithoutEffect: boolean };

/** Sends single requests as a run does. */
export type Probe = Awaited<ReturnType<typeof openProbe>>;

export interface ProbeOptions {
  readonly target: Target;
  readonly signal: AbortSignal;
  /** Called with a failure of a teardown, without secrets. */
  readonly onWarning: (message: string) => void;
}

/** Prepares everything and sends nothing. Rejects with a UserError if the profile's encryption cannot work. */
export async function openProbe(options: ProbeOptions) {
  const { target, signal, onWarning } = options;
  const redactor = createTargetRedactor(target);
  const { sender, plan } = await openSender({
    target: { ...target, limits: { ...target.limits, concurrency: 1 } },
    redactor,
    signal,
    onEvent: (event) => void (event.kind === 'warning' && onWarning(event.message)),
  });
  const orderOf = (id: string, condition: ConditionName): SendOrder => {
    const request = plan.requests.get(requestId(id, plainest(variantById(specification, id), condition).id));
    if (request === undefined) throw new RangeError(`${id}: ${condition} is not provisioned`);
    return { request, role: 'try', for: null, owner: `${id}.doctor` };
  };
  return {
    /**
     * Sends the plain request of a condition once; `success` is the baseline. If `first`, the answer to the
     * baseline, is given, also runs the set-up, the teardown and their controls.
     */
    async send(id: string, condition: ConditionName, first: Evidence | null = null): Promise<Probed> {
      const order = orderOf(id, condition);
      const settings = target.variants[id];
      const isSetUp = settings !== undefined && provisionOf(settings, condition).setup !== undefined;
      if (first === null || !isSetUp) return probed(await sender.ask({ ...order, role: 'probe' }));
      const before = sender.attempts().length;
      await askWhileSetUp(sender, order, first);
      const outcomes = sender
        .attempts()
        .slice(before)
        .filter(({ role }) => role === 'try')
        .map(({ outcome }) => outcome);
      const last = outcomes.at(-1);
      if (last === undefined) return { kind: 'halted', note: say(message('nothing-sent'), 'en') };
      if (!isNotSent(last) || last.reason !== 'setup-failed') return probed(last);
      return { kind: 'not-set-up', note: say(last.note, 'en'), isWithoutEffect: outcomes.length > 1 };
    },
    redactor,
    doubts: sender.doubts,
    close: () => sender.close(),
  };
}

function probed(last: Evidence | NotSent): Probed {
  return isNotSent(last) ? { kind: 'halted', note: say(last.note, 'en') } : { kind: 'sent', evidence: last };
}

/** Findings from before the conditions are tried. */
interface Ground {
  readonly target: Target;
  readonly probe: Probe;
  /** The accepted answer to the plain request; null if there is none. Without it, a refusal shows nothing. */
  readonly first: Evidence | null;
  readonly isSetUpAllowed: boolean;
}

/** Conditions that need no provision in the profile. */
const selfMade: readonly ConditionName[] = ['success', 'missing', 'unencrypted'];

/** Tries every special condition of a variant, one finding each. */
export async function* checkConditions(id: string, ground: Ground): AsyncGenerator<Finding> {
  const variant = variantById(specification, id);
  const settings = ground.target.variants[id];
  if (settings === undefined) return;
  const provisioned = claimsOf(ground.target, specification)[id]?.provisioned ?? [];
  const names = variant.conditions.map(({ name }) => name).filter((name) => !selfMade.includes(name));
  const created = names.filter((name) => provisioned.includes(name));
  if (ground.first === null && created.length > 0) {
    const what = `variant ${id}, ${created.join(', ')}`;
    yield finding('untried', untriedOf(what, 'the plain request has to succeed first'));
  } else {
    for (const name of created) yield await tryCondition(variant, name, provisionOf(settings, name), ground);
  }
  const leftOut = names.filter((name) => !provisioned.includes(name));
  if (leftOut.length === 0) return;
  const them = leftOut.length === 1 ? 'it' : 'them';
  const found = `variant ${id}, ${leftOut.join(', ')}: the profile does not say how to create ${them}`;
  yield { ...finding('untried', found), leftOut };
}

/** Says that a step was not tried, and why. */
export const untriedOf = (what: string, why: string): string => `${what}: not tried, ${why}`;

async function tryCondition(
  variant: Variant,
  name: ConditionName,
  provision: Provision,
  { probe, first, isSetUpAllowed }: Ground,
): Promise<Finding> {
  const what = `variant ${variant.id}, ${name}`;
  const untried = (why: string): Finding => finding('untried', untriedOf(what, why));
  if (provision.setup !== undefined && !isSetUpAllowed)
    return untried('it has a `setup` that changes the target: add --setup');
  const probed = await probe.send(variant.id, name, first);
  switch (probed.kind) {
    case 'sent':
      return inspectCondition(variant, name, provision, probed.evidence);
    case 'halted':
      return untried(probed.note);
    case 'not-set-up': {
      const place = `conditions.${name}`;
      const advice = probed.isWithoutEffect
        ? `check that ${place}.setup has its effect, and ${place}.until (status, within)`
        : `check ${place}.setup: run it by hand in the folder of the profile`;
      const found = `${what}: ${probed.note}`;
      return finding('bad', found, [advice]);
    }
  }
}

/** Statuses that may have a temporary cause. */
const passing: readonly number[] = [429, 500, 502, 503, 504];

/** Reports whether a condition holds, that is, whether the answer has the documented status. */
export function inspectCondition(
  variant: Variant,
  condition: ConditionName,
  provision: Provision,
  evidence: Evidence,
): Finding {
  const what = `variant ${variant.id}, ${condition}`;
  const { response, error } = evidence;
  if (response === null) {
    const found = `${what}: no answer: ${error === null ? '' : say(error.words, 'en')}`;
    return finding('bad', found, [checkOf(condition, provision)]);
  }
  const { status } = response;
  const documented = findCondition(variant, condition)?.status;
  const words = pageWords(evidence);
  const page = words === null ? null : say(words, 'en');
  if (status === documented) {
    if (page === null) return finding('good', `${what}: answered ${status}, as documented`);
    // A gateway may give the same status, and a run would judge its page as the target's answer.
    const found = `${what}: answered ${status}, but with ${page} instead of JSON`;
    return finding('warning', found, [
      `a run will judge this answer; if a gateway gave it, correct conditions.${condition}`,
    ]);
  }
  const seen = page === null ? `answered ${status}` : `answered ${status} with ${page}`;
  if (Object.keys(provision).length === 0 && !passing.includes(status)) {
    const advice = 'nothing has to be changed in the profile: a run will judge this answer';
    return finding(
      'warning',
      `${what}: ${seen}, documented is ${documented ?? ''}`,
      [advice],
      saidBy(evidence),
    );
  }
  const advice = adviseCondition(variant, condition, provision, status);
  return finding('bad', `${what}: ${seen}, expected ${documented ?? ''}`, [advice], saidBy(evidence));
}

function adviseCondition(
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
    return `${provision.localAddress} is not blocked: ask the operator of the target to block it, or name another in conditions.ip-blocked.localAddress`;
  }
  return `the profile does not create the condition: ${checkOf(condition, provision)}`;
}

function checkOf(condition: ConditionName, provision: Provision): string {
  const keys = Object.keys(provision).filter((key) => key !== 'until' && key !== 'teardown');
  return keys.length === 0
    ? 'check with the operator of the target'
    : `check ${keys.map((key) => `conditions.${condition}.${key}`).join(', ')}`;
}
