import { judged, plainest } from '../../case/request.ts';
import { createAsker, provisionOf } from '../../execution/ask.ts';
import type { Question } from '../../execution/ask.ts';
import { askControl } from '../../execution/baseline.ts';
import { askWhileSetUp } from '../../execution/condition.ts';
import { createRecheckBudget } from '../../execution/doubt.ts';
import { createTargetRedactor } from '../../execution/target-redactor.ts';
import type { Redactor } from '../../http/masking.ts';
import { variantById } from '../../spec/specification.ts';
import type { ConditionName } from '../../spec/specification.ts';
import { specification } from '../../spec/variant.ts';
import { message, say } from '../../wording/message.ts';
import type { Target } from '../../target/target.ts';
import type { Evidence } from '../../verdict/evidence.ts';

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
  const redactor = createTargetRedactor(target);
  const asker = await createAsker({
    spec: specification,
    target: { ...target, limits: { ...target.limits, concurrency: 1 } },
    product,
    redactor,
    signal,
    abandoned: new AbortController().signal,
    now: () => new Date(),
    random: Math.random,
    onEvent: (event) => void (event.kind === 'warning' && onWarning(say(event.words, 'en'))),
  });
  const questionOf = (id: string, condition: ConditionName): Question => {
    const variant = variantById(specification, id);
    const owner = `${id}.doctor`;
    return { variant, stimulus: judged(variant, plainest(variant, condition)), owner, exchange: owner };
  };
  const send: Probe['send'] = async (variant, condition) => {
    if (asker.logins.areCredentialsRefused() && asker.logins.left() <= 0)
      return { kind: 'halted', note: enough };
    const asked = await asker.ask(questionOf(variant, condition));
    return asked.kind === 'halted' ? { kind: 'halted', note: say(asked.halt.note, 'en') } : asked;
  };
  return {
    send,
    async sendSetUp(id, condition, first) {
      const settings = target.variants[id];
      if (settings === undefined || provisionOf(settings, condition).setup === undefined) {
        return send(id, condition);
      }
      const question = questionOf(id, condition);
      const ask = () => askControl(asker, question.variant, first);
      const recheck = createRecheckBudget(target.limits.recheck);
      const { attempts, halted } = await askWhileSetUp(asker, question, ask, recheck);
      const last = attempts.at(-1);
      if (halted === null && last !== undefined) return { kind: 'sent', evidence: last };
      const note = say(halted?.note ?? message('nothing-sent'), 'en');
      return halted?.reason === 'setup-failed'
        ? { kind: 'not-set-up', note, isWithoutEffect: last !== undefined }
        : { kind: 'halted', note };
    },
    redactor,
    close: asker.close,
  };
}

const enough = 'as many logins were refused as limits.failedLogins allows';
