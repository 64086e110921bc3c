import { baseline, judged, plainest } from '../case/stimulus.ts';
import type { Difference } from '../case/stimulus.ts';
import type { Stimulus } from '../case/test-case.ts';
import { variantById } from '../spec/look-up.ts';
import type { Variant } from '../spec/specification.ts';
import type { Evidence } from '../verdict/evidence.ts';
import { isDoubtful, settle } from '../verdict/settle.ts';
import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { attempt, noteOvercome, once } from './attempt.ts';
import { askedPause, pause } from './back-off.ts';
import type { Context } from './context.ts';
import { explained, lateTries } from './explained.ts';
import type { Sender } from './transmit.ts';

/** Milliseconds before the last try. */
const calm = 250;

/** The plain success request of a variant with its result; where that is doubtful, other requests are its control. */
export async function askBaseline(context: Context, variantId: string): Promise<Trial> {
  const variant = variantById(context.spec, variantId);
  const stimulus = judged(variant, baseline);
  const sender: Sender = {
    owner: `${variantId}.success`,
    exchange: `${variantId}.success`,
    variant: variantId,
    signal: context.signal,
  };
  const { attempts, halted } = await attempt(context, sender, stimulus, context.target.limits.retries, null);
  for (const evidence of attempts) context.keepControl(evidence);
  const last = attempts.at(-1);
  if (halted !== null || last === undefined || !isDoubtful(last, stimulus.status)) {
    return trialOf(stimulus, attempts, [], halted);
  }
  const controls = await probe(context, variant);
  if (!controls.some((control) => control.good)) return trialOf(stimulus, attempts, controls, null);
  const again = await context.gate.alone(async ({ pass }) => {
    const calmed = { ...context, gate: { ...context.gate, pass }, isAlone: true };
    await pause(askedPause(last, context.now()) ?? calm, context.signal);
    return insist(calmed, { ...sender, isFresh: true }, stimulus, attempts);
  });
  noteOvercome(context, again.attempts, stimulus);
  return trialOf(stimulus, again.attempts, controls, again.halted);
}

/** Tries the plain request in a row, at least once, until it is answered or was tried so often that the line does not explain it. */
async function insist(
  context: Context,
  sender: Sender,
  stimulus: Stimulus,
  before: readonly Evidence[],
): Promise<Pick<Trial, 'attempts' | 'halted'>> {
  const attempts = [...before];
  for (;;) {
    const sent = await once(context, sender, stimulus, null);
    if (sent.kind === 'halted') return { attempts, halted: sent.halt };
    const last = sent.evidence;
    context.keepControl(last);
    attempts.push(last);
    if (!isDoubtful(last, stimulus.status)) return { attempts, halted: null };
    const most = last.error?.kind === 'timeout' ? lateTries : context.line.tries(last);
    if (attempts.length >= most || last.response?.status === 429) {
      return { attempts, halted: explained(context, last) };
    }
  }
}

/** Sends the plain success request once more, over a new connection if nothing else is said, and tells whether it is answered as it was at first. */
export async function askControl(
  context: Context,
  variantId: string,
  first: Trial,
  signal: AbortSignal,
  { exchange = `${variantId}.control`, isFresh = true }: Partial<Pick<Sender, 'exchange' | 'isFresh'>> = {},
): Promise<Control | Halt> {
  const stimulus = judged(variantById(context.spec, variantId), baseline);
  const owner = `${variantId}.control`;
  const sent = await once(context, { owner, exchange, variant: variantId, signal, isFresh }, stimulus, null);
  if (sent.kind === 'halted') return sent.halt;
  context.keepControl(sent.evidence);
  const before = settle(first);
  const isLost = isDoubtful(sent.evidence, stimulus.status);
  if (isLost) context.line.overcome(sent.evidence);
  const good = before.kind === 'answer' && sent.evidence.response?.status === before.status;
  return { evidence: sent.evidence, good: good && !isLost };
}

function trialOf(
  stimulus: Stimulus,
  attempts: readonly Evidence[],
  controls: readonly Control[],
  halted: Halt | null,
): Trial {
  const { label, condition, status, credentials, onOperation } = stimulus;
  return {
    expectation: { label, condition, status, credentials, onOperation },
    attempts,
    controls,
    outage: false,
    ownRoute: false,
    ownGateway: false,
    earlierLogin: null,
    halted,
  };
}

/** Other requests of the variant, all at once: one that is answered as documented shows that the service works. */
async function probe(context: Context, variant: Variant): Promise<readonly Control[]> {
  const names = variant.parameters.map((parameter) => parameter.name);
  const differences: readonly Difference[] = [
    plainest(variant, 'missing'),
    { label: 'without any parameter', condition: 'missing', without: names },
    plainest(variant, 'unauthorized'),
  ];
  const owner = `${variant.id}.control`;
  const probed = await Promise.all(
    differences.map(async (difference, index): Promise<readonly Control[]> => {
      const stimulus = judged(variant, difference);
      const exchange = `${owner}.probe-${index + 1}`;
      const sender = { owner, exchange, variant: variant.id, signal: context.signal };
      const sent = await once(context, sender, stimulus, null);
      if (sent.kind === 'halted') return [];
      context.keepControl(sent.evidence);
      return [{ evidence: sent.evidence, good: isProper(sent.evidence, stimulus.status) }];
    }),
  );
  return probed.flat();
}

const isProper = ({ response, facts }: Evidence, status: number | null): boolean =>
  response?.status === status && facts?.kind === 'json' && facts.isError;
