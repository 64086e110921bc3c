import { isDoubtful } from '../verdict/settle.ts';
import type { Control, Halt } from '../verdict/trial.ts';
import { once } from './attempt.ts';
import type { Once } from './attempt.ts';
import { pause } from './back-off.ts';
import { askControl } from './baseline.ts';
import { calm } from './confirm-alone.ts';
import type { Doubt, Round } from './confirm-alone.ts';
import type { Context } from './context.ts';

/** Of each doubt what was asked because of it; null: it has to be confirmed alone. */
export type Rounds = readonly (Round | null)[];

interface Timed<Value> {
  readonly value: Value;
  readonly endedAt: number;
}

/**
 * Sends requests that hang side by side, with the plain request before them, beside them and after them, for whoever has
 * the wire alone. A request that hangs again is confirmed only where the plain one was answered as before each time, and
 * while all that hang were still open: it is not their number that the target does not bear.
 */
export async function confirmTogether(context: Context, doubts: readonly Doubt[]): Promise<Rounds> {
  const [one] = doubts;
  if (one === undefined) return [];
  const { sender, first } = one;
  const ask = (): Promise<Control | Halt> => askControl(context, sender.variant, first, sender.signal);
  await pause(calm, sender.signal);
  const control = await ask();
  if (!isGood(control)) return doubts.map(() => ({ control, earlier: [], again: null, after: [] }));
  await pause(calm, sender.signal);
  const sending = doubts.map((doubt) =>
    timed(once(context, { ...doubt.sender, isFresh: true }, doubt.stimulus, doubt.previous, doubt.isCharged)),
  );
  await pause(Math.min(calm, context.target.limits.timeout / 2), sender.signal);
  const beside = await timed(ask());
  const tried = await Promise.all(sending);
  const hanging = tried.filter(({ value }) => isHanging(value));
  const closing = hanging.length > 0 ? await ask() : null;
  const isBeside = hanging.every(({ endedAt }) => beside.endedAt < endedAt);
  const after = [beside.value, closing].filter(isGood);
  const isShown = isBeside && after.length === 2;
  return doubts.map(({ stimulus }, index) => {
    const again = tried[index]?.value;
    if (again === undefined) return null;
    if (isHanging(again) && isShown) return { control, earlier: [], again, after };
    if (again.kind === 'sent' && !isDoubtful(again.evidence, stimulus.status)) {
      return { control, earlier: [], again, after: [] };
    }
    if (again.kind === 'sent') context.keepControl(again.evidence);
    return null;
  });
}

const isGood = (control: Control | Halt | null): control is Control =>
  control !== null && !('reason' in control) && control.good;

const isHanging = (again: Once): boolean => again.kind === 'sent' && again.evidence.error?.kind === 'timeout';

async function timed<Value>(work: Promise<Value>): Promise<Timed<Value>> {
  return { value: await work, endedAt: performance.now() };
}
