import { baseline, judged, plainest } from '../../case/stimulus.ts';
import { provisionOf } from '../../case/provision.ts';
import { once } from '../../execution/attempt.ts';
import { askControl } from '../../execution/baseline.ts';
import { tryOutage } from '../../execution/outage.ts';
import { createProbe } from '../../execution/probe.ts';
import type { Redactor } from '../../http/redactor.ts';
import { conditionOf, variantById } from '../../spec/look-up.ts';
import type { ConditionName } from '../../spec/specification.ts';
import { specification } from '../../spec/variant.ts';
import type { Target } from '../../target/target.ts';
import type { Evidence } from '../../verdict/evidence.ts';
import type { Trial } from '../../verdict/trial.ts';

/** An answer, or why nothing was sent. */
type Probed =
  | { readonly kind: 'sent'; readonly evidence: Evidence }
  | { readonly kind: 'halted'; readonly note: string }
  /** `isWithoutEffect`: the set-up went well, and the condition did not come to hold. */
  | { readonly kind: 'not-set-up'; readonly note: string; readonly isWithoutEffect: boolean };

/** Sends single requests as a run does. */
export interface Probe {
  /** The plainest request of a condition, once; `success` is the baseline. */
  readonly send: (variant: string, condition: ConditionName) => Promise<Probed>;
  /** The same between set-up and teardown, with controls around them; `first` is the answer to the baseline. */
  readonly sendSetUp: (variant: string, condition: ConditionName, first: Evidence) => Promise<Probed>;
  readonly redactor: Redactor;
  readonly close: () => Promise<void>;
}

/** What a probe is opened with. */
export interface ProbeOptions {
  readonly target: Target;
  readonly product: string;
  readonly signal: AbortSignal;
  /** Told what went wrong with a teardown, without secrets. */
  readonly onWarning: (message: string) => void;
}

/** Prepares everything and sends nothing; rejects with a UserError where the profile's encryption cannot work. */
export async function openProbe(options: ProbeOptions): Promise<Probe> {
  const { target, product, signal, onWarning } = options;
  const context = await createProbe({
    spec: specification,
    target,
    product,
    signal,
    now: () => new Date(),
    random: Math.random,
    onEvent: (event) => void (event.kind === 'warning' && onWarning(event.message)),
  });
  const { redactor, client } = context;
  const senderOf = (variant: string) => {
    const owner = `${variant}.doctor`;
    return { owner, exchange: owner, variant, signal: options.signal };
  };
  const stimulusOf = (variantId: string, condition: ConditionName) => {
    const variant = variantById(specification, variantId);
    return judged(variant, plainest(variant, condition));
  };
  const send: Probe['send'] = async (variant, condition) => {
    const spent = context.logins.spent();
    if (spent > 0 && spent >= options.target.limits.failedLogins) return { kind: 'halted', note: enough };
    const sent = await once(context, senderOf(variant), stimulusOf(variant, condition), null);
    if (sent.kind === 'halted') return { kind: 'halted', note: sent.halt.note };
    const { status } = conditionOf(variantById(specification, variant), 'unauthorized');
    const isRefused = sent.evidence.response?.status === status;
    if (isRefused && condition !== 'unauthorized') context.logins.charge();
    return { kind: 'sent', evidence: sent.evidence };
  };
  return {
    send,
    async sendSetUp(variant, condition, evidence) {
      const settings = options.target.variants[variant];
      const provision = settings === undefined ? {} : provisionOf(settings, condition);
      const { setup } = provision;
      if (setup === undefined) return send(variant, condition);
      const first = trialOf(variant, evidence);
      const ask = (signal: AbortSignal) => askControl(context, variant, first, signal);
      const stimulus = stimulusOf(variant, condition);
      const sender = senderOf(variant);
      const { attempts, halted } = await tryOutage(context, sender, stimulus, { ...provision, setup }, ask);
      const last = attempts.at(-1);
      if (halted === null && last !== undefined) return { kind: 'sent', evidence: last };
      const note = halted?.note ?? 'nothing was sent';
      return halted?.reason === 'setup-failed'
        ? { kind: 'not-set-up', note, isWithoutEffect: last !== undefined }
        : { kind: 'halted', note };
    },
    redactor,
    close: () => client.close(),
  };
}

const enough = 'as many logins were refused as limits.failedLogins allows';

function trialOf(variantId: string, evidence: Evidence): Trial {
  const { label, condition, status, credentials, onOperation } = judged(
    variantById(specification, variantId),
    baseline,
  );
  return {
    expectation: { label, condition, status, credentials, onOperation },
    attempts: [evidence],
    controls: [],
    outage: false,
    ownRoute: false,
    ownGateway: false,
    earlierLogin: null,
    halted: null,
  };
}
