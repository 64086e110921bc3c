import type { Stimulus, TestCase } from '../case/test-case.ts';
import { provisionOf } from '../case/provision.ts';
import type { Action, Provision } from '../target/target.ts';
import { baselineLabel, isDoubtful, settle } from '../verdict/settle.ts';
import type { Control, Halt, Trial } from '../verdict/trial.ts';
import { askControl } from './baseline.ts';
import { attempt } from './attempt.ts';
import type { Attempts } from './attempt.ts';
import { confirm } from './confirm.ts';
import type { Context } from './context.ts';
import type { Desk } from './desk.ts';
import type { Health } from './health.ts';
import { riskOf } from './login.ts';
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
  /** Confirms doubtful answers. */
  readonly desk: Desk;
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
  if (isSetUp(provision)) return tryWithSetUp(bench, sender, stimulus, provision);
  const directly = (): Promise<Tried> => tryDirectly(bench, sender, stimulus, provision, previous);
  return riskOf(context, sender.variant, stimulus) === 'certain' ? context.loginTurn(directly) : directly();
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
  const mayFailLogin = riskOf(context, sender.variant, stimulus) !== 'none';
  // A failed login is not repeated before a control says that the target works.
  const repeats = mayFailLogin ? 0 : context.target.limits.retries;
  const isEnough = (): boolean => bench.desk.isKnownToHang(sender.variant, stimulus);
  const found = await bench.desk.watch(() => attempt(context, sender, stimulus, repeats, previous, isEnough));
  const first = await bench.baseline(sender.variant);
  if (!isControllable(first)) return asTrial(context, stimulus, provision, found, []);
  const doubt = { sender, stimulus, first, previous, repeats };
  const confirmed = await confirm(context, bench.desk.decide, doubt, found);
  const failed = confirmed.controls.find((control) => !control.good);
  if (failed !== undefined && isDoubtful(failed.evidence, first.expectation.status)) {
    bench.health.report(sender.variant, failed);
  }
  return asTrial(context, stimulus, provision, confirmed, confirmed.controls);
}

/** Without a baseline there is nothing that a control could repeat, nor where its own answer is always doubtful. */
function isControllable(first: Trial): boolean {
  const before = settle(first);
  return before.kind === 'answer' && !isDoubtful(before.evidence, first.expectation.status);
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
  // Named only where it decides something, so that the record does not depend on what came first.
  const isLimited = credentials !== 'valid' && attempts.at(-1)?.response?.status === 429;
  const trial: Trial = {
    expectation: { label, condition, status, credentials, onOperation },
    attempts,
    controls,
    outage: provision.setup !== undefined,
    ownRoute: hasOwnRoute(provision),
    ownGateway: provision.baseUrl !== undefined || provision.proxy !== undefined,
    earlierLogin: isLimited ? context.earlierLogin() : null,
    halted,
  };
  return { trial, ciphertext };
}
