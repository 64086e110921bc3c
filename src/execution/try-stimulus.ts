import type { Stimulus, TestCase } from '../case/test-case.ts';
import { provisionOf } from '../case/provision.ts';
import type { Action, Provision } from '../target/target.ts';
import { baselineLabel, isDoubtful, settle } from '../verdict/settle.ts';
import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { askControl } from './baseline.ts';
import { attempt, once } from './attempt.ts';
import type { Attempts } from './attempt.ts';
import type { Context } from './context.ts';
import type { Health } from './health.ts';
import { tryOutage } from './outage.ts';
import { hasOwnRoute, settingsOf } from './transmit.ts';
import type { Sender } from './transmit.ts';

/** What the trials of a run share: its context, the baseline of each variant, the target's health. */
export interface Bench {
  readonly context: Context;
  /** Asked once per variant. */
  readonly baseline: (variant: string) => Promise<Trial>;
  /** The baseline as the object of a case. */
  readonly ownBaseline: (variant: string) => Promise<Trial>;
  readonly health: Health;
}

/** A trial, and the ciphertext that it sent for a later replay. */
export interface Tried {
  readonly trial: Trial;
  readonly ciphertext: string | null;
}

/** Brings one request of a case to its answer: provisioning, repeats, controls. */
export async function tryStimulus(
  bench: Bench,
  testCase: TestCase,
  index: number,
  stimulus: Stimulus,
  previous: string | null,
): Promise<Tried> {
  const { context } = bench;
  if (stimulus.label === baselineLabel) {
    return { trial: await bench.ownBaseline(testCase.variant), ciphertext: null };
  }
  const provision = provisionOf(settingsOf(context, testCase.variant), stimulus.condition);
  const sender: Sender = {
    owner: testCase.id,
    exchange: testCase.stimuli.length === 1 ? testCase.id : `${testCase.id}#${index + 1}`,
    variant: testCase.variant,
    signal: context.signal,
  };
  const down = await bench.health.whenUp(testCase.variant);
  if (down !== null) return asTrial(context, stimulus, provision, nothingSent(down), [down]);
  return isSetUp(provision)
    ? tryWithSetUp(bench, sender, stimulus, provision)
    : tryDirectly(bench, sender, stimulus, provision, previous);
}

type SetUp = Provision & { readonly setup: Action };

const isSetUp = (provision: Provision): provision is SetUp => provision.setup !== undefined;

async function tryWithSetUp(
  { context, baseline }: Bench,
  sender: Sender,
  stimulus: Stimulus,
  provision: SetUp,
): Promise<Tried> {
  const first = await baseline(sender.variant);
  const ask = (signal: AbortSignal): Promise<Control | Halt> =>
    askControl(context, sender.variant, first, signal);
  const { attempts, controls, halted } = await tryOutage(context, sender, stimulus, provision, ask);
  return asTrial(context, stimulus, provision, { attempts, halted, ciphertext: null }, controls);
}

async function tryDirectly(
  bench: Bench,
  sender: Sender,
  stimulus: Stimulus,
  provision: Provision,
  previous: string | null,
): Promise<Tried> {
  const { context } = bench;
  const found = await attempt(context, sender, stimulus, context.target.limits.retries, previous);
  const last = found.attempts.at(-1);
  if (found.halted !== null || last === undefined || !isDoubtful(last, stimulus.status)) {
    return asTrial(context, stimulus, provision, found, []);
  }
  const first = await bench.baseline(sender.variant);
  // Without a baseline there is nothing that a control could repeat, nor where its own answer is always doubtful.
  const before = settle(first);
  if (before.kind !== 'answer' || isDoubtful(before.evidence, first.expectation.status)) {
    return asTrial(context, stimulus, provision, found, []);
  }
  const control = await askControl(context, sender.variant, first, sender.signal);
  if ('reason' in control) return asTrial(context, stimulus, provision, { ...found, halted: control }, []);
  if (!control.good) {
    bench.health.report(sender.variant, control);
    return asTrial(context, stimulus, provision, found, [control]);
  }
  const again = await once(context, sender, stimulus, previous);
  const attempts = again.kind === 'sent' ? [...found.attempts, again.evidence] : found.attempts;
  const halted = again.kind === 'sent' ? null : again.halt;
  return asTrial(context, stimulus, provision, { ...found, attempts, halted }, [control]);
}

function nothingSent({ evidence }: Control): Attempts {
  const { response, error } = evidence;
  const reason = response?.status === 429 ? 'rate-limited' : 'target-unavailable';
  const said = response === null ? (error?.message ?? 'no answer') : `answered ${response.status}`;
  return { attempts: [], halted: { reason, note: `the target is out of order: ${said}` }, ciphertext: null };
}

function asTrial(
  context: Context,
  stimulus: Stimulus,
  provision: Provision,
  { attempts, halted, ciphertext }: Attempts,
  controls: readonly Control[],
): Tried {
  const { label, condition, status, credentials, onOperation } = stimulus;
  const trial: Trial = {
    expectation: { label, condition, status, credentials, onOperation },
    attempts,
    controls,
    outage: provision.setup !== undefined,
    ownRoute: hasOwnRoute(provision),
    earlierLogin: condition === 'unauthorized' ? context.earlierLogin() : null,
    halted,
  };
  return { trial, ciphertext };
}
